package database_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// A snapshot does not see commits after its first read.
func TestASnapshotStandsStill(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		err := db.InSnapshot(t.Context(), func(snapshot *database.Tx) error {
			galleries := database.Table{Name: "galleries"}
			for i := range 3 {
				n, err := snapshot.Count(t.Context(), galleries)
				check(t, err == nil && n == 0, "%d galleries, %v", n, err)
				if err := db.InTx(t.Context(), func(tx *database.Tx) error { return insertGallery(t.Context(), tx, fmt.Sprint(i)) }); err != nil {
					t.Error(err)
				}
			}
			_, err := snapshot.Exec(t.Context(), `DELETE FROM galleries`)
			check(t, err != nil, "a snapshot was written to")
			return nil
		})
		noError(t, err)
		if n := countGalleries(t, db); n != 3 {
			t.Errorf("%d galleries in the end", n)
		}
	})
}

func TestBothEnginesListTheSameTables(t *testing.T) {
	var first []database.Table
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var tables []database.Table
		err := db.InSnapshot(t.Context(), func(tx *database.Tx) (err error) {
			tables, err = tx.Tables(t.Context())
			return err
		})
		if err != nil || len(tables) < 12 {
			t.Fatalf("%v, %v", tables, err)
		}
		if first != nil && fmt.Sprint(first) != fmt.Sprint(tables) {
			t.Errorf("SQLite has %v, PostgreSQL %v", first, tables)
		}
		first = tables
		users := slices.IndexFunc(tables, func(table database.Table) bool { return table.Name == "users" })
		check(t, users >= 0 && tables[users].Numbered == "id" && tables[users].Columns[1] == "email", "users are %v", tables)
	})
}

// Rows are loaded before the rows that they refer to, and a reference to nothing is still refused.
func TestALoadLooksAtReferencesInTheEnd(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		sessions := database.Table{Name: "sessions", Columns: []string{
			"id", "user_id", "gen", "random", "gen_at", "created_at", "last_used_at", "expires_at", "parent_session_id"}}
		users := database.Table{Name: "users", Numbered: "id", Columns: []string{
			"id", "email", "email_key", "first_name", "last_name", "password", "date_joined"}}
		load := func(parent any) error {
			return db.InLoad(t.Context(), func(tx *database.Tx) error {
				if err := tx.Insert(t.Context(), sessions, [][]any{
					{"second", 7, 0, "", now(), now(), now(), now(), parent}, {"first", 7, 0, "", now(), now(), now(), now(), nil},
				}); err != nil {
					return err
				}
				if err := tx.Insert(t.Context(), users, [][]any{{7, "a", "a", "A", "B", "", now()}}); err != nil {
					return err
				}
				return tx.SetLastNumber(t.Context(), users, 40)
			})
		}
		if err := load("nobody"); !database.IsForeignKey(err) {
			t.Errorf("a session of a parent that is not there: %v", err)
		}
		noError(t, load("first"))
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			var id int64
			if err := tx.Get(t.Context(), &id, `
				INSERT INTO users (email, email_key, first_name, last_name, password, date_joined) VALUES ('b', 'b', '', '', '', ?) RETURNING id`,
				now()); err != nil || id != 41 {
				t.Errorf("the next user is %d, %v", id, err)
			}
			last, err := tx.LastNumber(t.Context(), users)
			check(t, last == 41, "the last number is %d", last)
			return err
		})
		noError(t, err)
		atOnce := db.InTx(t.Context(), func(tx *database.Tx) error {
			err := tx.Insert(t.Context(), sessions, [][]any{{"third", 99, 0, "", now(), now(), now(), now(), nil}})
			return fmt.Errorf("insert: %w", err)
		})
		check(t, database.IsForeignKey(atOnce) && strings.HasPrefix(atOnce.Error(), "insert"), "a session of nobody, after the load: %v", atOnce)
		noError(t, db.CheckIntegrity(t.Context()))
	})
}

func openRaw(t *testing.T, path, pragma string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma="+pragma)
	noError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

func TestAFullSQLiteIsFull(t *testing.T) {
	db := openRaw(t, filepath.Join(t.TempDir(), "small.db"), "max_page_count(2)")
	_, err := db.ExecContext(t.Context(), `CREATE TABLE a (b TEXT); INSERT INTO a VALUES (randomblob(100000))`)
	check(t, database.IsFull(err) && !database.IsUnavailable(err), "%v", err)
}

func TestALockedSQLiteIsUnavailable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locked.db")
	_, err := openRaw(t, path, "busy_timeout(0)").ExecContext(t.Context(), `BEGIN IMMEDIATE`)
	noError(t, err)
	_, err = openRaw(t, path, "busy_timeout(1)").ExecContext(t.Context(), `BEGIN IMMEDIATE`)
	check(t, database.IsUnavailable(err) && !database.IsFull(err), "%v", err)
}
