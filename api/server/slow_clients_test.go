package server_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/server"
)

// pipes is a listener whose connections are pipes, so that they follow the clock of a synctest bubble.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
	once        sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-p.connections:
		return connection, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

func (p *pipes) dial() net.Conn {
	client, serverSide := net.Pipe()
	p.connections <- serverSide
	return client
}

// onVirtualTime runs test against a server with a guarded call that takes a file and answers with as many bytes, a call that
// takes a form, a call that takes a minute, and a page of 4 MiB; minutes pass in an instant.
func onVirtualTime(t *testing.T, test func(t *testing.T, listener *pipes)) {
	synctest.Test(t, func(t *testing.T) {
		read := func(w http.ResponseWriter, r *http.Request) {
			n, err := io.Copy(io.Discard, r.Body)
			if err != nil {
				w.WriteHeader(http.StatusRequestTimeout)
				return
			}
			fmt.Fprintf(w, "%d bytes", n)
		}
		handler, err := server.New(server.Options{
			Log:    slog.New(slog.DiscardHandler),
			Guards: server.Guards{Staff: func(r *http.Request) (context.Context, error) { return r.Context(), nil }},
			Media: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Repeat("x", 4<<20))
			}),
		})
		noError(t, err)
		handler.Router().Post("/form", read)
		handler.Router().Post("/file", func(w http.ResponseWriter, r *http.Request) {
			server.AllowUpload(r)
			read(w, r)
		})
		handler.Router().Post("/work", func(w http.ResponseWriter, r *http.Request) {
			server.AllowUpload(r)
			select {
			case <-time.After(time.Minute):
				fmt.Fprint(w, "done")
			case <-r.Context().Done():
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		ctx, stop := context.WithCancel(t.Context())
		listener := &pipes{connections: make(chan net.Conn), closed: make(chan struct{})}
		done := make(chan error)
		go func() { done <- handler.Serve(ctx, listener, server.Stop{}) }()
		test(t, listener)
		stop()
		<-done
	})
}

// trickle sends text at once and then a byte every interval. It returns the time until the server
// closed the connection, and its answer.
func trickle(connection net.Conn, text string, interval time.Duration) (time.Duration, string) {
	start := time.Now()
	var sender sync.WaitGroup
	defer sender.Wait()
	sender.Go(func() {
		_, err := io.WriteString(connection, text)
		for err == nil {
			time.Sleep(interval)
			_, err = io.WriteString(connection, "x")
		}
	})
	received, _ := io.ReadAll(connection)
	return time.Since(start), string(received)
}

// A call with a long limit has it without a body too.
func TestACallWithoutABodyMayTakeLong(t *testing.T) {
	onVirtualTime(t, func(t *testing.T, listener *pipes) {
		connection := listener.dial()
		defer connection.Close()
		_, err := io.WriteString(connection, "POST /work HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
		noError(t, err)
		answer, _ := io.ReadAll(connection)
		if !strings.HasPrefix(string(answer), "HTTP/1.1 200 ") || !strings.HasSuffix(string(answer), "done") {
			t.Errorf("answer %q, want 200 and done", answer)
		}
	})
}

// A client that sends a byte every five seconds is cut off 15 seconds after the first one, in any
// part of the request.
func TestSlowClientsAreCutOff(t *testing.T) {
	onVirtualTime(t, func(t *testing.T, listener *pipes) {
		const each = 100
		var group sync.WaitGroup
		for name, test := range map[string]struct{ sent, answer string }{
			"nothing":           {"", ""},
			"a method":          {"GET", ""},
			"a header":          {"GET /media/x HTTP/1.1\r\nHost: a\r\nX-", ""},
			"a form":            {"POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\na=", "HTTP/1.1 408 "},
			"chunks":            {"POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 408 "},
			"a body for nobody": {"PUT /form HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\na=", "HTTP/1.1 405 "},
		} {
			for range each {
				group.Go(func() {
					if took, answer := trickle(listener.dial(), test.sent, 5*time.Second); took > 15*time.Second || !strings.HasPrefix(answer, test.answer) {
						t.Errorf("%s: after %v: %.40s", name, took, answer)
					}
				})
			}
		}
		group.Wait()
	})
}

// A file may come slowly and with pauses, as from a phone on a train; but not as slowly as one likes.
func TestAFileMayComeSlowly(t *testing.T) {
	onVirtualTime(t, func(t *testing.T, listener *pipes) {
		const length = 25 << 20
		connection := listener.dial()
		var sender sync.WaitGroup
		sender.Go(func() {
			_, _ = fmt.Fprintf(connection, "POST /file HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n", length)
			for sent := 0; sent < length; sent += 1 << 20 {
				time.Sleep(50 * time.Second)
				_, _ = io.WriteString(connection, strings.Repeat("x", 1<<20))
			}
		})
		start := time.Now()
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil || answer.StatusCode != 200 || answer.Close || time.Since(start) < 20*time.Minute {
			t.Errorf("after %v: %v, %v", time.Since(start), answer, err)
		}
		_ = connection.Close()
		sender.Wait()
		took, text := trickle(listener.dial(), fmt.Sprintf("POST /file HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n", length), 5*time.Second)
		check(t, took <= 70*time.Second && strings.HasPrefix(text, "HTTP/1.1 408 "), "after %v: %.40s", took, text)
	})
}

// Staff on a slow line save a long text, and a stranger who sends as slowly is cut off.
func TestABodyOfStaffMayComeSlowly(t *testing.T) {
	onVirtualTime(t, func(t *testing.T, listener *pipes) {
		for call, test := range map[string]struct{ perSecond, status int }{
			"PUT /api/content/drafts/": {50_000, 400}, // it is not JSON
			"POST /api/users/login/":   {1000, 408},
		} {
			connection, length := listener.dial(), 19*test.perSecond
			var sender sync.WaitGroup
			sender.Go(func() {
				_, err := fmt.Fprintf(connection, "%s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", call, length)
				for sent := 0; sent < length && err == nil; sent += test.perSecond {
					time.Sleep(time.Second)
					_, err = io.WriteString(connection, strings.Repeat(" ", test.perSecond))
				}
			})
			answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
			check(t, err == nil && answer.StatusCode == test.status, "%s: %+v, %v", call, answer, err)
			_ = connection.Close()
			sender.Wait()
		}
	})
}

// An answer may be read slowly; but not as slowly as one likes.
func TestAnAnswerMayBeReadSlowly(t *testing.T) {
	onVirtualTime(t, func(t *testing.T, listener *pipes) {
		for _, test := range []struct {
			piece    int
			interval time.Duration
			whole    bool
			most     time.Duration
		}{
			{64 << 10, 4 * time.Second, true, 5 * time.Minute},
			{64 << 10, 30 * time.Second, false, time.Minute},
			{1, 5 * time.Second, false, time.Minute},
		} {
			connection := listener.dial()
			_, err := io.WriteString(connection, "GET /media/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
			noError(t, err)
			received, start, err := 0, time.Now(), error(nil)
			for buffer := make([]byte, test.piece); err == nil; {
				var n int
				n, err = io.ReadFull(connection, buffer)
				received += n
				time.Sleep(test.interval)
			}
			took := time.Since(start)
			check(t, test.whole == (received > 4<<20) && took <= test.most, "%d bytes every %v: %d bytes in %v, %v", test.piece, test.interval, received, took, err)
		}
	})
}
