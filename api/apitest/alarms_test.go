package apitest_test

import (
	"fmt"
	"image/color"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		check(t, len(asked) >= 9, "%s asks for %v only", file, asked)
		for _, name := range asked {
			check(t, slices.Contains(there, name), "%s: the metric %s is not in\n%s", file, name, read)
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
	site.App.Metrics.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	return recorder.Body.String()
}

// readFigures is readMetrics with the figures that the database has now.
func readFigures(t *testing.T, site *apitest.Site) string {
	t.Helper()
	noError(t, site.App.Metrics.Refresh(t.Context()))
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
		check(t, strings.Contains(read, line), "there is no %s in\n%s", line, read)
	}
	for _, sent := range []string{"made-up", "MADEUP"} {
		check(t, !strings.Contains(read, sent), "%q is in what Prometheus reads", sent)
	}
}

const dashboardPath = "/api/dashboard/"

func TestDashboard(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		empty := apitest.Scenario{Name: "empty", Request: get(dashboardPath, apitest.Staff), Status: 200,
			Want: `{"documents":0,"categories":1,"current_documents":0,"images":0,"galleries":0,"front_page_images":0,"images_without_alt_text":0,"storage_bytes":0,"current_cv":null,"drafts":0,"failed_publications":0,"today":"…","translations_behind":[],"cv_downloads":` + downloads(0) + `,"visits":{"daily":` + downloads(0) + `,"pages":[],"sites":[]},"last_backup_at":null,"setup":"done"}`}
		site.Run(t, []apitest.Scenario{empty})
		addGallery(t, site, "page logos")
		addGallery(t, site, "Harbour")
		for _, gallery := range []string{"1", "1", "2", ""} {
			addImage(t, site, map[string]string{"title": "x", "gallery": gallery}, color.White)
		}
		site.Do(t, asStaff("POST", categoriesPath, map[string]string{"name": "Papers"}))
		addDocument(t, site, map[string]string{"name": "Old CV"}, "a.pdf", aPDF)
		addDocument(t, site, map[string]string{"name": "CV 2026", "is_current": "true"}, "a.pdf", aPDF)
		addDocument(t, site, map[string]string{"name": "Paper", "category": "2", "is_current": "true"}, "a.md", "# A paper")
		site.Do(t, saveDraft("new.md", "# New\n", 0, 0))
		for range 2 {
			site.Do(t, apitest.Request{Method: "GET", Path: documentPath(2) + "download/", Header: browser("Pixel 8")})
		}
		var figures struct {
			StorageBytes int64 `json:"storage_bytes"`
		}
		answer := site.Do(t, get(dashboardPath, apitest.Staff))
		answer.Decode(t, &figures)
		site.Run(t, []apitest.Scenario{{Name: "filled", Request: get(dashboardPath, apitest.Staff), Status: 200,
			Want: `{"documents":3,"categories":2,"current_documents":2,"images":4,"galleries":2,"front_page_images":2,"images_without_alt_text":4,"storage_bytes":…,` +
				`"current_cv":{"name":"CV 2026","uploaded_at":"…Z"},"drafts":1,"failed_publications":0,"today":"…","translations_behind":[],"cv_downloads":` + downloads(2) + `,"visits":{…},"last_backup_at":null,"setup":"done"}`}})
		noError(t, site.App.Counters.Flush(t.Context()))
		site.Run(t, []apitest.Scenario{{Name: "downloads of each document", Request: get(documentsPath, apitest.Staff), Status: 200,
			Want: `[{"id":3,…"downloads":0,…},{"id":2,…"downloads":2,…},{"id":1,…"downloads":0,…}]`}})
		onDisk := sizeOf(t, filepath.Join(site.Data, "media"))
		check(t, figures.StorageBytes == onDisk, "%d bytes, and on the disk are %d", figures.StorageBytes, onDisk)
	})
}

// downloads returns the counts of 30 days as JSON, all zero but the last.
func downloads(today int) string {
	return "[" + strings.Repeat("0,", 29) + strconv.Itoa(today) + "]"
}

// sizeOf returns the bytes of all files below dir.
func sizeOf(t *testing.T, dir string) (bytes int64) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	noError(t, err)
	return bytes
}
