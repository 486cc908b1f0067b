package backup

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
)

// State is the state of the off-site backups in the database.
type State struct {
	// EnabledAt is when a server first saw BACKUP_URL, nil if none did.
	EnabledAt *database.Time `db:"enabled_at"`
	// Name, Place, MadeAt and Bytes are of the last good backup. MadeAt is nil if there is none.
	Name   string         `db:"name"`
	Place  string         `db:"place"`
	MadeAt *database.Time `db:"made_at"`
	Bytes  int64          `db:"bytes"`
	// FailedAt is when a run failed last. Failure is why, "" if a backup was made since.
	FailedAt *database.Time `db:"failed_at"`
	Failure  string         `db:"failure"`
}

// ReadState returns the state of the off-site backups.
func ReadState(ctx context.Context, from database.Reader) (state State, err error) {
	err = from.Get(ctx, &state, `SELECT enabled_at, name, place, made_at, bytes, failed_at, failure FROM offsite_backups`)
	if err != nil {
		return State{}, fmt.Errorf("read the state of the off-site backups: %w", err)
	}
	return state, nil
}

// RunningSince returns when the backup began that runs now, or the zero time. It may still copy files
// that were deleted since.
func RunningSince(ctx context.Context, from database.Reader, now time.Time) (time.Time, error) {
	var retries []database.Time
	err := from.Select(ctx, &retries, `SELECT retry_at FROM offsite_backups WHERE run_id <> '' AND run_expires_at > ? AND run_expires_at <= ?`,
		database.At(now), database.At(now.Add(leaseTime+maxSkew)))
	if err != nil || len(retries) == 0 {
		return time.Time{}, err
	}
	return retries[0].Add(-retryInterval), nil
}

// Missed returns how many nights have passed without a backup since the last one, or since backups were
// enabled.
func (s State) Missed(now time.Time) int {
	from := s.EnabledAt
	if s.MadeAt != nil && !s.MadeAt.After(now.Add(maxSkew)) {
		from = s.MadeAt
	}
	last := lastDue(now.Add(-lateAfter))
	if from == nil || !from.Before(last) {
		return 0
	}
	return int(last.Sub(lastDue(from.Time)) / (24 * time.Hour))
}

// mailMissed is the kind of the mail to staff.
const mailMissed = "notice: no backup"

// RenderMail makes the mail to staff about a missed backup of site, with the state of this moment. It
// returns nil for a mail of another kind.
func RenderMail(ctx context.Context, from database.Reader, site mailer.Site, job mailer.Job) (*mailer.Message, error) {
	if job.Kind != mailMissed {
		return nil, nil
	}
	state, err := ReadState(ctx, from)
	if err != nil {
		return nil, err
	}
	text := "Off-site backup of " + site.Name + " failed\n\nHello,\n\nLast night's off-site backup failed. "
	if state.MadeAt == nil {
		text += "There is no earlier one."
	} else {
		text += fmt.Sprintf("The last good one is %s, in %s.", state.Name, state.Place)
	}
	if state.Failure != "" {
		text += "\n\nReason: " + state.Failure
	}
	text += "\n\nThe server tries again every hour. To try now, run this on the server:\nportfolio backup send"
	return mailer.Compose(site, job.Recipient, text)
}
