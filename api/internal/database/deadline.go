package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// callTimeout is how long a call may take for a request, waiting for a connection included.
	callTimeout = 5 * time.Second
	// schemaTimeout is how long a change of the schema, and each step of a load, may take.
	schemaTimeout = time.Hour
)

type timeoutKey struct{}

// WithTimeout returns a context whose calls may take that long each, instead of the five seconds that a request has for one. Of a
// transaction the whole is one call. A read of SQLite has no such limit: it waits for nothing but the disk.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

func timeoutOf(ctx context.Context) time.Duration {
	if timeout, ok := ctx.Value(timeoutKey{}).(time.Duration); ok {
		return timeout
	}
	return callTimeout
}

// limit returns the context of a call that reads.
func (db *DB) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if db.engine == SQLite {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeoutOf(ctx))
}

// retryLost calls fn, which changes nothing, again for as long as it meets connections that PostgreSQL closed while they were idle.
func retryLost(fn func() error) (err error) {
	for range maxConnections + 1 {
		if err = fn(); !isLost(err) {
			return err
		}
	}
	return err
}

// isLost reports whether a connection that had been made ended before the answer.
func isLost(err error) bool {
	var connecting *pgconn.ConnectError
	if err == nil || errors.As(err, &connecting) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	code := sqlState(err)
	// Package sql gives up with ErrBadConn after three connections that were dead before anything was sent.
	return code == "57P01" || code == "57P02" || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
}
