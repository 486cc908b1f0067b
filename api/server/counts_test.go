package server_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"portfolio/api/audit"
	"portfolio/api/counters"
	"portfolio/api/database/databasetest"
	"portfolio/api/server"
)

// Pages that people ask for are counted; what a page loads, what is not there and what is only asked about is not.
func TestPageRequestsAreCounted(t *testing.T) {
	site, _ := openSite(t)
	db := databasetest.New(t)
	counts := counters.New(db, time.Now)
	handler, err := server.New(server.Options{
		Log: slog.New(slog.DiscardHandler), Audit: audit.New(db, time.Now), Counters: counts, Media: http.NotFoundHandler(),
		Site: site,
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path string, header map[string]string) {
		request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		for name, value := range header {
			request.Header.Set(name, value)
		}
		handler.ServeHTTP(httptest.NewRecorder(), request)
	}
	ask("GET", "/", nil)
	ask("GET", "/", map[string]string{"If-None-Match": `"h"`})
	ask("GET", "/reset-password/MQ/abc/", nil)
	for _, path := range []string{"/assets/a-123.js", "/index.html", "/nothing", "/secret.txt", "/api/nothing/", "/media/x"} {
		ask("GET", path, nil)
	}
	ask("HEAD", "/", nil)
	ask("POST", "/", nil)
	if err := counts.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	days, err := counts.Days(t.Context(), time.Now(), time.Now())
	if got := days[0].Counts[counters.PageRequests]; err != nil || got != 3 {
		t.Errorf("%d page requests, not 3: %v", got, err)
	}
}
