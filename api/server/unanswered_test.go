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
			if answer.Code != test.received || closed != test.givenUp || observed != test.status {
				t.Errorf("answered %d, closed %v, measured as %d", answer.Code, closed, observed)
			}
			if !strings.Contains(logged.String(), test.logged) || strings.Contains(logged.String(), "ERROR") == test.givenUp {
				t.Errorf("the log:\n%s", &logged)
			}
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
