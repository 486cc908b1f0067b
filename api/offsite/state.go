package offsite

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/database"
)

// State is what the database knows of the backups of a site in another place.
type State struct {
	// EnabledAt is since when there is to be one: when a server first saw that, or when the last one was made if that turned out to be
	// damaged. It is nil when no server saw it.
	EnabledAt *database.Time `db:"enabled_at"`
	// Name, Place, MadeAt, CheckedAt, Bytes and SHA256 are of the last good one: read back after MadeAt, at CheckedAt. The times
	// are nil when there is none yet.
	Name      string         `db:"name"`
	Place     string         `db:"place"`
	MadeAt    *database.Time `db:"made_at"`
	CheckedAt *database.Time `db:"checked_at"`
	Bytes     int64          `db:"bytes"`
	SHA256    string         `db:"sha256"`
	// FailedAt and Failure are of the last run that failed, nil and "" when none did.
	FailedAt *database.Time `db:"failed_at"`
	Failure  string         `db:"failure"`
	// NotifiedAt is when staff were told of a night without a backup, nil once it is well again.
	NotifiedAt *database.Time `db:"notified_at"`
	Tries      int64          `db:"tries"`
}

// ReadState returns what the database knows.
func ReadState(ctx context.Context, from database.Reader) (state State, err error) {
	err = from.Get(ctx, &state, `
		SELECT enabled_at, name, place, made_at, checked_at, bytes, sha256, failed_at, failure, notified_at, tries FROM offsite_backups`)
	if err != nil {
		return State{}, fmt.Errorf("read the state of the off-site backups: %w", err)
	}
	return state, nil
}

// RecordDamage stores that a check has found the backup of that name damaged. If it was the last good one there is none, and a server
// makes another at once.
func RecordDamage(ctx context.Context, db *database.DB, name string, damage error, at time.Time) error {
	_, err := db.Exec(ctx, `
		UPDATE offsite_backups
		   SET enabled_at = made_at, name = '', made_at = NULL, checked_at = NULL, bytes = 0, sha256 = '', retry_at = NULL, failed_at = ?, failure = ?
		 WHERE name = ?`, database.At(at), damage.Error(), name)
	if err != nil {
		return fmt.Errorf("record that the off-site backup is damaged: %w", err)
	}
	return nil
}

// Failing reports whether the last run failed.
func (s State) Failing() bool {
	return s.FailedAt != nil && (s.CheckedAt == nil || s.FailedAt.After(s.CheckedAt.Time))
}

// lateAfter is how long after it was due a backup that is not there is missed.
const lateAfter = 6 * time.Hour

// Missed returns how many nights have passed without a good backup since the last one, or since there were to be any.
func (s State) Missed(schedule Schedule, now time.Time) int64 {
	from := s.EnabledAt
	if s.MadeAt != nil {
		from = s.MadeAt
	}
	last := schedule.last(now.Add(-lateAfter))
	if from == nil || !from.Before(last) {
		return 0
	}
	// Of the nights from the first that is later than from, to the last.
	return int64(last.Sub(schedule.last(from.Time)) / (24 * time.Hour))
}
