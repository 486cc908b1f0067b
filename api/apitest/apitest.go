// Package apitest runs the whole server on temporary data and talks to it as clients do: over HTTP.
package apitest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// PublicURL is the address of the links in a Site's mails.
const PublicURL = "https://site.example"

// Site is a running server with accounts.
type Site struct {
	URL      string
	Data     string // the DATA_DIR
	Database string // the DATABASE_URL
	Settings config.Config
	App      *api.App
	Clock    *servertest.Clock
	Log      *Log
	// CallTimeout is how long the database may take for each call of a request, in nanoseconds; 0
	// is as long as always.
	CallTimeout atomic.Int64

	client *http.Client
	people people
}

// Settings are variables beside those that a Site sets itself.
type Settings map[string]string

// Each runs test against a fresh site on each engine.
func Each(t *testing.T, test func(t *testing.T, site *Site)) {
	t.Helper()
	servertest.EachMigratedURL(t, func(t *testing.T, url string) { test(t, StartOn(t, url, nil)) })
}

// EachWith is Each with some settings changed.
func EachWith(t *testing.T, settings Settings, test func(t *testing.T, site *Site)) {
	t.Helper()
	servertest.EachMigratedURL(t, func(t *testing.T, url string) { test(t, StartOn(t, url, settings)) })
}

// Any is Each for tests whose result hardly depends on the engine: with -short they run on SQLite
// alone.
func Any(t *testing.T, test func(t *testing.T, site *Site)) {
	t.Helper()
	AnyWith(t, nil, test)
}

// AnyWith is Any with some settings changed.
func AnyWith(t *testing.T, settings Settings, test func(t *testing.T, site *Site)) {
	t.Helper()
	if testing.Short() {
		t.Run("sqlite", func(t *testing.T) { test(t, StartWith(t, settings)) })
		return
	}
	EachWith(t, settings, test)
}

// Seed returns and logs the seed of a test with random steps. With -short it is always 0, so that a
// change is never refused because of a random step.
func Seed(t *testing.T) (seed uint64) {
	t.Helper()
	if !testing.Short() {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	return seed
}

// Long skips a test that takes long, or measures time, if -short is set.
func Long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
}

// Start returns a fresh site, for tests to which the engine does not matter.
func Start(t *testing.T) *Site {
	t.Helper()
	return StartWith(t, nil)
}

// StartWith is Start with some settings changed.
func StartWith(t *testing.T, settings Settings) *Site {
	t.Helper()
	return StartOn(t, servertest.MigratedURL(t), settings)
}

// StartOn is StartWith on another database, which must be empty.
func StartOn(t *testing.T, databaseURL string, changed Settings) *Site {
	t.Helper()
	s := Open(t, databaseURL, changed)
	s.Join(t, User)
	s.Join(t, Staff)
	return s
}

// Configure returns the settings of a site whose data are in that database and, unless they are
// among the changed ones, in an empty folder.
func Configure(t *testing.T, databaseURL string, changed Settings) config.Config {
	t.Helper()
	variables := map[string]string{
		"DATA_DIR": t.TempDir(), "DATABASE_URL": databaseURL, "STATIC_DIR": config.NoSite,
		"TRUSTED_PROXIES": "127.0.0.0/8", "PUBLIC_URL": PublicURL, "RATE_LIMIT": config.Off,
	}
	maps.Copy(variables, changed)
	settings, err := config.LoadFrom(variables)
	noError(t, err)
	settings.CheapPasswords = true
	return settings
}

// Open returns a running site on existing data and adds no accounts. Without DATA_DIR in the
// settings the site is empty.
func Open(t *testing.T, databaseURL string, changed Settings) *Site {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	settings := Configure(t, databaseURL, changed)
	var err error
	s := &Site{Data: settings.DataDir, Database: databaseURL, Settings: settings, Clock: servertest.NewClock(time.Now()), Log: &Log{}}
	s.App, err = api.Open(ctx, settings, s.Clock.Now)
	noError(t, err)
	log := slog.New(slog.NewJSONHandler(s.Log, nil))
	handler, err := s.App.Server(log, nil)
	noError(t, err)
	var background sync.WaitGroup
	background.Go(func() { s.App.Run(ctx, log) })
	web := httptest.NewUnstartedServer(handler)
	web.Config = handler.HTTP()
	web.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if timeout := time.Duration(s.CallTimeout.Load()); timeout > 0 {
			r = r.WithContext(database.WithTimeout(r.Context(), timeout))
		}
		handler.ServeHTTP(w, r)
	})
	web.Start()
	t.Cleanup(func() {
		web.Close()
		stop()
		background.Wait()
		noError(t, s.App.Close())
	})
	s.URL, s.client = web.URL, web.Client()
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.people.access = map[Role]string{}
	return s
}

// Request is an HTTP request. At most one of JSON, Text and Form is set. Bearer takes precedence
// over As.
type Request struct {
	Method string
	Path   string
	As     Role
	Bearer string
	JSON   any
	Text   string
	Form   *Form
	Header map[string]string
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Do sends a request and returns the answer. A call that is not as the API's description says fails
// the test.
func (s *Site) Do(t *testing.T, in Request) Answer {
	t.Helper()
	request, body := s.build(t, in)
	response, err := s.client.Do(request)
	noError(t, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	noError(t, err)
	contract, err := LoadContract()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	noError(t, contract.Check(Exchange{Request: request, Sent: body, Response: response, Received: text}))
	return Answer{Status: response.StatusCode, Header: response.Header, Body: strings.TrimSpace(string(text))}
}

// build returns the request to the site, and its body.
func (s *Site) build(t *testing.T, in Request) (request *http.Request, body []byte) {
	t.Helper()
	if in.Bearer == "" {
		in.Bearer = s.bearer(t, in.As)
	}
	request, body, err := in.Build(context.Background(), s.URL)
	noError(t, err)
	return request, body
}

// Build returns the request to the server at url, and its body. It ignores As.
func (in Request) Build(ctx context.Context, url string) (request *http.Request, body []byte, err error) {
	body, contentType, err := in.body()
	if err != nil {
		return nil, nil, err
	}
	request, err = http.NewRequestWithContext(ctx, in.Method, url+in.Path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if in.Bearer != "" {
		request.Header.Set("Authorization", "Bearer "+in.Bearer)
	}
	for name, value := range in.Header {
		request.Header.Set(name, value)
	}
	request.Host = cmp.Or(in.Header["Host"], request.Host)
	return request, body, nil
}

// SendAndHalfClose sends a request over a new connection, closes the sending direction (RFC 9293,
// 3.6), and returns the raw bytes that the server writes before it closes the connection.
func (s *Site) SendAndHalfClose(t *testing.T, in Request) (string, error) {
	t.Helper()
	request, _ := s.build(t, in)
	connection, err := new(net.Dialer).DialContext(context.Background(), "tcp", request.URL.Host)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	if err := request.Write(connection); err != nil {
		return "", err
	}
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		return "", err
	}
	received, err := io.ReadAll(connection)
	return string(received), err
}

func (in Request) body() (content []byte, contentType string, err error) {
	switch {
	case in.JSON != nil:
		content, err = json.Marshal(in.JSON)
		return content, "application/json", err
	case in.Form != nil:
		return in.Form.body()
	case in.Text != "":
		return []byte(in.Text), "application/json", nil
	}
	return nil, "", nil
}

// Decode reads the answer's JSON into v.
func (a Answer) Decode(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.Body), v); err != nil {
		t.Fatalf("%d %s: %v", a.Status, a.Body, err)
	}
}

// Log collects the server's log.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns everything that was logged.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
