package throttle_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
	"portfolio/api/internal/throttle"
)

var rule = throttle.Rule{Name: "test", Limit: 5, Period: 5 * time.Minute}

// start is the first moment of a period.
var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func TestLimitWithinAnyPeriod(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now := start
		limiter := &throttle.Limiter{DB: db, Clock: func() time.Time { return now }}
		// Tries come every ten seconds for an hour; whichever five minutes one looks at, about the
		// limit got through.
		var passed []time.Time
		for ; now.Before(start.Add(time.Hour)); now = now.Add(10 * time.Second) {
			err := limiter.Allow(context.Background(), rule.Of("a"))
			if err == nil {
				passed = append(passed, now)
			} else {
				retryAfter(t, err)
			}
		}
		for i := range passed {
			within := 0
			for _, other := range passed[i:] {
				if other.Sub(passed[i]) < rule.Period {
					within++
				}
			}
			// The weighted count is an estimate: it may allow one more if the hits of a previous
			// period were early.
			if within > 6 {
				t.Errorf("%d passed in the five minutes after %v", within, passed[i])
			}
		}
		if len(passed) < 48 || len(passed) > 66 {
			t.Errorf("%d passed in an hour, not about 60", len(passed))
		}
	})
}

func TestRetryAfterIsTrue(t *testing.T) {
	hourly := throttle.Rule{Name: "hourly", Limit: 5, Period: time.Hour}
	for _, test := range []struct {
		rule   throttle.Rule
		offset time.Duration
	}{{rule, 0}, {rule, time.Minute}, {rule, 299 * time.Second}, {hourly, 0}, {hourly, 59*time.Minute + 59*time.Second}} {
		servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
			rule, now := test.rule, start.Add(test.offset)
			limiter := &throttle.Limiter{DB: db, Clock: func() time.Time { return now }}
			ctx := context.Background()
			for range 20 {
				err := limiter.Allow(ctx, rule.Of("a"))
				if err == nil {
					continue
				}
				wait := retryAfter(t, err)
				if wait > rule.Period*6/5+time.Second {
					t.Errorf("asked to wait %v", wait)
				}
				now = now.Add(wait)
				if err := limiter.Allow(ctx, rule.Of("a")); err != nil {
					t.Errorf("refused again after %v: %v", wait, err)
				}
			}
		})
	}
}

// A hit that the second of three limits refuses is counted under the first, not under the third,
// and listed as blocked.
func TestLimitsAreCountedOneAfterAnother(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		limiter := &throttle.Limiter{DB: db, Clock: func() time.Time { return start }}
		one := rule
		one.Name, one.Limit = "one", 1
		limits := []throttle.Limit{rule.Of("first"), one.Of("second"), rule.Of("third")}
		noError(t, limiter.Allow(ctx, limits...))
		for range 2 {
			retryAfter(t, limiter.Allow(ctx, limits...))
		}
		if blocked, err := limiter.Blocked(ctx); err != nil || len(blocked) != 1 || blocked[0].Rule != "one" {
			t.Errorf("%+v, %v", blocked, err)
		}
		for key, left := range map[string]int{"first": 2, "third": 4} {
			for range left {
				if err := limiter.Allow(ctx, rule.Of(key)); err != nil {
					t.Errorf("%s: %v", key, err)
				}
			}
			retryAfter(t, limiter.Allow(ctx, rule.Of(key)))
		}
		noError(t, resetOf(db, limiter)(ctx, limits...))
		if err := limiter.Allow(ctx, limits...); err != nil {
			t.Errorf("after a reset: %v", err)
		}
	})
}

func TestReplicasShareTheCount(t *testing.T) {
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		ctx := context.Background()
		var passed atomic.Int64
		var group sync.WaitGroup
		for replica := range 3 {
			db := servertest.OpenDatabase(t, url)
			if _, err := db.Migrate(ctx); err != nil {
				t.Fatal(replica, err)
			}
			limiter := &throttle.Limiter{DB: db, Clock: func() time.Time { return start }}
			for range 10 {
				group.Go(func() {
					if limiter.Allow(ctx, rule.Of("a")) == nil {
						passed.Add(1)
					}
				})
			}
		}
		group.Wait()
		if passed.Load() != rule.Limit {
			t.Errorf("%d of 30 passed, not %d", passed.Load(), rule.Limit)
		}
	})
}

func TestDeleteExpiredKeepsWhatCounts(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now := start
		limiter := &throttle.Limiter{DB: db, Clock: func() time.Time { return now }}
		ctx := context.Background()
		for i, key := range []string{"old", "new"} {
			now = start.Add(time.Duration(i) * rule.Period)
			noError(t, limiter.Allow(ctx, rule.Of(key)))
		}
		now = start.Add(2*rule.Period + time.Millisecond)
		noError(t, limiter.DeleteExpired(ctx))
		var rows int
		if err := db.Get(ctx, &rows, `SELECT count(*) FROM throttles`); err != nil || rows != 1 {
			t.Errorf("%d rows, %v", rows, err)
		}
	})
}

func retryAfter(t *testing.T, err error) time.Duration {
	t.Helper()
	var public *httpx.Error
	if !errors.As(err, &public) || public.Kind != httpx.KindThrottled || public.RetryAfter < time.Second {
		t.Fatalf("got %v", err)
	}
	return public.RetryAfter
}

// resetOf returns a ResetIn that opens its transaction.
func resetOf(db *database.DB, limiter *throttle.Limiter) func(ctx context.Context, limits ...throttle.Limit) error {
	return func(ctx context.Context, limits ...throttle.Limit) error {
		return db.InTx(ctx, func(tx *database.Tx) error { return limiter.ResetIn(ctx, tx, limits...) })
	}
}

// What lifts a refusal on one replica counts at once on the others, which have refused the key
// before.
func TestAResetCountsOnEachReplica(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		clock := func() time.Time { return start }
		here, elsewhere := &throttle.Limiter{DB: db, Clock: clock}, &throttle.Limiter{DB: db, Clock: clock}
		once := throttle.Rule{Name: "once", Limit: 1, Period: time.Minute}
		ctx := t.Context()
		for range 2 {
			if err := here.Allow(ctx, once.Of("a")); err != nil {
				t.Error(err)
			}
			retryAfter(t, here.Allow(ctx, once.Of("a")))
			noError(t, resetOf(db, elsewhere)(ctx, once.Of("a")))
		}
	})
}

// Expired counts are deleted in a different order. A transaction that refunds a hit and then counts
// another must not deadlock with that.
func TestDeleteExpiredWaitsForNoTransaction(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		if db.Engine() == database.SQLite {
			t.Skip("its transactions run one after another")
		}
		ctx, now := t.Context(), start
		limiter := &throttle.Limiter{DB: db, Clock: func() time.Time { return now }}
		for _, key := range []string{"sign-ins", "held", "address"} {
			noError(t, limiter.Allow(ctx, rule.Of(key)))
			now = now.Add(time.Second)
		}
		now = now.Add(3 * rule.Period)
		deleted, signedIn, takenBack := make(chan error, 1), make(chan error, 1), make(chan bool)
		err := db.InTx(ctx, func(tx *database.Tx) error {
			if err := limiter.RefundIn(ctx, tx, rule.Of("held")); err != nil {
				return err
			}
			go func() { deleted <- limiter.DeleteExpired(ctx) }()
			time.Sleep(200 * time.Millisecond)
			if err := limiter.Allow(ctx, rule.Of("address")); err != nil {
				return err
			}
			go func() {
				signedIn <- db.InTx(ctx, func(tx *database.Tx) error {
					err := limiter.RefundIn(ctx, tx, rule.Of("address"))
					close(takenBack)
					if err == nil {
						_, err = limiter.AllowIn(ctx, tx, rule.Of("sign-ins"))
					}
					return err
				})
			}()
			<-takenBack
			return nil
		})
		noError(t, errors.Join(err, <-deleted, <-signedIn))
	})
}

var noError = servertest.NoError
