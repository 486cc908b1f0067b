package database

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

// keepAlive finds out within half a minute that the machine of an idle connection is gone. Calls in
// progress have a deadline.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}

// dialer dials for one connection of lib/pq, which also dials to cancel statements. It implements
// pq.Dialer and pq.DialerContext.
type dialer struct {
	limit  time.Duration
	newest atomic.Pointer[wire]
}

// DialContext implements pq.DialerContext.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := (&net.Dialer{KeepAliveConfig: keepAlive}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: connection, limit: d.limit}
	d.newest.Store(w)
	return w, nil
}

// Dial implements pq.Dialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// DialTimeout implements pq.Dialer.
func (d *dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// wire is a network connection that sets a deadline before each read and write.
type wire struct {
	net.Conn
	limit    time.Duration // of each read and write
	end      time.Time     // of all reads and writes, zero for none
	failed   bool          // whether a read or write returned an error
	timeouts *atomic.Int64 // counts those that timed out, unless it is nil
}

// SetDeadline sets the end of all reads and writes. It does not interrupt a running one.
func (w *wire) SetDeadline(end time.Time) error {
	w.end = end
	return nil
}

// endAfter gives a call until its deadline, and the server some time to confirm that
// it cancelled the statement.
func (w *wire) endAfter(ctx context.Context) {
	w.end = time.Time{}
	if deadline, ok := deadlineOf(ctx); ok {
		w.end = deadline.Add(cancelTimeout)
	}
}

// Read implements net.Conn.
func (w *wire) Read(b []byte) (int, error) {
	if err := w.SetReadDeadline(w.next()); err != nil {
		return 0, w.note(err)
	}
	n, err := w.Conn.Read(b)
	if errors.Is(err, syscall.ECONNRESET) {
		err = io.EOF // which lib/pq knows as the end of a connection
	}
	return n, w.note(err)
}

// Write implements net.Conn.
func (w *wire) Write(b []byte) (int, error) {
	if err := w.SetWriteDeadline(w.next()); err != nil {
		return 0, w.note(err)
	}
	n, err := w.Conn.Write(b)
	return n, w.note(err)
}

func (w *wire) next() time.Time {
	next := time.Now().Add(w.limit)
	if !w.end.IsZero() && w.end.Before(next) {
		return w.end
	}
	return next
}

func (w *wire) note(err error) error {
	if err == nil {
		return nil
	}
	w.failed = true
	if w.timeouts != nil && errors.Is(err, os.ErrDeadlineExceeded) {
		w.timeouts.Add(1)
	}
	return err
}
