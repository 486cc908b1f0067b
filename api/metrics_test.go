package api_test

import (
	"context"
	"database/sql"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"portfolio/api"
	"portfolio/api/internal/config"
)

func TestMetrics(t *testing.T) {
	pools := func() map[string]sql.DBStats {
		return map[string]sql.DBStats{"write": {InUse: 1, Idle: 2, WaitDuration: 1500 * time.Millisecond}}
	}
	m := api.NewMetrics(api.MetricsOptions{Build: config.Build{Revision: "0123456789abcdef", Go: "go1.26"}, Machine: &api.Machine{Dir: t.TempDir()}, Pools: pools, Calls: func() uint64 { return 7 }, Gauges: []api.Gauge{
		{Name: "mails_waiting", Help: "Mails.", Value: func(context.Context) (float64, error) { return 7, nil }},
		{Name: "broken", Help: "Nothing.", Value: func(context.Context) (float64, error) { return 0, errors.New("no") }},
	}})
	m.Observe("GET", "/api/health", 200, 20*time.Millisecond)
	m.Observe("GET", "/api/health", 200, 3*time.Second)
	if err := m.Refresh(t.Context()); err == nil {
		t.Error("a failing gauge returns no error")
	}
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	body := recorder.Body.String()
	for _, line := range []string{
		`portfolio_build_info{go="go1.26",revision="0123456789ab"} 1`,
		`portfolio_http_request_seconds_bucket{method="GET",route="/api/health",status="200",le="0.025"} 1`,
		`portfolio_http_request_seconds_count{method="GET",route="/api/health",status="200"} 2`,
		`portfolio_database_connections{pool="write",use="in use"} 1`,
		`portfolio_database_wait_seconds_total{pool="write"} 1.5`,
		`portfolio_mails_waiting 7`,
		`portfolio_disk_free_bytes `,
		`process_open_fds `,
	} {
		if !strings.Contains(body, line) {
			t.Errorf("there is no %s in\n%s", line, body)
		}
	}
	if recorder.Code != 200 || strings.Contains(body, "broken") {
		t.Errorf("%d\n%s", recorder.Code, body)
	}
}

// While the database does not answer, a scrape has the figures that were read last, and says since when.
func TestAScrapeWaitsForNoGauge(t *testing.T) {
	asked, answered := make(chan struct{}, 1), make(chan float64, 1)
	m := api.NewMetrics(api.MetricsOptions{Machine: &api.Machine{}, Pools: func() map[string]sql.DBStats { return nil }, Calls: func() uint64 { return 0 }, Gauges: []api.Gauge{
		{Name: "mails_waiting", Help: "Mails.", Value: func(ctx context.Context) (float64, error) {
			asked <- struct{}{}
			select {
			case value := <-answered:
				return value, nil
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		}},
	}})
	answered <- 7
	if err := m.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-asked
	frozen, thaw := context.WithCancel(t.Context())
	defer thaw()
	go func() { _ = m.Refresh(frozen) }()
	<-asked
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	for _, line := range []string{"portfolio_mails_waiting 7\n", "\nportfolio_database_figures_age_seconds "} {
		if body := recorder.Body.String(); !strings.Contains(body, line) {
			t.Errorf("there is no %s in\n%s", line, body)
		}
	}
}
