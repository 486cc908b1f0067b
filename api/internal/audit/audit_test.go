package audit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func still() time.Time { return noon }

func record(t *testing.T, log *audit.Log, events ...audit.Event) {
	t.Helper()
	for _, event := range events {
		noError(t, log.Record(t.Context(), event))
	}
}

func list(t *testing.T, log *audit.Log, filter audit.Filter) (entries []audit.Entry, next string) {
	t.Helper()
	entries, next, err := log.List(t.Context(), filter)
	noError(t, err)
	return entries, next
}

// An entry is committed or rolled back with its transaction.
func TestAnEntryBelongsToItsTransaction(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		log := audit.New(db, still)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := log.RecordIn(t.Context(), tx, audit.Event{Action: audit.UserDeleted}); err != nil {
				return err
			}
			return database.ErrNoRows
		})
		if entries, _ := list(t, log, audit.Filter{}); err == nil || len(entries) != 0 {
			t.Errorf("%v, %+v", err, entries)
		}
	})
}

func TestWhatIsKeptFitsEveryDatabase(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		log := audit.New(db, still)
		record(t, log, audit.Event{Action: audit.ImageUploaded, Target: " a\x00\xff\n b ", Detail: strings.Repeat("ü", 5000)})
		entries, _ := list(t, log, audit.Filter{})
		if entries[0].Target != "a\ufffd b" || len([]rune(entries[0].Detail)) != 400 || !strings.HasSuffix(entries[0].Detail, "ü…") {
			t.Errorf("%+v", entries[0])
		}
	})
}

// A write that fails loses no count.
func TestOmittedEntriesWaitForTheDatabase(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		log := audit.New(db, still)
		refuse := func(times int) {
			for range times {
				log.RecordLimited(t.Context(), audit.Event{Action: audit.SignInRefused})
			}
		}
		refuse(62)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := log.Flush(gone); err == nil {
			t.Error("nothing failed")
		}
		refuse(1)
		for range 2 { // the second time there is nothing to write
			noError(t, log.Flush(t.Context()))
		}
		entries, _ := list(t, log, audit.Filter{Limit: 100})
		if len(entries) != 61 || !strings.HasPrefix(entries[0].Detail, "3 more since 2026-11-21 12:00:00 UTC") {
			t.Errorf("%d entries, the last one %+v", len(entries), entries[0])
		}
	})
}

const day = 24 * time.Hour

func TestOldEntriesGoAndTheirAddressesAreShortened(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
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
	})
}

// Thousands of old entries go in several transactions, and their addresses are shortened in several.
func TestManyOldEntriesGo(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now := noon.Add(-1000 * day)
		log := audit.New(db, func() time.Time { return now })
		ctx := audit.WithSource(t.Context(), audit.Source{IP: "192.0.2.1"})
		fill := func(age time.Duration) {
			now = noon.Add(-age)
			err := db.InTx(ctx, func(tx *database.Tx) (err error) {
				for range 1100 {
					err = errors.Join(err, log.RecordIn(ctx, tx, audit.Event{Action: audit.SignIn}))
				}
				return err
			})
			noError(t, err)
		}
		fill(1000 * day)
		fill(100 * day)
		now = noon
		record(t, log, audit.Event{Action: audit.SignOut})
		noError(t, log.Expire(t.Context()))
		var entries, shortened int
		noError(t, db.Get(t.Context(), &entries, `SELECT COUNT(*) FROM audit_entries`))
		noError(t, db.Get(t.Context(), &shortened, `SELECT COUNT(*) FROM audit_entries WHERE ip = '192.0.2.0/24'`))
		if entries != 1101 || shortened != 1100 {
			t.Errorf("%d entries are left, %d of them with a network", entries, shortened)
		}
	})
}

var noError = servertest.NoError
