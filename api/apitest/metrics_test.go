package apitest_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

// readMetrics returns what Prometheus reads.
func readMetrics(t *testing.T, site *apitest.Site) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	site.App.Metrics().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	return recorder.Body.String()
}

// readFigures is readMetrics with the figures that the database has now.
func readFigures(t *testing.T, site *apitest.Site) string {
	t.Helper()
	noError(t, site.App.RefreshMetrics(t.Context()))
	return readMetrics(t, site)
}

// TestRequestsAreMeasured sends requests of strangers and checks that the metrics have routes,
// never parts of requests.
func TestRequestsAreMeasured(t *testing.T) {
	site := apitest.Start(t)
	for _, request := range []apitest.Request{
		get("/api/health/", apitest.Anonymous),
		get("/api/documents/documents/made-up/download/", apitest.Anonymous),
		get("/made-up-by-a-stranger", apitest.Anonymous),
		{Method: "MADEUP", Path: "/api/health/"},
	} {
		site.Do(t, request)
	}
	read := readMetrics(t, site)
	for _, line := range []string{
		`portfolio_http_request_seconds_count{method="GET",route="/api/health",status="200"} 1`,
		`portfolio_http_request_seconds_count{method="GET",route="/api/documents/documents/{id}/download",status="404"} 1`,
		`method="other"`,
	} {
		if !strings.Contains(read, line) {
			t.Errorf("there is no %s in\n%s", line, read)
		}
	}
	for _, sent := range []string{"made-up", "MADEUP"} {
		if strings.Contains(read, sent) {
			t.Errorf("%q is in what Prometheus reads", sent)
		}
	}
}
