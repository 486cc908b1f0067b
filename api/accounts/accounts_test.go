package accounts_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

const (
	address  = "Ada@example.test"
	password = "correct horse battery"
)

// clock is a time that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// world is a site with one account in it, and a clock.
type world struct {
	*accounts.Service
	clock *clock
	user  accounts.User
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) { test(t, newWorld(t, db)) })
}

func newWorld(t *testing.T, db *database.DB) world {
	t.Helper()
	clock := &clock{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	w := newWorldIn(t, db, clock.Now)
	w.clock = clock
	return w
}

// optionsOf returns the options of accounts in db, without limits and with cheap passwords.
func optionsOf(db *database.DB, now func() time.Time) accounts.Options {
	return accounts.Options{
		DB: db, Limiter: throttle.New(throttle.Options{DB: db, Clock: now, Off: true}), Mails: mailer.NewQueue(jobs.New(db, now)), Audit: audit.New(db, now),
		Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "https://site.example", Clock: now,
		CheapPasswords: true,
	}
}

// newWorldIn returns a world with the clock now.
func newWorldIn(t *testing.T, db *database.DB, now func() time.Time) world {
	t.Helper()
	return newWorldOf(t, accounts.New(optionsOf(db, now)))
}

// newWorldOf returns a world with one user of service.
func newWorldOf(t *testing.T, service *accounts.Service) world {
	t.Helper()
	person(t, service, "Ada", "L", address, true)
	user, err := service.FindUser(t.Context(), address)
	noError(t, err)
	return world{Service: service, user: user}
}

func (w world) signIn(t *testing.T) accounts.Tokens {
	t.Helper()
	opened, _, err := w.SignIn(context.Background(), address, password, accounts.Device{UserAgent: "test", IP: "127.0.0.1"})
	noError(t, err)
	return opened
}

func wantKind(t *testing.T, name string, err error, kind apperror.Kind) {
	t.Helper()
	var public *apperror.Error
	if !errors.As(err, &public) || public.Kind != kind {
		t.Errorf("%s: got %v", name, err)
	}
}
