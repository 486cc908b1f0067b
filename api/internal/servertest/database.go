// Package servertest has the servers of tests: fresh, migrated databases of both engines, stores in a folder and in
// a bucket of a real S3 server, and a mail server on this machine.
package servertest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"portfolio/api/internal/database"
)

// EnvDatabase names the variable that holds the URL of a PostgreSQL server on which the tests may create databases.
const EnvDatabase = "TEST_DATABASE_URL"

// EnvEngine names the variable that runs the tests to which the engine does not matter on PostgreSQL
// if it is "postgres". Those that run on both engines anyway are skipped then.
const EnvEngine = "TEST_ENGINE"

func onPostgres() bool { return os.Getenv(EnvEngine) == "postgres" }

func skipIfRunElsewhere(t *testing.T) {
	t.Helper()
	if onPostgres() {
		t.Skipf("%s: this test uses both engines", EnvEngine)
	}
}

// EachDatabase runs test on SQLite and on PostgreSQL as subtests of t. Without a PostgreSQL server the second is skipped
// aloud, and fails instead where CI is set: there a missing engine is a fault.
func EachDatabase(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	EachMigratedURL(t, func(t *testing.T, url string) {
		test(t, openMigrated(t, url))
	})
}

// EachDatabaseURL is EachDatabase for tests that open the database themselves: they get the URL of an empty one.
func EachDatabaseURL(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	skipIfRunElsewhere(t)
	t.Run("sqlite", func(t *testing.T) { test(t, SQLiteURL(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, PostgresURL(t)) })
}

// AnyDatabaseURL is EachDatabaseURL for tests whose result hardly depends on the engine: with -short they run on
// SQLite alone.
func AnyDatabaseURL(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	if testing.Short() {
		t.Run("sqlite", func(t *testing.T) { test(t, SQLiteURL(t)) })
		return
	}
	EachDatabaseURL(t, test)
}

// EachMigratedURL is EachDatabaseURL for tests to which it does not matter whether the database is empty or migrated: theirs are
// copies of a migrated one, which takes a fifth of the time.
func EachMigratedURL(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	skipIfRunElsewhere(t)
	t.Run("sqlite", func(t *testing.T) { test(t, MigratedSQLiteURL(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, migratedPostgresURL(t)) })
}

// NewDatabase returns a migrated database, for tests to which the engine does not matter.
func NewDatabase(t *testing.T) *database.DB {
	t.Helper()
	return openMigrated(t, MigratedURL(t))
}

// MigratedURL returns the URL of a migrated database without rows, for tests to which the engine
// does not matter: SQLite's unless EnvEngine says otherwise.
func MigratedURL(t *testing.T) string {
	t.Helper()
	if onPostgres() {
		return migratedPostgresURL(t)
	}
	return MigratedSQLiteURL(t)
}

func migratedPostgresURL(t *testing.T) string {
	t.Helper()
	return createPostgres(t, openServer(t), true)
}

// SQLiteURL returns the URL of an empty SQLite database in a temporary folder.
func SQLiteURL(t *testing.T) string {
	t.Helper()
	return "sqlite://" + filepath.Join(t.TempDir(), "portfolio.db")
}

// MigratedSQLiteURL is SQLiteURL with a migrated database without rows.
func MigratedSQLiteURL(t *testing.T) string {
	t.Helper()
	migrated, err := migratedSQLite()
	path := filepath.Join(t.TempDir(), "portfolio.db")
	if err == nil {
		err = os.WriteFile(path, migrated, 0o600)
	}
	NoError(t, err)
	return "sqlite://" + path
}

// migratedSQLite is the file of a migrated database, made once in each package's tests.
var migratedSQLite = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "portfolio-migrated-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "portfolio.db")
	if err := migrate("sqlite://" + path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// migrate makes the tables of a database. When it returns, all of SQLite's is in the one file.
func migrate(url string) error {
	db, err := database.Open(context.Background(), url)
	if err != nil {
		return err
	}
	_, err = db.Migrate(context.Background())
	return errors.Join(err, db.Close())
}

// PostgresURL creates an empty PostgreSQL database, dropped when t ends, and returns its URL.
func PostgresURL(t *testing.T) string {
	t.Helper()
	return createPostgres(t, openServer(t), false)
}

// openServer connects to the server of EnvDatabase, or skips t.
func openServer(t *testing.T) *sqlx.DB {
	t.Helper()
	server := os.Getenv(EnvDatabase)
	if server == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set: run the tests by scripts/test, which starts a PostgreSQL", EnvDatabase)
		}
		t.Skipf("%s is not set: nothing was tested on PostgreSQL; scripts/test starts one", EnvDatabase)
	}
	admin, err := sqlx.Open("postgres", server)
	NoError(t, err)
	t.Cleanup(func() { _ = admin.Close() })
	return admin
}

func createPostgres(t *testing.T, admin *sqlx.DB, migrated bool) string {
	t.Helper()
	source := "template1"
	if migrated {
		source = template(t, admin)
	}
	name := randomName()
	if _, err := admin.Exec("CREATE DATABASE " + name + " TEMPLATE " + source); err != nil {
		t.Fatalf("create a database on %s: %v", EnvDatabase, err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	return urlOf(t, name)
}

// template returns the name of a migrated database without rows. It creates it if the server has
// none with these migrations, and keeps it for all packages.
func template(t *testing.T, admin *sqlx.DB) string {
	t.Helper()
	name := "test_template_" + migrationsHash(t)
	var known int
	NoError(t, admin.Get(&known, `SELECT count(*) FROM pg_database WHERE datname = $1`, name))
	if known > 0 {
		return name
	}
	unfinished := randomName()
	_, err := admin.Exec("CREATE DATABASE " + unfinished)
	NoError(t, err)
	NoError(t, migrate(urlOf(t, unfinished)))
	if _, err := admin.Exec("ALTER DATABASE " + unfinished + " RENAME TO " + name); err != nil {
		// Another package was faster.
		_, _ = admin.Exec("DROP DATABASE " + unfinished + " WITH (FORCE)")
	}
	return name
}

func migrationsHash(t *testing.T) string {
	t.Helper()
	migrations, err := database.PostgreSQL.Migrations()
	NoError(t, err)
	hash := sha256.New()
	err = fs.WalkDir(migrations, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(migrations, path)
		fmt.Fprintf(hash, "%s %d %s", path, len(content), content)
		return err
	})
	NoError(t, err)
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

func randomName() string {
	var suffix [6]byte
	_, _ = rand.Read(suffix[:])
	return "test_" + hex.EncodeToString(suffix[:])
}

// urlOf returns the URL of the database name on the server of EnvDatabase.
func urlOf(t *testing.T, name string) string {
	t.Helper()
	u, err := url.Parse(os.Getenv(EnvDatabase))
	NoError(t, err)
	u.Path = "/" + name
	return u.String()
}

func openMigrated(t *testing.T, url string) *database.DB {
	t.Helper()
	db := OpenDatabase(t, url)
	_, err := db.Migrate(context.Background())
	NoError(t, err)
	return db
}

// OpenDatabase opens the database at url until t ends.
func OpenDatabase(t *testing.T, url string) *database.DB {
	t.Helper()
	db, err := database.Open(context.Background(), url)
	NoError(t, err)
	t.Cleanup(func() {
		NoError(t, db.Close())
	})
	return db
}

// NoError ends the test if err is not nil.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
