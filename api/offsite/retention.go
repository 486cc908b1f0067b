package offsite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/storage"
)

// Keep says for how many of the newest days, weeks and months that have a backup the newest one of each is kept.
type Keep struct{ Days, Weeks, Months uint }

// unfinishedLifetime is how long a file without a record is left alone: it may be one that is being sent.
const unfinishedLifetime = 7 * 24 * time.Hour

// prune removes the backups that are not kept, and what runs that failed have left. newest is the one that was just checked.
// Where this server may not delete, the place's own rules do.
func (b *Backups) prune(ctx context.Context, store storage.Store, newest string) error {
	backups, err := List(ctx, store)
	if err != nil {
		return err
	}
	for _, one := range b.Keep.expired(backups, b.now()) {
		if one.Name >= newest {
			continue
		}
		// The record goes first: a file without one does not count.
		for _, suffix := range []string{recordSuffix, fileSuffix} {
			err := store.Delete(ctx, one.Name+suffix)
			if errors.Is(err, storage.ErrDenied) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("remove %s: %w", one.Name, err)
			}
		}
	}
	return nil
}

// expired returns those of the backups, the newest first, that are not kept.
func (k Keep) expired(backups []Backup, now time.Time) (expired []Backup) {
	rules := []struct {
		left   uint
		period func(time.Time) string
		last   string
	}{
		{k.Days, func(t time.Time) string { return t.Format(time.DateOnly) }, ""},
		{k.Weeks, func(t time.Time) string { year, week := t.ISOWeek(); return fmt.Sprint(year, week) }, ""},
		{k.Months, func(t time.Time) string { return t.Format("2006-01") }, ""},
	}
	for _, one := range backups {
		if !one.Checked {
			if now.Sub(one.MadeAt) > unfinishedLifetime {
				expired = append(expired, one)
			}
			continue
		}
		kept := false
		for i := range rules {
			rule := &rules[i]
			if period := rule.period(one.MadeAt); rule.left > 0 && period != rule.last {
				rule.left--
				rule.last, kept = period, true
			}
		}
		if !kept {
			expired = append(expired, one)
		}
	}
	return expired
}
