package mailer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"portfolio/api/database"
)

// lease is how long a replica may take to send a mail before another tries it.
const lease = 3 * time.Minute

// maxAttempts is how often sending is tried, which takes a day and a half; see backoff.
const maxAttempts = 14

// Job is a mail to send. UserID is the account that it is about, with which it is deleted; 0 for none.
type Job struct {
	Kind      string
	Recipient string
	UserID    int64
}

// Render makes the message of a job just before it is sent, or returns nil when there is nothing to send, for example for
// an address without an account.
type Render func(ctx context.Context, job Job) (*Message, error)

// Queue stores mails in the database until they are sent, so that a restart loses none and no request waits for the mail
// server.
type Queue struct {
	db   *database.DB
	now  func() time.Time
	wake chan struct{}
}

// NewQueue returns the queue in db.
func NewQueue(db *database.DB, clock func() time.Time) *Queue {
	return &Queue{db: db, now: clock, wake: make(chan struct{}, 1)}
}

// Add queues a mail in the caller's transaction. Once that is committed, the worker of this process looks for it; where there is
// none, a server's does at its next tick.
func (q *Queue) Add(ctx context.Context, tx *database.Tx, job Job) error {
	var userID *int64
	if job.UserID != 0 {
		userID = &job.UserID
	}
	now := database.At(q.now())
	tx.AfterCommit(q.wakeWorker)
	_, err := tx.Exec(ctx, `INSERT INTO mails (kind, recipient, user_id, due_at, created_at) VALUES (?, ?, ?, ?, ?)`,
		job.Kind, job.Recipient, userID, now, now)
	return err
}

// DiscardRecipient deletes the mails to an address that are about no account.
func (q *Queue) DiscardRecipient(ctx context.Context, tx *database.Tx, recipient string) error {
	_, err := tx.Exec(ctx, `DELETE FROM mails WHERE recipient = ? AND user_id IS NULL`, recipient)
	return err
}

// wakeWorker makes the worker of this process look for due mails now.
func (q *Queue) wakeWorker() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// failedLifetime is how long a mail that was given up is stored, for the owner to find out why.
const failedLifetime = 30 * 24 * time.Hour

// DeleteExpired deletes mails that were given up long ago, and with them the addresses that they were for.
func (q *Queue) DeleteExpired(ctx context.Context) error {
	_, err := q.db.Exec(ctx, `DELETE FROM mails WHERE failed_at < ?`, database.At(q.now().Add(-failedLifetime)))
	return err
}

// Worker renders the mails of a queue and hands them to a sender. Replicas may run one each.
type Worker struct {
	*Queue
	Sender Sender
	Render Render
	Log    *slog.Logger
}

// Run sends what is due, at once when something is added here and at each tick, until ctx ends.
func (w *Worker) Run(ctx context.Context, tick <-chan time.Time) {
	for {
		if err := w.SendDue(ctx); err != nil && ctx.Err() == nil {
			w.Log.Error("mail queue failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick:
		case <-w.wake:
		}
	}
}

// SendDue sends every mail that is due. A mail that fails is put off and does not stop the others.
func (w *Worker) SendDue(ctx context.Context) error {
	for {
		next, err := w.claim(ctx)
		if errors.Is(err, database.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := w.finish(ctx, next, w.send(ctx, next)); err != nil {
			return err
		}
	}
}

type queued struct {
	ID        int64         `db:"id"`
	Kind      string        `db:"kind"`
	Recipient string        `db:"recipient"`
	UserID    int64         `db:"user_id"`
	Attempts  int           `db:"attempts"`
	CreatedAt database.Time `db:"created_at"`
}

// messageID is the same for each attempt, and says nothing of how many mails there were.
func (q queued) messageID() string {
	sum := sha256.Sum256(fmt.Append(nil, q.ID, " ", q.CreatedAt.UnixMilli(), " ", q.Recipient))
	return hex.EncodeToString(sum[:16])
}

// claim leases the mail that is due longest, so that no other replica sends it too. It returns ErrNoRows when none is due.
func (w *Worker) claim(ctx context.Context) (next queued, err error) {
	now := w.now()
	err = w.db.InTx(ctx, func(tx *database.Tx) error {
		return tx.Get(ctx, &next, `
			UPDATE mails SET due_at = ?, attempts = attempts + 1
			 WHERE id = (SELECT id FROM mails WHERE failed_at IS NULL AND due_at <= ? ORDER BY due_at, id LIMIT 1)
			   AND due_at <= ?
			RETURNING id, kind, recipient, COALESCE(user_id, 0) AS user_id, attempts, created_at`,
			database.At(now.Add(lease)), database.At(now), database.At(now))
	})
	return next, err
}

func (w *Worker) send(ctx context.Context, next queued) error {
	message, err := w.Render(ctx, Job{next.Kind, next.Recipient, next.UserID})
	if err != nil || message == nil {
		return err
	}
	message.ID = next.messageID()
	return w.Sender.Send(ctx, *message)
}

// addresses matches words with an e-mail address, which servers repeat in errors: "550 <ada@example.com>: no such user".
var addresses = regexp.MustCompile(`\S*@\S*`)

// maxReason is how many bytes of a failure's text are kept.
const maxReason = 2000

// reason returns the text of failure without e-mail addresses, as every database takes it: a server may have answered any bytes.
func reason(failure error, recipient string) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(failure.Error(), "\ufffd"), "\x00", "")
	text = addresses.ReplaceAllString(strings.ReplaceAll(text, recipient, "…"), "…")
	return strings.ToValidUTF8(text[:min(len(text), maxReason)], "")
}

// finish deletes a mail that was sent, puts off one that failed, and gives one up that failed too often.
func (w *Worker) finish(ctx context.Context, sent queued, failure error) error {
	// The outcome is written even when the server is stopping: a sent mail must not be sent again.
	ctx = context.WithoutCancel(ctx)
	now := w.now()
	if failure == nil {
		_, err := w.db.Exec(ctx, `DELETE FROM mails WHERE id = ?`, sent.ID)
		return err
	}
	why := reason(failure, sent.Recipient)
	if sent.Attempts >= maxAttempts {
		w.Log.Error("mail given up", "mail", sent.ID, "kind", sent.Kind, "error", why)
		_, err := w.db.Exec(ctx, `UPDATE mails SET failed_at = ?, last_error = ? WHERE id = ?`, database.At(now), why, sent.ID)
		return err
	}
	w.Log.Warn("mail not sent, will be tried again", "mail", sent.ID, "kind", sent.Kind, "attempt", sent.Attempts, "error", why)
	_, err := w.db.Exec(ctx, `UPDATE mails SET due_at = ?, last_error = ? WHERE id = ?`,
		database.At(now.Add(backoff(sent.Attempts))), why, sent.ID)
	return err
}

// backoff is how long to wait after the given number of attempts: half a minute, doubled each time, eight hours at most.
func backoff(attempts int) time.Duration {
	return min(30*time.Second<<min(attempts-1, 20), 8*time.Hour)
}
