package apitest_test

import (
	"errors"
	"image/color"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// inTime fails the test when work takes so long that it must have waited for the store.
func inTime(t *testing.T, what string, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s hangs", what)
	}
}

func checkUnavailable(t *testing.T, what string, answer apitest.Answer) {
	t.Helper()
	if answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" ||
		answer.Body != `{"detail":"Service temporarily unavailable, try again later."}` {
		t.Errorf("%s: %d, Retry-After %q, %s", what, answer.Status, answer.Header.Get("Retry-After"), answer.Body)
	}
}

// While the store fails, in whatever way, everything that needs it is answered 503, nothing waits
// for long and nothing is lost. Afterwards everything works again.
func TestAFailingStore(t *testing.T) {
	apitest.Long(t)
	for _, fault := range []servertest.Fault{
		servertest.Slow, servertest.SlowDown, servertest.Cut, servertest.Away, servertest.Frozen, servertest.NotThere,
	} {
		t.Run(string(fault), func(t *testing.T) {
			store := servertest.FaultyS3(t)
			site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
			image := addImage(t, site, map[string]string{"title": "Kept"}, color.Black)
			gone := addImage(t, site, map[string]string{"title": "Gone"}, color.Gray{70})
			cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
			checkServed(t, site, gone, http.StatusOK)

			store.Set(fault)
			// These two begin an answer before they fail: see TestACutOffImage.
			if fault != servertest.Slow && fault != servertest.Cut {
				for what, request := range map[string]apitest.Request{
					"an image":           get(image.ImageURL, apitest.Anonymous),
					"a part of an image": {Method: http.MethodGet, Path: image.ThumbnailURL, Header: map[string]string{"Range": "bytes=10-"}},
					"a document":         get(cv.DownloadURL, apitest.Anonymous),
				} {
					inTime(t, what, func() { checkUnavailable(t, what, site.Do(t, request)) })
				}
			}
			uploads := map[string]apitest.Request{
				"an upload of an image":   upload(map[string]string{"title": "New"}, "new.jpg", jpegOf(t, 40, 30, color.Gray{30})),
				"an upload of a document": sendDocument(map[string]string{"name": "New"}, "new.pdf", aPDF+"%"),
			}
			if fault != servertest.Slow { // which answers with the received bytes
				for what, request := range uploads {
					inTime(t, what, func() { checkUnavailable(t, what, site.Do(t, request)) })
				}
			}
			inTime(t, "the health check", func() { expect(t, site, 200, get("/api/health/", apitest.Anonymous)) })
			expect(t, site, 204, remove(imagePath(gone.ID)))
			checkServed(t, site, gone, http.StatusNotFound)
			inTime(t, "the removal", func() {
				if _, err := site.App.Files.RemoveDeleted(t.Context(), 0); err != nil {
					t.Logf("remove: %v", err)
				}
				if report, err := site.App.Files.Check(t.Context(), 0); err == nil || errors.Is(err, fs.ErrNotExist) {
					t.Errorf("a failure was taken for an absence: %+v, %v", report, err)
				}
			})

			store.Set(servertest.NoFault)
			checkServed(t, site, image, http.StatusOK)
			if answer := site.Do(t, get(cv.DownloadURL, apitest.Anonymous)); answer.Status != http.StatusOK || answer.Body+"\n" != aPDF {
				t.Errorf("the document: %d %s", answer.Status, answer.Body)
			}
			expect(t, site, 201, slices.Collect(maps.Values(uploads))...)
			_, err := site.App.Files.RemoveDeleted(t.Context(), 0)
			noError(t, err)
			await(t, "the removal of the remaining files", func() bool {
				report, err := site.App.Files.Check(t.Context(), 0)
				return err == nil && report.Owned == report.Stored && len(report.Faults) == 0
			})
		})
	}
}

// An image that is cut off, of which the beginning has been sent, does not look whole.
func TestACutOffImage(t *testing.T) {
	apitest.Long(t)
	store := servertest.FaultyS3(t)
	site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
	image := addImage(t, site, map[string]string{"title": "Cut"}, color.White)
	store.Set(servertest.Cut)
	answer, err := http.Get(site.URL + image.ImageURL)
	noError(t, err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	check(t, answer.StatusCode == http.StatusOK && errors.Is(err, io.ErrUnexpectedEOF) && len(content) != 0, "%d, %d bytes, %v", answer.StatusCode, len(content), err)
	store.Set(servertest.Away)
	checkUnavailable(t, "while the store is away", site.Do(t, get(image.ImageURL, apitest.Anonymous)))
}

// A store that is full is not one that is away.
func TestAFullStore(t *testing.T) {
	apitest.Long(t)
	store := servertest.FaultyS3(t)
	site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
	store.Set(servertest.Full)
	answer := site.Do(t, upload(map[string]string{"title": "New"}, "new.jpg", jpegOf(t, 40, 30, color.White)))
	if want := `{"detail":"The disk of the store is full. This wasn't saved; everything saved earlier is safe."}`; answer.Status != http.StatusInsufficientStorage || answer.Body != want {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

// A server that starts while the store is away works, and has its files when the store is back.
func TestAStartWithoutTheStore(t *testing.T) {
	apitest.Long(t)
	store := servertest.FaultyS3(t)
	store.Set(servertest.Frozen)
	site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
	expect(t, site, 200, get(imagesPath, apitest.Staff))
	check(t, strings.Contains(site.Log.String(), "started without the store"), "the log does not say so: %s", site.Log)
	store.Set(servertest.NoFault)
	checkServed(t, site, addImage(t, site, map[string]string{"title": "New"}, color.White), http.StatusOK)
}

const unavailable = `{"detail":"Service temporarily unavailable, try again later."}`

// While the database is unavailable, calls that need it answer 503 in time and all others work.
// Afterwards everything works at once.
func TestTheDatabaseIsAway(t *testing.T) {
	proxy := servertest.NewProxy(t, servertest.PostgresURL(t))
	site := apitest.StartOn(t, proxy.URL, nil)
	gallery := strconv.FormatInt(addGallery(t, site, "page logos").ID, 10)
	image := addImage(t, site, map[string]string{"title": "Crane", "gallery": gallery}, color.White)
	public := get(publicGallery, apitest.Anonymous)
	listed := site.Do(t, public).Body
	rename := apitest.Request{Method: "PATCH", Path: imagesPath + strconv.FormatInt(image.ID, 10) + "/", As: apitest.Staff,
		JSON: map[string]string{"title": "Crane"}}
	site.Do(t, rename)
	readFigures(t, site)

	for name, fault := range map[string]struct{ begin, end func() }{
		"frozen":  {proxy.Freeze, proxy.Thaw},
		"refused": {proxy.Refuse, func() { proxy.Accept(t) }},
	} {
		// Only calls that the fault stops have this deadline: others may take longer on a busy
		// machine.
		site.CallTimeout.Store(int64(300 * time.Millisecond))
		fault.begin()
		begun := time.Now()
		var group sync.WaitGroup
		for i := range 40 { // more than there are connections
			request := rename
			if i%2 == 0 {
				request = get(galleriesPath, apitest.Staff)
			}
			group.Go(func() {
				answer := site.Do(t, request)
				if answer.Status != http.StatusServiceUnavailable || answer.Body != unavailable || answer.Header.Get("Retry-After") != "5" {
					t.Errorf("%s: %s %d %s, Retry-After %q", name, request.Method, answer.Status, answer.Body, answer.Header.Get("Retry-After"))
				}
			})
		}
		group.Go(func() {
			if answer := site.Do(t, get("/api/health/", apitest.Anonymous)); answer.Status != 503 || !strings.Contains(answer.Body, `"database":"failed"`) {
				t.Errorf("%s: health %d %s", name, answer.Status, answer.Body)
			}
		})
		group.Go(func() {
			read := readMetrics(t, site)
			check(t, strings.Contains(read, "\nportfolio_mails_waiting ") && strings.Contains(read, "\nportfolio_database_figures_age_seconds "), "%s: the metrics are\n%s", name, read)
		})
		group.Go(func() {
			// It may have been kept in memory in the second before.
			answer := site.Do(t, public)
			kept := answer.Status == 200 && answer.Body == listed
			if !kept && (answer.Status != 503 || answer.Body != unavailable || answer.Header.Get("Retry-After") != "5") {
				t.Errorf("%s: the public list is %d %s", name, answer.Status, answer.Body)
			}
		})
		group.Go(func() {
			answer := site.Do(t, get("/api/admin/overview/", apitest.Staff))
			if answer.Status != 503 || answer.Header.Get("Retry-After") != "5" || answer.Body != unavailable {
				t.Errorf("%s: the overview is %d, Retry-After %q\n%s", name, answer.Status, answer.Header.Get("Retry-After"), answer.Body)
			}
		})
		group.Wait()
		if took := time.Since(begun); took > 8*time.Second && !testing.Short() {
			t.Errorf("%s: the answers took %s", name, took)
		}
		fault.end()
		site.CallTimeout.Store(0)
		begun = time.Now()
		for _, request := range []apitest.Request{rename, get(galleriesPath, apitest.Staff), get("/api/health/", apitest.Anonymous), public} {
			if answer := site.Do(t, request); answer.Status != 200 {
				t.Errorf("%s: afterwards %s %s answers %d %s", name, request.Method, request.Path, answer.Status, answer.Body)
			}
		}
		t.Logf("%s: all is well after %s", name, time.Since(begun))
	}
}

// A request waits once for a database that freezes in the middle of it.
func TestTheDatabaseFreezesDuringASignIn(t *testing.T) {
	proxy := servertest.NewProxy(t, servertest.PostgresURL(t))
	site := apitest.StartOn(t, proxy.URL, apitest.Settings{"RATE_LIMIT": "on"})
	signIn := login(apitest.Email(apitest.User), apitest.Password)
	const callTimeout = 2 * time.Second
	site.CallTimeout.Store(int64(callTimeout))
	for _, statement := range []string{
		"INSERT INTO throttles", "FROM users WHERE email_key", "UPDATE users SET is_active", "INSERT INTO sessions", "COMMIT",
	} {
		proxy.FreezeAt(statement)
		begun := time.Now()
		answer := site.Do(t, signIn)
		took := time.Since(begun)
		if answer.Status != 503 || answer.Body != unavailable || took > 2*callTimeout-300*time.Millisecond && !testing.Short() {
			t.Errorf("frozen at %s: %d %s after %s", statement, answer.Status, answer.Body, took)
		}
		proxy.Thaw()
	}
	site.CallTimeout.Store(0)
	expect(t, site, 200, signIn)
}
