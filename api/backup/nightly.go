package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"portfolio/api/internal/database"
)

const (
	// dueTime is when the backup of a night is due, in UTC since midnight.
	dueTime = 2 * time.Hour
	// lateAfter is how long after it was due a backup that does not exist is missed.
	lateAfter = 6 * time.Hour
	// retryInterval is how long the server waits after a failure.
	retryInterval = time.Hour
	// leaseTime is how long a run that does not renew its lease counts as running.
	leaseTime = 10 * time.Minute
	// maxSkew is how far clocks may differ. A time further ahead is from a clock that was wrong, and
	// counts as unknown.
	maxSkew = time.Hour
)

// lastDue returns when a backup was due last, at or before now.
func lastDue(now time.Time) time.Time {
	return now.UTC().Add(-dueTime).Truncate(24 * time.Hour).Add(dueTime)
}

// RunDue makes the backup of the last night unless there is one, a replica is making it, or the last
// attempt has just failed. It records the failure that it returns.
func (o *Offsite) RunDue(ctx context.Context) error {
	now := o.Site.Clock()
	_, err := o.run(ctx, lastDue(now), now)
	return err
}

// RunNow makes a backup. It returns an error while a replica makes one.
func (o *Offsite) RunNow(ctx context.Context) (Sent, error) {
	now := o.Site.Clock()
	sent, err := o.run(ctx, now.Add(time.Second), now.Add(retryInterval))
	if err == nil && sent.Name == "" {
		err = errors.New("a server is making one already")
	}
	return sent, err
}

// run makes a backup if the last one is older than due and the next attempt may begin by retry. It
// returns the zero Sent if it did nothing.
func (o *Offsite) run(ctx context.Context, due, retry time.Time) (Sent, error) {
	id := rand.Text()
	claimed, err := o.claim(ctx, id, due, retry)
	if err != nil || !claimed {
		return Sent{}, err
	}
	renewal, cancel := context.WithCancel(ctx)
	defer cancel()
	go o.renewLease(renewal, id)
	sent, err := o.send(ctx)
	stopped := ctx.Err() != nil
	ctx = context.WithoutCancel(ctx) // the result is recorded even if the server stops
	switch {
	case err == nil:
		o.Log.Info("off-site backup sent and read back", "name", sent.Name, "bytes", sent.Bytes)
		return sent, o.update(ctx, id, `run_id = '', run_expires_at = NULL, retry_at = NULL, failure = '', name = ?, place = ?, made_at = ?, bytes = ?`,
			sent.Name, o.Place, database.At(sent.MadeAt), sent.Bytes)
	case stopped:
		return Sent{}, errors.Join(err, o.update(ctx, id, `run_id = '', run_expires_at = NULL, retry_at = NULL`))
	}
	return Sent{}, errors.Join(err, o.update(ctx, id, `run_id = '', run_expires_at = NULL, failed_at = ?, failure = ?`, database.At(o.Site.Clock()), err.Error()))
}

// renewLease extends the lease of a run until ctx ends.
func (o *Offsite) renewLease(ctx context.Context, id string) {
	tick := time.Tick(leaseTime / 5)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		if err := o.update(ctx, id, `run_expires_at = ?`, database.At(o.Site.Clock().Add(leaseTime))); err != nil {
			o.Log.Warn("lease of the off-site backup not renewed", "error", err)
		}
	}
}

// claim takes the lease of the run. A run whose lease has expired has failed.
func (o *Offsite) claim(ctx context.Context, id string, due, retry time.Time) (claimed bool, err error) {
	now := o.Site.Clock()
	ahead := now.Add(maxSkew)
	n, err := o.Site.DB.Exec(ctx, `
		UPDATE offsite_backups
		   SET failed_at = CASE WHEN run_id = '' THEN failed_at ELSE run_expires_at END,
		       failure = CASE WHEN run_id = '' THEN failure ELSE 'the server ended while it made the backup' END,
		       enabled_at = COALESCE(enabled_at, ?), run_id = ?, run_expires_at = ?, retry_at = ?
		 WHERE (run_id = '' OR run_expires_at <= ? OR run_expires_at > ?)
		   AND (retry_at IS NULL OR retry_at <= ? OR retry_at > ?) AND (made_at IS NULL OR made_at < ? OR made_at > ?)`,
		database.At(now), id, database.At(now.Add(leaseTime)), database.At(now.Add(retryInterval)),
		database.At(now), database.At(ahead.Add(leaseTime)), database.At(retry), database.At(ahead.Add(retryInterval)), database.At(due), database.At(ahead))
	return n == 1, err
}

// update changes the state, unless another replica has taken over the run with that id.
func (o *Offsite) update(ctx context.Context, id, set string, args ...any) error {
	n, err := o.Site.DB.Exec(ctx, `UPDATE offsite_backups SET `+set+` WHERE run_id = ?`, append(args, id)...)
	if err == nil && n == 0 {
		err = errors.New("another replica has taken over")
	}
	if err != nil {
		return fmt.Errorf("record the off-site backup: %w", err)
	}
	return nil
}

// NotifyMissed notifies staff of a night without a backup, once a night.
func (o *Offsite) NotifyMissed(ctx context.Context) error {
	now := o.Site.Clock()
	ahead := database.At(now.Add(maxSkew))
	// A night before the first start is not missed.
	if _, err := o.Site.DB.Exec(ctx, `UPDATE offsite_backups SET enabled_at = ? WHERE enabled_at IS NULL OR enabled_at > ?`, database.At(now), ahead); err != nil {
		return err
	}
	night := database.At(lastDue(now.Add(-lateAfter)))
	err := o.Site.DB.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE offsite_backups SET notified_at = ?
			 WHERE (notified_at IS NULL OR notified_at < ? OR notified_at > ?)
			   AND CASE WHEN made_at <= ? THEN made_at ELSE enabled_at END < ?`,
			database.At(now), night, ahead, ahead, night)
		if err != nil || n == 0 {
			return err
		}
		return o.NotifyStaff(ctx, tx, mailMissed)
	})
	if err != nil {
		return fmt.Errorf("notify staff of a missed backup: %w", err)
	}
	return nil
}
