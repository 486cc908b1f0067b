package mailer

import (
	"context"
	"fmt"
)

// Counts is how many mails wait to be sent, and how many were given up.
type Counts struct {
	Waiting int64 `db:"waiting"`
	Failed  int64 `db:"failed"`
}

// Counts returns how the queue stands.
func (q *Queue) Counts(ctx context.Context) (Counts, error) {
	var counts Counts
	err := q.db.Get(ctx, &counts, `
		SELECT COUNT(*) - COUNT(failed_at) AS waiting, COUNT(failed_at) AS failed FROM mails`)
	if err != nil {
		return Counts{}, fmt.Errorf("count the mails: %w", err)
	}
	return counts, nil
}
