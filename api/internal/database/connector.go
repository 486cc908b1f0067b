package database

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// cancelTimeout is how long PostgreSQL may take to confirm that it cancelled a statement whose time
// is over. After that the connection is given up.
const cancelTimeout = 500 * time.Millisecond

// connector makes the connections of one pool. It implements driver.Connector.
type connector struct {
	config   pq.Config
	settings string        // of the session, as JSON
	limit    time.Duration // of each read and write
	timeouts atomic.Int64  // how many reads and writes of its sessions have timed out
}

// connectError says that no connection could be made. In setUp, PostgreSQL refused the session's parameters.
type connectError struct {
	err   error
	setUp bool
}

// Error returns one line, even if several servers refused.
func (e *connectError) Error() string {
	return strings.NewReplacer(":\n", ": ", "\n", "; ").Replace(e.err.Error())
}

// Unwrap returns the cause.
func (e *connectError) Unwrap() error { return e.err }

// Driver implements driver.Connector.
func (c *connector) Driver() driver.Driver { return &pq.Driver{} }

// Connect connects to the first server that takes writes, in the order of DATABASE_URL, and sets up
// the session.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	config := c.config
	if deadline, ok := deadlineOf(ctx); ok {
		// lib/pq does not look at the context while it signs in.
		config.ConnectTimeout = max(time.Millisecond, min(config.ConnectTimeout, time.Until(deadline)))
	}
	withConfig, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, &connectError{err: err}
	}
	d := &dialer{limit: c.limit}
	withConfig.Dialer(d)
	connection, err := withConfig.Connect(ctx)
	if err != nil {
		return nil, &connectError{err: err}
	}
	w := d.newest.Load()
	w.timeouts = &c.timeouts
	s := &session{pqConn: connection.(pqConn), wire: w, pool: c, timeouts: c.timeouts.Load()}
	if err := s.setUp(ctx); err != nil {
		_ = s.Close()
		return nil, &connectError{fmt.Errorf("set the parameters of the session: %w", err), true}
	}
	return s, nil
}

// pqConn has the methods of a connection of lib/pq.
type pqConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// session is a connection of lib/pq whose calls end soon after the deadlines of their contexts,
// even if the server is frozen.
type session struct {
	pqConn
	wire     *wire
	pool     *connector
	timeouts int64 // of the pool when the connection was made
}

func (s *session) setUp(ctx context.Context) error {
	s.wire.endAfter(ctx)
	_, err := s.ExecContext(ctx, `
		SELECT set_config(key, value, false) FROM json_each_text($1)
		 WHERE key NOT IN ('idle_session_timeout', 'transaction_timeout') OR current_setting(key, true) IS NOT NULL`,
		[]driver.NamedValue{{Ordinal: 1, Value: s.pool.settings}})
	return err
}

// ResetSession prepares the connection for a call with this context. If another connection has
// timed out since this one was made, the pool discards it: the server may be gone, and otherwise
// each connection to it would cost a call its whole time.
func (s *session) ResetSession(ctx context.Context) error {
	if s.timeouts != s.pool.timeouts.Load() {
		return driver.ErrBadConn
	}
	s.wire.endAfter(ctx)
	return s.pqConn.ResetSession(ctx)
}

// BeginTx begins a transaction. If ctx has no deadline, the statements after it have none either.
func (s *session) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := s.pqConn.BeginTx(ctx, options)
	if _, ok := ctx.Deadline(); !ok {
		s.wire.end = time.Time{}
	}
	return tx, err
}

// IsValid reports whether the connection can be used again.
func (s *session) IsValid() bool { return !s.wire.failed && s.pqConn.IsValid() }

// Close says goodbye to the server and closes the connection.
func (s *session) Close() error {
	s.wire.end = time.Now().Add(cancelTimeout) // the time of the last call may be over
	return s.pqConn.Close()
}
