package site

import (
	"context"
	"time"
	_ "time/tzdata" // the image has no time zones

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Location returns the owner's time zone, which is UTC until one is set.
func (s *Settings) Location(ctx context.Context) (*time.Location, error) {
	name, err := findSetting(ctx, s.DB, timeZone)
	if err != nil {
		return nil, err
	}
	if zone, err := time.LoadLocation(name); err == nil {
		return zone, nil
	}
	return time.UTC, nil // a newer program stored it
}

// SetTimeZone stores the owner's time zone, such as Europe/Berlin. It returns an httpx.Error for an
// unknown one.
func (s *Settings) SetTimeZone(ctx context.Context, name string) error {
	v := httpx.NewValidator()
	v.Check(isTimeZone(name), "time_zone", httpx.NotATimeZone)
	if err := v.Err(); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx *database.Tx) error { return s.store(ctx, tx, timeZone, name, name) })
}

// isTimeZone reports whether name is that of a place, not of this machine's zone.
func isTimeZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "" && name != "Local"
}
