package server

import (
	"context"
	"errors"
	"net"
	"os"
)

// httpBuffer is the size of net/http's buffer for an answer.
const httpBuffer = 4 << 10

// connection is a client's connection as it suits long answers. Package net/http sends its full buffer, with the header and the
// first bytes of the content, and then the rest of the content: the connection joins both, so that the kernel is called once. And
// it goes on after a deadline for as long as the answer may take.
type connection struct {
	net.Conn
	answer *timedWriter // nil between long answers
	joins  bool
	first  []byte
}

type connectionKey struct{}

// withConnection is the ConnContext of an http.Server: it makes the connection known to its requests.
func withConnection(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, conn)
}

// connections accepts each net.Conn as a connection.
type connections struct{ net.Listener }

func (l connections) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn}, nil
}

// begin prepares for the content of a long answer, and end sends what was kept of it.
func (c *connection) begin(answer *timedWriter) { c.answer, c.joins = answer, true }

func (c *connection) end() (err error) {
	if len(c.first) > 0 {
		_, err = c.Write(nil)
	}
	c.answer, c.joins = nil, false
	return err
}

// Write sends p, or keeps it for the next Write.
func (c *connection) Write(p []byte) (int, error) {
	if c.joins && len(p) <= httpBuffer {
		c.joins, c.first = false, append(c.first, p...)
		return len(p), nil
	}
	if len(c.first) == 0 && c.answer == nil {
		return c.Conn.Write(p)
	}
	rest := net.Buffers{c.first, p}
	n, err := rest.WriteTo(c.Conn)
	for errors.Is(err, os.ErrDeadlineExceeded) && c.answer != nil && c.answer.mayGoOn(n) {
		var more int64
		more, err = rest.WriteTo(c.Conn)
		n += more
	}
	n = max(0, n-int64(len(c.first)))
	c.first = c.first[:0]
	return int(n), err
}
