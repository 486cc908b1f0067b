package apitest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

const examples = "../../docs/examples"

// Alarms and board ask for nothing that the server does not say.
func TestTheAlarmsAskForMetricsThatThereAre(t *testing.T) {
	public := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(public.Close)
	site := apitest.StartWith(t, apitest.Settings{
		"PUBLIC_URL": public.URL, "BACKUP_URL": t.TempDir(), "BACKUP_RECIPIENT": "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
	})
	site.Do(t, get("/api/health/", apitest.Anonymous))
	var read string
	await(t, "the certificate and the database to be looked at", func() bool {
		read = readMetrics(t, site)
		return strings.Contains(read, fmt.Sprintf("portfolio_certificate_expiry_timestamp_seconds %g\n", float64(public.Certificate().NotAfter.Unix()))) &&
			strings.Contains(read, "portfolio_database_figures_age_seconds ")
	})
	var there []string
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(read, -1) {
		there = append(there, line[1])
		if line[2] == "histogram" {
			there = append(there, line[1]+"_count", line[1]+"_bucket")
		}
	}
	for _, file := range []string{"prometheus-alerts.yml", "prometheus-alerts.test.yml", "grafana-board.json"} {
		text, err := os.ReadFile(filepath.Join(examples, file))
		noError(t, err)
		asked := regexp.MustCompile(`\b(?:portfolio|process|go)_\w+`).FindAllString(string(text), -1)
		if len(asked) < 9 {
			t.Errorf("%s asks for %v only", file, asked)
		}
		for _, name := range asked {
			if !slices.Contains(there, name) {
				t.Errorf("%s: the metric %s is not in\n%s", file, name, read)
			}
		}
	}
}

// The alarms' own tests say when each fires, and when none does.
func TestTheAlarmsFire(t *testing.T) {
	apitest.Long(t)
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		promtool = "../../.cache/promtool"
		if _, err := os.Stat(promtool); err != nil {
			t.Skip("promtool is not installed: run scripts/install-test-tools")
		}
	}
	tests, err := os.ReadFile(filepath.Join(examples, "prometheus-alerts.test.yml"))
	noError(t, err)
	rules, err := os.ReadFile(filepath.Join(examples, "prometheus-alerts.yml"))
	noError(t, err)
	for _, alarm := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(rules), -1) {
		if !regexp.MustCompile(`alertname: ` + alarm[1] + `\s+exp_alerts`).Match(tests) {
			t.Errorf("no test wants %s to fire", alarm[1])
		}
	}
	if output, err := exec.Command(promtool, "test", "rules", filepath.Join(examples, "prometheus-alerts.test.yml")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

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
