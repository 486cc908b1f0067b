package accounts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
)

// A copied token ends the session once both its owner and its thief have renewed it: the server
// never accepts tokens newer than the copied one from both. The second to send one, or the copied
// one half a minute after the session moved past it, ends the session for both.
func TestSimulatedThiefWhoStaysIsAlwaysFound(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		owners, thiefs := 0, 0
		eachTheft(t, func(s *theft, random *rand.Rand) {
			for time.Sleep(upTo(40*time.Minute, random)); !s.ended.Load(); time.Sleep(upTo(40*time.Minute, random)) {
				s.thief.call(random)
			}
			s.checkEnded()
			mu.Lock()
			defer mu.Unlock()
			owners, thiefs = max(owners, s.accepted[s.owner]), max(thiefs, s.accepted[s.thief])
		})
		t.Logf("%d thefts, all found: at most %d refreshes of an owner's from a thief's first to the end, and %d of a thief's",
			simulatedThefts, owners, thiefs)
	})
}

// A copied token that is used once either ends the session, because the session has moved past it,
// or gives its thief one access token and costs the owner nothing.
func TestSimulatedThiefWhoComesOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var found atomic.Int64
		eachTheft(t, func(s *theft, random *rand.Rand) {
			time.Sleep(upTo(time.Hour, random))
			_, copied, _ := s.thief.read()
			answer, err := s.thief.service.Refresh(context.Background(), copied)
			if err != nil {
				s.checkEnded()
				found.Add(1)
				return
			}
			time.Sleep(10*time.Minute + time.Second)
			status := s.thief.get(answer.Access)
			check(t, status == http.StatusUnauthorized, "after ten minutes the thief's access token got %d", status)
			time.Sleep(5 * time.Hour)
			check(t, !s.ended.Load(), "the owner was signed out although the copy never came back")
		})
		t.Logf("%d thefts, %d ended by the copy's one use", simulatedThefts, found.Load())
		n := found.Load()
		check(t, n >= simulatedThefts/10 && n <= simulatedThefts*9/10, "the thief came too early or too late in all but a few of %d thefts", simulatedThefts)
	})
}

// theft is a session in its owner's tabs and, from some moment on, of a thief with a copy of its
// token.
type theft struct {
	t            *testing.T
	owner, thief *browser
	copied       int         // the generation of the copy
	ended        atomic.Bool // the server has refused one of the two

	mu       sync.Mutex
	newer    map[*browser]bool // from whom the server took a token newer than the copy
	accepted map[*browser]int  // how many refreshes it took from each, once the thief had come
}

// eachTheft opens sessions, lets their owners use them, copies each one's stored token at a random
// moment and calls steal with it, until all are done.
func eachTheft(t *testing.T, steal func(s *theft, random *rand.Rand)) {
	w := newWorld(t, optionsOf(servertest.NewDatabase(t), time.Now), nil)
	var issuers []accounts.Tokens
	var all sync.WaitGroup
	for i := range simulatedThefts {
		random := rand.New(rand.NewPCG(2, uint64(i)))
		if i%sessionsPerVictim == 0 {
			email := fmt.Sprintf("victim%d@example.test", i)
			person(t, w.Service, "Bea", "K", email, false)
			issuers = append(issuers, w.signInAs(t, email))
		}
		opened := w.openBeside(t, issuers[len(issuers)-1])
		all.Go(func() {
			s := &theft{t: t, newer: map[*browser]bool{}, accepted: map[*browser]int{}}
			s.owner = s.browser(w.Service, i%2 == 0, opened)
			var over atomic.Bool
			var tabs sync.WaitGroup
			for range 3 {
				random := rand.New(rand.NewPCG(3, random.Uint64()))
				tabs.Go(func() {
					s.owner.tab(time.Now().Add(monthLong), func() time.Duration { return upTo(time.Hour, random) }, over.Load, random)
				})
			}
			time.Sleep(upTo(5*time.Hour, random))
			s.copyToken(w.Service)
			steal(s, random)
			over.Store(true)
			tabs.Wait()
		})
	}
	all.Wait()
	for _, issuer := range issuers {
		w.refresh(t, issuer.Refresh) // the end of sessions that it opened is not its own
	}
}

// sessionsPerVictim is fewer than an account may have.
const sessionsPerVictim = 40

func (s *theft) browser(service *accounts.Service, locks bool, opened accounts.Tokens) *browser {
	b := newBrowser(s.t, service, locks, opened)
	b.onServed = func(sent string, refusal error) { s.served(b, sent, refusal) }
	return b
}

func (s *theft) copyToken(service *accounts.Service) {
	s.mu.Lock()
	defer s.mu.Unlock()
	access, refresh, expires := s.owner.read()
	s.thief = s.browser(service, false, accounts.Tokens{Access: access, Refresh: refresh})
	s.thief.expires = expires
	s.copied = generation(s.t, refresh)
}

// served takes note of a refresh, and fails the test when two lines of tokens live on side by side.
func (s *theft) served(by *browser, sent string, refusal error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case refusal != nil && s.thief == nil:
		s.t.Error("the owner was signed out before anything was stolen")
	case refusal != nil:
		s.ended.Store(true)
		return
	case s.thief == nil:
		return
	case s.ended.Load():
		s.t.Error("the server took a token after it had refused one")
	}
	if by == s.thief || s.accepted[s.thief] > 0 {
		s.accepted[by]++
	}
	if generation(s.t, sent) > s.copied {
		s.newer[by] = true
	}
	if len(s.newer) == 2 {
		s.t.Error("the server took newer tokens than the copied one from its owner and from its thief")
	}
}

// checkEnded fails the test unless the session has ended for both.
func (s *theft) checkEnded() {
	for who, b := range map[string]*browser{"owner": s.owner, "thief": s.thief} {
		access, refresh, _ := b.read()
		if status := b.get(access); status != http.StatusUnauthorized {
			s.t.Errorf("after the end the %s's access token got %d", who, status)
		}
		_, err := b.service.Refresh(context.Background(), refresh)
		wantKind(s.t, "after the end the "+who, err, httpx.KindUnauthenticated)
	}
}

// openBeside opens another session of the user without the cost of a password.
func (w world) openBeside(t *testing.T, issuer accounts.Tokens) accounts.Tokens {
	t.Helper()
	token, err := w.IssueAppToken(context.Background(), accounts.Identity{Session: sessionOf(issuer)})
	noError(t, err)
	opened, _, err := w.RedeemAppToken(context.Background(), token, accounts.Device{})
	noError(t, err)
	return opened
}

func sessionOf(opened accounts.Tokens) string {
	session, _, _ := strings.Cut(opened.Refresh, ".")
	return session
}
