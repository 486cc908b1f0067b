package mailer

import (
	"errors"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// The worker is woken where a mail has become due, after the commit, and nowhere else.
func TestTheWorkerIsWoken(t *testing.T) {
	db := databasetest.New(t)
	q := NewQueue(db, time.Now)
	refused := errors.New("refused")
	add := func(tx *database.Tx) error {
		return q.Add(t.Context(), tx, Job{Kind: "test", Recipient: "ada@example.test"})
	}
	retry := func(id int64) func(*database.Tx) error {
		return func(tx *database.Tx) error {
			_, err := q.Retry(t.Context(), tx, id)
			return err
		}
	}
	for _, step := range []struct {
		name   string
		do     func(*database.Tx) error
		failed bool
		wakes  int
	}{
		{"a mail that is rolled back", func(tx *database.Tx) error { return errors.Join(add(tx), refused) }, true, 0},
		{"a mail", add, false, 1},
		{"another try of a mail that was not given up", retry(1), true, 0},
		{"a mail is given up", func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE mails SET failed_at = due_at`)
			return err
		}, false, 0},
		{"another try", retry(1), false, 1},
	} {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			err := step.do(tx)
			if len(q.wake) != 0 {
				t.Errorf("%s: woken before the commit", step.name)
			}
			return err
		})
		if woken := len(q.wake); woken != step.wakes || (err != nil) != step.failed {
			t.Errorf("%s: woken %d times, %v", step.name, woken, err)
		}
		for len(q.wake) > 0 {
			<-q.wake
		}
	}
}
