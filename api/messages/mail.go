package messages

import (
	"context"
	"fmt"
	"strings"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
)

// JobKind is the kind of the job that queues the summary of messages without mails.
const JobKind = "message summary"

// The kinds of mails to staff.
const (
	mailMessage = "message"
	mailSummary = "messages: summary"
)

const (
	// maxNotices is how many messages have mails in any noticePeriod. A summary counts the others once in a period.
	maxNotices   = 20
	noticePeriod = time.Hour
)

// How staff learn of a message.
const (
	noticeMail    = "mail"
	noticeWaiting = "waiting" // for the next summary
	noticeSummary = "summary"
)

// nextNotice returns the notice of a message that is sent now.
func nextNotice(ctx context.Context, tx *database.Tx, now time.Time) (string, error) {
	var mails int
	err := tx.Get(ctx, &mails, `
		SELECT COUNT(*) FROM (SELECT id FROM messages WHERE sent_at > ? AND notice = ? LIMIT ?) recent`,
		database.At(now.Add(-noticePeriod)), noticeMail, maxNotices)
	if mails < maxNotices {
		return noticeMail, err
	}
	return noticeWaiting, err
}

// Job returns the handler of the jobs of JobKind.
func (s *Service) Job() jobs.Handler {
	run := func(ctx context.Context, _ jobs.Job) error {
		if err := s.DB.InTx(ctx, func(tx *database.Tx) error { return s.summarize(ctx, tx) }); err != nil {
			return fmt.Errorf("summarize messages: %w", err)
		}
		return nil
	}
	return jobs.Handler{Run: run, FirstRetry: time.Minute, LastRetry: noticePeriod}
}

func (s *Service) summarize(ctx context.Context, tx *database.Tx) error {
	if err := tx.Lock(ctx, database.LockMessages); err != nil {
		return err
	}
	waiting, err := tx.Exec(ctx, `UPDATE messages SET notice = ? WHERE notice = ?`, noticeSummary, noticeWaiting)
	if err != nil || waiting == 0 {
		return err
	}
	return s.NotifyStaff(ctx, tx, mailer.Job{Kind: mailSummary, Number: waiting})
}

// RenderMail makes a mail about messages to staff. It returns ok false for a mail of another kind, and no mail for a message
// that was deleted.
func (s *Service) RenderMail(ctx context.Context, site mailer.Site, job mailer.Job) (mail *mailer.Message, ok bool, err error) {
	switch job.Kind {
	case mailMessage:
		mail, err = s.renderMessage(ctx, site, job)
	case mailSummary:
		more := "1 more message"
		if job.Number != 1 {
			more = fmt.Sprintf("%d more messages", job.Number)
		}
		mail, err = mailer.Compose(site, job.Recipient, fmt.Sprintf(
			"%s at %s\n\nHello,\n\nThe contact form brought %s. Each hour, %d are mailed at most.\n\n%s",
			more, site.Name, more, maxNotices, linkTo(site)))
	default:
		return nil, false, nil
	}
	if err != nil {
		return nil, true, fmt.Errorf("render the mail of a message: %w", err)
	}
	return mail, true, nil
}

func (s *Service) renderMessage(ctx context.Context, site mailer.Site, job mailer.Job) (*mailer.Message, error) {
	var message Message
	found, err := s.DB.Find(ctx, &message, selectMessages+` WHERE id = ?`, job.Number)
	if err != nil || !found {
		return nil, err
	}
	// Without an empty line it is one paragraph, in which no line becomes a button.
	text := strings.ReplaceAll(message.Text, "\n", "\n ")
	mail, err := mailer.Compose(site, job.Recipient, fmt.Sprintf(
		"Message from %s\n\n%s <%s> sent this with the contact form:\n \n %s\n\n%s", message.Name, message.Name, message.Email, text, linkTo(site)))
	if err != nil {
		return nil, err
	}
	mail.ReplyName, mail.ReplyTo = message.Name, message.Email
	return mail, nil
}

func linkTo(site mailer.Site) string {
	return "Open the messages:\n" + site.URL.JoinPath("/messages").String()
}
