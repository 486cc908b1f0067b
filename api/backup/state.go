package backup

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
)

// State is the state of the off-site backups in the database.
type State struct {
	// EnabledAt is when a server first saw BACKUP_URL, nil if none did.
	EnabledAt *database.Time `db:"-"`
	// Name, Place, MadeAt and Bytes are of the last good backup. MadeAt is nil if there is none.
	Name   string         `db:"name"`
	Place  string         `db:"place"`
	MadeAt *database.Time `db:"made_at"`
	Bytes  int64          `db:"bytes"`
	// FailedAt is when the last run failed, and Failure why; nil and "" if it did not.
	FailedAt *database.Time `db:"-"`
	Failure  string         `db:"-"`
}

// ReadState returns the state of the off-site backups.
func ReadState(ctx context.Context, from database.Reader) (state State, err error) {
	if err := from.Get(ctx, &state, `SELECT name, place, made_at, bytes FROM offsite_backups`); err != nil {
		return State{}, fmt.Errorf("read the state of the off-site backups: %w", err)
	}
	job, err := jobs.Find(ctx, from, JobKind)
	if err != nil {
		return State{}, err
	}
	if job.ID != 0 {
		state.EnabledAt, state.FailedAt, state.Failure = &job.CreatedAt, job.FailedAt, job.LastError
	}
	return state, nil
}

// Missed returns how many nights have passed without a backup since the last one, or since backups were
// enabled.
func (s State) Missed(now time.Time) int {
	last := lastDue(now.Add(-lateAfter))
	for _, from := range []*database.Time{s.MadeAt, s.EnabledAt} {
		if from != nil && !from.After(now.Add(maxSkew)) {
			return max(0, int(last.Sub(lastDue(from.Time))/(24*time.Hour)))
		}
	}
	if s.EnabledAt == nil {
		return 0
	}
	return 1 // since a time that is unknown
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
