package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/server"
)

// replica is a server that stops when stop is called; stopped then receives what Serve returned.
type replica struct {
	address string
	stop    context.CancelFunc
	stopped chan error
}

// startReplica starts a server of the given parts.
func startReplica(t *testing.T, options server.Options, stop server.Stop) replica {
	t.Helper()
	options.Log = slog.New(slog.DiscardHandler)
	handler, err := server.New(options)
	noError(t, err)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	noError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	r := replica{listener.Addr().String(), cancel, make(chan error, 1)}
	go func() { r.stopped <- handler.Serve(ctx, listener, stop) }()
	return r
}

// get returns the status and the body of the answer, and whether it is the last of its connection.
func get(t *testing.T, client *http.Client, address string) (status int, body string, last bool, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	noError(t, err)
	answer, err := client.Do(request)
	if err != nil {
		return 0, "", false, err
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(content), answer.Close, err
}

func TestAServerThatStopsAnswersUntilNobodyAsks(t *testing.T) {
	t.Parallel()
	r := startReplica(t, server.Options{}, server.Stop{Delay: 2 * time.Second, Grace: time.Minute})
	defer r.stop()
	client := &http.Client{Transport: new(http.Transport)}
	if status, body, last, err := get(t, client, "http://"+r.address+"/api/health/"); status != 200 || last || err != nil {
		t.Fatalf("before: %d %s, last %t, %v", status, body, last, err)
	}
	r.stop()
	for {
		status, body, last, err := get(t, client, "http://"+r.address+"/api/health/")
		noError(t, err)
		if status == 503 {
			if body != `{"status":"stopping"}`+"\n" || !last {
				t.Errorf("%s, last %t", body, last)
			}
			break
		}
	}
	if status, _, last, err := get(t, client, "http://"+r.address+"/api/health/live/"); status != 200 || !last || err != nil {
		t.Errorf("meanwhile: %d, last %t, %v", status, last, err)
	}
	if err := <-r.stopped; err != nil {
		t.Error(err)
	}
	if _, _, _, err := get(t, client, "http://"+r.address+"/api/health/live/"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("after: %v", err)
	}
}

func TestAListenerThatClosesAcceptsWhoIsConnected(t *testing.T) {
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	noError(t, err)
	listener := server.Drain(inner)
	clients := make([]net.Conn, 50)
	for i := range clients {
		if clients[i], err = new(net.Dialer).DialContext(t.Context(), "tcp", listener.Addr().String()); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = clients[i].Close() }()
	}
	closed := make(chan error, 1)
	go func() { closed <- listener.Close() }()
	for {
		conn, err := listener.Accept()
		if err != nil {
			break
		}
		_, _ = fmt.Fprint(conn, "hello")
		_ = conn.Close()
	}
	for _, client := range clients {
		if text, err := io.ReadAll(client); err != nil || string(text) != "hello" {
			t.Errorf("%q, %v", text, err)
		}
	}
	if err := errors.Join(<-closed, listener.Close()); err != nil {
		t.Error(err)
	}
}

func TestAClientThatHangsDoesNotKeepTheServer(t *testing.T) {
	r := startReplica(t, server.Options{Accounts: accounts.NewHandler(nil, "")}, server.Stop{Grace: 100 * time.Millisecond})
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", r.address)
	noError(t, err)
	defer func() { _ = conn.Close() }()
	if _, err := fmt.Fprint(conn, "POST /api/users/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(conn, make([]byte, len("HTTP/1.1 100"))); err != nil {
		t.Fatal(err) // its handler is reading
	}
	r.stop()
	if err := <-r.stopped; err != nil {
		t.Error(err)
	}
}
