package server_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"portfolio/api/server"
)

// Browsers that reached the site over HTTPS do not use HTTP for two years: RFC 6797.
func TestBrowsersAreToldToStayOnHTTPS(t *testing.T) {
	for name, test := range map[string]struct {
		secure bool
		want   string
	}{
		"https": {true, "max-age=63072000"},
		"http":  {false, ""},
	} {
		handler, err := server.New(server.Options{
			Log: slog.New(slog.DiscardHandler), Secure: test.secure,
			Media: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		})
		noError(t, err)
		for _, path := range []string{"/api/health/live", "/api/nowhere", "/"} {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
			if got := answer.Header().Get("Strict-Transport-Security"); got != test.want {
				t.Errorf("%s, %s: %q, not %q", name, path, got, test.want)
			}
		}
	}
}
