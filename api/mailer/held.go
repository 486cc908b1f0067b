package mailer

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// maxPending is how many mails Held lists.
const maxPending = 50

// Pending is a mail that has not been sent: it waits to be sent, waits for another attempt, or was given up.
type Pending struct {
	ID        int64          `db:"id"`
	Kind      string         `db:"kind"`
	Recipient string         `db:"recipient"`
	Attempts  int64          `db:"attempts"`
	DueAt     database.Time  `db:"due_at"`
	CreatedAt database.Time  `db:"created_at"`
	FailedAt  *database.Time `db:"failed_at"`
	LastError string         `db:"last_error"`
}

// Pending returns mails that have not been sent, at most fifty: first those that were given up, then the newest.
func (q *Queue) Pending(ctx context.Context) ([]Pending, error) {
	held := []Pending{}
	err := q.db.Select(ctx, &held, `
		SELECT id, kind, recipient, attempts, due_at, created_at, failed_at, last_error FROM mails
		 ORDER BY CASE WHEN failed_at IS NULL THEN 1 ELSE 0 END, id DESC LIMIT ?`, maxPending)
	if err != nil {
		return nil, fmt.Errorf("list the mails: %w", err)
	}
	return held, nil
}

// Retry puts a mail that was given up back among those that wait, and returns it, or NotFound. The caller calls Wake after
// the transaction.
func (q *Queue) Retry(ctx context.Context, tx *database.Tx, id int64) (Pending, error) {
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

func one(ctx context.Context, tx *database.Tx, statement string, args ...any) (held Pending, err error) {
	err = tx.Get(ctx, &held, statement, args...)
	if errors.Is(err, database.ErrNoRows) {
		return Pending{}, apperror.NotFound()
	}
	return held, err
}
