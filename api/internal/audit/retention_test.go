package audit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

const day = 24 * time.Hour

func TestOldEntriesGoAndTheirAddressesAreShortened(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := noon
		log := audit.New(db, func() time.Time { return now })
		ages := []struct {
			days     int
			ip, want string
		}{
			{731, "192.0.2.1", "gone"}, {729, "192.0.2.1", "192.0.2.0/24"}, {400, "::ffff:198.51.100.7", "198.51.100.0/24"},
			{200, "2001:db8:1:2:3::4", "2001:db8:1::/48"}, {150, "2001:db8:1:2::/64", "2001:db8:1::/48"}, {100, "", ""},
			{89, "192.0.2.1", "192.0.2.1"}, {0, "2001:db8::1", "2001:db8::1"},
		}
		for _, entry := range ages {
			now = noon.Add(-time.Duration(entry.days) * day)
			ctx := audit.WithSource(t.Context(), audit.Source{IP: entry.ip})
			noError(t, log.Record(ctx, audit.Event{Action: audit.SignIn, Detail: fmt.Sprint(entry.days)}))
		}
		now = noon
		for range 2 { // the second time there is nothing to do
			noError(t, log.Expire(t.Context()))
		}
		entries, _ := list(t, log, audit.Filter{})
		slices.Reverse(entries)
		if len(entries) != len(ages)-1 {
			t.Fatalf("%d entries are left", len(entries))
		}
		for i, entry := range entries {
			if want := ages[i+1]; entry.IP != want.want || entry.Detail != fmt.Sprint(want.days) {
				t.Errorf("after %d days: %q, not %q", want.days, entry.IP, want.want)
			}
		}
		now = noon.Add(2 * day) // the one of 89 days is old enough by then
		noError(t, log.Expire(t.Context()))
		if entries, _ := list(t, log, audit.Filter{IP: "192.0.2.0/24"}); len(entries) != 1 || entries[0].Detail != "89" {
			t.Errorf("two days later: %+v", entries)
		}
		refusedChanges(t, db)
	})
}

// refusedChanges checks that a shortened entry is otherwise unchanged, and that no young entry is
// deleted.
func refusedChanges(t *testing.T, db *database.DB) {
	t.Helper()
	for _, statement := range []string{
		`UPDATE audit_entries SET detail = 'x' WHERE detail = '400'`,
		`UPDATE audit_entries SET actor_id = 7 WHERE detail = '400'`,
		`UPDATE audit_entries SET ip = '' WHERE detail = '0'`,
		`DELETE FROM audit_entries WHERE detail = '400'`,
	} {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		})
		if err == nil {
			t.Errorf("%s was done", statement)
		}
	}
}

// Thousands of old entries go in several transactions.
func TestManyOldEntriesGo(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := noon.Add(-1000 * day)
		log := audit.New(db, func() time.Time { return now })
		for range 1100 {
			record(t, log, audit.Event{Action: audit.SignIn})
		}
		now = noon
		record(t, log, audit.Event{Action: audit.SignOut})
		noError(t, log.Expire(t.Context()))
		if entries, _ := list(t, log, audit.Filter{}); len(entries) != 1 || entries[0].Action != audit.SignOut {
			t.Errorf("%d entries are left", len(entries))
		}
	})
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
