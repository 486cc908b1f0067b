package database

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq" // the driver "postgres"
	"modernc.org/sqlite"
)

// Engine is one of the two databases that the site runs on.
type Engine string

// The engines.
const (
	SQLite     Engine = "sqlite"
	PostgreSQL Engine = "postgres"
)

func init() {
	sqlx.BindDriver("sqlite", sqlx.QUESTION)
	// SQLite's own LOWER knows the letters of ASCII only.
	sqlite.MustRegisterDeterministicScalarFunction("lower", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if text, ok := args[0].(string); ok {
			return strings.ToLower(text), nil
		}
		return args[0], nil
	})
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
	const pragmas = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
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
	readers := max(4, runtime.NumCPU()) + 1 // one asks for commits, for the content's version
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &DB{engine: SQLite, write: write, read: read}, nil
}

// postgresDefaults limit how long a statement, a wait for a lock or an idle transaction may block others, in milliseconds;
// connect_timeout is in seconds. Parameters of the owner's URL override them.
var postgresDefaults = map[string]string{
	"connect_timeout":                     "10",
	"statement_timeout":                   "30000",
	"lock_timeout":                        "15000",
	"idle_in_transaction_session_timeout": "60000",
	"application_name":                    "portfolio",
	"timezone":                            "UTC",
}

func openPostgres(dsn string) (*DB, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return nil, errors.New("DATABASE_URL is not a URL: escape the characters of the password that URLs reserve")
	}
	query := u.Query()
	if query.Get("sslmode") == "" {
		return nil, errors.New("DATABASE_URL names no sslmode: add ?sslmode=verify-full, or sslmode=disable on a private socket or loopback")
	}
	for name, value := range postgresDefaults {
		if !query.Has(name) {
			query.Set(name, value)
		}
	}
	u.RawQuery = query.Encode()
	pool, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	pool.SetMaxOpenConns(20)
	pool.SetMaxIdleConns(10)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return &DB{engine: PostgreSQL, write: pool, read: pool}, nil
}

// likeEscaper makes a text match only itself in a LIKE with ESCAPE '\'.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing returns the pattern of a LIKE with ESCAPE '\' that matches whatever contains text.
func Containing(text string) string { return "%" + likeEscaper.Replace(text) + "%" }
