package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"portfolio/api/httpx"
	"portfolio/api/photos"
)

const (
	// requestTimeout is how long an answer is waited for.
	requestTimeout = 20 * time.Second
	// maxBody is how much of an answer is read, in bytes.
	maxBody = 1 << 20
	// minCertificateLeft is how long a certificate must be good for: automatic renewal comes before.
	minCertificateLeft = 14 * 24 * time.Hour
)

// urlChecker sends requests to a site as visitors do.
type urlChecker struct {
	*Report
	base   *url.URL
	client *http.Client
	now    time.Time
}

// reply is an answer, its body read.
type reply struct {
	*http.Response
	body string
}

// CheckURL checks a site at address, as in "https://example.com": what pages, files and calls answer, their headers,
// redirects, and what must not be there.
func CheckURL(ctx context.Context, address string, client *http.Client, now time.Time) Report {
	var r Report
	origin, err := httpx.Origin(address)
	base, parseErr := url.Parse(origin)
	if err != nil || parseErr != nil {
		r.fail("address", "%q is no address such as https://example.com", address)
		return r
	}
	limited := *client
	limited.Timeout = requestTimeout
	limited.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	o := &urlChecker{Report: &r, base: base, client: &limited, now: now}
	// Set explicitly, so that the client does not decompress the answer.
	home, err := o.do(ctx, http.MethodGet, o.base.String()+"/", map[string]string{"Accept-Encoding": "br, gzip"})
	if err != nil {
		r.fail("home", "%v", err)
		return r
	}
	o.checkTransport(ctx, home)
	if isAPIOnly(home) {
		o.ok("pages", "this host serves the API alone, and the pages have another; check that one, too")
		o.checkCalls(ctx)
	} else {
		o.checkHome(home)
		o.checkPages(ctx)
		o.checkAssets(ctx, home)
		o.checkCalls(ctx)
		o.checkWellKnown(ctx)
	}
	o.checkHidden(ctx)
	return r
}

// isAPIOnly reports whether home is what a server with STATIC_DIR=none answers instead of the home page.
func isAPIOnly(home reply) bool {
	return home.StatusCode == http.StatusNotFound && home.Header.Get("Content-Type") == "application/json" &&
		strings.TrimSpace(home.body) == `{"detail":"Not found."}`
}

func (o *urlChecker) get(ctx context.Context, path string) (reply, error) {
	return o.do(ctx, http.MethodGet, o.base.String()+path, nil)
}

func (o *urlChecker) do(ctx context.Context, method, address string, header map[string]string) (reply, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return reply{}, err
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := o.client.Do(request)
	if err != nil {
		var of *url.Error
		if errors.As(err, &of) {
			err = of.Err
		}
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	return reply{response, string(body)}, err
}

// check requests path and records whether the answer is right; fault returns what is wrong with it, or "".
func (o *urlChecker) check(ctx context.Context, name, path string, fault func(reply) string) {
	answer, err := o.get(ctx, path)
	if err != nil {
		o.fail(name, "%s: %v", path, err)
		return
	}
	if wrong := fault(answer); wrong != "" {
		o.fail(name, "%s: %s", path, wrong)
		return
	}
	o.ok(name, "%s: %d", path, answer.StatusCode)
}

// status returns a check for a status, and for headers that begin as given.
func status(code int, headers ...string) func(reply) string {
	return func(r reply) string {
		if r.StatusCode != code && r.StatusCode/100 == 3 {
			return fmt.Sprintf("answers %d and not %d: it leads to %s", r.StatusCode, code, r.Header.Get("Location"))
		}
		if r.StatusCode != code {
			return fmt.Sprintf("answers %d and not %d", r.StatusCode, code)
		}
		for i := 0; i+1 < len(headers); i += 2 {
			if got := r.Header.Get(headers[i]); !strings.HasPrefix(got, headers[i+1]) {
				return fmt.Sprintf("%s is %q and not %q", headers[i], got, headers[i+1])
			}
		}
		return ""
	}
}

func (o *urlChecker) checkTransport(ctx context.Context, home reply) {
	if o.base.Scheme != "https" {
		if !httpx.IsLoopback(o.base.Hostname()) {
			o.fail("https", "passwords travel in the open: serve the site by https")
		}
		return
	}
	if home.Header.Get("Strict-Transport-Security") == "" {
		o.warn("https", "there is no Strict-Transport-Security, so a visitor's next request may go by http: PUBLIC_URL, and SITE_URL of the build, must begin with https")
	}
	if home.TLS != nil && len(home.TLS.PeerCertificates) > 0 {
		ends := home.TLS.PeerCertificates[0].NotAfter
		if ends.Sub(o.now) < minCertificateLeft {
			o.fail("certificate", "it ends on %s: is its renewal at work?", ends.Format(time.DateOnly))
		} else {
			o.ok("certificate", "good until %s", ends.Format(time.DateOnly))
		}
	}
	if o.base.Port() != "" {
		return // only the usual port has a twin for http
	}
	answer, err := o.do(ctx, http.MethodGet, "http://"+o.base.Host+"/", nil)
	switch {
	case err != nil:
		o.warn("http", "nothing answers there, so whoever types the name without https finds nothing: %v", err)
	case answer.StatusCode/100 != 3 || !strings.HasPrefix(answer.Header.Get("Location"), "https://"):
		o.fail("http", "answers %d instead of leading to https", answer.StatusCode)
	default:
		o.ok("http", "leads to https")
	}
}

func (o *urlChecker) checkHome(home reply) {
	if wrong := status(http.StatusOK, "Content-Type", "text/html")(home); wrong != "" {
		o.fail("home", "/: %s", wrong)
		return
	}
	o.ok("home", "/: 200")
	for header, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "",
		"Permissions-Policy":      "",
	} {
		got := home.Header.Get(header)
		if got == "" || !strings.Contains(got, want) {
			o.fail("headers", "/: %s is %q: are the headers of the build published with it?", header, got)
		}
	}
	if home.Header.Get("Content-Encoding") == "" {
		o.warn("compression", "/ comes uncompressed: pages load slower than they could")
	}
}

func (o *urlChecker) checkPages(ctx context.Context) {
	for _, path := range []string{"/cv", "/on-the-web", "/about"} {
		o.check(ctx, "page", path, status(http.StatusOK, "Content-Type", "text/html"))
	}
	for _, path := range []string{"/login", "/dashboard", "/photos"} {
		o.check(ctx, "app", path, status(http.StatusOK, "Content-Type", "text/html", "X-Robots-Tag", "noindex"))
	}
	o.check(ctx, "not found", "/no-such-page-"+strings.ToLower(rand.Text()[:8]), status(http.StatusNotFound, "Content-Type", "text/html"))
}

// asset finds a script of the build in a page.
var asset = regexp.MustCompile(`/assets/[\w.-]+\.(?:js|woff2)`)

func (o *urlChecker) checkAssets(ctx context.Context, home reply) {
	if home.Header.Get("Content-Encoding") != "" {
		var err error
		if home, err = o.get(ctx, "/"); err != nil {
			o.fail("assets", "%v", err)
			return
		}
	}
	path := asset.FindString(home.body)
	if path == "" {
		o.fail("assets", "the home page names none: is it the page of this program's build?")
		return
	}
	o.check(ctx, "assets", path, func(r reply) string {
		if wrong := status(http.StatusOK)(r); wrong != "" {
			return wrong
		}
		if !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			return fmt.Sprintf("Cache-Control is %q: it never changes and is to be kept", r.Header.Get("Cache-Control"))
		}
		return ""
	})
}

func (o *urlChecker) checkCalls(ctx context.Context) {
	o.check(ctx, "api", "/api/health/", status(http.StatusOK, "Content-Type", "application/json", "Cache-Control", "no-store"))
	o.check(ctx, "api", "/api/photos/images/?gallery_slug="+photos.FrontPageGallery, status(http.StatusOK, "Content-Type", "application/json"))
	o.check(ctx, "api", "/api/documents/documents/current_cv/", status(http.StatusOK, "Content-Type", "application/json"))
	o.check(ctx, "api", "/api/users/profile/", status(http.StatusUnauthorized, "Content-Type", "application/json"))
	o.check(ctx, "backend admin", "/backend/admin/", status(http.StatusSeeOther, "Location", "/backend/admin/sign-in"))
	answer, err := o.do(ctx, http.MethodPost, o.base.String()+"/api/users/login/",
		map[string]string{"Origin": "https://elsewhere.invalid", "Sec-Fetch-Site": "cross-site"})
	switch {
	case err != nil:
		o.fail("other sites", "%v", err)
	case answer.StatusCode != http.StatusForbidden:
		o.fail("other sites", "a write for another site answers %d and not 403: does the proxy pass Origin and Sec-Fetch-Site on?", answer.StatusCode)
	default:
		o.ok("other sites", "their writes are refused")
	}
}

// expires finds the date in a security.txt (RFC 9116).
var expires = regexp.MustCompile(`(?m)^Expires: *(\S+)`)

func (o *urlChecker) checkWellKnown(ctx context.Context) {
	o.check(ctx, "well-known", "/robots.txt", status(http.StatusOK, "Content-Type", "text/plain"))
	sitemap, err := o.get(ctx, "/sitemap.xml")
	if err != nil || sitemap.StatusCode != http.StatusOK {
		o.warn("well-known", "/sitemap.xml is not there: build with SITE_URL, so that search engines and share links know the site's address")
	} else {
		o.ok("well-known", "/sitemap.xml: 200")
	}
	o.check(ctx, "well-known", "/.well-known/security.txt", func(r reply) string {
		if wrong := status(http.StatusOK, "Content-Type", "text/plain")(r); wrong != "" {
			return wrong
		}
		date := expires.FindStringSubmatch(r.body)
		if date == nil {
			return "it has no line Expires: is it the build's?"
		}
		if end, err := time.Parse(time.RFC3339, date[1]); err != nil || end.Before(o.now) {
			return "it has expired: build the site anew"
		}
		return ""
	})
}

func (o *urlChecker) checkHidden(ctx context.Context) {
	for _, path := range []string{"/.git/HEAD", "/.env", "/portfolio.db", "/data/portfolio.db", "/secret.key", "/data/secret.key", "/metrics"} {
		o.check(ctx, "hidden", path, func(r reply) string {
			if r.StatusCode == http.StatusForbidden {
				return "" // some proxies refuse such names by themselves
			}
			return status(http.StatusNotFound)(r)
		})
	}
}
