// Package database opens the site's database, SQLite in a file or PostgreSQL, and hides their differences:
// one statement text with ? placeholders runs on both.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
	"golang.org/x/sync/singleflight"
)

// ErrNoRows is what Get returns when nothing matches.
var ErrNoRows = sql.ErrNoRows

// ErrNoDatabase means that a database is missing.
var ErrNoDatabase = errors.New("the database does not exist")

// SettingError means that DATABASE_URL, or the database that it names, must be another: trying again does not help.
type SettingError struct{ error }

// Unwrap returns the cause.
func (e *SettingError) Unwrap() error { return e.error }

// DB is an open database. Get, Select and Query only read: if a connection to PostgreSQL turns out
// to be closed, package sql repeats them. Writes go through InTx or Exec, which are never repeated.
// Every call has a deadline: see WithTimeout.
type DB struct {
	engine Engine
	write  *sqlx.DB
	read   *sqlx.DB
	// long is PostgreSQL's pool for calls with a longer timeout than those of requests.
	long *sqlx.DB
	// monitor is a pool for Ping, which requests do not use.
	monitor *sqlx.DB
	pinging singleflight.Group

	// committed is what Writes returns.
	committed atomic.Uint64
	// calls is what Calls returns.
	calls atomic.Uint64
}

// Open opens the database at url, "sqlite://PATH" or "postgres://…", and pings it.
// The error is one sentence for the owner; it never holds the password in url.
func Open(ctx context.Context, url string) (*DB, error) {
	engine, err := engineOf(url)
	if err != nil {
		return nil, err
	}
	db, err := engine.open(url)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := db.Ping(ctx); err != nil {
		_ = db.Close()
		if IsFull(err) {
			err = fmt.Errorf("its disk is full: %w", err)
		}
		if engine == PostgreSQL {
			err = explainConnect(url, err)
		}
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return db, nil
}

// OpenExisting is Open, but does not create a database: it returns ErrNoDatabase if the SQLite file
// is missing.
func OpenExisting(ctx context.Context, url string) (*DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite://"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w at %s", ErrNoDatabase, path)
		}
	}
	return Open(ctx, url)
}

// Engine returns which engine this is.
func (db *DB) Engine() Engine { return db.engine }

// Writes returns a number that grows with each committed transaction of this process, before InTx
// returns, and while Watch runs within a second of those of other processes.
func (db *DB) Writes() uint64 { return db.committed.Load() }

// Calls returns how many statements outside of transactions, and transactions, there have been.
func (db *DB) Calls() uint64 { return db.calls.Load() }

// pingTimeout is how long the database may take to answer Ping.
const pingTimeout = 2 * time.Second

// Ping returns nil if the database answers, even if requests use all their connections.
// Simultaneous calls share the answer.
func (db *DB) Ping(ctx context.Context) error {
	_, err, _ := db.pinging.Do("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
		defer cancel()
		db.calls.Add(1)
		// Package sql does not repeat its own ping on a closed connection.
		return nil, db.monitor.GetContext(ctx, new(int), `SELECT 1`)
	})
	return err
}

// Stats returns the statistics of the connection pools, keyed by name.
func (db *DB) Stats() map[string]sql.DBStats {
	if db.engine == PostgreSQL {
		return map[string]sql.DBStats{"calls": db.write.Stats(), "long": db.long.Stats()}
	}
	return map[string]sql.DBStats{"read": db.read.Stats(), "write": db.write.Stats()}
}

// Close closes all connections, on SQLite after the running statements. A connection to PostgreSQL
// that is already closed, as after a restart of it, is not an error.
func (db *DB) Close() error {
	if db.engine == SQLite {
		return errors.Join(db.read.Close(), db.write.Close())
	}
	_, _, _ = db.write.Close(), db.long.Close(), db.monitor.Close()
	return nil
}

// Get reads one row into dest, or returns ErrNoRows.
func (db *DB) Get(ctx context.Context, dest any, query string, args ...any) error {
	ctx, cancel := db.limit(ctx)
	defer cancel()
	pool := db.pool(ctx, db.read)
	return pool.GetContext(ctx, dest, pool.Rebind(query), args...)
}

// Find reads the row that may be missing into dest, and reports whether there is one. Without one, dest
// is zero.
func (db *DB) Find(ctx context.Context, dest any, query string, args ...any) (bool, error) {
	return find(dest, db.Get(ctx, dest, query, args...))
}

func find(dest any, err error) (bool, error) {
	if errors.Is(err, ErrNoRows) {
		reflect.ValueOf(dest).Elem().SetZero() // sqlx has allocated the fields that are pointers
	}
	return Found(err)
}

// Found takes ErrNoRows out of the error of a read, and reports whether the row was found.
func Found(err error) (bool, error) {
	if errors.Is(err, ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Rows are the answer to a query, to be scanned and closed.
type Rows struct {
	*sql.Rows
	cancel context.CancelFunc
}

// Close ends the query.
func (r *Rows) Close() error {
	defer r.cancel()
	return r.Rows.Close()
}

// Query returns rows that the caller scans and closes.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	ctx, cancel := db.limit(ctx)
	pool := db.pool(ctx, db.read)
	rows, err := pool.QueryContext(ctx, pool.Rebind(query), args...)
	if err != nil {
		cancel()
		return nil, err
	}
	return &Rows{rows, cancel}, nil
}

// Select reads all rows into the slice at dest.
func (db *DB) Select(ctx context.Context, dest any, query string, args ...any) error {
	ctx, cancel := db.limit(ctx)
	defer cancel()
	pool := db.pool(ctx, db.read)
	return pool.SelectContext(ctx, dest, pool.Rebind(query), args...)
}
