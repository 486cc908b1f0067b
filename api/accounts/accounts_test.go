package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
	"portfolio/api/internal/throttle"
)

const (
	address  = "Ada@example.test"
	password = "correct horse battery"
)

// startOfTests is when the clocks start.
var startOfTests = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// world is a site with one account in it, and a clock.
type world struct {
	*accounts.Service
	clock *servertest.Clock
	user  accounts.User
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		clock := servertest.NewClock(startOfTests)
		test(t, newWorld(t, optionsOf(db, clock.Now), clock))
	})
}

func newWorld(t *testing.T, options accounts.Options, clock *servertest.Clock) world {
	t.Helper()
	service := accounts.New(options)
	person(t, service, "Ada", "L", address, true)
	user, err := service.FindUser(t.Context(), address)
	noError(t, err)
	return world{service, clock, user}
}

// optionsOf returns the options of accounts in db, without limits and with cheap passwords.
func optionsOf(db *database.DB, now func() time.Time) accounts.Options {
	return accounts.Options{
		DB: db, Limiter: &throttle.Limiter{DB: db, Clock: now, Off: true}, Mails: mailer.NewQueue(jobs.New(db, now)), Audit: audit.New(db, now),
		Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "https://site.example", Clock: now,
		CheapPasswords: true, RegistrationOpen: func(context.Context) (bool, error) { return true, nil },
	}
}

func (w world) signIn(t *testing.T) accounts.Tokens { return w.signInAs(t, address) }

func (w world) signInAs(t *testing.T, email string) accounts.Tokens {
	t.Helper()
	opened, _, err := w.SignIn(context.Background(), email, password, accounts.Device{UserAgent: "test", IP: "127.0.0.1"})
	noError(t, err)
	return opened
}

func wantKind(t *testing.T, name string, err error, kind httpx.Kind) {
	t.Helper()
	var public *httpx.Error
	check(t, errors.As(err, &public) && public.Kind == kind, "%s: got %v", name, err)
}

// browser signs in and returns its session and the device with its new cookie.
func (w world) browser(t *testing.T, email, cookie string) (accounts.Tokens, accounts.Device) {
	t.Helper()
	opened, _, err := w.SignIn(t.Context(), email, password, accounts.Device{Cookie: cookie})
	if err != nil || opened.DeviceCookie == "" {
		t.Fatalf("a sign-in without a cookie for the device: %v", err)
	}
	return opened, accounts.Device{Cookie: opened.DeviceCookie}
}

func (w world) wantKnown(t *testing.T, email string, device accounts.Device, want bool, when string) {
	t.Helper()
	if known, err := w.Knows(t.Context(), email, device); known != want || err != nil {
		t.Errorf("%s: the device is known: %v, %v", when, known, err)
	}
}

func TestADeviceIsKnownAfterASignIn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		_, device := w.browser(t, address, "")
		w.wantKnown(t, address, device, true, "after the sign-in")
		w.wantKnown(t, " ADA@example.test", device, true, "the address in other letters")
		w.wantKnown(t, "nobody@example.test", device, false, "for somebody else")
		w.wantKnown(t, address, accounts.Device{}, false, "without a cookie")
		for _, forged := range []string{"x", ".", device.Cookie + "A", device.Cookie[:len(device.Cookie)-1] + "_", "A" + device.Cookie[1:]} {
			w.wantKnown(t, address, accounts.Device{Cookie: forged}, forged == device.Cookie, "a forged cookie")
		}
		if _, _, err := w.SignIn(t.Context(), address, "wrong", accounts.Device{}); err == nil {
			t.Error("signed in with a wrong password")
		}
		w.clock.Advance(2*365*24*time.Hour - time.Second)
		w.wantKnown(t, address, device, true, "after almost two years")
		w.clock.Advance(time.Second)
		w.wantKnown(t, address, device, false, "after two years")
		noError(t, w.DeleteExpired(t.Context()))
	})
}

// Two people who share a browser are both known there, and a browser keeps its cookie.
func TestADeviceIsKnownToEachOfItsUsers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const other = "grace@example.test"
		person(t, w.Service, "Grace", "Hopper", other, false)
		_, first := w.browser(t, address, "")
		_, second := w.browser(t, other, first.Cookie)
		check(t, first.Cookie == second.Cookie, "the browser got another cookie")
		w.wantKnown(t, address, second, true, "the first")
		w.wantKnown(t, other, second, true, "the second")
	})
}

// Actions that lock an intruder out remove the trust in the device, whose cookie may be copied. The
// device that does it remains trusted.
func TestForgottenDevices(t *testing.T) {
	for name, test := range map[string]struct {
		do         func(ctx context.Context, w world, mine, lost accounts.Tokens) error
		mine, lost bool
	}{
		"sign-out": {func(ctx context.Context, w world, _, lost accounts.Tokens) error { return w.SignOut(ctx, lost.Refresh) }, true, true},
		"its session is ended": {func(ctx context.Context, w world, _, lost accounts.Tokens) error {
			return w.EndSession(ctx, w.user.ID, sessionOf(lost))
		}, true, false},
		"all sessions are ended": {func(ctx context.Context, w world, _, _ accounts.Tokens) error { return w.EndSessions(ctx, w.user.ID) }, false, false},
		"a new password": {func(ctx context.Context, w world, mine, _ accounts.Tokens) error {
			who := accounts.Identity{User: w.user, Session: sessionOf(mine)}
			return w.ChangePassword(ctx, who, accounts.PasswordChange{Old: password, New: "another good one", Repeated: "another good one"})
		}, true, false},
		"a new password from the owner": {func(ctx context.Context, w world, _, _ accounts.Tokens) error {
			return w.SetPassword(ctx, address, "another good one")
		}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, w world) {
				mine, here := w.browser(t, address, "")
				lost, there := w.browser(t, address, "")
				noError(t, test.do(t.Context(), w, mine, lost))
				w.wantKnown(t, address, here, test.mine, "the own device")
				w.wantKnown(t, address, there, test.lost, "the lost device")
			})
		})
	}
}

// A copy of a forgotten device's cookie is worthless, even if the device becomes trusted again.
func TestAForgottenCookieStaysForgotten(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		opened, device := w.browser(t, address, "")
		noError(t, w.EndSession(t.Context(), w.user.ID, sessionOf(opened)))
		_, again := w.browser(t, address, device.Cookie)
		w.wantKnown(t, address, again, true, "the device")
		w.wantKnown(t, address, device, false, "the copy")
	})
}

// The device of an ended session remains trusted while it has another session.
func TestTwoSessionsOnOneDevice(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		first, device := w.browser(t, address, "")
		w.browser(t, address, device.Cookie)
		noError(t, w.EndSession(t.Context(), w.user.ID, sessionOf(first)))
		w.wantKnown(t, address, device, true, "with another session")
	})
}

func TestTwentyDevicesAreKnown(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var devices []accounts.Device
		for range 21 {
			w.clock.Advance(time.Minute)
			_, device := w.browser(t, address, "")
			devices = append(devices, device)
		}
		for i, device := range devices {
			w.wantKnown(t, address, device, i > 0, fmt.Sprintf("device %d", i))
		}
	})
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

var noError = servertest.NoError
