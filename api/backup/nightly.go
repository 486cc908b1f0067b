package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
)

// Kinds of jobs.
const (
	// JobKind is the kind of the job that makes the backup of each night.
	JobKind = "backup"
	// CheckKind is the kind of the job that notifies staff of a night without a backup.
	CheckKind = "backup check"
)

const (
	// dueTime is when the backup of a night is due, in UTC since midnight.
	dueTime = 2 * time.Hour
	// lateAfter is how long after it was due a backup that does not exist is missed.
	lateAfter = 6 * time.Hour
	// retryInterval is how long the server waits after a failure.
	retryInterval = time.Hour
	// maxSkew is how far clocks may differ. A time further ahead is from a clock that was wrong, and
	// counts as unknown.
	maxSkew = time.Hour
)

// lastDue returns when a backup was due last, at or before now.
func lastDue(now time.Time) time.Time {
	return now.UTC().Add(-dueTime).Truncate(24 * time.Hour).Add(dueTime)
}

// Jobs returns the handlers of the nightly backup and of the check that follows it, by kind.
func (o *Offsite) Jobs() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		JobKind: {
			Run: func(ctx context.Context, _ jobs.Job) error {
				_, err := o.run(ctx)
				return err
			},
			Next:       func(now time.Time) time.Time { return lastDue(now).Add(24 * time.Hour) },
			FirstRetry: retryInterval, LastRetry: retryInterval,
		},
		CheckKind: {
			Run:        func(ctx context.Context, _ jobs.Job) error { return o.notifyMissed(ctx) },
			Next:       func(now time.Time) time.Time { return lastDue(now.Add(-lateAfter)).Add(24*time.Hour + lateAfter) },
			FirstRetry: time.Minute, LastRetry: time.Minute,
		},
	}
}

// RunNow makes a backup. It returns an error while a server makes one. If it is stopped, a running
// server makes the backup instead.
func (o *Offsite) RunNow(ctx context.Context) (sent Sent, err error) {
	queue := jobs.New(o.Site.DB, o.Site.Clock)
	err = o.Site.DB.InTx(ctx, func(tx *database.Tx) error {
		running, err := jobs.Runs(ctx, tx, JobKind, o.Site.Clock())
		if err != nil || running {
			return err
		}
		return queue.RunNow(ctx, tx, JobKind)
	})
	if err != nil {
		return Sent{}, err
	}
	failure := errors.New("a server is making one already")
	handler := o.Jobs()[JobKind]
	handler.Run = func(ctx context.Context, _ jobs.Job) error {
		sent, failure = o.run(ctx)
		return failure
	}
	worker := jobs.Worker{Queue: queue, Handlers: map[string]jobs.Handler{JobKind: handler}, Log: o.Log}
	if err := worker.RunDue(ctx, JobKind); err != nil {
		return Sent{}, err
	}
	return sent, failure
}

// run makes a backup and records it.
func (o *Offsite) run(ctx context.Context) (Sent, error) {
	sent, err := o.send(ctx)
	if err != nil {
		return Sent{}, err
	}
	// The result is recorded even if the server stops.
	_, err = o.Site.DB.Exec(context.WithoutCancel(ctx), `UPDATE offsite_backups SET name = ?, place = ?, made_at = ?, bytes = ?`,
		sent.Name, o.Place, database.At(sent.MadeAt), sent.Bytes)
	if err != nil {
		return Sent{}, fmt.Errorf("record the off-site backup: %w", err)
	}
	o.Log.Info("off-site backup sent and read back", "name", sent.Name, "bytes", sent.Bytes)
	return sent, nil
}

// notifyMissed notifies staff if the last night has no backup.
func (o *Offsite) notifyMissed(ctx context.Context) error {
	return o.Site.DB.InTx(ctx, func(tx *database.Tx) error {
		state, err := ReadState(ctx, tx)
		if err != nil || state.Missed(o.Site.Clock()) == 0 {
			return err
		}
		return o.NotifyStaff(ctx, tx, mailMissed)
	})
}
