package jobs

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// maxListed is the number of jobs that Waiting lists.
const maxListed = 50

// givenUpLifetime is how long a job that was given up is kept, so that staff can find out why.
const givenUpLifetime = 30 * 24 * time.Hour

// Waiting returns up to 50 jobs of a kind that are not done: those that were given up first, then
// the newest.
func Waiting(ctx context.Context, from database.Reader, kind string) (jobs []Job, err error) {
	err = from.Select(ctx, &jobs, `
		SELECT `+columns+` FROM jobs WHERE kind = ?
		 ORDER BY CASE WHEN `+isGivenUp+` THEN 0 ELSE 1 END, id DESC LIMIT ?`, kind, maxListed)
	if err != nil {
		return nil, fmt.Errorf("list the jobs: %w", err)
	}
	return jobs, nil
}

// About returns the jobs of a kind about a user, and those for the keys that are about no user,
// oldest first.
func About(ctx context.Context, from database.Reader, kind string, userID int64, keys [2]string) (jobs []Job, err error) {
	err = from.Select(ctx, &jobs, `
		SELECT `+columns+` FROM jobs
		 WHERE kind = ? AND (user_id = ? OR user_id IS NULL AND key IN (?, ?)) ORDER BY id`, kind, userID, keys[0], keys[1])
	if err != nil {
		return nil, fmt.Errorf("list the jobs about a user: %w", err)
	}
	return jobs, nil
}

// Find returns the single job of a kind. Its ID is 0 if there is none.
func Find(ctx context.Context, from database.Reader, kind string) (job Job, err error) {
	_, err = from.Find(ctx, &job, `SELECT `+columns+` FROM jobs WHERE kind = ? AND key = ''`, kind)
	if err != nil {
		return Job{}, fmt.Errorf("find a job: %w", err)
	}
	return job, nil
}

// Runs reports whether a worker runs the single job of a kind.
func Runs(ctx context.Context, from database.Reader, kind string, now time.Time) (bool, error) {
	var running int
	err := from.Get(ctx, &running, `SELECT COUNT(*) FROM jobs WHERE kind = ? AND key = '' AND locked_until > ? AND locked_until <= ?`,
		kind, database.At(now), database.At(now.Add(maxWait)))
	if err != nil {
		return false, fmt.Errorf("find a running job: %w", err)
	}
	return running > 0, nil
}

// Count returns the number of jobs of a kind that wait or run, and that were given up.
func Count(ctx context.Context, from database.Reader, kind string) (waiting, givenUp int64, err error) {
	var counts struct {
		All     int64 `db:"total"`
		GivenUp int64 `db:"given_up"`
	}
	err = from.Get(ctx, &counts, `
		SELECT COUNT(*) AS total, COUNT(CASE WHEN `+isGivenUp+` THEN 1 END) AS given_up FROM jobs WHERE kind = ?`, kind)
	if err != nil {
		return 0, 0, fmt.Errorf("count the jobs: %w", err)
	}
	return counts.All - counts.GivenUp, counts.GivenUp, nil
}

// Retry makes a job of a kind that was given up due now and returns it, or NotFound.
func (q *Queue) Retry(ctx context.Context, tx *database.Tx, kind string, id int64) (Job, error) {
	q.wakeAfter(tx, kind)
	return change(ctx, tx, `
		UPDATE jobs SET run_at = ?, attempts = 0 WHERE id = ? AND kind = ? AND `+isGivenUp+` RETURNING `+columns,
		database.At(q.Clock()), id, kind)
}

// Discard deletes a job of a kind that was given up and returns it, or NotFound.
func (q *Queue) Discard(ctx context.Context, tx *database.Tx, kind string, id int64) (Job, error) {
	return change(ctx, tx, `DELETE FROM jobs WHERE id = ? AND kind = ? AND `+isGivenUp+` RETURNING `+columns, id, kind)
}

func change(ctx context.Context, tx *database.Tx, statement string, args ...any) (job Job, err error) {
	err = tx.Get(ctx, &job, statement, args...)
	return job, httpx.OrNotFound(err)
}

// DeleteFor deletes the jobs of a kind for a key that are about no user.
func (q *Queue) DeleteFor(ctx context.Context, tx *database.Tx, kind, key string) error {
	_, err := tx.Exec(ctx, `DELETE FROM jobs WHERE kind = ? AND key = ? AND user_id IS NULL`, kind, key)
	return err
}

// DeleteExpired deletes jobs that were given up more than 30 days ago.
func (q *Queue) DeleteExpired(ctx context.Context) error {
	_, err := q.DB.Exec(ctx, `DELETE FROM jobs WHERE `+isGivenUp+` AND failed_at < ?`, database.At(q.Clock().Add(-givenUpLifetime)))
	return err
}
