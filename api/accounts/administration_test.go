package accounts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
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
		"deactivation": func(s *accounts.Service, t *testing.T, id int64) error { return s.Deactivate(t.Context(), id) },
		"deletion":     func(s *accounts.Service, t *testing.T, id int64) error { return s.Delete(t.Context(), id) },
	} {
		t.Run(name, func(t *testing.T) {
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
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
					var refused *apperror.Error
					if lost := slices.IndexFunc(outcomes, func(err error) bool { return err != nil }); lost < 0 ||
						outcomes[1-lost] != nil || !errors.As(outcomes[lost], &refused) || refused.Detail != apperror.LastStaff {
						t.Fatalf("round %d: %v", round, outcomes)
					}
					removeAll(t, db)
				}
			})
		})
	}
}

func removeAll(t *testing.T, db *database.DB) {
	t.Helper()
	_, err := db.Exec(t.Context(), `DELETE FROM users`)
	noError(t, err)
}

func TestASiteWithoutStaffAcceptsChanges(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		service := accounts.New(optionsOf(db, time.Now))
		noError(t, service.Delete(t.Context(), person(t, service, "N", "M", "nobody@example.test", false)))
	})
}

// Every order of 10,000 accounts follows an index, and so does each filter that leaves few.
func TestListsOfAccountsFollowIndexes(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 10_000, databasetest.ManyUsers(db))
		filters := map[string]accounts.UserFilter{"staff": {Staff: true}, "deactivated": {Inactive: true}}
		for _, sort := range accounts.UserSorts {
			filters[sort], filters["-"+sort] = accounts.UserFilter{Sort: sort}, accounts.UserFilter{Sort: "-" + sort}
		}
		for name, filter := range filters {
			filter.Limit = 50
			statement, args := accounts.StatementOf(filter)
			for _, line := range databasetest.Plan(t, db, statement, args...) {
				scan := strings.Contains(line, "SCAN") && !strings.Contains(line, "USING INDEX")
				sorted := filter.Sort != "" && (strings.Contains(line, "TEMP B-TREE") || strings.Contains(line, "Sort"))
				if scan || sorted || strings.Contains(line, "Seq Scan") {
					t.Errorf("%s: %s", name, line)
				}
			}
		}
	})
}
