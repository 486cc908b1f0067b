package offsite

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"portfolio/api/database"
	"portfolio/api/repeat"
)

const (
	// leaseTime is how long a run that renews no lease counts as under way.
	leaseTime = 10 * time.Minute
	// After a failure the next try waits for firstRetry, doubled with each further one, lastRetry at most.
	firstRetry = 5 * time.Minute
	lastRetry  = time.Hour
)

// The kinds of mails to staff.
const (
	mailMissed    = "notice: no backup"
	mailRecovered = "notice: backups again"
)

var errLeaseLost = errors.New("another replica has taken the backup over")

// RunDue makes the backup of the last night unless there is a good one, a replica is making it, or it is too early to try
// again. It returns what failed, which the database has recorded where it answers.
func (b *Backups) RunDue(ctx context.Context) error {
	now := b.now()
	return b.run(ctx, b.Schedule.last(now), now)
}

// RunNow makes a backup whether or not one is due. It fails while a replica is making one.
func (b *Backups) RunNow(ctx context.Context) error {
	before, err := ReadState(ctx, b.Site.DB)
	if err != nil {
		return err
	}
	if err := b.run(ctx, b.now().Add(time.Second), b.now().AddDate(1, 0, 0)); err != nil {
		return err
	}
	after, err := ReadState(ctx, b.Site.DB)
	if err == nil && after.Name == before.Name {
		err = errors.New("a server is making one already")
	}
	return err
}

// run makes a backup if the last good one is older than due and the next try may begin by retry.
func (b *Backups) run(ctx context.Context, due, retry time.Time) error {
	runID := rand.Text()
	claimed, err := b.claim(ctx, runID, due, retry)
	if err != nil || !claimed {
		return err
	}
	made, failure := b.makeLeased(ctx, runID)
	if failure != nil && ctx.Err() != nil {
		return errors.Join(failure, b.release(context.WithoutCancel(ctx), runID))
	}
	// The outcome is recorded also while the server stops.
	ctx = context.WithoutCancel(ctx)
	if failure != nil {
		return errors.Join(failure, b.recordFailure(ctx, runID, failure))
	}
	return b.recordSuccess(ctx, runID, made)
}

// enable records when there were to be backups first: a night before that is not missed.
func (b *Backups) enable(ctx context.Context) error {
	_, err := b.Site.DB.Exec(ctx, `UPDATE offsite_backups SET enabled_at = ? WHERE enabled_at IS NULL`, database.At(b.now()))
	return err
}

// claim leases the run. One whose lease has expired ended without a word, which it records as a failure.
func (b *Backups) claim(ctx context.Context, runID string, due, retry time.Time) (claimed bool, err error) {
	const isDue = ` (run_id = '' OR run_expires_at <= ?) AND (retry_at IS NULL OR retry_at <= ?) AND (made_at IS NULL OR made_at < ?)`
	now := b.now()
	where := []any{database.At(now), database.At(retry), database.At(due)}
	var found struct {
		Runs  int `db:"runs"`
		Tries int `db:"tries"`
	}
	err = b.Site.DB.Get(ctx, &found, `SELECT COUNT(*) AS runs, COALESCE(MAX(tries), 0) AS tries FROM offsite_backups WHERE`+isDue, where...)
	if err != nil || found.Runs == 0 {
		return false, err
	}
	n, err := b.Site.DB.Exec(ctx, `
		UPDATE offsite_backups
		   SET failed_at = CASE WHEN run_id = '' THEN failed_at ELSE run_expires_at END,
		       failure = CASE WHEN run_id = '' THEN failure ELSE 'the server ended while it made the backup' END,
		       enabled_at = COALESCE(enabled_at, ?), run_id = ?, run_expires_at = ?, tries = tries + 1, retry_at = ?
		 WHERE`+isDue, append([]any{database.At(now), runID, database.At(now.Add(leaseTime)), database.At(now.Add(backoff(found.Tries)))}, where...)...)
	return n == 1, err
}

// backoff is how long to wait after a further failure.
func backoff(failures int) time.Duration { return min(firstRetry<<min(failures, 10), lastRetry) }

// makeLeased makes a backup and renews the lease meanwhile; without it, the run ends.
func (b *Backups) makeLeased(ctx context.Context, runID string) (Record, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go repeat.Every(ctx, leaseTime/5, func() {
		n, err := b.Site.DB.Exec(ctx, `UPDATE offsite_backups SET run_expires_at = ? WHERE run_id = ?`, database.At(b.now().Add(leaseTime)), runID)
		if err != nil {
			b.Log.Warn("lease of the off-site backup not renewed", "error", err)
		} else if n == 0 {
			cancel(errLeaseLost)
		}
	})
	made, err := b.send(ctx)
	if err != nil && context.Cause(ctx) != nil {
		err = context.Cause(ctx)
	}
	return made, err
}

// release makes a run due again that a stop has interrupted.
func (b *Backups) release(ctx context.Context, runID string) error {
	_, err := b.Site.DB.Exec(ctx, `
		UPDATE offsite_backups SET run_id = '', run_expires_at = NULL, retry_at = NULL, tries = tries - 1 WHERE run_id = ?`, runID)
	return err
}

func (b *Backups) recordFailure(ctx context.Context, runID string, failure error) error {
	_, err := b.Site.DB.Exec(ctx, `
		UPDATE offsite_backups SET run_id = '', run_expires_at = NULL, failed_at = ?, failure = ? WHERE run_id = ?`,
		database.At(b.now()), failure.Error(), runID)
	return err
}

// recordSuccess counts a backup that was read back, unless another replica has taken over, and tells staff who were told of
// a night without one.
func (b *Backups) recordSuccess(ctx context.Context, runID string, made Record) error {
	err := b.Site.DB.InTx(ctx, func(tx *database.Tx) error {
		var notified int
		if err := tx.Get(ctx, &notified, `SELECT COUNT(notified_at) FROM offsite_backups`); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `
			UPDATE offsite_backups
			   SET run_id = '', run_expires_at = NULL, tries = 0, retry_at = NULL, notified_at = NULL,
			       name = ?, place = ?, made_at = ?, checked_at = ?, bytes = ?, sha256 = ?
			 WHERE run_id = ?`,
			made.Name, b.Place, database.At(made.MadeAt), database.At(made.CheckedAt), made.Bytes, made.SHA256, runID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errLeaseLost
		}
		if notified == 0 {
			return nil
		}
		return b.NotifyStaff(ctx, tx, mailRecovered)
	})
	if err != nil {
		return fmt.Errorf("record the off-site backup: %w", err)
	}
	b.Log.Info("off-site backup made and checked", "name", made.Name, "bytes", made.Bytes)
	return nil
}

// NotifyMissed tells staff of a night that has passed without a good backup, once for each night, whichever replica sees it
// first.
func (b *Backups) NotifyMissed(ctx context.Context) error {
	now := b.now()
	state, err := ReadState(ctx, b.Site.DB)
	if err == nil && state.EnabledAt == nil {
		return b.enable(ctx)
	}
	if err != nil || state.Missed(b.Schedule, now) == 0 {
		return err
	}
	night := database.At(b.Schedule.last(now.Add(-lateAfter)))
	if state.NotifiedAt != nil && !state.NotifiedAt.Before(night.Time) {
		return nil
	}
	err = b.Site.DB.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE offsite_backups SET notified_at = ? WHERE (notified_at IS NULL OR notified_at < ?) AND (made_at IS NULL OR made_at < ?)`,
			database.At(now), night, night)
		if err != nil || n == 0 {
			return err
		}
		return b.NotifyStaff(ctx, tx, mailMissed)
	})
	if err != nil {
		return fmt.Errorf("tell staff of a missed backup: %w", err)
	}
	return nil
}
