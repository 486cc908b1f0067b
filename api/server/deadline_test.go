package server_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"portfolio/api/server"
)

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
			if left := time.Until(at); at.IsZero() || left > most {
				t.Errorf("GET %s: %s may take until %v", path, kind, at)
			}
		}
	}
}
