// Package jobs runs work outside of requests. Jobs are rows of one table, which a worker in each
// replica runs at least once and retries with growing pauses.
package jobs

import (
	"context"
	"fmt"
	"sync"
	"time"

	"portfolio/api/internal/database"
)

// Job is work of a kind. Key is its subject, such as the recipient of a mail; it is "" for a kind
// that has a single job. UserID is the account with which the job is deleted, nil for none.
type Job struct {
	ID        int64         `db:"id"`
	Kind      string        `db:"kind"`
	Key       string        `db:"key"`
	UserID    *int64        `db:"user_id"`
	Payload   string        `db:"payload"`
	CreatedAt database.Time `db:"created_at"`
	// RunAt is nil while the job runs and after it was given up.
	RunAt       *database.Time `db:"run_at"`
	Attempts    int            `db:"attempts"`
	LockedUntil *database.Time `db:"locked_until"`
	// FailedAt and LastError describe the last failure, nil and "" for none.
	FailedAt  *database.Time `db:"failed_at"`
	LastError string         `db:"last_error"`
}

const columns = `id, kind, key, user_id, payload, created_at, run_at, attempts, locked_until, failed_at, last_error`

// isGivenUp is the condition that a job is not tried again.
const isGivenUp = `run_at IS NULL AND locked_until IS NULL`

// IsRunning reports whether a worker runs the job.
func (j Job) IsRunning() bool { return j.LockedUntil != nil }

// IsGivenUp reports whether the job is not tried again.
func (j Job) IsGivenUp() bool { return j.RunAt == nil && j.LockedUntil == nil }

// Queue stores jobs.
type Queue struct {
	DB    *database.DB
	Clock func() time.Time

	mu   sync.Mutex
	wake map[string]chan struct{}
}

// New returns the queue in db.
func New(db *database.DB, clock func() time.Time) *Queue {
	return &Queue{DB: db, Clock: clock, wake: map[string]chan struct{}{}}
}

// Add queues a job that is due now. Its Key must not be "". The worker of this process starts it
// after the commit.
func (q *Queue) Add(ctx context.Context, tx *database.Tx, job Job) error {
	now := database.At(q.Clock())
	q.wakeAfter(tx, job.Kind)
	_, err := tx.Exec(ctx, `INSERT INTO jobs (kind, key, user_id, payload, created_at, run_at) VALUES (?, ?, ?, ?, ?, ?)`,
		job.Kind, job.Key, job.UserID, job.Payload, now, now)
	if err != nil {
		return fmt.Errorf("queue a job: %w", err)
	}
	return nil
}

// Postpone makes the single job of a kind due after pause, or after limit since the first call that
// it has not run for. If the job is running, it runs again. If it failed, it is still due at its retry; if it is due
// already, nothing changes.
func (q *Queue) Postpone(ctx context.Context, tx *database.Tx, kind string, pause, limit time.Duration) error {
	now := q.Clock()
	if err := q.insertSingle(ctx, tx, kind, now.Add(pause)); err != nil {
		return err
	}
	job, err := Find(ctx, tx, kind)
	if err != nil || job.Attempts > 0 && !job.IsRunning() || job.RunAt != nil && !job.RunAt.After(now) {
		return err
	}
	first := job.CreatedAt.Time
	if job.RunAt == nil {
		first = now
	}
	due := now.Add(pause)
	if last := first.Add(limit); last.Before(due) {
		due = last
	}
	_, err = tx.Exec(ctx, `UPDATE jobs SET created_at = ?, run_at = ? WHERE id = ?`, database.At(first), database.At(due), job.ID)
	return err
}

// DueBy makes the single job of a kind due at a time, or a day from now if that is sooner, unless it is due earlier.
func (q *Queue) DueBy(ctx context.Context, tx *database.Tx, kind string, at time.Time) error {
	if last := q.Clock().Add(maxWait / 2); last.Before(at) {
		at = last
	}
	if err := q.insertSingle(ctx, tx, kind, at); err != nil {
		return err
	}
	due := database.At(at)
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET run_at = ? WHERE kind = ? AND key = '' AND (run_at > ? OR run_at IS NULL AND locked_until IS NOT NULL)`,
		due, kind, due)
	return err
}

// RunNow makes the single job of a kind due now and clears its failures. If it is running, it runs
// again.
func (q *Queue) RunNow(ctx context.Context, tx *database.Tx, kind string) error {
	now := q.Clock()
	if err := q.insertSingle(ctx, tx, kind, now); err != nil {
		return err
	}
	q.wakeAfter(tx, kind)
	_, err := tx.Exec(ctx, `
		UPDATE jobs
		   SET run_at = ?, attempts = CASE WHEN locked_until IS NULL THEN 0 ELSE attempts END, failed_at = NULL, last_error = ''
		 WHERE kind = ? AND key = ''`, database.At(now), kind)
	return err
}

// Hurry makes the single job of a kind due now and keeps its failures.
func (q *Queue) Hurry(ctx context.Context, tx *database.Tx, kind string) error {
	now := q.Clock()
	if err := q.insertSingle(ctx, tx, kind, now); err != nil {
		return err
	}
	q.wakeAfter(tx, kind)
	_, err := tx.Exec(ctx, `UPDATE jobs SET run_at = ? WHERE kind = ? AND key = ''`, database.At(now), kind)
	return err
}

// insertSingle adds the single job of a kind unless it exists.
func (q *Queue) insertSingle(ctx context.Context, tx *database.Tx, kind string, due time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO jobs (kind, key, payload, created_at, run_at) VALUES (?, '', '', ?, ?)
		    ON CONFLICT (kind) WHERE key = '' DO NOTHING`, kind, database.At(q.Clock()), database.At(due))
	return err
}

// wakeAfter makes the worker of this process look for jobs of a kind after the commit.
func (q *Queue) wakeAfter(tx *database.Tx, kind string) {
	tx.AfterCommit(func() {
		select {
		case q.woken(kind) <- struct{}{}:
		default:
		}
	})
}

// woken returns the channel that wakes the worker for a kind.
func (q *Queue) woken(kind string) chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.wake[kind] == nil {
		q.wake[kind] = make(chan struct{}, 1)
	}
	return q.wake[kind]
}
