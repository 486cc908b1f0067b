package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
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

func TestEntriesAreNeverChanged(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		log := audit.New(db, still)
		record(t, log, audit.Event{Action: audit.SignIn, Actor: "ada@example.test"})
		before, _ := list(t, log, audit.Filter{})
		for _, statement := range []string{
			`UPDATE audit_entries SET actor = 'eve'`,
			`UPDATE audit_entries SET detail = '' WHERE id = 1`,
			`DELETE FROM audit_entries`,
			`DELETE FROM audit_entries WHERE id = 1`,
			map[database.Engine]string{
				database.SQLite: `INSERT OR REPLACE INTO audit_entries (id, at, action, actor, actor_key, kind, target, ip, request_id, detail)
				                  VALUES (1, '2026-11-21T12:00:00.000Z', 'x', '', '', '', '', '', '', '')`,
				database.PostgreSQL: `TRUNCATE audit_entries`,
			}[db.Engine()],
		} {
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), statement)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "audit entries are never") {
				t.Errorf("%s: %v", statement, err)
			}
		}
		if after, _ := list(t, log, audit.Filter{}); !slices.Equal(before, after) || len(after) != 1 {
			t.Errorf("%+v became %+v", before, after)
		}
	})
}

// An entry is committed or rolled back with its transaction.
func TestAnEntryBelongsToItsTransaction(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
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
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		log := audit.New(db, still)
		record(t, log, audit.Event{Action: audit.ImageUploaded, Target: " a\x00\xff\n b ", Detail: strings.Repeat("ü", 5000)})
		entries, _ := list(t, log, audit.Filter{})
		if entries[0].Target != "a\ufffd b" || len([]rune(entries[0].Detail)) != 400 || !strings.HasSuffix(entries[0].Detail, "ü…") {
			t.Errorf("%+v", entries[0])
		}
	})
}

// Pages are whole and in order also where many entries have one time and new ones come in between.
func TestPages(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		log := audit.New(db, still)
		for range 25 {
			record(t, log, audit.Event{Action: audit.SignIn, ActorID: 7, Kind: audit.User, TargetID: 7})
		}
		for _, filter := range []audit.Filter{{Limit: 10}, {Limit: 10, UserID: 7}} {
			var ids []int64
			for pages := 1; ; pages++ {
				entries, next := list(t, log, filter)
				for _, entry := range entries {
					ids = append(ids, entry.ID)
				}
				if filter.After = next; next == "" {
					break
				}
				if len(entries) != 10 || pages > 3 {
					t.Fatalf("page %d has %d entries", pages, len(entries))
				}
				record(t, log, audit.Event{Action: audit.SignOut})
			}
			if len(ids) < 25 || !slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) || len(slices.Compact(ids)) != len(ids) {
				t.Errorf("%d entries: %v", len(ids), ids)
			}
		}
	})
}

// A write that fails loses no count.
func TestOmittedEntriesWaitForTheDatabase(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
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
