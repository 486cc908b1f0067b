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
var ErrNoDatabase = errors.New("there is no database")

// DB is an open database. Reads go through Get, Select and Query, which are repeated where PostgreSQL had closed the connection;
// every write through InTx or Exec, which are not. Every call has a deadline: see WithTimeout.
type DB struct {
	engine Engine
	write  *sqlx.DB
	read   *sqlx.DB
	// monitor is a pool for Ping, which requests do not use.
	monitor *sqlx.DB
	pinging singleflight.Group
	// stop ends the background work.
	stop func()

	// committed is the number of committed transactions that may write.
	committed atomic.Uint64
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
		if config, _ := parsePostgres(url); engine == PostgreSQL && config != nil {
			err = explainConnect(config, err)
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

// Writes returns how many transactions of this process have been committed: another number after
// each write, before InTx returns.
func (db *DB) Writes() uint64 { return db.committed.Load() }

// pingTimeout is how long the database may take to answer Ping.
const pingTimeout = 2 * time.Second

// Ping returns nil if the database answers, even if requests use all their connections.
// Simultaneous calls share the answer.
func (db *DB) Ping(ctx context.Context) error {
	_, err, _ := db.pinging.Do("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
		defer cancel()
		return nil, retryLost(func() error { return db.monitor.PingContext(ctx) })
	})
	return err
}

// Stats returns the statistics of the connection pools, by name.
func (db *DB) Stats() map[string]sql.DBStats {
	if db.read == db.write {
		return map[string]sql.DBStats{"all": db.write.Stats()}
	}
	return map[string]sql.DBStats{"read": db.read.Stats(), "write": db.write.Stats()}
}

// closeTimeout is how long PostgreSQL may take to say goodbye.
const closeTimeout = 2 * time.Second

// Close closes all connections, on SQLite after the running statements. A connection to PostgreSQL
// that is already closed, as after a restart of it, is not an error.
func (db *DB) Close() error {
	if db.engine == SQLite {
		return errors.Join(db.read.Close(), db.write.Close())
	}
	db.stop()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_, _ = db.write.Close(), db.monitor.Close()
	}()
	select {
	case <-closed:
	case <-time.After(closeTimeout):
	}
	return nil
}

// Get reads one row into dest, or returns ErrNoRows.
func (db *DB) Get(ctx context.Context, dest any, query string, args ...any) error {
	ctx, cancel := db.limit(ctx)
	defer cancel()
	return retryLost(func() error {
		return db.read.GetContext(ctx, dest, db.read.Rebind(query), args...)
	})
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
	var rows *sql.Rows
	err := retryLost(func() (err error) {
		rows, err = db.read.QueryContext(ctx, db.read.Rebind(query), args...)
		return err
	})
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
	slice := reflect.ValueOf(dest).Elem()
	length := slice.Len()
	return retryLost(func() error {
		slice.SetLen(length) // without the rows that came before the connection was lost
		return db.read.SelectContext(ctx, dest, db.read.Rebind(query), args...)
	})
}
