// Package messages keeps the messages of the contact form, and mails them to staff.
package messages

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

// The maximum lengths of texts, in characters.
const (
	maxName   = 200
	maxEmail  = 254
	maxText   = 5000
	maxSearch = 200
)

const (
	// minAge and maxAge are the limits of the time between a form and its message.
	minAge = 3 * time.Second
	maxAge = time.Hour
	// maxRows is how many messages are kept, with those in the trash.
	maxRows = 10_000
)

// The limits of messages by network. IPv6 gives each subscriber many networks.
var (
	perNetwork    = throttle.Rule{Name: "send a message", Limit: 5, Period: time.Hour, Network: sameNetwork}
	perSubscriber = throttle.Rule{Name: "send messages", Limit: 20, Period: time.Hour, Network: sameNetwork}
)

func sameNetwork(key string) string { return key }

// Message is a message as staff see it. ReadAt is nil while it is unread.
type Message struct {
	ID     int64          `db:"id" json:"id"`
	Name   string         `db:"name" json:"name"`
	Email  string         `db:"email" json:"email"`
	Text   string         `db:"text" json:"message"`
	SentAt database.Time  `db:"sent_at" json:"sent_at"`
	ReadAt *database.Time `db:"read_at" json:"read_at"`
}

// Form has the sent fields; nil for one that was not sent. Programs alone fill in Website. Time is from IssueTime.
type Form struct {
	Name    *string `json:"name"`
	Email   *string `json:"email"`
	Text    *string `json:"message"`
	Website *string `json:"website"`
	Time    *string `json:"time"`
}

// Service stores, lists and deletes messages. Callers set all fields but Render.
type Service struct {
	DB      *database.DB
	Jobs    *jobs.Queue
	Limiter *throttle.Limiter
	Audit   *audit.Log
	Clock   func() time.Time
	// Times signs the times of forms.
	Times httpx.Key
	// IsOpen reports whether the published site has a contact form.
	IsOpen func(ctx context.Context) (bool, error)
	// EmailKey returns the form in which addresses are compared.
	EmailKey func(email string) string
	// NotifyStaff queues a mail to each member of staff.
	NotifyStaff func(ctx context.Context, tx *database.Tx, mail mailer.Job) error
	// Render returns the page for a browser without a script. Without it such a page is in English and has no style.
	Render func(ctx context.Context, page any) (*httpx.Content, error)
}

// IssueTime returns the signed time, with which a message is sent, or NotFound if the site has no form.
func (s *Service) IssueTime(ctx context.Context) (string, error) {
	if err := s.checkOpen(ctx); err != nil {
		return "", err
	}
	return s.signTime(), nil
}

func (s *Service) signTime() string {
	return s.Times.Sign(strconv.FormatInt(s.Clock().UnixMilli(), 10))
}

func (s *Service) checkOpen(ctx context.Context) error {
	open, err := s.IsOpen(ctx)
	if err == nil && !open {
		err = httpx.NotFound()
	}
	return err
}

// Send stores a message and queues its mails. It returns NotFound if the site has no form, an httpx.Error that names every
// wrong field, and Throttled after too many messages of the network. The message of a program is not stored, and no error.
func (s *Service) Send(ctx context.Context, in Form) error {
	if err := s.checkOpen(ctx); err != nil {
		return err
	}
	if in.Website != nil && strings.TrimSpace(*in.Website) != "" {
		return nil
	}
	message, err := s.read(in)
	if err != nil {
		return err
	}
	ip := httpx.ClientIP(ctx)
	var refused *httpx.Error
	err = s.DB.InTx(ctx, func(tx *database.Tx) (err error) {
		if err := tx.Lock(ctx, database.LockMessages); err != nil {
			return err
		}
		refused, err = s.Limiter.AllowIn(ctx, tx, perNetwork.Of(httpx.ClientNetwork(ip)), perSubscriber.Of(httpx.SiteNetwork(ip)))
		if err != nil || refused != nil {
			return err
		}
		return s.store(ctx, tx, message)
	})
	if err != nil {
		return fmt.Errorf("store a message: %w", err)
	}
	if refused != nil {
		return refused
	}
	return nil
}

// read returns the message in a form.
func (s *Service) read(in Form) (Message, error) {
	in = in.cleaned()
	v := httpx.NewValidator()
	message := Message{
		Name: v.RequiredText(in.Name, maxName, "name"), Email: v.RequiredText(in.Email, maxEmail, "email"),
	}
	if v.Valid("email") {
		address, problem := mailer.Address(message.Email)
		v.Check(problem == "", "email", problem)
		message.Email = address
	}
	if v.Check(in.Text != nil, "message", httpx.FieldRequired) {
		message.Text = v.OptionalText(in.Text, maxText, "message")
		v.Check(message.Text != "", "message", httpx.FieldBlank)
	}
	v.Check(in.Time != nil && s.isTimely(*in.Time), "time", httpx.MessageTime)
	return message, v.Err()
}

func (s *Service) isTimely(signed string) bool {
	age, known := s.ageOf(signed)
	return known && minAge <= age && age <= maxAge
}

// ageOf returns how long ago a time was signed, known false if this site has not signed it.
func (s *Service) ageOf(signed string) (age time.Duration, known bool) {
	text, err := s.Times.Parse(signed)
	if err != nil {
		return 0, false
	}
	milliseconds, err := strconv.ParseInt(text, 10, 64)
	return s.Clock().Sub(time.UnixMilli(milliseconds)), err == nil
}

// nextTime returns the time for a form that is shown again: the same one while it is too young, or else one that is never old
// enough for a visitor who clicks often.
func (s *Service) nextTime(signed string) string {
	if age, known := s.ageOf(signed); known && 0 <= age && age < minAge {
		return signed
	}
	return s.signTime()
}

// cleaned returns the form without control characters and marks of the text direction, which keyboards and copied texts
// have: no message is lost for them. The name has one line.
func (f Form) cleaned() Form {
	if f.Name != nil {
		name := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if httpx.IsControl(r) {
				return ' '
			}
			return r
		}, *f.Name)), " ")
		f.Name = &name
	}
	if f.Text != nil {
		text := strings.Map(func(r rune) rune {
			if httpx.IsControl(r) && r != '\n' && r != '\t' {
				return -1
			}
			return r
		}, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(*f.Text))
		f.Text = &text
	}
	return f
}

// store adds a message, deletes those over maxRows, and queues its mail or lets the next summary count it.
func (s *Service) store(ctx context.Context, tx *database.Tx, message Message) error {
	now := s.Clock()
	notice, err := nextNotice(ctx, tx, now)
	if err != nil {
		return err
	}
	key := []rune(database.SearchKey(message.Name + "\n" + message.Email + "\n" + message.Text))
	err = tx.Get(ctx, &message.ID, `
		INSERT INTO messages (name, email, email_key, text, search_key, sent_at, notice) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		message.Name, message.Email, s.EmailKey(message.Email), message.Text, string(key[:min(len(key), maxKey)]), database.At(now), notice)
	if err != nil {
		return err
	}
	if err := deleteOver(ctx, tx, now); err != nil {
		return err
	}
	if notice == noticeWaiting {
		return s.Jobs.DueBy(ctx, tx, JobKind, now.Add(noticePeriod))
	}
	return s.NotifyStaff(ctx, tx, mailer.Job{Kind: mailMessage, Number: message.ID})
}

// maxKey is how many characters of a search key are stored: a few characters become up to eighteen in a key.
const maxKey = maxName + maxEmail + maxText + 2

// deleteOver deletes messages over maxRows: those in the trash first, then read ones, then unread ones, each from the oldest.
// Those whose mails nextNotice counts are the last.
func deleteOver(ctx context.Context, tx *database.Tx, now time.Time) error {
	var rows int64
	if err := tx.Get(ctx, &rows, `SELECT COUNT(*) FROM messages`); err != nil || rows <= maxRows {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM messages WHERE id IN (
		    SELECT id FROM messages
		     ORDER BY notice = ? AND sent_at > ?, deleted_at IS NULL, read_at IS NULL, sent_at, id LIMIT ?)`,
		noticeMail, database.At(now.Add(-noticePeriod)), rows-maxRows)
	return err
}
