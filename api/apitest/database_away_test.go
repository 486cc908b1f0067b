package apitest_test

import (
	"image/color"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

const unavailable = `{"detail":"Service temporarily unavailable, try again later."}`

// While the database is unavailable, calls that need it answer 503 in time and all others work.
// Afterwards everything works at once.
func TestTheDatabaseIsAway(t *testing.T) {
	proxy := databasetest.NewProxy(t, databasetest.PostgresURL(t))
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
		// Only what the fault stops is hurried: a busy machine may need longer than this for a call
		// that works.
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
			if read := readMetrics(t, site); !strings.Contains(read, "\nportfolio_mails_waiting ") || !strings.Contains(read, "\nportfolio_database_figures_age_seconds ") {
				t.Errorf("%s: the metrics are\n%s", name, read)
			}
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
	proxy := databasetest.NewProxy(t, databasetest.PostgresURL(t))
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
