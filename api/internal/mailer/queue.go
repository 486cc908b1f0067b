package mailer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
)

// JobKind is the kind of the jobs that send mails.
const JobKind = "mail"

// Job is a mail to send. UserID is the account that it is about and is deleted with, 0 for none. A
// mail about an event has its browser, system, IP address and time; Add sets the time.
type Job struct {
	Kind      string
	Recipient string
	UserID    int64
	Browser   string
	System    string
	IP        string
	// About is the ID of the row that the mail is about, for kinds that have one.
	About int64
	At    time.Time
}

// payload is the form in which jobs store mails.
type payload struct {
	Mail    string `json:"mail"`
	Browser string `json:"browser,omitempty"`
	System  string `json:"system,omitempty"`
	IP      string `json:"ip,omitempty"`
	About   int64  `json:"about,omitempty"`
}

func decode(job jobs.Job) (Job, error) {
	var stored payload
	if err := json.Unmarshal([]byte(job.Payload), &stored); err != nil {
		return Job{}, fmt.Errorf("mail job %d: %w", job.ID, err)
	}
	mail := Job{
		Kind: stored.Mail, Recipient: job.Key, Browser: stored.Browser, System: stored.System, IP: stored.IP, About: stored.About, At: job.CreatedAt.Time,
	}
	if job.UserID != nil {
		mail.UserID = *job.UserID
	}
	return mail, nil
}

// Queue queues mails as jobs. They hold no text: it is rendered just before a mail is sent.
type Queue struct {
	jobs *jobs.Queue
}

// NewQueue returns a queue of mails in queue.
func NewQueue(queue *jobs.Queue) *Queue { return &Queue{queue} }

// Add queues a mail in the caller's transaction. It is sent once that is committed.
func (q *Queue) Add(ctx context.Context, tx *database.Tx, job Job) error {
	var userID *int64
	if job.UserID != 0 {
		userID = &job.UserID
	}
	stored, err := json.Marshal(payload{job.Kind, job.Browser, job.System, job.IP, job.About})
	if err != nil {
		return err
	}
	return q.jobs.Add(ctx, tx, jobs.Job{Kind: JobKind, Key: job.Recipient, Payload: string(stored), UserID: userID})
}

// DiscardRecipient deletes the mails to an address that are about no account.
func (q *Queue) DiscardRecipient(ctx context.Context, tx *database.Tx, recipient string) error {
	return q.jobs.DeleteFor(ctx, tx, JobKind, recipient)
}

// Render returns the message of a job, or nil if there is nothing to send, for example because an
// address has no account.
type Render func(ctx context.Context, job Job) (*Message, error)

// Handler returns the handler of the mail jobs, which sends the rendered messages with send. A mail
// is tried 14 times, which takes a day and a half, unless the server refuses it for good.
func Handler(send func(ctx context.Context, message Message) error, render Render) jobs.Handler {
	run := func(ctx context.Context, job jobs.Job) error {
		err := renderAndSend(ctx, render, send, job)
		if err == nil {
			return nil
		}
		failure := errors.New(reason(err, job.Key))
		if isFinal(err) {
			return jobs.Final{Err: failure}
		}
		return failure
	}
	return jobs.Handler{Run: run, FirstRetry: 30 * time.Second, LastRetry: 8 * time.Hour, MaxAttempts: 14}
}

func renderAndSend(ctx context.Context, render Render, send func(context.Context, Message) error, job jobs.Job) error {
	mail, err := decode(job)
	if err != nil {
		return err
	}
	message, err := render(ctx, mail)
	if err != nil || message == nil {
		return err
	}
	message.ID = messageID(job)
	return send(ctx, *message)
}

// messageID returns an ID that is the same for each attempt and does not reveal the number of mails.
func messageID(job jobs.Job) string {
	sum := sha256.Sum256(fmt.Append(nil, job.ID, " ", job.CreatedAt.UnixMilli(), " ", job.Key))
	return hex.EncodeToString(sum[:16])
}

// addresses matches e-mail addresses, which servers repeat: "550 <ada@example.com>: no such user".
var addresses = regexp.MustCompile(`\S*@\S*`)

// reason returns the text of an error without e-mail addresses.
func reason(failure error, recipient string) string {
	text := strings.ToValidUTF8(failure.Error(), "\ufffd")
	return addresses.ReplaceAllString(strings.ReplaceAll(text, recipient, "…"), "…")
}
