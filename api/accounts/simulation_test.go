package accounts_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/tokens"
)

var simulatedHours = flag.Int("hours", simulatedByDefault, "how many hours the simulation of a browser's session lasts")

const (
	tabCount  = 50
	restMean  = time.Hour        // between two calls of one tab
	wakeEvery = 17 * time.Minute // when many tabs call at once, as after a laptop was opened
	monthLong = 30 * 24 * time.Hour
)

// A used session never ends before its age, whatever the network does to its tabs. If each call
// renews the token, the generations change as fast as possible.
func TestSimulatedTabsAreNeverSignedOut(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	for _, test := range []struct {
		name  string
		locks bool
		fast  time.Duration
		hours int
	}{
		{"with locks", true, 0, *simulatedHours},
		{"without locks", false, 0, *simulatedHours},
		{"with locks and a fast clock", true, tokens.AccessLifetime, *simulatedHours / 10},
		{"without locks and with a fast clock", false, tokens.AccessLifetime, *simulatedHours / 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				simulateTabs(t, test.locks, test.fast, time.Duration(test.hours)*time.Hour)
			})
		})
	}
}

func simulateTabs(t *testing.T, locks bool, fast, length time.Duration) {
	w := newWorldIn(t, databasetest.New(t), time.Now)
	b := newBrowser(t, w.Service, locks, w.signIn(t))
	b.fast = fast
	var renewals atomic.Int64
	b.onServed = func(_ string, refusal error) {
		if refusal == nil {
			renewals.Add(1)
		}
	}
	signedIn, ended := time.Now(), 0
	var mu sync.Mutex
	b.onSignedOut = func() {
		mu.Lock()
		defer mu.Unlock()
		if age := time.Since(signedIn); age < monthLong {
			t.Errorf("signed out after %v", age)
		}
		ended++
		signedIn = time.Now()
		b.begin(w.signIn(t))
	}
	end := time.Now().Add(length)
	var tabs sync.WaitGroup
	for i := range tabCount {
		random := rand.New(rand.NewPCG(1, uint64(i)))
		tabs.Go(func() {
			b.tab(end, func() time.Duration { return restOf(random) }, func() bool { return false }, random)
		})
	}
	tabs.Wait()
	t.Logf("%d tabs, %v: %d renewals, %d sessions ended of age", tabCount, length, renewals.Load(), ended)
	if want := int(length / time.Hour * 5); renewals.Load() < int64(want) {
		t.Errorf("%d renewals, not %d or more: the simulation does not do what it is for", renewals.Load(), want)
	}
}

func restOf(random *rand.Rand) time.Duration {
	if random.IntN(2) == 0 {
		now := time.Now()
		return now.Truncate(wakeEvery).Add(wakeEvery).Sub(now)
	}
	return time.Duration(random.ExpFloat64() * float64(restMean))
}
