package server

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

const (
	// emptyAfter is how long no connection must come until the queue of a listener counts as empty. It is
	// longer than a busy machine takes from setting the deadline to Accept, which else does not look.
	emptyAfter = 20 * time.Millisecond
	// acceptLimit is how long Close accepts at most.
	acceptLimit = time.Second
)

// drained is the listener of Drain.
type drained struct {
	deadlineListener
	close func() error
	// empty is closed when Close was called and no connection waits.
	empty chan struct{}
	once  sync.Once
}

type deadlineListener interface {
	net.Listener
	SetDeadline(time.Time) error
}

// Drain returns listener with a Close that lets the caller of Accept take the connections that the system has already
// established: it would reset them. One that comes while the socket is being closed still is; no call prevents that.
func Drain(listener net.Listener) net.Listener {
	inner, ok := listener.(deadlineListener)
	if !ok {
		return listener
	}
	l := &drained{deadlineListener: inner, empty: make(chan struct{})}
	l.close = sync.OnceValue(func() error {
		if err := inner.SetDeadline(time.Now()); err == nil {
			select {
			case <-l.empty:
			case <-time.After(acceptLimit):
			}
		}
		return inner.Close()
	})
	return l
}

// Accept implements net.Listener. Only Close sets a deadline.
func (l *drained) Accept() (net.Conn, error) {
	conn, err := l.deadlineListener.Accept()
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return conn, err
	}
	if err := l.SetDeadline(time.Now().Add(emptyAfter)); err != nil {
		return nil, err
	}
	if conn, err = l.deadlineListener.Accept(); errors.Is(err, os.ErrDeadlineExceeded) {
		l.once.Do(func() { close(l.empty) })
		err = net.ErrClosed
	}
	return conn, err
}

// Close implements net.Listener.
func (l *drained) Close() error { return l.close() }
