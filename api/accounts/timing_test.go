//go:build !race

package accounts_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
)

const (
	timedTries    = 500 // between all kinds
	timedAttempts = 4
	timedMost     = 2 * time.Millisecond
)

// The time of a refusal does not reveal whether an address has an account. Tries of all kinds
// alternate in a random order, so that other load slows them alike, and medians are compared. A
// busy machine gets more tries; a difference in the code remains.
func TestARefusalTakesAsLongForEverybody(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	clock := servertest.NewClock(startOfTests)
	options := optionsOf(servertest.NewDatabase(t), clock.Now)
	options.CheapPasswords = false
	w := newWorld(t, options, clock)
	const gone = "gone@example.test"
	noError(t, w.SetActive(context.Background(), person(t, w.Service, "G", "One", gone, false), false))
	kinds := []struct{ name, email, password string }{
		{"a wrong password", address, "wrong password"},
		{"nobody's address", "nobody@example.test", "wrong password"},
		{"a deactivated account", gone, password},
	}
	took := make([][]time.Duration, len(kinds))
	for attempt := range timedAttempts {
		for range timedTries / len(kinds) {
			for _, i := range rand.Perm(len(kinds)) {
				w.clock.Advance(time.Hour) // each refusal is written into the audit log: the limits of its hour never matter
				start := time.Now()
				_, _, err := w.SignIn(context.Background(), kinds[i].email, kinds[i].password, accounts.Device{})
				took[i] = append(took[i], time.Since(start))
				wantKind(t, kinds[i].name, err, httpx.KindUnauthenticated)
			}
		}
		var medians []time.Duration
		for i := range kinds {
			medians = append(medians, median(took[i]))
		}
		spread := slices.Max(medians) - slices.Min(medians)
		t.Logf("medians of %d tries each: %v; apart by %v", len(took[0]), medians, spread)
		if spread < timedMost {
			return
		}
		if attempt == timedAttempts-1 {
			t.Errorf("refusals can be told apart by their time: %v", medians)
		}
	}
}

func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

const (
	simulatedByDefault = 1000
	simulatedThefts    = 300
)
