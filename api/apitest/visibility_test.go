package apitest_test

import (
	"image/color"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"portfolio/api"
	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
	"portfolio/api/server"
)

const (
	visibilityPath = "/api/admin/settings/visibility/"
	beingSetUp     = "This site is being set up."
)

// pageFiles are a site's pages, in the form that the build gives them.
var pageFiles = map[string]string{
	"index.html": "<h1>Edda Quillane</h1>", "404.html": "Edda's 404", "cv.pdf": "Edda's CV", "app.html": "Edda's screens", "_app.html": "the screens", "assets/app-123.js": "let a", "assets/share-123.png": "Edda's image", "sw.js": "retire()",
	"_site.json": `{"version": 1, "headers": {"Content-Security-Policy": "default-src 'none'", "Referrer-Policy": "strict-origin-when-cross-origin"},
		"routes": [
			{"path": "/", "file": "index.html", "status": 200, "headers": {"Cache-Control": "no-cache"}},
			{"path": "/cv.pdf", "file": "cv.pdf", "status": 200, "headers": {"Cache-Control": "no-cache"}},
			{"path": "/login", "file": "app.html", "status": 200, "headers": {"Cache-Control": "no-cache", "Content-Security-Policy": "default-src 'self'"}},
			{"path": "/assets/app-123.js", "file": "assets/app-123.js", "status": 200, "headers": {}},
			{"path": "/assets/share-123.png", "file": "assets/share-123.png", "status": 200, "headers": {}},
			{"path": "/sw.js", "file": "sw.js", "status": 200, "headers": {}}],
		"notFound": {"file": "404.html", "status": 404, "headers": {}},
		"redirects": [{"from": "/index.html", "to": "/", "status": 301}],
		"files": {"index.html": {"type": "text/html", "etag": "\"x\""}, "404.html": {"type": "text/html", "etag": "\"x\""}, "cv.pdf": {"type": "application/pdf", "etag": "\"x\""},
			"app.html": {"type": "text/html", "etag": "\"x\""}, "_app.html": {"type": "text/html", "etag": "\"n\""}, "assets/app-123.js": {"type": "text/javascript", "etag": "\"x\""},
			"assets/share-123.png": {"type": "image/png", "etag": "\"x\""}, "sw.js": {"type": "text/javascript", "etag": "\"x\""}}}`,
}

// builtSite is a server of a site's pages and of its API.
type builtSite struct{ *server.Server }

// writePages writes pageFiles into a folder, for STATIC_DIR.
func writePages(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range pageFiles {
		noError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		noError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

// openPages returns the server of site's pages.
func openPages(t *testing.T, site *apitest.Site) builtSite {
	t.Helper()
	built := server.NewSite(server.Folder(site.Settings.StaticDir))
	noError(t, built.Open(t.Context()))
	handler, err := site.App.Server(slog.New(slog.DiscardHandler), built)
	noError(t, err)
	return builtSite{handler}
}

// pageAnswer is an answer of a builtSite.
type pageAnswer struct {
	status int
	header http.Header
	body   string
}

// get returns the answer at path, to a browser with the cookies, if any.
func (p builtSite) get(t *testing.T, path string, cookies ...*http.Cookie) pageAnswer {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
	for _, cookie := range cookies {
		request.AddCookie(cookie)
	}
	recorder := httptest.NewRecorder()
	p.ServeHTTP(recorder, request)
	return pageAnswer{recorder.Code, recorder.Header(), recorder.Body.String()}
}

// statuses checks the answers at paths.
func (p builtSite) statuses(t *testing.T, want map[string]int, cookies ...*http.Cookie) {
	t.Helper()
	for path, status := range want {
		answer := p.get(t, path, cookies...)
		if answer.status != status || want["/"] == http.StatusServiceUnavailable && strings.Contains(answer.body, "Edda") {
			t.Errorf("%s: %d %s", path, answer.status, answer.body)
		}
	}
}

const (
	galleryPath     = "/api/photos/images/?gallery_slug=page-logos"
	currentDownload = "/api/documents/documents/1/download/"
)

var (
	shown = map[string]int{
		"/": 200, "/cv.pdf": 200, "/index.html": 301, "/nothing": 404, "/login": 200, "/assets/app-123.js": 200, "/assets/share-123.png": 200, "/sw.js": 200,
		"/media/ab/none.jpg": 404, galleryPath: 200, "/api/documents/documents/current_cv/": 200, "/api/health/": 200,
	}
	hidden = map[string]int{
		"/": 503, "/cv.pdf": 503, "/index.html": 503, "/nothing": 503, "/login": 200, "/assets/app-123.js": 200, "/assets/share-123.png": 503, "/sw.js": 200,
		"/media/ab/none.jpg": 503, galleryPath: 503, "/api/documents/documents/current_cv/": 503, "/cv-download": 503, "/api/health/": 200,
	}
	currentCV = map[string]int{"/cv-download": 200, currentDownload: 200}
	hiddenCV  = map[string]int{"/cv-download": 503, currentDownload: 404}
)

func TestAPrivateSiteShowsItsPagesToStaffOnly(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"STATIC_DIR": writePages(t)}, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 201, sendDocument(map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF))
		served := openPages(t, site)
		served.statuses(t, shown)
		served.statuses(t, currentCV)
		site.Run(t, []apitest.Scenario{
			{Name: "neither", Request: asStaff("PUT", visibilityPath, map[string]string{"visibility": "secret"}), Status: 400,
				Want: `{"visibility":["\"secret\" is not a valid choice."]}`},
			{Name: "private", Request: asStaff("PUT", visibilityPath, map[string]string{"visibility": "private"}), Status: 204},
			{Name: "shown to staff", Request: asStaff("GET", "/api/admin/settings/", nil), Status: 200, Want: `{"visibility":{"value":"private","set_by":""},…}`},
			{Name: "recorded", Request: asStaff("GET", "/api/admin/audit/?kind=setting", nil), Status: 200,
				Want: `{…"entries":[{…"action":"settings changed",…"actor":"staff@example.test",…"target":"visibility",…"detail":"private"…}]…}`},
			{Name: "registration is closed", Request: register(nil), Status: 403, Want: `{"detail":"Registration is closed on this site."}`},
		})
		served.statuses(t, hidden)
		served.statuses(t, hiddenCV)
		answer := served.get(t, "/")
		check(t, strings.Contains(answer.body, "<h1>"+beingSetUp+"</h1>") && !strings.Contains(answer.body, "<a ") && !strings.Contains(answer.body, "link"), "the waiting page is %s", answer.body)
		for name, want := range map[string]string{"X-Robots-Tag": "noindex", "Cache-Control": "no-store", "Retry-After": "3600"} {
			equal(t, answer.header.Get(name), want, "%s of the waiting page", name)
		}

		opened := site.Do(t, login(apitest.Email(apitest.Staff), apitest.Password))
		preview := previewCookie(t, opened)
		served.statuses(t, shown, preview)
		served.statuses(t, currentCV, preview)
		equal(t, served.get(t, "/", preview).header.Get("Cache-Control"), "private, no-store", "the caching of a page of a private site")
		found := previewCookie(t, site.Do(t, login(apitest.Email(apitest.User), apitest.Password)))
		check(t, found == nil, "a user without rights got the cookie of staff")
		served.statuses(t, hidden, &http.Cookie{Name: "preview", Value: "x.y"})
		var session struct{ Refresh string }
		opened.Decode(t, &session)
		site.Do(t, post("/api/users/logout/", map[string]string{"refresh": session.Refresh}))
		served.statuses(t, hidden, preview)

		other := openPages(t, apitest.Open(t, site.Database, apitest.Settings{"STATIC_DIR": site.Settings.StaticDir, "DATA_DIR": site.Data}))
		other.statuses(t, hidden)
		site.Do(t, asStaff("PUT", visibilityPath, map[string]string{"visibility": "public"}))
		served.statuses(t, shown)
		await(t, "another replica to show the pages", func() bool { return other.get(t, "/").status == http.StatusOK })
	})
}

func TestStaffSeeAPrivateSiteAsLongAsTheirSessionLasts(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"STATIC_DIR": writePages(t), "VISIBILITY": "private"}, func(t *testing.T, site *apitest.Site) {
		served, preview := openPages(t, site), previewCookie(t, site.Do(t, login(apitest.Email(apitest.Staff), apitest.Password)))
		served.statuses(t, shown, preview)
		site.Clock.Advance(14*24*time.Hour + 2*time.Hour)
		served.statuses(t, hidden, preview)
	})
}

func TestStaffWithoutTheirSecondFactorSeeNoPrivateSite(t *testing.T) {
	settings := apitest.Settings{"STATIC_DIR": writePages(t), "VISIBILITY": "private", "STAFF_SECOND_FACTOR": "required"}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		served, opened := openPages(t, site), site.Do(t, login(apitest.Email(apitest.Staff), apitest.Password))
		preview := previewCookie(t, opened)
		served.statuses(t, hidden, preview)
		var session struct{ Access string }
		opened.Decode(t, &session)
		addAuthenticator(t, site, session.Access, apitest.Email(apitest.Staff))
		served.statuses(t, shown, preview)
	})
}

func TestNoCacheKeepsAnAnswerOfAPrivateSite(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"STATIC_DIR": writePages(t), "VISIBILITY": "private"})
	expect(t, site, 201, sendDocument(map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF))
	photo := addImage(t, site, map[string]string{"title": "Crane"}, color.White).ImageURL
	served := openPages(t, site)
	ask := func(method, path string, header http.Header) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		maps.Copy(request.Header, header)
		request.Header.Set("Authorization", "Bearer "+site.SignIn(t, apitest.Staff).Access)
		recorder := httptest.NewRecorder()
		served.ServeHTTP(recorder, request)
		equal(t, recorder.Header().Get("Cache-Control"), "private, no-store", "%s %s: %d with Cache-Control", method, path, recorder.Code)
		return recorder
	}
	for _, path := range []string{photo, galleryPath, "/api/photos/galleries/shown/", "/api/documents/documents/current_cv/", "/cv-download"} {
		found := ask("GET", path, nil)
		equal(t, found.Code, 200, "the status of %s", path)
		if tag := found.Header().Get("ETag"); tag != "" {
			equal(t, ask("GET", path, http.Header{"If-None-Match": {tag}}).Code, 304, "the status of %s, unchanged", path)
		}
		ask("HEAD", path, nil)
	}
	for _, call := range served.Routes() {
		method, pattern, _ := strings.Cut(call, " ")
		if pattern == "/media/*" {
			pattern = photo
		}
		ask(method, regexp.MustCompile(`\{\w+\}`).ReplaceAllString(pattern, "1"), nil)
	}
}

func TestCachesShareThePhotosThatPagesShow(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		caching := func(why string, image apitest.Image, want string) {
			t.Helper()
			answer := site.Do(t, apitest.Request{Method: "GET", Path: image.ImageURL})
			equal(t, answer.Header.Get("Cache-Control"), want+", max-age=31536000, immutable", "the caching of %s", why)
		}
		contentSite(t, site)
		gallery := addGallery(t, site, "Talks")
		id := strconv.FormatInt(gallery.ID, 10)
		inGallery := addImage(t, site, map[string]string{"title": "a", "gallery": id}, color.White)
		loose := addImage(t, site, map[string]string{"title": "b"}, color.Black)
		caching("a photo of a hidden gallery", inGallery, "private")
		caching("a photo without a gallery", loose, "private")
		expect(t, site, 200, asStaff("PATCH", galleriesPath+"update/"+id+"/", map[string]any{"shown": true}))
		caching("a photo of a shown gallery", inGallery, "public")
		expect(t, site, 200, saveDraft("about.md", "![](photos/b-"+strconv.FormatInt(loose.ID, 10)+".jpg)", aboutFile, 0))
		caching("a photo of a draft", loose, "private")
		expect(t, site, 201, publishDrafts(nil, draftOf("about.md", 1)))
		caching("a photo of a published text", loose, "public")
	})
}

func TestASiteWithoutAnOwnerIsPrivateAtItsHTTPSAddress(t *testing.T) {
	site := apitest.Open(t, servertest.MigratedURL(t), apitest.Settings{"STATIC_DIR": writePages(t)})
	served := openPages(t, site)
	served.statuses(t, hidden)
	page := served.get(t, "/").body
	check(t, strings.Contains(page, "Open the set-up link"), "the waiting page is %s", page)
	site.Join(t, apitest.Staff)
	served.statuses(t, shown)

	local := apitest.Open(t, servertest.MigratedURL(t), apitest.Settings{"STATIC_DIR": writePages(t), "PUBLIC_URL": "http://localhost:8080"})
	openPages(t, local).statuses(t, shown)
}

func TestTheEnvironmentWinsOverSettings(t *testing.T) {
	changed := apitest.Settings{"STATIC_DIR": writePages(t), "VISIBILITY": "private", "REGISTRATION": "closed"}
	site := apitest.StartWith(t, changed)
	openPages(t, site).statuses(t, hidden)
	site.Run(t, []apitest.Scenario{
		{Name: "named", Request: asStaff("GET", "/api/admin/settings/", nil), Status: 200,
			Want: `{"visibility":{"value":"private","set_by":"VISIBILITY"},"registration":{"value":"closed","set_by":"REGISTRATION"}…}`},
		{Name: "visibility", Request: asStaff("PUT", visibilityPath, map[string]string{"visibility": "public"}), Status: 409,
			Want: `{"detail":"VISIBILITY is set in the environment of the server, which wins."}`},
		{Name: "registration", Request: asStaff("PUT", "/api/admin/settings/registration/", map[string]string{"registration": "open"}), Status: 409,
			Want: `{"detail":"REGISTRATION is set in the environment of the server, which wins."}`},
	})
}

// previewCookie returns the cookie with which staff see a private site, or nil.
func previewCookie(t *testing.T, answer apitest.Answer) *http.Cookie {
	t.Helper()
	for _, line := range answer.Header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		noError(t, err)
		if cookie.Name == "preview" {
			check(t, cookie.HttpOnly && cookie.Secure && cookie.SameSite == http.SameSiteLaxMode && cookie.Path == "/", "the cookie is not safe: %s", line)
			return cookie
		}
	}
	return nil
}

func TestTheFirstVisitorsAfterAStartSeeThePages(t *testing.T) {
	apitest.EachWith(t, apitest.Settings{"STATIC_DIR": writePages(t)}, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 201, sendDocument(map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF))
		started, err := api.Open(t.Context(), site.Settings, site.Clock.Now)
		noError(t, err)
		t.Cleanup(func() { noError(t, started.Close()) })
		built := server.NewSite(server.Folder(site.Settings.StaticDir))
		noError(t, built.Open(t.Context()))
		handler, err := started.Server(slog.New(slog.DiscardHandler), built)
		noError(t, err)
		served, release := builtSite{handler}, holdSettings(t, site)
		var group sync.WaitGroup
		for path, status := range map[string]int{"/": 200, "/cv.pdf": 200, "/cv-download": 200, "/media/ab/none.jpg": 404, galleryPath: 200} {
			for range 12 {
				group.Go(func() { served.statuses(t, map[string]int{path: status}) })
			}
		}
		release()
		group.Wait()
	})
}

func TestAServerListensOnceItKnowsWhoSeesThePages(t *testing.T) {
	servertest.EachMigratedURL(t, func(t *testing.T, url string) {
		p := newProcess(t, url)
		p.environment = append(p.environment, "STATIC_DIR="+writePages(t), "PUBLIC_URL=https://site.example")
		release := holdSettings(t, &apitest.Site{Database: url})
		go release()
		p.start(t)
		var group sync.WaitGroup
		for path, status := range map[string]int{"/": 200, "/cv.pdf": 200, "/media/ab/none.jpg": 404} {
			for range 20 {
				group.Go(func() {
					answer, err := send(t.Context(), p.url, apitest.Request{Method: "GET", Path: path})
					check(t, err == nil && answer.Status == status, "%s: %d, %v", path, answer.Status, err)
				})
			}
		}
		group.Wait()
	})
}

// holdSettings makes the settings of a site on PostgreSQL unreadable. The returned function makes them readable again once a
// reader waits for them. SQLite's readers never wait.
func holdSettings(t *testing.T, site *apitest.Site) (release func()) {
	t.Helper()
	if strings.HasPrefix(site.Database, "sqlite:") {
		return func() {}
	}
	db, err := sqlx.Open("postgres", site.Database)
	noError(t, err)
	t.Cleanup(func() { noError(t, db.Close()) })
	tx, err := db.Beginx()
	noError(t, err)
	_, err = tx.Exec(`LOCK TABLE settings IN ACCESS EXCLUSIVE MODE`)
	noError(t, err)
	return func() {
		await(t, "a reader of the settings to wait", func() bool {
			var waiting int
			noError(t, tx.Get(&waiting, `SELECT count(*) FROM pg_locks WHERE relation = 'settings'::regclass AND NOT granted`))
			return waiting > 0
		})
		noError(t, tx.Rollback())
	}
}
