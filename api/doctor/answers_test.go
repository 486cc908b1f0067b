package doctor_test

import (
	"database/sql"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"portfolio/api/database/databasetest"
	"portfolio/api/metrics"
)

func TestHowTheServerAnswersIsSaid(t *testing.T) {
	s := newSite(t, databasetest.SQLiteURL(t))
	m := metrics.New(metrics.Options{Machine: &metrics.Machine{Dir: t.TempDir()}, Pools: func() map[string]sql.DBStats { return nil }})
	server := httptest.NewServer(m.Handler())
	defer server.Close()
	for _, step := range []struct {
		method, route string
		status, times int
		took          time.Duration
		want          string
	}{
		{"GET", "/api/health", 200, 99, time.Millisecond, "ok    answers         99 since the server started\n"},
		{"GET", "/api/documents/documents/{id}/download", 200, 1900, time.Minute, "ok    answers         1999 since the server started, of which 0 failed\n"},
		{"GET", "/api/health", 200, 30, 3 * time.Second, "warn  answers         1.5 % of 2029 requests took more than 2.5 seconds: is the"},
		{"POST", "/api/users/login", 503, 25, time.Millisecond, "FAIL  answers         1.2 % of 2054 requests failed since the server started: its log says why"},
	} {
		for range step.times {
			m.Observe(step.method, step.route, step.status, step.took)
		}
		_, text := s.examine(t, map[string]string{"METRICS_ADDR": strings.TrimPrefix(server.URL, "http://")})
		if !strings.Contains(text, step.want) {
			t.Errorf("no %s in\n%s", step.want, text)
		}
	}
	server.Close()
	_, text := s.examine(t, map[string]string{"METRICS_ADDR": strings.TrimPrefix(server.URL, "http://")})
	if !strings.Contains(text, "ok    answers         no server with these settings says how it answers at METRICS_ADDR 127.0.0.1:") {
		t.Error(text)
	}
}
