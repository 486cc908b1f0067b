// Package publishing has the pages built anew after staff changed what they show. Changes are collected for a while, because staff
// rarely change one thing only, and are stored in the database: a restart loses none, and of several replicas one acts.
package publishing

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/database"
)

const (
	// debounce is how long nothing must have changed before the pages are built.
	debounce = time.Minute
	// maxDelay is how long the first change waits at most, however busy staff are.
	maxDelay = 10 * time.Minute
	// leaseTime is how long the lease of a run is valid without a renewal.
	leaseTime = 2 * time.Minute
	// firstRetry is how long to wait after a run failed; it doubles with each failure.
	firstRetry = time.Minute
	// lastRetry is the longest that it comes to.
	lastRetry = time.Hour
)

// Queue stores whether the pages are out of date and when they are to be built.
type Queue struct {
	db  *database.DB
	now func() time.Time
}

// NewQueue returns the queue in db.
func NewQueue(db *database.DB, clock func() time.Time) *Queue { return &Queue{db: db, now: clock} }

// Changed makes a build due if the changes of the transaction show on the pages. Call it last in the transaction: it locks the
// Queue, and other such transactions wait for the lock.
func (q *Queue) Changed(ctx context.Context, tx *database.Tx) error {
	if same, err := q.unchanged(ctx, tx); err != nil || same {
		return err
	}
	now := q.now()
	var before struct {
		WaitingSince *database.Time `db:"waiting_since"`
		DueAt        *database.Time `db:"due_at"`
		Tries        int            `db:"tries"`
	}
	err := tx.Get(ctx, &before, `
		UPDATE publishing SET changed_at = ? WHERE id = 1 RETURNING waiting_since, due_at, tries`, database.At(now))
	if err != nil {
		return fmt.Errorf("note a change of the pages: %w", err)
	}
	since, due := now, now.Add(debounce)
	if before.WaitingSince != nil {
		since = before.WaitingSince.Time
	}
	if last := since.Add(maxDelay); last.Before(due) {
		due = last
	}
	if before.Tries > 0 && before.DueAt != nil {
		// Further changes do not bring the retry of a failed run forward.
		due = before.DueAt.Time
	}
	// The fingerprint is read again, because this transaction has the lock only now and others may have committed before.
	current, err := fingerprint(ctx, tx, now)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE publishing SET published_fingerprint = ?, waiting_since = ?, due_at = ? WHERE id = 1`,
		current, database.At(since), database.At(due))
	return err
}

// BuildNow makes the next run due at once, whether something has changed or not, and clears previous failures. record writes
// the audit entry in the same transaction.
func (q *Queue) BuildNow(ctx context.Context, record func(ctx context.Context, tx *database.Tx) error) error {
	now := database.At(q.now())
	return q.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE publishing
			   SET waiting_since = COALESCE(waiting_since, ?), due_at = ?, tries = 0, failed_at = NULL, failure = ''
			 WHERE id = 1`, now, now)
		if err != nil {
			return err
		}
		return record(ctx, tx)
	})
}
