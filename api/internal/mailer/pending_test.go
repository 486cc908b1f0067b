package mailer_test

import (
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/mailer/mailertest"
)

// The owner sees unsent mails, and may retry or discard them.
func TestMailsThatWereGivenUp(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		refusing := true
		p := newFixture(db, sender(func(mailer.Message) error {
			if refusing {
				return mailertest.Never(recipient)
			}
			return nil
		}))
		p.add(t, recipient, recipient)
		for range 14 {
			p.sendDue(t)
			p.now = p.now.Add(8 * time.Hour)
		}
		p.add(t, recipient)
		count := func(waiting, failed int64) {
			t.Helper()
			if got, err := p.Counts(t.Context()); err != nil || got != (mailer.Counts{Waiting: waiting, Failed: failed}) {
				t.Errorf("%+v, %v", got, err)
			}
		}
		count(1, 2)
		pending, err := p.Pending(t.Context())
		if err != nil || len(pending) != 3 || pending[0].FailedAt == nil || pending[1].FailedAt == nil || pending[2].FailedAt != nil || pending[0].LastError == "" {
			t.Fatalf("%+v, %v", pending, err)
		}
		act := func(do func(tx *database.Tx) (mailer.Pending, error)) error {
			return db.InTx(t.Context(), func(tx *database.Tx) error {
				mail, err := do(tx)
				if err == nil && mail.Recipient != recipient {
					t.Errorf("%+v", mail)
				}
				return err
			})
		}
		retry := func(id int64) error {
			return act(func(tx *database.Tx) (mailer.Pending, error) { return p.Retry(t.Context(), tx, id) })
		}
		discard := func(id int64) error {
			return act(func(tx *database.Tx) (mailer.Pending, error) { return p.Discard(t.Context(), tx, id) })
		}
		if retry(pending[2].ID) == nil || discard(pending[2].ID) == nil {
			t.Error("a mail that waits for its turn was touched")
		}
		if err := discard(pending[0].ID); err != nil || discard(pending[0].ID) == nil {
			t.Errorf("forgotten: %v, or twice", err)
		}
		noError(t, retry(pending[1].ID))
		count(2, 0)
		refusing = false
		p.sendDue(t)
		count(0, 0)
	})
}
