package database_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"portfolio/api/internal/database"
)

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
	if !database.IsFull(err) || database.IsUnavailable(err) {
		t.Errorf("%v", err)
	}
}

func TestALockedSQLiteIsUnavailable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locked.db")
	if _, err := openRaw(t, path, "busy_timeout(0)").ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	_, err := openRaw(t, path, "busy_timeout(1)").ExecContext(t.Context(), `BEGIN IMMEDIATE`)
	if !database.IsUnavailable(err) || database.IsFull(err) {
		t.Errorf("%v", err)
	}
}
