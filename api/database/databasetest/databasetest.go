// Package databasetest runs a store's tests on both engines, each test on a fresh, migrated database.
package databasetest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/jmoiron/sqlx"

	"portfolio/api/database"
)

// EnvURL names the variable that holds the URL of a PostgreSQL server on which the tests may create databases.
const EnvURL = "TEST_DATABASE_URL"

// Each runs test on SQLite and on PostgreSQL as subtests of t. Without a PostgreSQL server the second is skipped
// aloud, and fails instead where CI is set: there a missing engine is a fault.
func Each(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	EachURL(t, func(t *testing.T, url string) {
		test(t, open(t, url))
	})
}

// EachURL is Each for tests that open the database themselves: they get the URL of an empty one.
func EachURL(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLiteURL(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, PostgresURL(t)) })
}

// New returns a migrated SQLite database, for tests to which the engine does not matter.
func New(t *testing.T) *database.DB {
	t.Helper()
	return open(t, SQLiteURL(t))
}

// SQLiteURL returns the URL of an empty SQLite database in a temporary folder.
func SQLiteURL(t *testing.T) string {
	t.Helper()
	return "sqlite://" + filepath.Join(t.TempDir(), "portfolio.db")
}

// PostgresURL creates an empty PostgreSQL database, dropped when t ends, and returns its URL.
func PostgresURL(t *testing.T) string {
	t.Helper()
	server := os.Getenv(EnvURL)
	if server == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set: run the tests by scripts/test, which starts a PostgreSQL", EnvURL)
		}
		t.Skipf("%s is not set: nothing was tested on PostgreSQL; scripts/test starts one", EnvURL)
	}
	admin, err := sqlx.Open("postgres", server)
	if err != nil {
		t.Fatal(err)
	}
	var suffix [6]byte
	_, _ = rand.Read(suffix[:])
	name := "test_" + hex.EncodeToString(suffix[:])
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatalf("create a database on %s: %v", EnvURL, err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
		_ = admin.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

func open(t *testing.T, url string) *database.DB {
	t.Helper()
	db, err := database.Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return db
}
