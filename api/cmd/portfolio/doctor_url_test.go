package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

var today = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// page is the healthy site's answer at a path.
type page struct {
	status int
	header map[string]string
	body   string
}

func html(status int, more ...string) page {
	header := map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; script-src 'self'",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin", "Permissions-Policy": "camera=()",
	}
	for i := 0; i+1 < len(more); i += 2 {
		header[more[i]] = more[i+1]
	}
	return page{status, header, `<link href="/assets/a-1.woff2">`}
}

func healthy() map[string]page {
	return map[string]page{
		"/": html(200), "/cv": html(200),
		"/api/health/": {200, map[string]string{"Content-Type": "application/json"}, "{}"},
	}
}

func examineURL(t *testing.T, pages map[string]page) (report doctorReport, text string) {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, known := pages[r.URL.Path]
		if !known {
			answer = html(404)
		}
		for name, value := range answer.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(answer.status)
		fmt.Fprint(w, answer.body)
	}))
	defer site.Close()
	report = checkURL(context.Background(), site.URL+"/", site.Client(), today)
	var out strings.Builder
	report.print(&out)
	return report, out.String()
}

func TestAHealthySite(t *testing.T) {
	report, text := examineURL(t, healthy())
	if report.failures() != 0 || strings.Count(text, "\n") < 10 {
		t.Errorf("%d failures\n%s", report.failures(), text)
	}
}

func TestAHostOfTheAPIAloneIsNotAskedForPages(t *testing.T) {
	notFound := page{404, map[string]string{"Content-Type": "application/json"}, `{"detail":"Not found."}`}
	pages := map[string]page{"/": notFound}
	for path, answer := range healthy() {
		if strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/backend/") {
			pages[path] = answer
		}
	}
	report, text := examineURL(t, pages)
	if report.failures() != 0 || strings.Contains(text, "warn") || !strings.Contains(text, "ok    pages           this host serves only the API") {
		t.Errorf("%d failures\n%s", report.failures(), text)
	}
	delete(pages, "/api/health/")
	if report, text := examineURL(t, pages); report.failures() != 1 {
		t.Errorf("an API that is away: %d failures\n%s", report.failures(), text)
	}
}

func TestWrongAnswersAreNamed(t *testing.T) {
	for name, test := range map[string]struct {
		change func(map[string]page)
		want   string
	}{
		"a page is missing": {func(p map[string]page) { delete(p, "/cv") }, "FAIL  pages           /cv: answers 404 instead of 200"},
		"soft not-found":    {func(p map[string]page) { p["/.env"] = html(200) }, "FAIL  hidden          /.env: answers 200 instead of 404"},
		"headers are lost":  {func(p map[string]page) { p["/"] = page{200, map[string]string{"Content-Type": "text/html"}, ""} }, "FAIL  pages           /: no Content-Security-Policy"},
		"the API is away":   {func(p map[string]page) { p["/api/health/"] = page{502, nil, ""} }, "/api/health/: answers 502 instead of 200"},
		"the API is a page": {func(p map[string]page) { p["/api/health/"] = html(200) }, `Content-Type is "text/html; charset=utf-8"`},
		"the site is elsewhere": {func(p map[string]page) { p["/"] = html(301, "Location", "https://www.example.com/") },
			`/: answers 301 instead of 200 (Location "https://www.example.com/")`},
		"the database is served": {func(p map[string]page) { p["/data/portfolio.db"] = page{200, nil, "SQLite"} }, "FAIL  hidden          /data/portfolio.db"},
	} {
		t.Run(name, func(t *testing.T) {
			pages := healthy()
			test.change(pages)
			report, text := examineURL(t, pages)
			if report.failures() == 0 || !strings.Contains(text, test.want) {
				t.Errorf("%d failures, and no %s in\n%s", report.failures(), test.want, text)
			}
		})
	}
}

func TestASiteThatIsNotThere(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:1": `FAIL  pages           Get "http://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused`,
		"example.com":        "FAIL  address         \"example.com\" is not an address such as https://example.com",
	} {
		report := checkURL(context.Background(), address, &http.Client{}, today)
		var out strings.Builder
		report.print(&out)
		if report.failures() != 1 || strings.TrimSpace(out.String()) != want {
			t.Errorf("%s: %s", address, out.String())
		}
	}
}

func TestTheCertificateIsChecked(t *testing.T) {
	site := httptest.NewTLSServer(http.NotFoundHandler())
	defer site.Close()
	ends := site.Certificate().NotAfter
	for now, want := range map[time.Time]string{
		today:                  "ok    certificate     valid until " + ends.Format(time.DateOnly),
		ends.AddDate(0, 0, -7): "FAIL  certificate     expires on " + ends.Format(time.DateOnly),
	} {
		report := checkURL(t.Context(), site.URL, site.Client(), now)
		var out strings.Builder
		report.print(&out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
}
