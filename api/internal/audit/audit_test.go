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
		if err := log.Record(t.Context(), event); err != nil {
			t.Fatal(err)
		}
	}
}

func list(t *testing.T, log *audit.Log, filter audit.Filter) (entries []audit.Entry, next string) {
	t.Helper()
	entries, next, err := log.List(t.Context(), filter)
	if err != nil {
		t.Fatal(err)
	}
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

func TestFilters(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := noon
		log := audit.New(db, func() time.Time { return now })
		at := func(hour int, ip string, event audit.Event) {
			now = noon.Add(time.Duration(hour) * time.Hour)
			if err := log.Record(audit.WithSource(t.Context(), audit.Source{IP: ip, RequestID: "r"}), event); err != nil {
				t.Fatal(err)
			}
		}
		at(0, "192.0.2.1", audit.Event{Action: audit.SignIn, ActorID: 7, Actor: "Ada@example.test", Kind: audit.User, TargetID: 7, Target: "Ada@example.test"})
		at(1, "192.0.2.2", audit.Event{Action: audit.SignInRefused, Kind: audit.User, TargetID: 7, Target: "Ada@example.test"})
		at(2, "192.0.2.1", audit.Event{Action: audit.DocumentDeleted, ActorID: 7, Actor: "Ada@example.test", Kind: audit.Document, TargetID: 7, Target: "CV"})
		at(3, "", audit.Event{Action: audit.StaffGiven, Actor: audit.CommandLine, Kind: audit.User, TargetID: 8, Target: "bob@example.test"})
		for name, test := range map[string]struct {
			filter audit.Filter
			want   []string
		}{
			"everything":        {audit.Filter{}, []string{audit.StaffGiven, audit.DocumentDeleted, audit.SignInRefused, audit.SignIn}},
			"an action":         {audit.Filter{Action: audit.SignIn}, []string{audit.SignIn}},
			"an actor":          {audit.Filter{Actor: " ADA@example.test"}, []string{audit.DocumentDeleted, audit.SignIn}},
			"the command line":  {audit.Filter{Actor: audit.CommandLine}, []string{audit.StaffGiven}},
			"an account":        {audit.Filter{UserID: 7}, []string{audit.DocumentDeleted, audit.SignInRefused, audit.SignIn}},
			"its last":          {audit.Filter{UserID: 7, Limit: 1}, []string{audit.DocumentDeleted}},
			"a kind":            {audit.Filter{Kind: audit.User}, []string{audit.StaffGiven, audit.SignInRefused, audit.SignIn}},
			"a target":          {audit.Filter{Kind: audit.User, TargetID: 7}, []string{audit.SignInRefused, audit.SignIn}},
			"an address":        {audit.Filter{IP: "192.0.2.1"}, []string{audit.DocumentDeleted, audit.SignIn}},
			"from on":           {audit.Filter{From: noon.Add(2 * time.Hour)}, []string{audit.StaffGiven, audit.DocumentDeleted}},
			"until":             {audit.Filter{To: noon.Add(time.Hour)}, []string{audit.SignIn}},
			"several at once":   {audit.Filter{UserID: 7, IP: "192.0.2.1", Kind: audit.User}, []string{audit.SignIn}},
			"nothing like it":   {audit.Filter{Action: "%", Actor: "\x00", IP: "' OR 1=1"}, nil},
			"a broken position": {audit.Filter{After: "99999999999999999-1", Action: audit.SignIn}, []string{audit.SignIn}},
		} {
			entries, _ := list(t, log, test.filter)
			var got []string
			for _, entry := range entries {
				got = append(got, entry.Action)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: %v, not %v", name, got, test.want)
			}
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
			if err := log.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		entries, _ := list(t, log, audit.Filter{Limit: 100})
		if len(entries) != 61 || !strings.HasPrefix(entries[0].Detail, "3 more since 2026-11-21 12:00:00 UTC") {
			t.Errorf("%d entries, the last one %+v", len(entries), entries[0])
		}
	})
}
