package server_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/servertest"
	"portfolio/api/server"
	"portfolio/api/shares"
	"portfolio/api/visits"
)

const (
	home     = "<h1>Home</h1>"
	notFound = "<h1>Bee Error?</h1>"
	app      = `<style>a{src:url(/assets/a.woff2)}</style><script src="/assets/a-123.js"></script><div id=root></div>`
	// nietGevonden is for unknown paths of a further language.
	nietGevonden = "<h1>Bij?</h1>"
)

// writeSite writes a small build into dir: a page, an asset, the app's shell, and a file that the manifest does not list.
func writeSite(t testing.TB, dir, home string) {
	t.Helper()
	files := map[string]string{
		"index.html": home, "404.html": notFound, "app.html": app, "_app.html": app, "assets/a-123.js": "let a", "secret.txt": "secret",
	}
	var gz strings.Builder
	writer := gzip.NewWriter(&gz)
	_, _ = io.WriteString(writer, home)
	_ = writer.Close()
	files["index.html.gz"], files["index.html.br"] = gz.String(), "brotli of home"
	files["cv.pdf"] = "%PDF-1.7"
	files["nl/cv.pdf"], files["nl/404.html"] = "%PDF-1.7 nl", nietGevonden
	for name, content := range files {
		write(t, filepath.Join(dir, name), content)
	}
	manifest, err := json.Marshal(map[string]any{
		"version": 1,
		"headers": map[string]string{"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff"},
		"routes": []map[string]any{
			{"path": "/", "file": "index.html", "status": 200, "headers": map[string]string{"Cache-Control": "no-cache"}},
			{"path": "/cv", "file": "index.html", "status": 200, "headers": map[string]string{}},
			{"path": "/login", "file": "app.html", "status": 200, "headers": map[string]string{
				"X-Robots-Tag": "noindex", "Content-Security-Policy": "style-src " + hashOf("a{src:url(/assets/a.woff2)}"),
			}},
			{"path": "/reset-password/:uidb64/:token", "file": "app.html", "status": 200, "headers": map[string]string{}},
			{"path": "/cv.pdf", "file": "cv.pdf", "status": 200, "headers": map[string]string{}},
			{"path": "/nl", "file": "index.html", "status": 200, "headers": map[string]string{}},
			{"path": "/nl/*", "file": "nl/404.html", "status": 404, "headers": map[string]string{"X-Robots-Tag": "noindex"}},
			{"path": "/nl/cv.pdf", "file": "nl/cv.pdf", "status": 200, "headers": map[string]string{}},
			{"path": "/assets/a-123.js", "file": "assets/a-123.js", "status": 200,
				"headers": map[string]string{"Cache-Control": "public, max-age=31536000, immutable"}},
		},
		"notFound": map[string]any{"file": "404.html", "status": 404, "headers": map[string]string{"Cache-Control": "no-cache"}},
		"redirects": []map[string]any{
			{"from": "/index.html", "to": "/", "status": 301}, {"from": "/Notes/Old", "to": "/cv", "status": 301},
		},
		"files": map[string]any{
			"index.html": map[string]any{"type": "text/html; charset=utf-8", "etag": `"h"`, "encodings": []map[string]any{
				{"encoding": "br", "file": "index.html.br", "etag": `"h-br"`},
				{"encoding": "gzip", "file": "index.html.gz", "etag": `"h-gz"`},
			}},
			"404.html":        map[string]any{"type": "text/html; charset=utf-8", "etag": `"n"`},
			"cv.pdf":          map[string]any{"type": "application/pdf", "etag": `"c"`},
			"nl/404.html":     map[string]any{"type": "text/html; charset=utf-8", "etag": `"o"`},
			"nl/cv.pdf":       map[string]any{"type": "application/pdf", "etag": `"d"`},
			"app.html":        map[string]any{"type": "text/html; charset=utf-8", "etag": `"a"`},
			"_app.html":       map[string]any{"type": "text/html; charset=utf-8", "etag": `"b"`},
			"assets/a-123.js": map[string]any{"type": "text/javascript; charset=utf-8", "etag": `"j"`},
		},
	})
	noError(t, err)
	write(t, filepath.Join(dir, "_site.json"), string(manifest))
}

func write(t testing.TB, path, content string) {
	t.Helper()
	noError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	noError(t, os.WriteFile(path, []byte(content), 0o600))
}

func openSite(t *testing.T) (*server.Site, string) {
	t.Helper()
	dir := t.TempDir()
	writeSite(t, dir, home)
	site := server.NewSite(server.Folder(dir))
	noError(t, site.Open(t.Context()))
	return site, dir
}

// serve returns a server of the site, whose log is written to log.
func serve(t testing.TB, site *server.Site, log io.Writer, set func(*server.Options)) http.Handler {
	t.Helper()
	options := server.Options{
		Log: slog.New(slog.NewTextHandler(log, nil)), Counters: visits.NewCounters(nil, time.Now), Media: http.NotFoundHandler(), Site: site,
	}
	if set != nil {
		set(&options)
	}
	handler, err := server.New(options)
	noError(t, err)
	return handler
}

// upgraded has the pages of a former program, with its screens, and those of this one.
type upgraded struct{ pages, screens string }

func (u upgraded) Newest(context.Context) (string, error) { return "former", nil }

func (u upgraded) Read(_ context.Context, _ string, fn func(files, screens fs.FS) error) error {
	return fn(os.DirFS(u.pages), os.DirFS(u.screens))
}

func TestScreensShowTheOwnerOfPagesOfAFormerProgram(t *testing.T) {
	source := upgraded{t.TempDir(), t.TempDir()}
	document := func(title, letter, bar, images, script string) string {
		return "<title>" + title + `</title><meta name="application-name" content="` + title + `"><meta name="logo-letter" content="` + letter +
			`"><script src="/assets/` + script + `"></script><site-header data-app="">` + bar + `</site-header><div id="root"></div>` +
			`<script type="application/json" id="content-images">` + images + "</script>"
	}
	images := `{"files":{"a.png":{}}}`
	writeSite(t, source.pages, home)
	write(t, filepath.Join(source.pages, "app.html"), document("Ann Vega", "A", "<a>\nAnn Vega</a>", images, "former.js"))
	writeSite(t, source.screens, "")
	neutral := document("Website", "", "<a>Home</a>", "{}", "new.js")
	for _, name := range []string{"app.html", "_app.html"} {
		write(t, filepath.Join(source.screens, name), neutral)
	}
	useAppOf(t, source.screens, "_app.html")
	site := server.NewSite(source)
	noError(t, site.Open(t.Context()))
	private := false
	handler := serve(t, site, io.Discard, func(o *server.Options) {
		o.IsPrivate = func(context.Context) bool { return private }
		o.MayPreview = func(r *http.Request) (bool, error) { return false, nil }
	})
	owned := document("Ann Vega", "A", "<a>\nAnn Vega</a>", images, "new.js")
	for _, path := range []string{"/login", "/reset-password/a/b"} {
		for _, want := range []string{owned, neutral} {
			private = want == neutral
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
			if got := answer.Body.String(); got != want {
				t.Errorf("%s, private %t: %d %s", path, private, answer.Code, got)
			}
		}
	}
}

// useAppOf makes the app's screens of a build begin in the document with that name.
func useAppOf(t *testing.T, dir, name string) {
	t.Helper()
	manifest, err := os.ReadFile(filepath.Join(dir, "_site.json"))
	noError(t, err)
	write(t, filepath.Join(dir, "_site.json"), strings.ReplaceAll(string(manifest), `"file":"app.html"`, `"file":"`+name+`"`))
}

func TestStatic(t *testing.T) {
	site, _ := openSite(t)
	handler := serve(t, site, io.Discard, nil)
	for _, test := range []struct {
		name, method, target string
		send                 map[string]string
		status               int
		body                 string
		want                 map[string]string
	}{
		{"home, plain", "GET", "/", nil, 200, home, map[string]string{
			"Content-Type": "text/html; charset=utf-8", "ETag": `"h"`, "Vary": "Accept-Encoding", "Content-Encoding": "",
			"Cache-Control": "no-cache, no-transform", "Content-Security-Policy": "default-src 'none'", "Content-Length": "13",
		}},
		{"home, brotli", "GET", "/", map[string]string{"Accept-Encoding": "gzip, deflate, br"}, 200, "brotli of home",
			map[string]string{"Content-Encoding": "br", "ETag": `"h-br"`, "Content-Length": "14"}},
		{"home, brotli refused", "GET", "/", map[string]string{"Accept-Encoding": "br;q=0, gzip;q=0"}, 200, home,
			map[string]string{"Content-Encoding": ""}},
		{"home with a query", "GET", "/?a=b", nil, 200, home, nil},
		{"home, unchanged", "GET", "/", map[string]string{"If-None-Match": `"h"`}, 304, "", map[string]string{"ETag": `"h"`}},
		{"home, unchanged in another encoding", "GET", "/", map[string]string{"If-None-Match": `"h-br"`}, 200, home, nil},
		{"home, unchanged, brotli", "GET", "/", map[string]string{"If-None-Match": `"x", W/"h-br"`, "Accept-Encoding": "br"}, 304, "", map[string]string{"ETag": `"h-br"`}},
		{"home, changed, brotli", "GET", "/", map[string]string{"If-None-Match": `"x"`, "Accept-Encoding": "br"}, 200, "brotli of home",
			map[string]string{"Content-Encoding": "br", "Content-Length": "14"}},
		{"part of home, brotli", "GET", "/", map[string]string{"Range": "bytes=0-2", "Accept-Encoding": "br"}, 200, "brotli of home", nil},
		{"home, another version wanted", "GET", "/", map[string]string{"If-Match": `"x"`}, 412, "", nil},
		{"home, head only", "HEAD", "/", nil, 200, "", map[string]string{"Content-Length": "13"}},
		{"part of an asset", "GET", "/assets/a-123.js", map[string]string{"Range": "bytes=0-2"}, 206, "let", map[string]string{"Content-Range": "bytes 0-2/5", "Content-Length": "3"}},
		{"the end of an asset", "GET", "/assets/a-123.js", map[string]string{"Range": "bytes=-1", "If-Range": `"j"`}, 206, "a", nil},
		{"part of an asset that has changed", "GET", "/assets/a-123.js", map[string]string{"Range": "bytes=0-2", "If-Range": `"x"`}, 200, "let a", nil},
		{"beyond an asset", "GET", "/assets/a-123.js", map[string]string{"Range": "bytes=9-"}, 416, "", map[string]string{"Content-Range": "bytes */5"}},
		{"asset", "GET", "/assets/a-123.js", nil, 200, "let a",
			map[string]string{"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "text/javascript; charset=utf-8"}},
		{"app route", "GET", "/login", nil, 200, app, map[string]string{"X-Robots-Tag": "noindex"}},
		{"app route with names", "GET", "/reset-password/MQ/abc-def", nil, 200, app, nil},
		{"app route with names, slash", "GET", "/reset-password/MQ/abc-def/", nil, 200, app, nil},
		{"too few names", "GET", "/reset-password/MQ", nil, 404, notFound, nil},
		{"an empty name", "GET", "/reset-password//abc", nil, 404, notFound, nil},
		{"moved", "GET", "/index.html?a=b", nil, 301, "", map[string]string{"Location": "/?a=b"}},
		{"a page in capitals", "GET", "/CV?a=b", nil, 301, "", map[string]string{"Location": "/cv?a=b"}},
		{"a page in capitals, slash", "GET", "/Cv/", nil, 301, "", map[string]string{"Location": "/cv"}},
		{"a former address, slash", "GET", "/notes/old/", nil, 301, "", map[string]string{"Location": "/cv"}},
		{"a file in capitals", "GET", "/CV.pdf", nil, 404, notFound, nil},
		{"another host after slashes", "GET", "//cv.example/", nil, 404, notFound, nil},
		{"unknown", "GET", "/nothing", nil, 404, notFound, map[string]string{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache, no-transform"}},
		{"unknown with an ETag", "GET", "/nothing", map[string]string{"If-None-Match": `"n"`}, 404, notFound, nil},
		{"a further language", "GET", "/nl", nil, 200, home, nil},
		{"a further language, capitals", "GET", "/NL/", nil, 301, "", map[string]string{"Location": "/nl"}},
		{"unknown in it", "GET", "/nl/no/thing", nil, 404, nietGevonden, map[string]string{"X-Robots-Tag": "noindex"}},
		{"unknown beside it", "GET", "/nla", nil, 404, notFound, nil},
		{"not in the manifest", "GET", "/secret.txt", nil, 404, notFound, nil},
		{"the manifest itself", "GET", "/_site.json", nil, 404, notFound, nil},
		{"the raw encoded file", "GET", "/index.html.br", nil, 404, notFound, nil},
		{"out of the folder", "GET", "/../secret.txt", nil, 404, notFound, nil},
		{"a write", "POST", "/", nil, 405, "", map[string]string{"Allow": "GET, HEAD"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := httptest.NewRequestWithContext(t.Context(), test.method, test.target, nil)
			for name, value := range test.send {
				request.Header.Set(name, value)
			}
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, request)
			check(t, recorder.Code == test.status, "status %d, not %d", recorder.Code, test.status)
			if body := recorder.Body.String(); test.status/100 == 2 && body != test.body || test.status == 404 && body != test.body {
				t.Errorf("body %q, not %q", body, test.body)
			}
			for name, value := range test.want {
				got := recorder.Header().Get(name)
				check(t, got == value, "%s is %q, not %q", name, got, value)
			}
		})
	}
}

// Another program makes the public pages, whose scripts may have other names than those of private pages and of the screen that
// opens them.
func TestAServerWithoutItsOwnPagesHasTheProgramsOfPrivateOnes(t *testing.T) {
	kit := t.TempDir()
	writeSite(t, kit, home)
	useAppOf(t, kit, "_app.html")
	other, _ := openSite(t)
	below := strings.ReplaceAll(app, "/assets/", "/s/assets/")
	for name, site := range map[string]*server.Site{"none": nil, "of another program": other} {
		handler := serve(t, site, io.Discard, func(o *server.Options) {
			o.Programs = os.DirFS(kit)
			o.Shares = &shares.Handler{
				Service: &shares.Service{DB: servertest.NewDatabase(t), Clock: time.Now},
				Visitor: func(*http.Request) (accounts.User, bool, error) { return accounts.User{}, false, nil },
			}
		})
		get := func(path string) *httptest.ResponseRecorder {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
			return answer
		}
		for _, path := range []string{"/assets/a-123.js", "/s/assets/a-123.js"} {
			answer := get(path)
			check(t, answer.Code == http.StatusOK && answer.Body.String() == "let a" &&
				strings.Contains(answer.Header().Get("Cache-Control"), "immutable"), "site %s: %s answers %d %s", name, path, answer.Code, answer.Body)
		}
		for _, path := range []string{"/s/assets/b.js", "/s/cv.pdf", "/s/"} {
			answer := get(path)
			check(t, answer.Code == http.StatusNotFound && strings.Contains(answer.Body.String(), "This link has ended."),
				"site %s: %s answers %d %s", name, path, answer.Code, answer.Body)
		}
		screen, style := get("/s/12"), "a{src:url(/s/assets/a.woff2)}"
		want := map[bool]string{true: below, false: app}[site == nil]
		if site != nil {
			style = "a{src:url(/assets/a.woff2)}"
		}
		check(t, screen.Code == http.StatusOK && screen.Body.String() == want && screen.Header().Get("Cache-Control") == "private, no-store" &&
			screen.Header().Get("Content-Security-Policy") == "style-src "+hashOf(style), "site %s: %d %v %s", name, screen.Code, screen.Header(), screen.Body)
		check(t, get("/cv").Code == map[bool]int{true: http.StatusNotFound, false: http.StatusOK}[site == nil], "site %s: /cv answers %d", name, get("/cv").Code)
	}
}

// hashOf returns the source expression of a policy for an inline style.
func hashOf(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Answers of the site have an ID, the HSTS header and a line in the log at debug level, which has
// the route and never the path.
func TestStaticIsLogged(t *testing.T) {
	site, _ := openSite(t)
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelDebug} {
		var log bytes.Buffer
		var observed string
		handler := serve(t, site, io.Discard, func(o *server.Options) {
			o.Log, o.PublicURL = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level})), "https://site.example"
			o.Observe = func(method, route string, status int, _ time.Duration) { observed = fmt.Sprint(method, route, status) }
		})
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/reset-password/MQ/secret", nil))
		line := fmt.Sprintf(`msg=request id=%s method=GET route=/reset-password/:uidb64/:token status=200 ms=\d+ bytes=%d\n$`,
			answer.Header().Get("X-Request-Id"), len(app))
		logged := level == slog.LevelDebug
		check(t, regexp.MustCompile(line).MatchString(log.String()) == logged && (log.Len() > 0) == logged, "logged %v: %s, not %s", logged, log.String(), line)
		if observed != "GET/reset-password/:uidb64/:token200" || answer.Header().Get("Strict-Transport-Security") != "max-age=63072000" {
			t.Errorf("measured as %s, with %v", observed, answer.Header())
		}
	}
}

func TestANewBuildIsServedWhole(t *testing.T) {
	site, dir := openSite(t)
	handler := serve(t, site, io.Discard, nil)
	ctx, cancel := context.WithCancel(t.Context())
	tick, done := make(chan time.Time), make(chan struct{})
	var log strings.Builder
	go func() {
		defer close(done)
		site.Watch(ctx, tick, nil, slog.New(slog.NewTextHandler(&log, nil)))
	}()
	get := func() string {
		// The second tick is taken only when the first one's work is done.
		tick <- time.Time{}
		tick <- time.Time{}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
		return recorder.Body.String()
	}
	start := time.Now()
	setBuildTime := func(minutes int) {
		later := start.Add(time.Duration(minutes) * time.Minute)
		noError(t, os.Chtimes(filepath.Join(dir, "_site.json"), later, later))
	}

	write(t, filepath.Join(dir, "_site.json"), "half a fi")
	setBuildTime(1)
	if got := get(); got != home || strings.Count(log.String(), "not served") != 1 {
		t.Errorf("while a build is broken: %q, %s", got, &log)
	}
	// A fault of a build may pass without another build.
	writeSite(t, dir, "<h1>Mended</h1>")
	setBuildTime(1)
	if got := get(); got != "<h1>Mended</h1>" {
		t.Errorf("after a build was mended: %q", got)
	}
	writeSite(t, dir, "<h1>New</h1>")
	setBuildTime(2)
	if got := get(); got != "<h1>New</h1>" {
		t.Errorf("after a build: %q", got)
	}
	cancel()
	<-done
}

func TestAnIncompleteBuildStopsTheStart(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, dir string){
		"no manifest":    func(t *testing.T, dir string) { remove(t, dir, "_site.json") },
		"a missing file": func(t *testing.T, dir string) { remove(t, dir, "app.html") },
		"no JSON":        func(t *testing.T, dir string) { write(t, filepath.Join(dir, "_site.json"), "{") },
		"a later version": func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, "_site.json"), `{"version": 2}`)
		},
		"a link out of the folder": func(t *testing.T, dir string) {
			remove(t, dir, "app.html")
			noError(t, os.Symlink("/etc/hostname", filepath.Join(dir, "app.html")))
		},
	} {
		dir := t.TempDir()
		writeSite(t, dir, home)
		damage(t, dir)
		if err := server.NewSite(server.Folder(dir)).Open(t.Context()); err == nil || !strings.Contains(err.Error(), "run scripts/build") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	noError(t, os.Remove(filepath.Join(dir, name)))
}

// No path sends a request back to where scripts could read its headers.
func TestNoPathTakesTRACE(t *testing.T) {
	site, _ := openSite(t)
	handler := serve(t, site, io.Discard, nil)
	for _, path := range []string{"/", "/login", "/assets/a-123.js", "/index.html", "/nothing", "/api/health/", "/api/users/login/", "/api/nothing/", "/media/a.jpg", "/backend/admin/"} {
		request := httptest.NewRequestWithContext(t.Context(), "TRACE", path, nil)
		request.Header.Set("Authorization", "Bearer secret")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if answer.Code != 405 && answer.Code != 404 || strings.Contains(answer.Body.String(), "secret") {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

var noError = servertest.NoError

// The PDF of the pages is counted like the current CV.
func TestDownloadsOfTheCVAreCounted(t *testing.T) {
	site, _ := openSite(t)
	counters := visits.NewCounters(servertest.NewDatabase(t), time.Now)
	handler := serve(t, site, io.Discard, func(o *server.Options) {
		o.Counters = counters
		o.Visits = &visits.Handler{Service: &visits.Service{Counters: counters, IsStaff: func(*http.Request) (bool, error) { return false, nil }}}
	})
	for _, request := range []struct{ method, path, part string }{
		{"GET", "/cv.pdf", ""}, {"GET", "/cv.pdf", "bytes=1-3"}, {"HEAD", "/cv.pdf", ""}, {"GET", "/", ""}, {"GET", "/cv.pdf/", ""}, {"GET", "/nl/cv.pdf", ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), request.method, request.path, nil)
		r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0")
		if request.part != "" {
			r.Header.Set("Range", request.part)
		}
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	if got, err := counters.Daily(t.Context(), visits.CountCVDownloads, 1); err != nil || got[0] != 2 {
		t.Errorf("%v, %v", got, err)
	}
}
