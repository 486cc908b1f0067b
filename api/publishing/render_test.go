package publishing_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/server"
	"portfolio/api/visits"
)

// siteScript renders the text about.md, with a CV that differs for each and a CV for the audience cto, whose title it is, and
// fails for "wrong". Private pages rendered alone differ each time.
const siteScript = `globalThis.startRendering = (text) => {
	const { content, privatePages, onlyPrivate } = JSON.parse(text)
	const about = content.find(([path]) => path === 'about.md')[1]
	const secret = ({ name, page }) => ({ name, text: '<style>a</style><script>b</script>' + about + page.name + (onlyPrivate ? Math.random() : '') })
	if (onlyPrivate) return void (globalThis.answer = JSON.stringify({ files: privatePages.map(secret) }))
	const page = { path: '/', file: 'index.html', status: 200, headers: {} }
	globalThis.answer = JSON.stringify(about === 'wrong' ? { diagnostics: ['about.md is wrong'] } : {
		cvName: 'Ann Vega CV.pdf',
		audiences: about === 'none' ? [] : [{ slug: 'cto', title: about, fileName: 'Ann Vega CV.pdf', pdf: hostSha256(about.padEnd(8, 'B')) }],
		files: [{ name: 'index.html', text: about }, { name: 'cv.pdf', base64: hostSha256(about.padEnd(8, 'A')) },
			...privatePages.map(secret)],
		manifest: { version: 1, headers: {}, redirects: [], routes: [page, { ...page, path: '/login', file: '_app.html' }],
			notFound: { ...page, status: 404 }, files: { 'index.html': {}, 'cv.pdf': {}, '_app.html': { etag: '"a"' } } },
	})
}`

// notReady is the heading of the page before the first rendering.
const notReady = "<h1>This site isn’t ready yet.</h1>"

// siteKit returns a kit with the screens app.
func siteKit(t *testing.T, app string) *publishing.Kit {
	t.Helper()
	opened, err := publishing.OpenKit(fstest.MapFS{
		"renderer.js":     {Data: []byte(siteScript)},
		"kit.json":        {Data: []byte(`{"app":"` + app + `"}`)},
		"content.json":    {Data: []byte(`{"files":{"about.md":"first"}}`)},
		"files/_app.html": {Data: []byte(app)},
		"files/503.html":  {Data: []byte{}},
		"files/_site.json": {Data: []byte(`{"version": 1, "files": {"_app.html": {"etag": "\"a\""}, "503.html": {"etag": "\"b\""}},
			"routes": [{"path": "/login", "file": "_app.html", "status": 200}], "notFound": {"file": "503.html", "status": 503}}`)},
		"fonts/a.ttf": {Data: []byte("font")},
	})
	noError(t, err)
	return opened
}

// replica is a server with a renderer.
type replica struct {
	*publishing.Renderer
	t    *testing.T
	site *server.Site
	tick chan time.Time
}

// startReplica starts a server on a database and a store.
func startReplica(t *testing.T, db *database.DB, store files.Store, app string) *replica {
	t.Helper()
	stored := &files.Files{DB: db, Storage: store, Clock: time.Now}
	queue := publishing.NewQueue(jobs.New(db, time.Now), publishing.Options{Files: stored})
	r := &replica{t: t, tick: make(chan time.Time), Renderer: &publishing.Renderer{
		Kit: siteKit(t, app), DB: db, Queue: queue, Photos: &photos.Service{DB: db},
		Files: stored,
		Documents: &documents.Service{
			DB: db, Files: stored, Audit: audit.New(db, time.Now), Links: httpx.NewDownloadLinks(make([]byte, 32)), Clock: time.Now,
			Pages: queue,
		},
		Content: &content.Service{DB: db, Audit: audit.New(db, time.Now), Clock: time.Now, Pages: queue},
	}}
	exists, err := content.Exists(t.Context(), db)
	if err == nil && !exists {
		_, err = r.Content.Import(t.Context(), r.Kit.Content)
	}
	noError(t, err)
	r.site = server.NewSite(r)
	r.Served = func(name string) []byte { return r.site.File(name, "") }
	noError(t, r.site.Open(t.Context()))
	go r.site.Watch(t.Context(), r.tick, nil, slog.New(slog.DiscardHandler))
	return r
}

// write makes the text the current file.
func (r *replica) write(text string) {
	r.t.Helper()
	_, err := r.Content.Import(r.t.Context(), map[string]string{"about.md": text})
	noError(r.t, err)
}

// publish writes a text and renders it.
func (r *replica) publish(text string) {
	r.t.Helper()
	r.write(text)
	noError(r.t, r.Publish(r.t.Context()))
}

// want looks for new pages, and expects the answers at / and /login.
func (r *replica) want(page, app string) {
	r.t.Helper()
	// The second tick is taken only when the first one's work is done.
	r.tick <- time.Time{}
	r.tick <- time.Time{}
	handler, err := server.New(server.Options{
		Log: slog.New(slog.DiscardHandler), Counters: visits.NewCounters(nil, time.Now), Media: http.NotFoundHandler(), Site: r.site,
	})
	noError(r.t, err)
	for path, want := range map[string]string{"/": page, "/login": app} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(r.t.Context(), "GET", path, nil))
		if got := answer.Body.String(); got != want && (want != notReady || !strings.Contains(got, want)) {
			r.t.Errorf("%s answers %d %q, not %q", path, answer.Code, got, want)
		}
	}
}

// current returns the name of the pages.
func (r *replica) current() string {
	r.t.Helper()
	name, err := r.Newest(r.t.Context())
	noError(r.t, err)
	return name
}

func (r *replica) wantCurrent(want bool) {
	r.t.Helper()
	if current, err := r.IsCurrent(r.t.Context()); err != nil || current != want {
		r.t.Errorf("the pages are current: %t, %v", current, err)
	}
}

// stored returns the names of the archives in the store.
func (r *replica) stored() (names []string) {
	r.t.Helper()
	for info, err := range r.Files.Storage.List(r.t.Context(), "pages/") {
		noError(r.t, err)
		names = append(names, info.Name)
	}
	return names
}

// eachStore runs test on both engines with a folder, and with a bucket.
func eachStore(t *testing.T, test func(t *testing.T, db *database.DB, store files.Store)) {
	t.Helper()
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) { test(t, db, servertest.Folder(t)) })
	t.Run("s3", func(t *testing.T) {
		servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
			store, err := files.OpenStore(t.Context(), servertest.S3URL(t), "")
			noError(t, err)
			test(t, db, store)
		})
	})
}

func TestEveryReplicaServesTheSamePages(t *testing.T) {
	eachStore(t, func(t *testing.T, db *database.DB, store files.Store) {
		a, b := startReplica(t, db, store, "app"), startReplica(t, db, store, "app")
		a.want(notReady, "app")
		a.publish("one")
		b.want("one", "app")
		a.wantCurrent(true)
		b.publish("two")
		a.want("two", "app")
		startReplica(t, db, store, "app").want("two", "app")

		// The same result changes nothing, whichever replica renders it.
		name, stored := a.current(), a.stored()
		a.publish("two")
		if len(stored) != 2 || a.current() != name || len(a.stored()) != 2 {
			t.Errorf("%s became %s, and %v %v", name, a.current(), stored, a.stored())
		}

		// A failed rendering keeps the pages.
		a.write("wrong")
		if err := a.Publish(t.Context()); err == nil || err.Error() != "about.md is wrong" || a.current() != name {
			t.Errorf("%v, and the pages are %s", err, a.current())
		}
		a.want("two", "app")
	})
}

func TestACheckNamesTheErrorsAndStoresNothing(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		r := startReplica(t, db, servertest.Folder(t), "app")
		for text, want := range map[string]string{"one": "[]", "wrong": "[about.md is wrong]"} {
			found, err := r.Kit.Check(t.Context(), r.SiteURL, map[string]string{"about.md": text})
			check(t, err == nil && fmt.Sprint(found) == want, "%s: %v, %v", text, found, err)
		}
		_, err := r.Kit.Check(t.Context(), r.SiteURL, map[string]string{"terms.md": "without a page"})
		check(t, err != nil, "a renderer that fails accepts a text")
		check(t, r.current() == publishing.NoPages && len(r.stored()) == 0, "there are pages: %s, %v", r.current(), r.stored())
	})
}

func TestAFolderThatCannotBeRenderedIsRefused(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		r := startReplica(t, db, servertest.Folder(t), "app")
		r.Content.CheckPages = func(ctx context.Context, texts map[string]string) ([]string, error) {
			return r.Kit.Check(ctx, r.SiteURL, texts)
		}
		noError(t, r.Content.CheckSite(t.Context(), map[string]string{"about.md": "one"}))
		err := r.Content.CheckSite(t.Context(), map[string]string{"about.md": "wrong"})
		var refused *httpx.Error
		check(t, errors.As(err, &refused) && fmt.Sprint(refused.Fields["files"]) == "[about.md is wrong]", "%v", err)
	})
}

// The documents made from the content change with the pages, once for all replicas.
func TestARenderingMakesTheCVsOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, db *database.DB, store files.Store) {
		const audience, cv = 1, 2
		a, b := startReplica(t, db, store, "app"), startReplica(t, db, store, "app")
		a.publish("one")
		noError(t, a.Documents.AddFromContent(t.Context()))
		versions := func(id int64, want int) {
			t.Helper()
			all, err := a.Documents.ListVersions(t.Context(), id)
			if want == 0 && httpx.IsNotFound(err) {
				return
			}
			check(t, err == nil && len(all) == want && all[0].FileName == "Ann Vega CV.pdf", "%+v, %v, not %d versions", all, err, want)
			report, err := a.Files.Check(t.Context(), 0)
			check(t, err == nil && len(report.Orphans)+len(report.Faults) == 0, "%+v, %v", report, err)
		}
		versions(cv, 0)
		a.publish("one")
		versions(cv, 1)
		versions(audience, 1)
		current, err := a.Documents.CurrentCV(t.Context())
		check(t, err == nil && current.Name != nil && *current.Name == "Ann Vega CV", "%+v, %v", current, err)
		b.publish("one")
		versions(cv, 1)
		b.publish("two")
		a.publish("two")
		versions(cv, 2)
		a.write("wrong")
		check(t, a.Publish(t.Context()) != nil, "wrong content was published")
		versions(cv, 2)
		noError(t, b.Documents.Delete(t.Context(), cv))
		a.publish("three")
		versions(cv, 0)
		versions(audience, 3)
		all, err := documents.ListAudiences(t.Context(), db)
		check(t, err == nil && len(all) == 1 && all[0].Slug == "cto" && all[0].Title == "three" && *all[0].Document == audience, "%+v, %v", all, err)
		b.publish("none")
		a.publish("none")
		versions(audience, 0)
	})
}

func TestPagesOfAnotherProgramAreServedWithItsOwnScreens(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		store := servertest.Folder(t)
		startReplica(t, db, store, "old app").publish("one")
		upgraded := startReplica(t, db, store, "new app")
		wantQueued := func(want bool) {
			t.Helper()
			err := upgraded.Queue.Refresh(t.Context(), upgraded.Folder())
			job, findErr := jobs.Find(t.Context(), db, publishing.JobKind)
			if err := errors.Join(err, findErr); err != nil || (job.ID != 0) != want {
				t.Errorf("%+v, %v", job, err)
			}
			_, err = db.Exec(t.Context(), `DELETE FROM jobs`)
			noError(t, err)
		}
		upgraded.want("one", "new app")
		upgraded.wantCurrent(false)
		wantQueued(true)
		upgraded.publish("one")
		upgraded.wantCurrent(true)
		upgraded.want("one", "new app")
		wantQueued(false)
	})
}

func TestFormerPagesAreRemovedLater(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		r := startReplica(t, db, servertest.Folder(t), "app")
		remove := func(after time.Duration, want int) {
			t.Helper()
			later := &files.Files{DB: db, Storage: r.Files.Storage, Clock: func() time.Time { return time.Now().Add(after) }}
			_, err := later.RemoveDeleted(t.Context(), files.RemovalDelay)
			noError(t, err)
			stored := r.stored()
			check(t, len(stored) == want, "%s later there are %v", after, stored)
			report, err := r.Files.Check(t.Context(), 0)
			check(t, err == nil && len(report.Orphans) == 0 && len(report.Faults) == 0, "%+v, %v", report, err)
		}
		r.publish("one")
		r.publish("two")
		remove(0, 2)
		// They are the current ones again, and another replica may still read the others.
		r.publish("one")
		remove(0, 2)
		remove(files.RemovalDelay+time.Minute, 1)
		r.want("one", "app")
	})
}

func TestOnlyTheLastRenderingThatBeganIsStored(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		store := servertest.Folder(t)
		a := startReplica(t, db, store, "app")
		a.publish("one")
		meanwhile := "two"
		b := startReplica(t, db, &servertest.Hooked{Store: store, Before: func(_ context.Context, call, _ string) error {
			if call == "put" && meanwhile != "" {
				text := meanwhile
				meanwhile = ""
				a.publish(text)
			}
			return nil
		}}, "app")
		b.write("late")
		if err := b.Publish(t.Context()); err == nil || !strings.Contains(err.Error(), "another server has rendered the pages") {
			t.Error(err)
		}
		a.want("two", "app")
		later := &files.Files{DB: db, Storage: store, Clock: func() time.Time { return time.Now().Add(files.RemovalDelay + time.Minute) }}
		_, err := later.RemoveDeleted(t.Context(), files.RemovalDelay)
		check(t, err == nil && len(a.stored()) == 1, "the superseded rendering is left: %v, %v", a.stored(), err)

		// The job tries once more, rather than report a failure.
		b.write("later")
		meanwhile = "three"
		noError(t, b.Queue.Job(b, slog.New(slog.DiscardHandler)).Run(t.Context(), jobs.Job{}))
		a.want("three", "app")
	})
}

// A publication is live once the server that says so serves its page.
func TestAPublicationIsLiveOnceItsPageIsServed(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		r := startReplica(t, db, servertest.Folder(t), "app")
		noError(t, r.Publish(t.Context()))
		r.want("first", "app")
		handler, err := server.New(server.Options{
			Log: slog.New(slog.DiscardHandler), Counters: visits.NewCounters(nil, time.Now), Media: http.NotFoundHandler(), Site: r.site,
			Content: &content.Handler{Service: r.Content, Live: func(ctx context.Context) (int64, error) {
				noError(t, r.site.Refresh(ctx))
				return publishing.ReadLive(ctx, db)
			}},
			Guards: server.Guards{Staff: func(request *http.Request) (context.Context, error) { return request.Context(), nil }},
		})
		noError(t, err)
		ask := func(method, path, body string) string {
			request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
			request.Header.Set("Content-Type", "application/json")
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, request)
			return answer.Body.String()
		}
		ask("PUT", "/api/content/drafts/", `{"path":"about.md","text":"second","base":1,"revision":0}`)
		ask("POST", "/api/content/publications/", `{"drafts":[{"path":"about.md","revision":1}]}`)
		list := func() string { return ask("GET", "/api/content/publications/", "") }
		check(t, strings.Contains(list(), `"state":"published"`) && ask("GET", "/", "") == "first", "before the rendering: %s", list())
		noError(t, r.Publish(t.Context()))
		before := ask("GET", "/", "")
		live := list()
		after := ask("GET", "/", "")
		check(t, before == "first" && strings.Contains(live, `"state":"live"`) && after == "second", "%s, %s, %s", before, live, after)
	})
}

func TestPrivatePagesHaveNoAddress(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		r := startReplica(t, db, servertest.Folder(t), "app")
		page := map[string]string{"name": "a secret"}
		pages := []any{page, page}
		r.PrivatePages = append(r.PrivatePages, func(context.Context) ([]any, error) { return pages, nil })
		document := func(page any) string {
			t.Helper()
			content, err := r.PrivatePage(t.Context(), page)
			noError(t, err)
			return string(content.Encodings[0].Bytes)
		}
		const alone = "<style>a</style><script>b</script>firsta secret0."
		first := document(page)
		check(t, strings.HasPrefix(first, alone) && document(page) == first, "before the pages: %s, then %s", first, document(page))
		r.publish("one")
		r.want("one", "app")
		const inPages = "<style>a</style><script>b</script>onea secret"
		check(t, document(page) == inPages, "with the pages: %s", document(page))
		content, err := r.PrivatePage(t.Context(), page)
		noError(t, err)
		for name, want := range map[string]string{"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer", "Cache-Control": "private, no-store"} {
			check(t, content.Header.Get(name) == want, "%s: %s", name, content.Header.Get(name))
		}
		policy := content.Header.Get("Content-Security-Policy")
		check(t, strings.Contains(policy, "style-src 'self' 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=';") &&
			strings.Contains(policy, "script-src 'self' 'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0=';"), "%s", policy)

		data, err := json.Marshal(page)
		noError(t, err)
		sum := sha256.Sum256(data)
		name := "_private/" + hex.EncodeToString(sum[:16])
		check(t, r.site.File(name+".html", "") != nil, "the served files lack %s", name)
		handler, err := server.New(server.Options{
			Log: slog.New(slog.DiscardHandler), Counters: visits.NewCounters(nil, time.Now), Media: http.NotFoundHandler(), Site: r.site,
		})
		noError(t, err)
		for _, path := range []string{
			name + ".html", name, name + ".html/", strings.ToUpper(name) + ".HTML", "%5Fprivate" + strings.TrimPrefix(name, "_private") + ".html",
			"/" + name + ".html", "./" + name + ".html", "assets/../" + name + ".html", "media/" + name + ".html", "_private/", name + ".html.gz",
		} {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/"+path, nil))
			check(t, answer.Code >= 300 && !strings.Contains(answer.Body.String(), "secret"), "%s answers %d %s", path, answer.Code, answer.Body)
		}
	})
}

func TestAPrivatePageIsRenderedOnceForTheSameContent(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		r := startReplica(t, db, servertest.Folder(t), "app")
		ask := func() string {
			var answers [4]string
			var waiting sync.WaitGroup
			for i := range answers {
				waiting.Go(func() {
					content, err := r.PrivatePage(t.Context(), map[string]string{"name": "new"})
					if err != nil {
						answers[i] = err.Error()
						return
					}
					answers[i] = string(content.Encodings[0].Bytes)
				})
			}
			waiting.Wait()
			check(t, answers[0] == answers[1] && answers[1] == answers[2] && answers[2] == answers[3], "%q", answers)
			return answers[0]
		}
		before := ask()
		r.write("second")
		published := ask()
		check(t, strings.Contains(before, "firstnew0.") && strings.Contains(published, "secondnew0."), "%s, then %s", before, published)
		noError(t, r.Publish(t.Context()))
		check(t, ask() != published, "the pages changed")
		var log strings.Builder
		logged := httpx.WithRequest(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), "1")
		for range 3 {
			_, err := r.PrivatePage(logged, nil) // it has no name
			check(t, err != nil, "a page without data was rendered")
		}
		check(t, strings.Count(log.String(), "a private page is not rendered") == 1, "%s", log.String())
		for i := range 101 {
			_, err := r.PrivatePage(t.Context(), i)
			noError(t, err)
		}
		check(t, publishing.CachedPages(r.Renderer) == 100, "%d pages are in memory", publishing.CachedPages(r.Renderer))
	})
}

type publisherFunc func(ctx context.Context) error

func (f publisherFunc) Publish(ctx context.Context) error { return f(ctx) }

// The owner may have restored the database alone.
func TestMissingPagesAreRenderedAgain(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		a := startReplica(t, db, servertest.Folder(t), "app")
		noticed := func() bool {
			t.Helper()
			_, err := db.Exec(t.Context(), `DELETE FROM jobs`)
			noError(t, err)
			noError(t, a.QueueIfMissing(t.Context()))
			job, err := jobs.Find(t.Context(), db, publishing.JobKind)
			noError(t, err)
			return job.RunAt != nil
		}
		check(t, !noticed(), "a site that is not set up has no pages")
		a.publish("one")
		a.want("one", "app")
		check(t, !noticed(), "the pages are there")
		noError(t, a.Files.Storage.Delete(t.Context(), a.current()))
		a.want("one", "app")
		check(t, noticed(), "a replica that serves the pages does not notice")
		_, err := db.Exec(t.Context(), `DELETE FROM jobs`)
		noError(t, err)
		b := startReplica(t, db, a.Files.Storage, "app")
		job, err := jobs.Find(t.Context(), db, publishing.JobKind)
		if err != nil || job.RunAt == nil {
			t.Fatalf("%+v, %v", job, err)
		}
		log := slog.New(slog.DiscardHandler)
		render := b.Queue.Job(publisherFunc(func(ctx context.Context) error {
			b.want(notReady, "app") // it looks for the pages meanwhile
			return b.Publish(ctx)
		}), log)
		worker := jobs.Worker{Queue: jobs.New(db, time.Now), Handlers: map[string]jobs.Handler{publishing.JobKind: render}, Log: log}
		noError(t, worker.RunDue(t.Context(), publishing.JobKind))
		b.want("one", "app")
		if job, err = jobs.Find(t.Context(), db, publishing.JobKind); err != nil || job.ID != 0 {
			t.Errorf("after the rendering: %+v, %v", job, err)
		}
	})
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

var noError = servertest.NoError

// Before the first rendering, visitors get a page that says so, and staff their dashboard.
func TestStaffOfASiteWithoutPagesGetTheDashboard(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		wantDashboard(t, startReplica(t, db, servertest.Folder(t), "app"))
	})
}

func wantDashboard(t *testing.T, r *replica) {
	t.Helper()
	handler, err := server.New(server.Options{
		Log: slog.New(slog.DiscardHandler), Counters: visits.NewCounters(nil, time.Now), Media: http.NotFoundHandler(), Site: r.site,
		MayPreview: func(r *http.Request) (bool, error) { return r.Header.Get("Cookie") != "", nil },
	})
	noError(t, err)
	for _, test := range []struct {
		path, accept, cookie string
		status               int
		location             string
	}{
		{"/", "text/html,*/*", "preview=x", http.StatusFound, "/dashboard"},
		{"/cv", "text/html,*/*", "preview=x", http.StatusFound, "/dashboard"},
		{"/login", "text/html,*/*", "preview=x", http.StatusOK, ""},
		{"/favicon.ico", "image/*", "preview=x", http.StatusServiceUnavailable, ""},
		{"/", "text/html,*/*", "", http.StatusServiceUnavailable, ""},
	} {
		request := httptest.NewRequestWithContext(t.Context(), "GET", test.path, nil)
		request.Header.Set("Accept", test.accept)
		if test.cookie != "" {
			request.Header.Set("Cookie", test.cookie)
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		check(t, answer.Code == test.status && answer.Header().Get("Location") == test.location, "%s %s %s: %d to %q",
			test.path, test.accept, test.cookie, answer.Code, answer.Header().Get("Location"))
		if test.status == http.StatusServiceUnavailable {
			check(t, strings.Contains(answer.Body.String(), notReady) && answer.Header().Get("Retry-After") == "60", "%s: %s", test.path, answer.Body)
		}
	}
}
