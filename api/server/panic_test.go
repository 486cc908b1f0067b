package server_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"portfolio/api/server"
)

// A panic is answered like any server error. Its line in the log has the place, and no part of the
// request.
func TestPanicsTellNoSecrets(t *testing.T) {
	const secret = "caNary7Zq"
	var empty map[string]int
	for name, test := range map[string]struct {
		cause func(secret string)
		want  string
	}{
		"text":           {func(secret string) { panic("not a token: " + secret) }, "cause=string"},
		"error":          {func(secret string) { panic(errors.New(secret)) }, "cause=*errors.errorString"},
		"out of range":   {func(secret string) { _ = secret[len(secret):][3] }, "index out of range"},
		"nil map":        {func(secret string) { empty[secret] = 1 }, "assignment to entry in nil map"},
		"wrong type":     {func(secret string) { _ = any(secret).(error) }, "interface conversion"},
		"no hash of it":  {func(secret string) { _ = map[any]int{}[[]string{secret}] }, "unhashable"},
		"a nil receiver": {func(secret string) { var b *bytes.Buffer; b.WriteString(secret) }, "nil pointer dereference"},
	} {
		t.Run(name, func(t *testing.T) {
			var logged bytes.Buffer
			handler, err := server.New(server.Options{
				Log:   slog.New(slog.NewTextHandler(&logged, nil)),
				Media: http.NotFoundHandler(),
				Ping:  func(context.Context) error { test.cause(secret); return nil },
			})
			noError(t, err)
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/api/health/?token="+secret, nil))
			check(t, answer.Code == http.StatusInternalServerError && strings.TrimSpace(answer.Body.String()) == `{"detail":"A server error occurred."}`, "%d %s", answer.Code, answer.Body)
			check(t, strings.Contains(logged.String(), test.want) && strings.Contains(logged.String(), "panic_test.go"), "the log does not say %q and where:\n%s", test.want, &logged)
			check(t, !strings.Contains(logged.String(), secret), "the secret was logged:\n%s", &logged)
		})
	}
}

// A handler that writes nothing is a fault of ours, or the request was given up; it never is a success.
func TestARequestWithoutAnAnswerIsNoSuccess(t *testing.T) {
	for name, test := range map[string]struct {
		givenUp  bool
		status   int
		received int
		logged   string
	}{
		"a forgetful handler": {false, 500, 500, `level=ERROR msg="request failed"`},
		"given up":            {true, 499, 0, "level=INFO msg=request"},
	} {
		t.Run(name, func(t *testing.T) {
			var logged bytes.Buffer
			var observed int
			handler, err := server.New(server.Options{
				Log: slog.New(slog.NewTextHandler(&logged, nil)), Media: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
				Observe: func(_, _ string, status int, _ time.Duration) { observed = status },
			})
			noError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			if test.givenUp {
				cancel()
			}
			defer cancel()
			answer := httptest.NewRecorder()
			answer.Code = 0
			closed := closes(func() {
				handler.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "/media/x.png", nil))
			})
			check(t, answer.Code == test.received && closed == test.givenUp && observed == test.status, "answered %d, closed %v, measured as %d", answer.Code, closed, observed)
			check(t, strings.Contains(logged.String(), test.logged) && strings.Contains(logged.String(), "ERROR") != test.givenUp, "the log:\n%s", &logged)
		})
	}
}

// closes reports whether a handler tells net/http to close the connection.
func closes(serve func()) (closed bool) {
	defer func() {
		if cause, ok := recover().(error); ok {
			closed = errors.Is(cause, http.ErrAbortHandler)
		}
	}()
	serve()
	return false
}
