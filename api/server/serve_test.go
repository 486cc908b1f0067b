package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
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
	r := startReplica(t, server.Options{Ping: func(context.Context) error { return nil }}, server.Stop{Delay: 2 * time.Second, Grace: time.Minute})
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
			check(t, body == `{"status":"stopping"}`+"\n" && last, "%s, last %t", body, last)
			break
		}
	}
	if status, _, last, err := get(t, client, "http://"+r.address+"/api/health/live/"); status != 200 || !last || err != nil {
		t.Errorf("meanwhile: %d, last %t, %v", status, last, err)
	}
	noError(t, <-r.stopped)
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
		clients[i], err = new(net.Dialer).DialContext(t.Context(), "tcp", listener.Addr().String())
		noError(t, err)
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
	noError(t, errors.Join(<-closed, listener.Close()))
}

func TestAClientThatHangsDoesNotKeepTheServer(t *testing.T) {
	r := startReplica(t, server.Options{Accounts: accounts.NewHandler(nil, "")}, server.Stop{Grace: 100 * time.Millisecond})
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", r.address)
	noError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprint(conn, "POST /api/users/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
	noError(t, err)
	if _, err := io.ReadFull(conn, make([]byte, len("HTTP/1.1 100"))); err != nil {
		t.Fatal(err) // its handler is reading
	}
	r.stop()
	noError(t, <-r.stopped)
}

// Answers of all lengths arrive whole and in order over one connection, however their handler writes them.
func TestAnswersArriveWhole(t *testing.T) {
	content := strings.Repeat("0123456789abcdef", 20<<10)
	r := startReplica(t, server.Options{
		Media: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			length, _ := strconv.Atoi(r.FormValue("length"))
			piece, _ := strconv.Atoi(r.FormValue("piece"))
			if r.FormValue("known") == "true" {
				w.Header().Set("Content-Length", strconv.Itoa(length))
			}
			for sent := 0; sent < length; sent += piece {
				if _, err := io.WriteString(w, content[sent:min(length, sent+piece)]); err != nil {
					t.Error(err)
				}
			}
		}),
	}, server.Stop{})
	defer func() { r.stop(); <-r.stopped }()
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	for _, length := range []int{1, 2000, 3800, 4095, 4096, 4097, 8191, 8192, 8193, 20_000, len(content)} {
		for _, piece := range []int{length, 5000, 700} {
			for _, known := range []string{"true", "false"} {
				address := "http://" + r.address + "/media/x?length=" + strconv.Itoa(length) + "&piece=" + strconv.Itoa(piece) + "&known=" + known
				request, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
				noError(t, err)
				answer, err := client.Do(request)
				if err != nil {
					t.Fatalf("%s: %v", address, err)
				}
				got, err := io.ReadAll(answer.Body)
				check(t, err == nil && string(got) == content[:length], "%s: %d bytes, %v", address, len(got), err)
			}
		}
	}
}

// slowWriter keeps the moments at which the server will stop waiting for its client.
type slowWriter struct {
	*httptest.ResponseRecorder
	read, write time.Time
}

func (w *slowWriter) SetReadDeadline(at time.Time) error  { w.read = at; return nil }
func (w *slowWriter) SetWriteDeadline(at time.Time) error { w.write = at; return nil }

// No client can hold a connection for ever by sending or reading a byte now and then, whatever path it asks for.
func TestEveryAnswerHasAnEnd(t *testing.T) {
	handler, err := server.New(server.Options{
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Media: http.NotFoundHandler(),
	})
	noError(t, err)
	for path, most := range map[string]time.Duration{
		"/api/health/live/": time.Minute, "/": 16 * time.Minute, "/api/nothing/": 16 * time.Minute, "/media/x.png": 16 * time.Minute,
	} {
		w := &slowWriter{ResponseRecorder: httptest.NewRecorder()}
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		for kind, at := range map[string]time.Time{"reading": w.read, "writing": w.write} {
			left := time.Until(at)
			check(t, !at.IsZero() && left <= most, "GET %s: %s may take until %v", path, kind, at)
		}
	}
}

func TestHTTPIsRedirectedExceptCallsOfTheAPI(t *testing.T) {
	handler := server.RedirectToHTTPS("https://example.com")
	for _, test := range []struct {
		method, target string
		status         int
		location       string
	}{
		{"GET", "/", 308, "https://example.com/"},
		{"HEAD", "/cv/?a=1&b=%2F", 308, "https://example.com/cv/?a=1&b=%2F"},
		{"GET", "/a%2Fb", 308, "https://example.com/a%2Fb"},
		{"GET", "/cv-download", 308, "https://example.com/cv-download"},
		{"GET", "/media/ab/1.jpg", 308, "https://example.com/media/ab/1.jpg"},
		{"GET", "/api/documents/documents/1/download?token=a", 308, "https://example.com/api/documents/documents/1/download?token=a"},
		{"HEAD", "/api/documents/documents/1/versions/2/download/", 308, "https://example.com/api/documents/documents/1/versions/2/download/"},
		{"GET", "//elsewhere.example/", 308, "https://example.com//elsewhere.example/"},
		{"GET", "http://elsewhere.example/x", 308, "https://example.com/x"},
		{"GET", "/api/users/profile/", 403, ""},
		{"GET", "/login-with-token/", 403, ""},
		{"POST", "/", 403, ""},
	} {
		request := httptest.NewRequestWithContext(t.Context(), test.method, test.target, nil)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		got := answer.Header().Get("Location")
		check(t, answer.Code == test.status && got == test.location, "%s %s: %d to %q", test.method, test.target, answer.Code, got)
	}
}
