package storage

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7"

	"portfolio/api/apperror"
)

// timeout is what Timeout returns.
var timeout atomic.Int64

func init() { SetTimeout(5 * time.Second) }

// Timeout is how long a store may take for a connection, for the beginning of an answer and for each further piece of it, and
// for all tries of a call together, beside the time for the bytes of a file.
func Timeout() time.Duration { return time.Duration(timeout.Load()) }

// SetTimeout changes the Timeout, for tests.
func SetTimeout(d time.Duration) { timeout.Store(int64(d)) }

// slowestRate is how many bytes a second the store has to take of each file.
const slowestRate = 32 << 10

// writeBuffer is how many bytes the system may hold back of what was written: it tells nobody how fast they leave.
const writeBuffer = 64 << 10

// timeLimit is how long a call may take that sends or receives a whole file of that size, where timeout is as Timeout.
func timeLimit(timeout time.Duration, size int64) time.Duration {
	return timeout + time.Duration(size)*time.Second/slowestRate
}

// strictTransport sends requests to the store over connections on which bytes move, and takes only an answer of an S3 server
// for the absence of a file: a proxy in front of it may know nothing of the path.
type strictTransport struct{ *http.Transport }

func newTransport(secure bool, timeout func() time.Duration) (*strictTransport, error) {
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		dialer := net.Dialer{Timeout: timeout()}
		connection, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		if tcp, ok := connection.(*net.TCPConn); ok {
			err = tcp.SetWriteBuffer(writeBuffer)
		}
		return movingConn{connection, timeout}, err
	}
	return &strictTransport{transport}, nil
}

// RoundTrip implements http.RoundTripper.
func (t *strictTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := t.Transport.RoundTrip(request)
	if err == nil && response.StatusCode == http.StatusNotFound && request.Method != http.MethodHead &&
		!strings.Contains(response.Header.Get("Content-Type"), "xml") {
		_ = response.Body.Close()
		return nil, errors.New("something that is no S3 server answered 404")
	}
	return response, err
}

// movingConn is a connection that fails when no byte moved, in either direction, for the time that timeout returns.
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

var errSlow = errors.New("the store did not answer in time")

// failure is what a call returns whose context is ctx and that ended with err: what ended the context, or an apperror, that the
// store is full or unavailable.
func failure(ctx context.Context, what string, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", what, ctx.Err())
	case minio.ToErrorResponse(err).StatusCode == http.StatusInsufficientStorage:
		return apperror.StorageFull("the store", fmt.Errorf("%s: %w", what, err))
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = errSlow
	}
	return apperror.Unavailable(fmt.Errorf("%s: %w", what, err))
}
