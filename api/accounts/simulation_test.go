package accounts_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
)

var simulatedHours = flag.Int("hours", simulatedByDefault, "how many hours the simulation of a browser's session lasts")

const (
	tabCount  = 50
	restMean  = time.Hour        // between two calls of one tab
	wakeEvery = 17 * time.Minute // when many tabs call at once, as after a laptop was opened
	monthLong = 30 * 24 * time.Hour
)

// A used session never ends before its age, however bad its network is. If each call
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
		{"with locks and a fast clock", true, accounts.AccessLifetime, *simulatedHours / 10},
		{"without locks and with a fast clock", false, accounts.AccessLifetime, *simulatedHours / 10},
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
	w := newWorld(t, optionsOf(servertest.NewDatabase(t), time.Now), nil)
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

// The simulations have a network, and browsers whose tabs share one storage as in
// site/src/api. The server is the real one; the clock is that of a synctest bubble.
const (
	slowest    = 25 * time.Second // of a request, and again of its answer
	lostShare  = 0.10             // of the answers
	frozenRate = 0.01             // of the tabs that have asked: they sleep over the answer
	frozenFor  = 3 * time.Hour    // at most
)

// The tabs of a browser share a storage. Each operation is atomic, like a turn of a script.
type storage struct {
	mu              sync.Mutex
	access, refresh string
	expires         time.Time // of access
}

func (s *storage) read() (access, refresh string, expires time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.access, s.refresh, s.expires
}

func (s *storage) begin(opened accounts.Tokens) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access, s.refresh, s.expires = opened.Access, opened.Refresh, time.Now().Add(accounts.AccessLifetime)
}

// keepSession stores the answer to a renewal. A refresh token is stored only if it is newer than
// the stored one.
func (s *storage) keep(t *testing.T, answer accounts.Tokens, issued time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if answer.Refresh != "" && generation(t, answer.Refresh) > generation(t, s.refresh) {
		s.refresh = answer.Refresh
	}
	s.access, s.expires = answer.Access, issued.Add(accounts.AccessLifetime)
}

// browser is a storage and what its tabs do with it.
type browser struct {
	storage
	t       *testing.T
	service *accounts.Service
	calls   http.Handler
	// lock is the navigator.locks of this browser; nil in a browser that has none.
	lock chan struct{}
	// fast is how far the browser's clock is ahead: by the life of an access token, so that each
	// call renews it first.
	fast time.Duration

	// onServed is called with each refresh token that reaches the server, and the server's refusal,
	// if any.
	onServed func(sent string, refusal error)
	// onSignedOut is called when the refusal of the stored token has arrived.
	onSignedOut func()
}

func newBrowser(t *testing.T, service *accounts.Service, locks bool, opened accounts.Tokens) *browser {
	b := &browser{t: t, service: service, onServed: func(string, error) {}, onSignedOut: func() {}}
	b.begin(opened)
	b.calls = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := service.RequireUser(r); err != nil {
			httpx.RespondError(w, r, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	if locks {
		b.lock = make(chan struct{}, 1)
	}
	return b
}

// call makes one call of the API as a tab does: with an access token that is good for a while yet,
// and a renewal after a 401.
func (b *browser) call(random *rand.Rand) {
	used, _, expires := b.read()
	if time.Until(expires) < slowest+b.fast {
		if used = b.renew(used, random); used == "" {
			return
		}
	}
	if random.IntN(8) > 0 {
		return
	}
	var status int
	arrived := exchange(random, func() { status = b.get(used) })
	if arrived && status == http.StatusUnauthorized {
		b.renew(used, random)
	}
}

// tab makes calls, with rests that rest returns, until end or until over.
func (b *browser) tab(end time.Time, rest func() time.Duration, over func() bool, random *rand.Rand) {
	for pause := rest(); time.Now().Add(pause).Before(end); pause = rest() {
		time.Sleep(pause)
		if over() {
			return
		}
		b.call(random)
	}
}

// get makes a call that needs a user and returns the answer's status.
func (b *browser) get(access string) int {
	request := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/", nil)
	request.Header.Set("Authorization", "Bearer "+access)
	answer := httptest.NewRecorder()
	b.calls.ServeHTTP(answer, request)
	return answer.Code
}

// renew returns an access token in place of used, or "" when there is none to be had now.
func (b *browser) renew(used string, random *rand.Rand) string {
	if b.lock != nil {
		b.lock <- struct{}{}
		defer func() { <-b.lock }()
	}
	access, sent, _ := b.read()
	if access != used {
		return access // the previous holder of the lock has renewed it
	}
	var answer accounts.Tokens
	var issued time.Time
	var refusal error
	arrived := exchange(random, func() {
		issued = time.Now()
		answer, refusal = b.service.Refresh(context.Background(), sent)
		b.onServed(sent, refusal)
	})
	if !arrived {
		return ""
	}
	if b.lock == nil && random.Float64() < frozenRate {
		time.Sleep(upTo(frozenFor, random))
	}
	if refusal == nil {
		b.keep(b.t, answer, issued)
		return answer.Access
	}
	wantKind(b.t, "a refusal", refusal, httpx.KindUnauthenticated)
	if access, stored, _ := b.read(); stored != sent {
		return access
	}
	b.onSignedOut()
	return ""
}

// exchange takes a request to the server and reports whether the answer came back.
func exchange(random *rand.Rand, serve func()) (arrived bool) {
	time.Sleep(upTo(slowest, random))
	serve()
	time.Sleep(upTo(slowest, random))
	return random.Float64() >= lostShare
}

func upTo(most time.Duration, random *rand.Rand) time.Duration {
	return time.Duration(random.Int64N(int64(most)))
}
