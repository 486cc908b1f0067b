package main

import (
	"context"
	"net/http"
	"strings"
	"time"

	"portfolio/api/internal/httpx"
)

// requestTimeout bounds each request, and minCertificateLeft is how long a certificate must still be valid: automatic renewal
// comes earlier.
const (
	requestTimeout     = 20 * time.Second
	minCertificateLeft = 14 * 24 * time.Hour
)

// checkURL checks the site at address, such as https://example.com, from outside: certificate, pages, API, and files that must
// not be served.
func checkURL(ctx context.Context, address string, client *http.Client, now time.Time) doctorReport {
	var r doctorReport
	origin, err := httpx.Origin(address)
	if err != nil {
		r.fail("address", "%q is not an address such as https://example.com", address)
		return r
	}
	limited := *client
	limited.Timeout = requestTimeout
	limited.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	get := func(address string) (*http.Response, error) { return getPage(ctx, &limited, address) }
	home, err := get(origin + "/")
	if err != nil {
		r.fail("pages", "%v", err)
		return r
	}
	r.checkCertificate(origin, home, get, now)
	health, err := get(origin + "/api/health/")
	r.checkAnswer("api", "/api/health/", health, err, http.StatusOK, "application/json")
	if home.StatusCode == http.StatusNotFound && home.Header.Get("Content-Type") == "application/json" {
		r.ok("pages", "this host serves only the API; check the pages' host too")
	} else {
		r.checkAnswer("pages", "/", home, nil, http.StatusOK, "text/html")
		if !strings.Contains(home.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			r.fail("pages", "/: no Content-Security-Policy: publish the build's headers with it")
		}
		cv, err := get(origin + "/cv")
		r.checkAnswer("pages", "/cv", cv, err, http.StatusOK, "text/html")
	}
	for _, path := range []string{"/.git/HEAD", "/.env", "/portfolio.db", "/data/portfolio.db", "/secret.key", "/data/secret.key", "/metrics"} {
		hidden, err := get(origin + path)
		if err == nil && hidden.StatusCode == http.StatusForbidden {
			continue // some proxies refuse such names themselves
		}
		r.checkAnswer("hidden", path, hidden, err, http.StatusNotFound, "")
	}
	return r
}

// getPage returns the answer without its body.
func getPage(ctx context.Context, client *http.Client, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	return response, response.Body.Close()
}

// checkAnswer records whether an answer has the status, and a content type that begins with kind.
func (r *doctorReport) checkAnswer(check, path string, answer *http.Response, err error, status int, kind string) {
	switch {
	case err != nil:
		r.fail(check, "%v", err)
	case answer.StatusCode != status:
		r.fail(check, "%s: answers %d instead of %d (Location %q)", path, answer.StatusCode, status, answer.Header.Get("Location"))
	case !strings.HasPrefix(answer.Header.Get("Content-Type"), kind):
		r.fail(check, "%s: Content-Type is %q instead of %q", path, answer.Header.Get("Content-Type"), kind)
	default:
		r.ok(check, "%s: %d", path, status)
	}
}

func (r *doctorReport) checkCertificate(origin string, home *http.Response, get func(string) (*http.Response, error), now time.Time) {
	host, secure := strings.CutPrefix(origin, "https://")
	if !secure {
		if !httpx.IsLoopback(home.Request.URL.Hostname()) {
			r.fail("certificate", "passwords travel unencrypted: serve the site over https")
		}
		return
	}
	if ends := home.TLS.PeerCertificates[0].NotAfter; ends.Sub(now) < minCertificateLeft {
		r.fail("certificate", "expires on %s: check its renewal", ends.Format(time.DateOnly))
	} else {
		r.ok("certificate", "valid until %s", ends.Format(time.DateOnly))
	}
	if strings.Contains(host, ":") {
		return // only the default port has a counterpart for http
	}
	answer, err := get("http://" + host + "/")
	if err != nil || !strings.HasPrefix(answer.Header.Get("Location"), "https://") {
		r.warn("certificate", "http://%s/ does not redirect to https", host)
	}
}
