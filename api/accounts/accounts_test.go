package accounts_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/jobs"
	"portfolio/api/mailer"
	"portfolio/api/throttle"
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

// newService returns the accounts in db, without limits, with passwords that cost next to nothing.
func newService(t *testing.T, db *database.DB, now func() time.Time) *accounts.Service {
	t.Helper()
	return newServiceWith(t, db, now, true)
}

func newServiceWith(t *testing.T, db *database.DB, now func() time.Time, cheap bool) *accounts.Service {
	t.Helper()
	return accounts.New(accounts.Options{
		DB: db, Limiter: throttle.New(throttle.Options{DB: db, Clock: now, Off: true}), Mails: mailer.NewQueue(jobs.New(db, now)), Audit: audit.New(db, now),
		Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "https://site.example", Clock: now,
		CheapPasswords: cheap,
	})
}

// newWorldIn returns a world whose time is told by now.
func newWorldIn(t *testing.T, db *database.DB, now func() time.Time) world {
	t.Helper()
	return newWorldOf(t, newService(t, db, now))
}

// newWorldOf returns a world with one user of service.
func newWorldOf(t *testing.T, service *accounts.Service) world {
	t.Helper()
	user, err := service.CreateUser(context.Background(), accounts.NewUser{
		Email: address, FirstName: "Ada", LastName: "L", Password: password, IsStaff: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return world{Service: service, user: user}
}

func (w world) signIn(t *testing.T) accounts.Tokens {
	t.Helper()
	opened, _, err := w.SignIn(context.Background(), address, password, accounts.Device{UserAgent: "test", IP: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

func TestSignIn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, test := range []struct {
			name, email, password string
			kind                  apperror.Kind
		}{
			{"as registered", address, password, 0},
			{"in another case", "aDA@eXAMPLE.TEST", password, 0},
			{"with spaces around", "  " + address + " ", password, 0},
			{"wrong password", address, password + "!", apperror.KindUnauthenticated},
			{"empty password", address, "", apperror.KindUnauthenticated},
			{"unknown address", "nobody@example.test", password, apperror.KindUnauthenticated},
		} {
			opened, user, err := w.SignIn(context.Background(), test.email, test.password, accounts.Device{})
			if test.kind == 0 {
				if err != nil || opened.Access == "" || opened.Refresh == "" || user.Email != address {
					t.Errorf("%s: %+v, %+v, %v", test.name, opened, user, err)
				}
				continue
			}
			wantKind(t, test.name, err, test.kind)
			var public *apperror.Error
			if errors.As(err, &public) && public.Detail != "No active account found with the given credentials" {
				t.Errorf("%s: %q", test.name, public.Detail)
			}
		}
	})
}

func TestCreateUserNamesEveryFault(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, test := range []struct {
			name string
			in   accounts.NewUser
			want map[string]string
		}{
			{"nothing", accounts.NewUser{}, map[string]string{
				"email": "Enter a valid email address.", "first_name": "This field may not be blank.",
				"last_name": "This field may not be blank.",
				"password":  "This password is too short. It must contain at least 8 characters.",
			}},
			{"taken in another case", accounts.NewUser{Email: "ADA@example.TEST", FirstName: "A", LastName: "B", Password: password},
				map[string]string{"email": "User with this email already exists."}},
			{"an address with a name", accounts.NewUser{Email: "Ada <a@example.test>", FirstName: "A", LastName: "B", Password: password},
				map[string]string{"email": "Enter a valid email address."}},
		} {
			_, err := w.CreateUser(context.Background(), test.in)
			var public *apperror.Error
			if !errors.As(err, &public) {
				t.Errorf("%s: %v", test.name, err)
				continue
			}
			if len(public.Fields) != len(test.want) {
				t.Errorf("%s: %v", test.name, public.Fields)
			}
			for field, text := range test.want {
				if got := public.Fields[field]; len(got) != 1 || got[0] != text {
					t.Errorf("%s: %s: %q, not %q", test.name, field, got, text)
				}
			}
		}
	})
}

func TestOneAccountOfManyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var group sync.WaitGroup
		var mu sync.Mutex
		made := 0
		for range 8 {
			group.Go(func() {
				_, err := w.CreateUser(context.Background(), accounts.NewUser{
					Email: "twin@example.test", FirstName: "T", LastName: "T", Password: password,
				})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					made++
				} else {
					wantKind(t, "the later ones", err, apperror.KindInvalid)
				}
			})
		}
		group.Wait()
		if made != 1 {
			t.Errorf("%d accounts of one address", made)
		}
	})
}

func TestSetPasswordSignsOutEverywhere(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := context.Background()
		opened := w.signIn(t)
		if err := w.SetPassword(ctx, "ada@example.test", "another good password"); err != nil {
			t.Fatal(err)
		}
		_, err := w.Refresh(ctx, opened.Refresh)
		wantKind(t, "the old session", err, apperror.KindUnauthenticated)
		_, _, err = w.SignIn(ctx, address, password, accounts.Device{})
		wantKind(t, "the old password", err, apperror.KindUnauthenticated)
		if _, _, err := w.SignIn(ctx, address, "another good password", accounts.Device{}); err != nil {
			t.Errorf("the new password: %v", err)
		}
		wantKind(t, "nobody's password", w.SetPassword(ctx, "nobody@example.test", password), apperror.KindNotFound)
		wantKind(t, "a short one", w.SetPassword(ctx, address, "short"), apperror.KindInvalid)
	})
}

func wantKind(t *testing.T, name string, err error, kind apperror.Kind) {
	t.Helper()
	var public *apperror.Error
	if !errors.As(err, &public) || public.Kind != kind {
		t.Errorf("%s: got %v", name, err)
	}
}
