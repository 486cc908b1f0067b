package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
)

// person makes an account and returns its id.
func person(t *testing.T, service *accounts.Service, first, last, email string, staff bool) int64 {
	t.Helper()
	user, err := service.CreateUser(t.Context(), accounts.NewUser{
		Email: email, FirstName: first, LastName: last, Password: "correct horse battery", IsStaff: staff,
	})
	noError(t, err)
	return user.ID
}

// If two staff remove each other at once in any way, one of them remains and the other gets an
// error.
func TestTwoStaffCannotRemoveEachOther(t *testing.T) {
	for name, remove := range map[string]func(s *accounts.Service, t *testing.T, id int64) error{
		"rights":       func(s *accounts.Service, t *testing.T, id int64) error { return s.SetStaff(t.Context(), id, false) },
		"deactivation": func(s *accounts.Service, t *testing.T, id int64) error { return s.SetActive(t.Context(), id, false) },
		"deletion":     func(s *accounts.Service, t *testing.T, id int64) error { return s.Delete(t.Context(), id) },
	} {
		t.Run(name, func(t *testing.T) {
			servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
				service := accounts.New(optionsOf(db, time.Now))
				for round := range 4 {
					ids := []int64{
						person(t, service, "A", "B", fmt.Sprintf("a%d@example.test", round), true),
						person(t, service, "C", "D", fmt.Sprintf("c%d@example.test", round), true),
					}
					outcomes := make([]error, len(ids))
					var both sync.WaitGroup
					for i, id := range ids {
						both.Go(func() { outcomes[i] = remove(service, t, id) })
					}
					both.Wait()
					var refused *httpx.Error
					if lost := slices.IndexFunc(outcomes, func(err error) bool { return err != nil }); lost < 0 ||
						outcomes[1-lost] != nil || !errors.As(outcomes[lost], &refused) || refused.Detail != httpx.LastStaff {
						t.Fatalf("round %d: %v", round, outcomes)
					}
					_, err := db.Exec(t.Context(), `DELETE FROM users`)
					noError(t, err)
				}
			})
		})
	}
}

func TestASiteWithoutStaffAcceptsChanges(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		service := accounts.New(optionsOf(db, time.Now))
		noError(t, service.Delete(t.Context(), person(t, service, "N", "M", "nobody@example.test", false)))
	})
}

// Every order of 10,000 accounts follows an index, and so does each filter that leaves few.
func TestListsOfAccountsFollowIndexes(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		servertest.Fill(t, db, 10_000, servertest.ManyUsers(db))
		filters := map[string]accounts.UserFilter{"staff": {Staff: true}, "deactivated": {Inactive: true}}
		for _, sort := range accounts.UserSorts {
			filters[sort], filters["-"+sort] = accounts.UserFilter{Sort: sort}, accounts.UserFilter{Sort: "-" + sort}
		}
		for name, filter := range filters {
			filter.Limit = 50
			statement, args := accounts.StatementOf(filter)
			for _, line := range servertest.Plan(t, db, statement, args...) {
				scan := strings.Contains(line, "SCAN") && !strings.Contains(line, "USING INDEX")
				sorted := filter.Sort != "" && (strings.Contains(line, "TEMP B-TREE") || strings.Contains(line, "Sort"))
				check(t, !scan && !sorted && !strings.Contains(line, "Seq Scan"), "%s: %s", name, line)
			}
		}
	})
}

// limited is each with rate limits.
func limited(t *testing.T, test func(t *testing.T, w world)) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		clock := servertest.NewClock(startOfTests)
		options := optionsOf(db, clock.Now)
		options.Limiter.Off = false
		test(t, newWorld(t, options, clock))
	})
}

func (w world) try(ctx context.Context, email, password, ip string) error {
	_, _, err := w.SignIn(ctx, email, password, accounts.Device{IP: ip})
	return err
}

func TestOnlyWrongPasswordsUseTheLimitUp(t *testing.T) {
	ctx := context.Background()
	limited(t, func(t *testing.T, w world) {
		release := w.HoldHashing()
		for range 10 { // attempts that end before the password is checked
			impatient, stop := context.WithTimeout(ctx, 20*time.Millisecond)
			var public *httpx.Error
			if err := w.try(impatient, address, "wrong", "192.0.2.1"); err == nil || errors.As(err, &public) {
				t.Errorf("a client that disconnected: %v", err)
			}
			stop()
		}
		release()
		for range 10 {
			if err := w.try(ctx, address, password, "192.0.2.1"); err != nil {
				t.Errorf("the right password: %v", err)
			}
		}
	})
}

// One network cannot keep others waiting: beyond its limit its attempts are refused before they
// wait.
func TestOneNetworkCannotFillTheQueueForHashing(t *testing.T) {
	limited(t, func(t *testing.T, w world) {
		release := w.HoldHashing()
		errs := make(chan error)
		for i := range 60 {
			go func() { errs <- w.try(t.Context(), fmt.Sprintf("nobody%d@example.test", i), "wrong", "192.0.2.1") }()
		}
		for range 30 {
			wantKind(t, "an attempt beyond the limit", <-errs, httpx.KindThrottled)
		}
		release()
		if err := w.try(t.Context(), address, password, "192.0.2.2"); err != nil {
			t.Errorf("from another network: %v", err)
		}
		for range 30 {
			wantKind(t, "a wrong password", <-errs, httpx.KindUnauthenticated)
		}
	})
}

// Simultaneous sign-ins, failures, resets, requests for them and lifted limits do not deadlock.
func TestManyAtOnceUnderTheLimits(t *testing.T) {
	limited(t, func(t *testing.T, w world) {
		ctx := context.Background()
		var group sync.WaitGroup
		for i := range 200 {
			ip := fmt.Sprintf("192.0.2.%d", i%7)
			group.Go(func() {
				var err error
				switch i % 6 {
				case 0:
					err = w.try(ctx, address, "wrong", ip)
				case 1:
					err = w.Unthrottle(ctx, w.user)
				case 2:
					err = w.RequestReset(ctx, address, accounts.Device{IP: ip})
				case 3:
					err = w.ResetByLink(ctx, address, password, ip)
				default:
					err = w.try(ctx, address, password, ip)
				}
				var public *httpx.Error
				if err != nil && !errors.As(err, &public) {
					t.Error(i, err)
				}
			})
		}
		group.Wait()
	})
}

// A blocked client is named by its network or by the account. Typed addresses without an account
// are not shown.
func TestWhoIsThrottled(t *testing.T) {
	limited(t, func(t *testing.T, w world) {
		for i := range 21 {
			_ = w.RequestReset(context.Background(), address, accounts.Device{IP: fmt.Sprintf("192.0.2.%d", i)})
			_ = w.RequestReset(context.Background(), "typed@example.test", accounts.Device{IP: fmt.Sprintf("198.51.100.%d", i)})
		}
		for range 6 {
			_ = w.try(context.Background(), "secret typed here", "x", "2001:db8::1")
		}
		throttled, err := w.Throttled(t.Context())
		noError(t, err)
		got := map[string]int{}
		for _, one := range throttled {
			got[one.Rule+": "+one.Network+one.Email]++
		}
		want := []string{"forgot password by address: " + address, "forgot password by address: ", "sign in by network and address: 2001:db8::/64"}
		for _, name := range want {
			check(t, got[name] == 1 && len(got) == len(want), "%v, not %v", got, want)
		}
	})
}
