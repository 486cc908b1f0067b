package apitest_test

import (
	"context"
	"image/color"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
)

const publishingPath = "/api/publishing/"

const buildToken = "the build token of a site, 32 characters"

// pages is an answer about publishing.
type pages struct {
	State   string `json:"state"`
	Failure string `json:"failure"`
	Report  *struct {
		State   string `json:"state"`
		Message string `json:"message"`
		At      string `json:"at"`
	} `json:"report"`
}

// buildService counts its requests and answers with a set status.
type buildService struct {
	mu     sync.Mutex
	asked  int
	status int
	*httptest.Server
}

func startBuildService(t *testing.T) *buildService {
	t.Helper()
	b := &buildService{status: http.StatusOK}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.asked++
		w.WriteHeader(b.status)
	}))
	t.Cleanup(b.Close)
	return b
}

func (b *buildService) answer(status int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = status
}

func (b *buildService) times() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.asked
}

// publishingStatus waits for a build that the site's own worker may be about, and asks.
func publishingStatus(t *testing.T, site *apitest.Site) (now pages) {
	t.Helper()
	for {
		answered(t, site, 200, get(publishingPath, apitest.Staff), &now)
		if now.State != "running" {
			return now
		}
	}
}

// publishDue has the site look whether its pages are to be built, and waits for the end of a build.
func publishDue(t *testing.T, site *apitest.Site) {
	t.Helper()
	noError(t, site.App.PublishDue(context.Background(), slog.New(slog.NewJSONHandler(site.Log, nil))))
	publishingStatus(t, site)
}

func TestWhatStaffChangeIsPublished(t *testing.T) {
	service := startBuildService(t)
	settings := apitest.Settings{"BUILD_HOOK_URL": service.URL + "/secret-hook"}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		before := service.times()
		want := func(state string, runs int) {
			t.Helper()
			if now := publishingStatus(t, site); now.State != state || service.times()-before != runs {
				t.Errorf("%s after %d calls, not %s after %d", now.State, service.times()-before, state, runs)
			}
		}
		publish := func() {
			t.Helper()
			site.Clock.Advance(time.Minute)
			publishDue(t, site)
		}
		addGallery(t, site, "page logos")
		addGallery(t, site, "talks")
		hidden := addImage(t, site, map[string]string{"title": "x", "gallery": "2"}, color.White)
		addDocument(t, site, map[string]string{"name": "Notes"}, "a.pdf", aPDF)
		for _, change := range []apitest.Request{
			patch(imagePath(hidden.ID), map[string]any{"title": "y", "gallery": ""}),
			{Method: "POST", Path: imageChangesPath, As: apitest.Staff, JSON: map[string]any{"images": []int64{hidden.ID}, "title": "z", "gallery": 2}},
			patchDocument(1, map[string]any{"name": "Old notes"}),
			{Method: "DELETE", Path: documentPath(1), As: apitest.Staff},
			{Method: "DELETE", Path: imagePath(hidden.ID), As: apitest.Staff},
			{Method: "DELETE", Path: galleriesPath + "2/", As: apitest.Staff},
		} {
			if answer := site.Do(t, change); answer.Status/100 != 2 {
				t.Fatalf("%s: %d %s", change.Path, answer.Status, answer.Body)
			}
			want("current", 0)
		}
		image := addImage(t, site, map[string]string{"title": "x", "gallery": "1"}, color.White)
		want("waiting", 0)
		publish()
		want("current", 1)

		service.answer(http.StatusNotFound)
		addDocument(t, site, map[string]string{"name": "CV 2026", "is_current": "true"}, "a.pdf", aPDF)
		publish()
		want("failed", 2)
		if now := publishingStatus(t, site); now.Failure != "the build service answered 404 Not Found" {
			t.Errorf("%+v", now)
		}
		service.answer(http.StatusCreated)
		publish()
		want("current", 3)

		for i, change := range []struct {
			apitest.Request
			atOnce bool
		}{
			{patch(imagePath(image.ID), map[string]any{"alt_text": "A quay"}), false},
			{changeImages(map[string]any{"images": []int64{image.ID}, "gallery": nil}), true},
			{patch(imagePath(image.ID), map[string]any{"gallery": 1}), true},
			{remove(documentPath(2)), false},
			{remove(galleriesPath + "1/"), true},
		} {
			if answer := site.Do(t, change.Request); answer.Status/100 != 2 {
				t.Fatalf("%s: %d %s", change.Path, answer.Status, answer.Body)
			}
			if !change.atOnce {
				want("waiting", 3+i)
				site.Clock.Advance(time.Minute)
			}
			publishDue(t, site)
			want("current", 4+i)
		}
		expect(t, site, 202, asStaff("POST", publishingPath, nil))
		asked, _, err := site.App.Audit.List(t.Context(), audit.Filter{Action: audit.BuildRequested, Actor: apitest.Email(apitest.Staff)})
		check(t, err == nil && len(asked) == 1, "the request is in the audit log %d times, %v", len(asked), err)
		publishDue(t, site) // the site's own worker may be at it: no time passes
		want("current", 9)

		talks := galleriesPath + "update/" + strconv.FormatInt(addGallery(t, site, "talks").ID, 10) + "/"
		for runs, shown := range []bool{true, false} {
			expect(t, site, 200, patch(talks, map[string]bool{"shown": shown}))
			publishDue(t, site) // without a quiet minute
			want("current", 10+runs)
		}
	})
}

// report is the report of a build that has the token.
func report(token, text string) apitest.Request {
	return apitest.Request{Method: "POST", Path: publishingPath + "report/", Bearer: token, Text: text}
}

func TestABuildReports(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"BUILD_TOKEN": buildToken}, func(t *testing.T, site *apitest.Site) {
		for _, step := range []struct {
			name   string
			send   apitest.Request
			status int
			want   string
		}{
			{"without a token", apitest.Request{Method: "POST", Path: publishingPath + "report/", Text: `{}`}, 401, ""},
			{"another's token", report("the build token of another site, long enough", `{"state":"ready"}`), 401, ""},
			{"as staff", apitest.Request{Method: "POST", Path: publishingPath + "report/", As: apitest.Staff, Text: `{"state":"ready"}`}, 401, ""},
			{"failed", report(buildToken, `{"state":"error","message":"\u001b[31mcontent/about.md:\n no title"}`), 204, "error content/about.md: no title"},
			{"unknown", report(buildToken, `{"state":"building"}`), 400, "error content/about.md: no title"},
			{"not JSON", report(buildToken, "now"), 400, "error content/about.md: no title"},
			{"built", report(buildToken, `{"state":"ready","message":"x"}`), 204, "ready "},
			{"long", report(buildToken, `{"state":"error","message":"`+strings.Repeat("é", 2001)+`"}`), 204, "error " + strings.Repeat("é", 2000) + "…"},
		} {
			t.Run(step.name, func(t *testing.T) {
				answer := site.Do(t, step.send)
				check(t, answer.Status == step.status, "%d %s", answer.Status, answer.Body)
				got := ""
				if report := publishingStatus(t, site).Report; report != nil {
					got = report.State + " " + report.Message
				}
				equal(t, got, step.want, "the state")
			})
		}
	})
}

func TestThePipelineReports(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"BUILD_TOKEN": buildToken})
	run := func(token, state string) error {
		command := exec.Command("node", "../../scripts/tools/report-build.mjs", site.URL, state, "The run says why.")
		command.Env = append(os.Environ(), "BUILD_TOKEN="+token)
		output, err := command.CombinedOutput()
		if err != nil && !strings.Contains(string(output), "The API answered 401") {
			t.Errorf("%v: %s", err, output)
		}
		return err
	}
	for state, message := range map[string]string{"error": "The run says why.", "ready": ""} {
		if err := run(buildToken, state); err != nil {
			t.Error(err)
		}
		got := publishingStatus(t, site).Report
		check(t, got != nil && got.State == state && got.Message == message, "%+v after %s", got, state)
	}
	check(t, run("another site's token", "error") != nil, "a report with another site's token was accepted")
}

// A file of the pages expires after a year.
func TestOldPagesAreBuiltAgain(t *testing.T) {
	service := startBuildService(t)
	site := apitest.StartWith(t, apitest.Settings{"BUILD_HOOK_URL": service.URL})
	site.Do(t, asStaff("POST", publishingPath, nil))
	publishDue(t, site)
	for _, step := range []struct{ days, want int }{{299, 1}, {2, 2}, {299, 2}} {
		site.Clock.Advance(time.Duration(step.days) * 24 * time.Hour)
		noError(t, site.App.DeleteExpired(t.Context()))
		site.Clock.Advance(time.Minute)
		noError(t, site.App.PublishDue(t.Context(), slog.New(slog.DiscardHandler)))
		site.Await(t, "the builds", func() bool { return service.times() >= step.want })
		equal(t, service.times(), step.want, "builds %d days later", step.days)
	}
}
