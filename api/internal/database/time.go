package database

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// timeLayout sorts as text in the order of time, which is how SQLite compares it; PostgreSQL reads it as a timestamptz.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Time is a time in UTC in whole milliseconds, which both engines store, return and compare alike.
type Time struct{ time.Time }

// At returns t as a Time.
func At(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// Value returns the text that both engines store.
func (t Time) Value() (driver.Value, error) { return t.UTC().Format(timeLayout), nil }

// Scan reads what either driver hands back: text from SQLite, time.Time from PostgreSQL.
func (t *Time) Scan(src any) error {
	switch value := src.(type) {
	case time.Time:
		*t = At(value)
		return nil
	case string:
		parsed, err := time.Parse(time.RFC3339Nano, value) // which package time reads faster than any layout of ours
		if err != nil {
			return fmt.Errorf("scan time: %w", err)
		}
		*t = Time{parsed.UTC()}
		return nil
	}
	return fmt.Errorf("scan time: cannot read a %T", src)
}

// MarshalJSON writes ISO 8601 in UTC with milliseconds, as JavaScript's Date does.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"` + timeLayout + `"`)), nil
}
