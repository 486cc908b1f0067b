package database

import (
	"errors"
	"net/url"
	"runtime"
	"strings"

	"github.com/jmoiron/sqlx"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Engine is one of the two databases that the site runs on.
type Engine string

// The engines.
const (
	SQLite     Engine = "sqlite"
	PostgreSQL Engine = "postgres"
)

func init() { sqlx.BindDriver("sqlite", sqlx.QUESTION) }

// CheckURL returns the fault of a database URL, as a sentence for the owner. It does not connect.
func CheckURL(url string) error {
	engine, err := engineOf(url)
	if err == nil && engine == PostgreSQL {
		_, err = parsePostgres(url)
	}
	return err
}

func engineOf(dsn string) (Engine, error) {
	scheme, _, _ := strings.Cut(dsn, "://")
	switch scheme {
	case "sqlite":
		return SQLite, nil
	case "postgres", "postgresql":
		return PostgreSQL, nil
	}
	return "", errors.New("DATABASE_URL must begin with postgres:// or sqlite://")
}

func (e Engine) open(dsn string) (*DB, error) {
	if e == SQLite {
		return openSQLite(strings.TrimPrefix(dsn, "sqlite://"))
	}
	return openPostgres(dsn)
}

// openSQLite opens one connection that writes and a pool that reads, so that a writer never meets "database is locked"
// and readers never wait. The pragmas are in the DSN because they belong to a connection, not to the file;
// busy_timeout comes first so that it covers the switch to WAL.
func openSQLite(path string) (*DB, error) {
	const pragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
	file := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + pragmas
	write, err := sqlx.Open("sqlite", file+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := sqlx.Open("sqlite", file+"&_pragma=query_only(1)")
	if err != nil {
		_ = write.Close()
		return nil, err
	}
	readers := max(4, runtime.NumCPU()) + 1 // one for Ping
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &DB{engine: SQLite, write: write, read: read, monitor: read}, nil
}

// SkipLocked is the end of a SELECT of rows that its statement deletes or changes: rows that
// another transaction has changed and not yet committed are left out instead of waited for. SQLite
// has no such transactions.
func (db *DB) SkipLocked() string {
	if db.engine == PostgreSQL {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}
