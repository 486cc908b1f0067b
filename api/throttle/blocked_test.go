package throttle_test

import (
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/throttle"
)

func TestWhoIsRefusedIsListedAndMayBeLetIn(t *testing.T) {
	machines := rule
	machines.Name, machines.Network = "machines", func(key string) string { return key + "!" }
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := start
		limiter := throttle.New(db, func() time.Time { return now }, false)
		exhaust := func(rule throttle.Rule, key string) {
			t.Helper()
			for range rule.Limit {
				if err := limiter.Allow(t.Context(), rule, key); err != nil {
					t.Fatal(err)
				}
			}
		}
		refused := func(want ...throttle.Block) {
			t.Helper()
			got, err := limiter.Blocked(t.Context())
			if err != nil || len(got) != len(want) {
				t.Fatalf("%+v, %v, not %+v", got, err, want)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("%+v, not %+v", got[i], want[i])
				}
			}
		}
		exhaust(rule, "ada")
		exhaust(machines, "192.0.2.1")
		refused() // so far nobody was
		first := now.Add(retryAfter(t, limiter.Allow(t.Context(), rule, "ada")))
		now = now.Add(time.Minute)
		second := now.Add(retryAfter(t, limiter.Allow(t.Context(), machines, "192.0.2.1")))
		typed := throttle.Block{Key: throttle.Key(rule, "ada"), Rule: "test", Until: database.At(first)}
		machine := throttle.Block{Key: throttle.Key(machines, "192.0.2.1"), Rule: "machines", Network: "192.0.2.1!", Until: database.At(second)}
		if typed.Key < machine.Key {
			refused(typed, machine)
		} else {
			refused(machine, typed)
		}

		lift := func(key string) (lifted throttle.Block, err error) {
			err = db.InTx(t.Context(), func(tx *database.Tx) error {
				lifted, err = limiter.Unblock(t.Context(), tx, key)
				return err
			})
			return lifted, err
		}
		if lifted, err := lift(machine.Key); err != nil || lifted != machine {
			t.Errorf("%+v, %v", lifted, err)
		}
		if _, err := lift(machine.Key); err == nil {
			t.Error("lifted twice")
		}
		refused(typed)
		exhaust(machines, "192.0.2.1")

		now = first
		refused() // the time is over
		if err := limiter.Allow(t.Context(), rule, "ada"); err != nil {
			t.Error(err)
		}
	})
}
