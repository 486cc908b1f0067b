package throttle_test

import (
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/throttle"
)

func TestBlockedKeysAreListedAndUnblocked(t *testing.T) {
	networks := rule
	networks.Name, networks.Network = "networks", func(key string) string { return key + "!" }
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := start
		limiter := throttle.New(throttle.Options{DB: db, Clock: func() time.Time { return now }})
		exhaust := func(rule throttle.Rule, key string) {
			t.Helper()
			for range rule.Limit {
				noError(t, limiter.Allow(t.Context(), rule.Of(key)))
			}
		}
		blocked := func(want ...throttle.Block) {
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
		exhaust(networks, "192.0.2.1")
		blocked() // so far nobody was
		first := now.Add(retryAfter(t, limiter.Allow(t.Context(), rule.Of("ada"))))
		now = now.Add(time.Minute)
		second := now.Add(retryAfter(t, limiter.Allow(t.Context(), networks.Of("192.0.2.1"))))
		typed := throttle.Block{Key: throttle.Key(rule, "ada"), Rule: "test", Until: database.At(first)}
		network := throttle.Block{Key: throttle.Key(networks, "192.0.2.1"), Rule: "networks", Network: "192.0.2.1!", Until: database.At(second)}
		if typed.Key < network.Key {
			blocked(typed, network)
		} else {
			blocked(network, typed)
		}

		unblock := func(key string) (unblocked throttle.Block, err error) {
			err = db.InTx(t.Context(), func(tx *database.Tx) error {
				unblocked, err = limiter.Unblock(t.Context(), tx, key)
				return err
			})
			return unblocked, err
		}
		if unblocked, err := unblock(network.Key); err != nil || unblocked != network {
			t.Errorf("%+v, %v", unblocked, err)
		}
		if _, err := unblock(network.Key); err == nil {
			t.Error("unblocked twice")
		}
		blocked(typed)
		exhaust(networks, "192.0.2.1")

		now = first
		blocked() // the time is over
		if err := limiter.Allow(t.Context(), rule.Of("ada")); err != nil {
			t.Error(err)
		}
	})
}
