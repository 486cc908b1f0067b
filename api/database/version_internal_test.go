package database

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// While the database does not answer, the version that was read last is returned for a minute.
func TestAVersionIsNotReturnedForever(t *testing.T) {
	db, err := PostgreSQL.open("postgres://nobody@127.0.0.1:1/nothing?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, _, err := db.ContentVersion(); err == nil {
		t.Error("there is a version that was never read")
	}
	db.content.version, db.content.readAt = "v", time.Now().Add(10*time.Second-maxVersionAge)
	if version, age, err := db.ContentVersion(); version != "v" || age < maxVersionAge-10*time.Second || err != nil {
		t.Errorf("before the end: %q, %s old, %v", version, age, err)
	}
	db.content.readAt = time.Now().Add(-maxVersionAge)
	if version, _, err := db.ContentVersion(); !IsUnavailable(err) {
		t.Errorf("after the end: %q, %v", version, err)
	}
}

// Whatever is committed by another connection, and whenever the WAL is written back or begun anew, the header tells of it, and
// while nothing is committed the row is not read.
func TestTheWALHeaderTellsOfEachCommit(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the header is found on Linux alone")
	}
	url := "sqlite://" + filepath.Join(t.TempDir(), "of the site.db")
	open := func() *DB {
		db, err := Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	db, other := open(), open()
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if _, _, err := db.ContentVersion(); err != nil {
			t.Fatal(err)
		}
		known, _, err := db.ContentVersion()
		if unchanged := db.content.unchanged(); err != nil || unchanged != known || known == "" {
			t.Fatalf("change %d: the version %q is not known to be unchanged: %q, %v", i, known, unchanged, err)
		}
		if mode := []string{"PASSIVE", "RESTART", "TRUNCATE", ""}[rand.IntN(4)]; mode != "" {
			if _, err := other.write.ExecContext(t.Context(), `PRAGMA wal_checkpoint(`+mode+`)`); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := other.Exec(t.Context(), `UPDATE document_categories SET name = name`); err != nil {
			t.Fatal(err)
		}
		if unchanged := db.content.unchanged(); unchanged != "" {
			t.Fatalf("change %d: %q is taken for unchanged", i, unchanged)
		}
		if version, _, err := db.ContentVersion(); err != nil || version == known {
			t.Fatalf("change %d: the version %s stays, %v", i, known, err)
		}
	}
}
