package server_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"portfolio/api/server"
)

// For any path, encoding, range or ETag of a browser, the site answers with one of its files or a
// part of it, and never redirects to another host.
func FuzzSite(f *testing.F) {
	dir := f.TempDir()
	writeSite(f, dir, home)
	site := server.NewSite(server.Folder(dir))
	noError(f, site.Open(f.Context()))
	for _, path := range []string{
		"/", "/login", "/login/", "/index.html", "/assets/a-123.js", "/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "//evil.example", "/reset-password/a/b", "/assets/", "/\\x", "/%00",
	} {
		f.Add(path, "br, gzip;q=0.5", "", "")
	}
	for _, header := range [][3]string{
		{"br;q=0, gzip", "bytes=0-1", ""}, {"gzip;q=NaN", "bytes=5-2,0-", `"h"`}, {"*", "bytes=-1,-1,-1", `W/"h-gz", *`}, {" BR ; q = 1", "bytes=99999999999999999999-", "*"},
		{"identity", "bytes=0-0,1-1", `"x`}, {"br;q=1e400", "lines=1-2", ""},
	} {
		f.Add("/", header[0], header[1], header[2])
	}
	handler := serve(f, site, io.Discard, nil)
	files := []string{home, notFound, app, "let a", "brotli of home"}
	f.Fuzz(func(t *testing.T, path, accepted, part, version string) {
		target, err := url.ParseRequestURI(path)
		if err != nil || target.Host != "" {
			return // net/http answers that itself
		}
		request := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		request.URL = target
		for name, value := range map[string]string{"Accept-Encoding": accepted, "Range": part, "If-None-Match": version} {
			if value != "" {
				request.Header.Set(name, value)
			}
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		body, coding := answer.Body.String(), answer.Header().Get("Content-Encoding")
		if answer.Header().Get("X-Content-Type-Options") != "nosniff" || strings.Contains(body, "secret") {
			t.Errorf("%q: %v %q", path, answer.Header(), body)
		}
		if answer.Header().Get("Content-Type") == "application/json" && answer.Code >= 400 && answer.Code < 500 {
			return // a path of the API's
		}
		switch answer.Code {
		case http.StatusOK, http.StatusNotFound:
			if coding != "gzip" && !slices.Contains(files, body) {
				t.Errorf("%q: %d %q", path, answer.Code, body)
			}
			if coding != "" && !strings.Contains(strings.ToLower(accepted), coding) {
				t.Errorf("%q is sent as %s", accepted, coding)
			}
		case http.StatusPartialContent, http.StatusRequestedRangeNotSatisfiable:
			check(t, part != "", "%q: %d without a range", path, answer.Code)
		case http.StatusNotModified:
			check(t, version != "", "%q: not modified since nothing", path)
		case http.StatusMovedPermanently:
			to := answer.Header().Get("Location")
			check(t, strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") && !strings.HasPrefix(to, `/\`), "%q leads to %q", path, to)
		default:
			t.Errorf("%q: %d", path, answer.Code)
		}
	})
}
