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
	// leaseTime is how long a run is believed to go on without a renewal by its replica.
	leaseTime = 2 * time.Minute
	// firstRetry is how long to wait after a run failed; it doubles with each failure.
	firstRetry = time.Minute
	// lastRetry is the longest that it comes to.
	lastRetry = time.Hour
)

// Queue knows whether the pages are behind.
type Queue struct {
	db  *database.DB
	now func() time.Time
}

// NewQueue returns the queue in db.
func NewQueue(db *database.DB, clock func() time.Time) *Queue { return &Queue{db: db, now: clock} }

// Changed looks, in the transaction of a change, whether pages show something else from now on, and has them built if so.
// It is to be the last that the transaction does: until its end, others that change what pages show wait here.
func (q *Queue) Changed(ctx context.Context, tx *database.Tx) error {
	if same, err := unchanged(ctx, tx); err != nil || same {
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
		// What fails is not tried more often because more changes.
		due = before.DueAt.Time
	}
	// Only now, that this transaction holds the row, is it known what others have committed.
	current, err := fingerprint(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE publishing SET published_fingerprint = ?, waiting_since = ?, due_at = ? WHERE id = 1`,
		current, database.At(since), database.At(due))
	return err
}

// BuildNow makes the next run due at once, whether something has changed or not, and forgets previous failures. record writes
// down who asked, in the same transaction.
func (q *Queue) BuildNow(ctx context.Context, record Record) error {
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

// Record writes down what is done, in the transaction in which it is done.
type Record func(ctx context.Context, tx *database.Tx) error
