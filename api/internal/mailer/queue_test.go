package mailer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
)

const recipient = "ada@example.test"

// fixture is a queue, its worker, their time and their log.
type fixture struct {
	*mailer.Queue
	jobs   *jobs.Queue
	worker *jobs.Worker
	db     *database.DB
	now    time.Time
	log    bytes.Buffer
}

func newFixture(db *database.DB, sender mailer.Sender) *fixture {
	p := &fixture{db: db, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	p.jobs = jobs.New(db, func() time.Time { return p.now })
	p.Queue = mailer.NewQueue(p.jobs)
	handlers := map[string]jobs.Handler{mailer.JobKind: mailer.Handler(sender.Send, render)}
	p.worker = &jobs.Worker{Queue: p.jobs, Handlers: handlers, Log: slog.New(slog.NewTextHandler(&p.log, nil))}
	return p
}

// Render writes a mail of the kind to the recipient, and no mail to nobody@.
func render(_ context.Context, order mailer.Job) (*mailer.Message, error) {
	if strings.HasPrefix(order.Recipient, "nobody") {
		return nil, nil
	}
	return &mailer.Message{To: order.Recipient, Subject: order.Kind, Text: "secret text", HTML: "<p>secret text</p>"}, nil
}

func (p *fixture) add(t *testing.T, recipients ...string) {
	t.Helper()
	for _, recipient := range recipients {
		err := p.db.InTx(context.Background(), func(tx *database.Tx) error {
			return p.Add(context.Background(), tx, mailer.Job{Kind: "test", Recipient: recipient})
		})
		noError(t, err)
	}
}

func (p *fixture) sendDue(t *testing.T) {
	t.Helper()
	noError(t, p.worker.RunDue(context.Background(), mailer.JobKind))
}

func (p *fixture) wantQueued(t *testing.T, want int) {
	t.Helper()
	var rows int
	if err := p.db.Get(context.Background(), &rows, `SELECT count(*) FROM jobs`); err != nil || rows != want {
		t.Errorf("%d mails in the queue, not %d: %v", rows, want, err)
	}
}

func TestATemporaryFailureIsTriedAgain(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted, Answer: func(n int) error {
			if n <= 3 {
				return servertest.MailLater(recipient)
			}
			return nil
		}})
		p := newFixture(db, open(t, server.URL()))
		p.add(t, recipient)
		p.sendDue(t)
		for tries, wait := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute} {
			p.now = p.now.Add(wait - time.Millisecond)
			p.sendDue(t)
			if server.Tries() != tries+1 || len(server.Mails()) != 0 {
				t.Errorf("%d tries, %d mails before the wait of %v was over", server.Tries(), len(server.Mails()), wait)
			}
			p.wantQueued(t, 1)
			p.now = p.now.Add(time.Millisecond)
			p.sendDue(t)
		}
		if server.Tries() != 4 || len(server.Mails()) != 1 {
			t.Errorf("%d tries, %d mails", server.Tries(), len(server.Mails()))
		}
		p.wantQueued(t, 0)
		p.checkLog(t, 3, "451")
	})
}

// A server that took a mail, and whose answer was lost, can tell that it is the same mail again.
func TestAMailKeepsItsIDWhenItIsTriedAgain(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		tries := map[string]int{}
		p := newFixture(db, sender(func(message mailer.Message) error { tries[message.ID]++; return servertest.MailLater(recipient) }))
		p.add(t, recipient, recipient)
		for range 3 {
			p.sendDue(t)
			p.now = p.now.Add(time.Hour)
		}
		check(t, len(tries) == 2 && tries[""] == 0, "two mails of three tries each: %v", tries)
	})
}

func TestAMailThatIsRefusedForGoodIsTriedOnce(t *testing.T) {
	for name, test := range map[string]struct {
		rcpt, data error
		final      bool
	}{
		"an unknown recipient":    {rcpt: servertest.MailNever(recipient), final: true},
		"a refused content":       {data: servertest.MailAnswer(554), final: true},
		"a full mailbox, for now": {rcpt: servertest.MailAnswer(452)},
		"a server that closes":    {data: servertest.MailAnswer(421)},
		"no sign-in":              {rcpt: servertest.MailAnswer(530)},
		"a wrong password":        {data: servertest.MailAnswer(535)},
	} {
		t.Run(name, func(t *testing.T) {
			server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted, Rcpt: test.rcpt, Answer: func(int) error { return test.data }})
			p := newFixture(servertest.NewDatabase(t), open(t, server.URL()))
			p.add(t, recipient)
			p.sendDue(t)
			counts, err := p.Counts(t.Context())
			if final := counts.Failed == 1; err != nil || final != test.final || counts.Failed+counts.Waiting != 1 {
				t.Errorf("%+v, %v", counts, err)
			}
		})
	}
}

func TestAMailThatNeverArrivesIsGivenUp(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		tries := 0
		p := newFixture(db, sender(func(mailer.Message) error { tries++; return servertest.MailNever(recipient) }))
		p.add(t, recipient)
		start := p.now
		for range 20 {
			p.sendDue(t)
			p.now = p.now.Add(8 * time.Hour)
		}
		check(t, tries == 14 && p.now.Sub(start) >= 36*time.Hour, "%d tries", tries)
		p.checkLog(t, 14, "550")
		var failure string
		err := db.Get(context.Background(), &failure, `SELECT last_error FROM jobs WHERE run_at IS NULL`)
		check(t, err == nil && strings.Contains(failure, "550") && !strings.Contains(failure, recipient), "kept as %q, %v", failure, err)
		if counts, err := p.Counts(context.Background()); err != nil || counts != (mailer.Counts{Failed: 1}) {
			t.Errorf("%+v, %v", counts, err)
		}
		for _, step := range []struct {
			after time.Duration
			left  int
		}{{0, 1}, {31 * 24 * time.Hour, 0}} {
			p.now = p.now.Add(step.after)
			noError(t, p.jobs.DeleteExpired(context.Background()))
			p.wantQueued(t, step.left)
		}
	})
}

func TestAFailureHoldsNobodyElseUp(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var sent []string
		p := newFixture(db, sender(func(m mailer.Message) error {
			if m.To == "broken@example.test" {
				return errors.New("no")
			}
			sent = append(sent, m.To)
			return nil
		}))
		p.add(t, "broken@example.test", "nobody@example.test", "b@example.test", "c@example.test")
		p.sendDue(t)
		check(t, fmt.Sprint(sent) == "[b@example.test c@example.test]", "sent to %v", sent)
		p.wantQueued(t, 1)
	})
}

// A server may answer with any bytes, and the next mail is sent all the same.
func TestAnyAnswerIsKept(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		answer := "550 Empf\xe4nger\x00 unbekannt " + strings.Repeat("ä", 8000)
		p := newFixture(db, sender(func(m mailer.Message) error {
			if m.To == recipient {
				return errors.New(answer)
			}
			return nil
		}))
		p.add(t, recipient, "b@example.test")
		p.sendDue(t)
		p.wantQueued(t, 1)
		var failure string
		err := db.Get(t.Context(), &failure, `SELECT last_error FROM jobs`)
		check(t, err == nil && strings.HasPrefix(failure, "550 Empf\ufffdnger unbekannt ä") && len(failure) <= 8000 && utf8.ValidString(failure), "kept as %q, %v", failure, err)
	})
}

func TestReplicasSendEachMailOnce(t *testing.T) {
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		const mails = 60
		var mu sync.Mutex
		sent := map[string]int{}
		note := sender(func(m mailer.Message) error {
			mu.Lock()
			defer mu.Unlock()
			sent[m.To]++
			return nil
		})
		var replicas []*fixture
		for range 4 {
			replicas = append(replicas, newFixture(migrated(t, url), note))
		}
		for i := range mails {
			replicas[0].add(t, fmt.Sprintf("%d@example.test", i))
		}
		for len(sent) < mails { // a replica that loses a race for one mail looks again at its next turn
			var group sync.WaitGroup
			for _, replica := range replicas {
				group.Go(func() { replica.sendDue(t) })
			}
			group.Wait()
			if t.Failed() {
				return
			}
		}
		for to, times := range sent {
			check(t, times == 1, "%d mails to %s", times, to)
		}
		replicas[0].wantQueued(t, 0)
	})
}

// A new mail is sent at once, without waiting for a tick, and stopping is prompt.
func TestRunIsWokenUp(t *testing.T) {
	db := servertest.NewDatabase(t)
	sent := make(chan string)
	p := newFixture(db, sender(func(m mailer.Message) error { sent <- m.To; return nil }))
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { p.worker.Run(ctx) })
	p.add(t, recipient)
	to := <-sent
	check(t, to == recipient, "sent to %q", to)
	stop()
	running.Wait()
	p.wantQueued(t, 0)
}

// checkLog fails the test unless so many lines tell of failures, and none tells a secret.
func (p *fixture) checkLog(t *testing.T, lines int, code string) {
	t.Helper()
	logged := p.log.String()
	// The code as a word: a time may well end in its digits.
	if n := len(regexp.MustCompile(`[" ]`+code+`\b`).FindAllString(logged, -1)); n != lines {
		t.Errorf("%d lines of %d tell of %s:\n%s", n, lines, code, logged)
	}
	for _, secret := range []string{"@", "secret text", servertest.MailUser, servertest.MailPassword} {
		check(t, !strings.Contains(logged, secret), "the log holds %q:\n%s", secret, logged)
	}
}

// Sender is a Sender that a test writes.
type sender func(mailer.Message) error

func (s sender) Send(_ context.Context, message mailer.Message) error { return s(message) }

func migrated(t *testing.T, url string) *database.DB {
	t.Helper()
	db := servertest.OpenDatabase(t, url)
	_, err := db.Migrate(context.Background())
	noError(t, err)
	return db
}
