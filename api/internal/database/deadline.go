package database

import (
	"context"
	"time"

	"github.com/jmoiron/sqlx"
)

const (
	// callTimeout is how long a call may take for a request, waiting for a connection included.
	callTimeout = 5 * time.Second
	// longTimeout is how long a change of the schema, and each step of a load, may take.
	longTimeout = 10 * time.Minute
)

type timeoutKey struct{}

// WithTimeout returns a context whose calls may take that long each, instead of the five seconds
// that a request has for one. The timeout applies to a whole transaction. Reads of SQLite have no
// timeout, because they wait only for the disk.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

func timeoutOf(ctx context.Context) time.Duration {
	if timeout, ok := ctx.Value(timeoutKey{}).(time.Duration); ok {
		return timeout
	}
	return callTimeout
}

type beginDeadlineKey struct{}

// withBeginDeadline returns a context for the beginning of a transaction in steps. It has no
// separate deadline, because database/sql would end the transaction with it.
func withBeginDeadline(ctx context.Context, end time.Time) context.Context {
	return context.WithValue(ctx, beginDeadlineKey{}, end)
}

// deadlineOf returns the deadline of a call, or ok false for none.
func deadlineOf(ctx context.Context) (end time.Time, ok bool) {
	if end, ok = ctx.Deadline(); !ok {
		end, ok = ctx.Value(beginDeadlineKey{}).(time.Time)
	}
	return end, ok
}

// limit counts a call that reads, and returns its context.
func (db *DB) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	db.calls.Add(1)
	if db.engine == SQLite {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeoutOf(ctx))
}

// pool returns the pool for a call: usual, or on PostgreSQL the one for calls with a longer timeout
// than those of requests.
func (db *DB) pool(ctx context.Context, usual *sqlx.DB) *sqlx.DB {
	if db.engine == PostgreSQL && timeoutOf(ctx) > callTimeout {
		return db.long
	}
	return usual
}
