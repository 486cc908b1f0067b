package doctor_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"portfolio/api/doctor"
)

var today = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// page is what the healthy site answers at a path.
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
	answer := func(status int, kind string) page {
		return page{status, map[string]string{"Content-Type": kind, "Cache-Control": "no-store"}, "{}"}
	}
	return map[string]page{
		"/": html(200), "/cv": html(200), "/on-the-web": html(200), "/about": html(200),
		"/login": html(200, "X-Robots-Tag", "noindex"), "/dashboard": html(200, "X-Robots-Tag", "noindex"), "/photos": html(200, "X-Robots-Tag", "noindex"),
		"/assets/a-1.woff2": {200, map[string]string{"Cache-Control": "public, max-age=31536000, immutable"}, "x"},
		"/api/health/":      answer(200, "application/json"), "/api/photos/images/": answer(200, "application/json"),
		"/api/documents/documents/current_cv/": answer(200, "application/json"), "/api/users/profile/": answer(401, "application/json"),
		"/api/users/login/":         answer(403, "application/json"),
		"/backend/admin/":           {303, map[string]string{"Location": "/backend/admin/sign-in?next=x"}, ""},
		"/robots.txt":               answer(200, "text/plain; charset=utf-8"),
		"/sitemap.xml":              answer(200, "application/xml"),
		"/.well-known/security.txt": {200, map[string]string{"Content-Type": "text/plain"}, "Contact: mailto:a@b.example\nExpires: 2026-12-01T00:00:00Z\n"},
	}
}

func examine(t *testing.T, pages map[string]page) (report doctor.Report, text string) {
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
	report = doctor.CheckURL(context.Background(), site.URL+"/", site.Client(), today)
	var out strings.Builder
	report.Print(&out)
	return report, out.String()
}

func TestAHealthySite(t *testing.T) {
	report, text := examine(t, healthy())
	if report.Failures() != 0 || strings.Count(text, "\n") < 20 {
		t.Errorf("%d failures\n%s", report.Failures(), text)
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
	report, text := examine(t, pages)
	if report.Failures() != 0 || strings.Contains(text, "warn") || !strings.Contains(text, "ok    pages           this host serves the API alone") {
		t.Errorf("%d failures\n%s", report.Failures(), text)
	}
	delete(pages, "/api/health/")
	if report, text := examine(t, pages); report.Failures() != 1 {
		t.Errorf("an API that is away: %d failures\n%s", report.Failures(), text)
	}
}

func TestWrongAnswersAreNamed(t *testing.T) {
	for name, test := range map[string]struct {
		change func(map[string]page)
		want   string
	}{
		"a page is missing":     {func(p map[string]page) { delete(p, "/cv") }, "FAIL  page            /cv: answers 404 and not 200"},
		"soft not-found":        {func(p map[string]page) { p["/.env"] = html(200) }, "FAIL  hidden          /.env: answers 200 and not 404"},
		"headers are lost":      {func(p map[string]page) { p["/"] = page{200, map[string]string{"Content-Type": "text/html"}, ""} }, "Content-Security-Policy is \"\""},
		"assets are not kept":   {func(p map[string]page) { p["/assets/a-1.woff2"] = page{200, nil, "x"} }, "it never changes and is to be kept"},
		"another site's home":   {func(p map[string]page) { home := html(200); home.body = ""; p["/"] = home }, "is it the page of this program's build?"},
		"the API is away":       {func(p map[string]page) { p["/api/health/"] = page{502, nil, ""} }, "/api/health/: answers 502 and not 200"},
		"the API is a page":     {func(p map[string]page) { p["/api/health/"] = html(200) }, `Content-Type is "text/html; charset=utf-8"`},
		"account pages indexed": {func(p map[string]page) { p["/login"] = html(200) }, `X-Robots-Tag is "" and not "noindex"`},
		"other sites may write": {func(p map[string]page) { p["/api/users/login/"] = page{400, nil, ""} }, "does the proxy pass Origin and Sec-Fetch-Site on?"},
		"security.txt expired": {func(p map[string]page) {
			p["/.well-known/security.txt"] = page{200, map[string]string{"Content-Type": "text/plain"}, "Expires: 2026-04-01T00:00:00Z\n"}
		}, "it has expired"},
		"security.txt is another": {func(p map[string]page) {
			p["/.well-known/security.txt"] = page{200, map[string]string{"Content-Type": "text/plain"}, "Contact: mailto:a@b.example\n"}
		}, "it has no line Expires"},
		"the site is elsewhere": {func(p map[string]page) { p["/"] = html(301, "Location", "https://www.example.com/") },
			"/: answers 301 and not 200: it leads to https://www.example.com/"},
		"the database is served": {func(p map[string]page) { p["/data/portfolio.db"] = page{200, nil, "SQLite"} }, "FAIL  hidden          /data/portfolio.db"},
	} {
		t.Run(name, func(t *testing.T) {
			pages := healthy()
			test.change(pages)
			report, text := examine(t, pages)
			if report.Failures() == 0 || !strings.Contains(text, test.want) {
				t.Errorf("%d failures, and no %s in\n%s", report.Failures(), test.want, text)
			}
		})
	}
}

func TestASiteThatIsNotThere(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:1": "FAIL  home            dial tcp 127.0.0.1:1: connect: connection refused",
		"example.com":        "FAIL  address         \"example.com\" is no address such as https://example.com",
	} {
		report := doctor.CheckURL(context.Background(), address, &http.Client{}, today)
		var out strings.Builder
		report.Print(&out)
		if report.Failures() != 1 || strings.TrimSpace(out.String()) != want {
			t.Errorf("%s: %s", address, out.String())
		}
	}
}
