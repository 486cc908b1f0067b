package mailer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// maxPending is how many mails Pending lists.
const maxPending = 50

// Pending is a mail that has not been sent: it waits to be sent, waits for another attempt, or was given up.
type Pending struct {
	ID int64 `db:"id"`
	Personal
}

// Pending returns mails that have not been sent, at most fifty: first those that were given up, then the newest.
func (q *Queue) Pending(ctx context.Context) ([]Pending, error) {
	pending := []Pending{}
	err := q.db.Select(ctx, &pending, `
		SELECT id, kind, recipient, attempts, due_at, created_at, failed_at, last_error FROM mails
		 ORDER BY CASE WHEN failed_at IS NULL THEN 1 ELSE 0 END, id DESC LIMIT ?`, maxPending)
	if err != nil {
		return nil, fmt.Errorf("list the mails: %w", err)
	}
	return pending, nil
}

// Retry puts a mail that was given up back among those that wait, and returns it, or NotFound. It is due at once, and the
// worker is woken after the commit.
func (q *Queue) Retry(ctx context.Context, tx *database.Tx, id int64) (Pending, error) {
	tx.AfterCommit(q.wakeWorker)
	return one(ctx, tx, `
		UPDATE mails SET failed_at = NULL, attempts = 0, due_at = ? WHERE id = ? AND failed_at IS NOT NULL
		RETURNING id, kind, recipient, attempts, due_at, created_at, failed_at, last_error`, database.At(q.now()), id)
}

// Discard deletes a mail that was given up, and returns it, or NotFound.
func (q *Queue) Discard(ctx context.Context, tx *database.Tx, id int64) (Pending, error) {
	return one(ctx, tx, `
		DELETE FROM mails WHERE id = ? AND failed_at IS NOT NULL
		RETURNING id, kind, recipient, attempts, due_at, created_at, failed_at, last_error`, id)
}

func one(ctx context.Context, tx *database.Tx, statement string, args ...any) (pending Pending, err error) {
	err = tx.Get(ctx, &pending, statement, args...)
	if errors.Is(err, database.ErrNoRows) {
		return Pending{}, apperror.NotFound()
	}
	return pending, err
}

// Counts is how many mails wait to be sent, and how many were given up.
type Counts struct {
	Waiting int64 `db:"waiting"`
	Failed  int64 `db:"failed"`
}

// Counts counts the mails of the queue.
func (q *Queue) Counts(ctx context.Context) (Counts, error) { return ReadCounts(ctx, q.db) }

// ReadCounts counts the mails of the queue in the database.
func ReadCounts(ctx context.Context, from database.Reader) (Counts, error) {
	var counts Counts
	err := from.Get(ctx, &counts, `
		SELECT COUNT(*) - COUNT(failed_at) AS waiting, COUNT(failed_at) AS failed FROM mails`)
	if err != nil {
		return Counts{}, fmt.Errorf("count the mails: %w", err)
	}
	return counts, nil
}

// WaitingSince returns since when the mail waits that has waited longest to be sent; false when none does.
func WaitingSince(ctx context.Context, from database.Reader) (since time.Time, waits bool, err error) {
	var first *database.Time
	err = from.Get(ctx, &first, `SELECT MIN(created_at) FROM mails WHERE failed_at IS NULL`)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("read since when mails wait: %w", err)
	}
	if first == nil {
		return time.Time{}, false, nil
	}
	return first.Time, true, nil
}

// Personal is a mail that has not been sent, as it is disclosed to the person to whom it goes. FailedAt is when it was given up,
// nil for one that is to be tried again.
type Personal struct {
	Kind      string         `db:"kind" json:"kind"`
	Recipient string         `db:"recipient" json:"recipient"`
	Attempts  int64          `db:"attempts" json:"attempts"`
	CreatedAt database.Time  `db:"created_at" json:"created_at"`
	DueAt     database.Time  `db:"due_at" json:"due_at"`
	FailedAt  *database.Time `db:"failed_at" json:"failed_at"`
	LastError string         `db:"last_error" json:"last_error"`
}

// PendingOf returns the mails about a user that have not been sent, and those to either form of their address that are
// about no account, oldest first.
func PendingOf(ctx context.Context, from database.Reader, userID int64, email, emailKey string) ([]Personal, error) {
	mails := []Personal{}
	err := from.Select(ctx, &mails, `
		SELECT kind, recipient, attempts, created_at, due_at, failed_at, last_error FROM mails
		 WHERE user_id = ? OR user_id IS NULL AND recipient IN (?, ?) ORDER BY id`, userID, email, emailKey)
	if err != nil {
		return nil, fmt.Errorf("list the mails of a user: %w", err)
	}
	return mails, nil
}
