package files

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"portfolio/api/internal/httpx"
)

var timeout atomic.Int64

func init() { SetTimeout(5 * time.Second) }

// Timeout is how long a store may take for a connection, until an answer begins, for each further piece
// of it, and for all attempts of a call together, in addition to the time for the bytes of a file.
func Timeout() time.Duration { return time.Duration(timeout.Load()) }

// SetTimeout changes the Timeout, for tests.
func SetTimeout(d time.Duration) { timeout.Store(int64(d)) }

const (
	// slowestRate is how many bytes a second the store must take of each file.
	slowestRate = 32 << 10
	// writeBuffer is how many written bytes the system may keep. It does not report how fast they leave.
	writeBuffer = 64 << 10
)

func newClient(timeout func() time.Duration) *http.Client {
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		dialer := net.Dialer{Timeout: timeout(), Control: httpx.RefuseLinkLocal}
		connection, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		if tcp, ok := connection.(*net.TCPConn); ok {
			err = tcp.SetWriteBuffer(writeBuffer)
		}
		return movingConn{connection, timeout}, err
	}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dial,
			MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute, DisableCompression: true,
		},
		// A signature is for one address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// movingConn is a connection that fails if no byte moves in either direction for the timeout.
type movingConn struct {
	net.Conn
	timeout func() time.Duration
}

// Read implements net.Conn.
func (c movingConn) Read(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.timeout())); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write implements net.Conn.
func (c movingConn) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.timeout())); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// failure returns the error of a call: the error of ctx if it has ended, else an httpx.Error that the store
// is full or unavailable.
func failure(ctx context.Context, what string, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", what, ctx.Err())
	case statusOf(err) == http.StatusInsufficientStorage:
		return httpx.StorageFull("the store", fmt.Errorf("%s: %w", what, err))
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		err = errors.New("the store did not answer in time")
	}
	return httpx.Unavailable(fmt.Errorf("%s: %w", what, err))
}
