package mailer

import (
	"context"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
)

// Pending is a mail that was not sent.
type Pending struct {
	ID int64 `json:"id"`
	Personal
}

// Personal is a mail that was not sent, in the personal data of its recipient. FailedAt is when it
// was given up, nil if it will be tried again.
type Personal struct {
	Kind      string         `json:"kind"`
	Recipient string         `json:"recipient"`
	Attempts  int64          `json:"attempts"`
	CreatedAt database.Time  `json:"created_at"`
	DueAt     database.Time  `json:"due_at"`
	FailedAt  *database.Time `json:"failed_at"`
	LastError string         `json:"last_error"`
}

func pending(job jobs.Job) Pending {
	stored, _ := decode(job) // a damaged job has no kind
	mail := Personal{
		Kind: stored.Kind, Recipient: job.Key, Attempts: int64(job.Attempts), CreatedAt: job.CreatedAt, LastError: job.LastError,
	}
	switch {
	case job.IsGivenUp():
		mail.FailedAt, mail.DueAt = job.FailedAt, *job.FailedAt
	case job.IsRunning():
		mail.DueAt = *job.LockedUntil
	default:
		mail.DueAt = *job.RunAt
	}
	return Pending{job.ID, mail}
}

// Pending returns up to 50 mails that were not sent: those that were given up first, then the newest.
func (q *Queue) Pending(ctx context.Context) ([]Pending, error) {
	waiting, err := jobs.Waiting(ctx, q.jobs.DB, JobKind)
	mails := make([]Pending, len(waiting))
	for i, job := range waiting {
		mails[i] = pending(job)
	}
	return mails, err
}

// PendingOf returns the mails about a user that were not sent, and those to either form of their
// address that are about no account, oldest first.
func PendingOf(ctx context.Context, from database.Reader, userID int64, email, emailKey string) ([]Personal, error) {
	waiting, err := jobs.About(ctx, from, JobKind, userID, [2]string{email, emailKey})
	mails := make([]Personal, len(waiting))
	for i, job := range waiting {
		mails[i] = pending(job).Personal
	}
	return mails, err
}

// Retry sends a mail that was given up again and returns it, or NotFound.
func (q *Queue) Retry(ctx context.Context, tx *database.Tx, id int64) (Pending, error) {
	job, err := q.jobs.Retry(ctx, tx, JobKind, id)
	if err != nil {
		return Pending{}, err
	}
	return pending(job), nil
}

// Discard deletes a mail that was given up and returns it, or NotFound.
func (q *Queue) Discard(ctx context.Context, tx *database.Tx, id int64) (Pending, error) {
	job, err := q.jobs.Discard(ctx, tx, JobKind, id)
	if err != nil {
		return Pending{}, err
	}
	return pending(job), nil
}

// Counts is the number of mails that wait to be sent, and that were given up.
type Counts struct {
	Waiting, Failed int64
}

// Counts counts the queued mails.
func (q *Queue) Counts(ctx context.Context) (Counts, error) {
	waiting, givenUp, err := jobs.Count(ctx, q.jobs.DB, JobKind)
	return Counts{waiting, givenUp}, err
}
