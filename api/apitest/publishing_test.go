package apitest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image/color"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/publishing"
)

const publishingPath = "/api/publishing/"

const buildToken = "the build token of a site, 32 characters"

// buildSecret signs the reports of builds.
var buildSecret = publishing.ReportSecret(buildToken)

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
		answer := site.Do(t, get(publishingPath, apitest.Staff))
		if answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if answer.Decode(t, &now); now.State != "running" {
			return now
		}
	}
}

// publishDue has the site look whether its pages are to be built, and waits for the end of a build.
func publishDue(t *testing.T, site *apitest.Site) {
	t.Helper()
	if err := site.App.PublishDue(context.Background(), slog.New(slog.NewJSONHandler(site.Log, nil))); err != nil {
		t.Fatal(err)
	}
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
		addImage(t, site, map[string]string{"title": "x", "gallery": ""}, color.White)
		want("current", 0)
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

		for i, change := range []apitest.Request{
			patch(imagePath(image.ID), map[string]any{"alt_text": "A quay"}),
			patchDocument(1, map[string]any{"name": "CV 2027"}),
			{Method: "DELETE", Path: documentPath(1), As: apitest.Staff},
			{Method: "DELETE", Path: galleriesPath + "1/", As: apitest.Staff},
		} {
			if answer := site.Do(t, change); answer.Status/100 != 2 {
				t.Fatalf("%s: %d %s", change.Path, answer.Status, answer.Body)
			}
			want("waiting", 3+i)
			publish()
			want("current", 4+i)
		}
		if answer := site.Do(t, apitest.Request{Method: "POST", Path: publishingPath, As: apitest.Staff}); answer.Status != 202 {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
		asked, _, err := site.App.Audit.List(t.Context(), audit.Filter{Action: audit.BuildRequested, Actor: apitest.Email(apitest.Staff)})
		if err != nil || len(asked) != 1 {
			t.Errorf("the request is in the audit log %d times, %v", len(asked), err)
		}
		publish()
		want("current", 8)
	})
}

// notification is a deploy as the build service sends it, signed with secret.
func notification(t *testing.T, secret string, deploy map[string]any) apitest.Request {
	t.Helper()
	body, err := json.Marshal(deploy)
	if err != nil {
		t.Fatal(err)
	}
	return signedText(t, secret, string(body))
}

func TestABuildServiceReports(t *testing.T) {
	deploy := func(state, second, context string) map[string]any {
		return map[string]any{"id": "d", "state": state, "context": context, "error_message": "content/about.md: no title",
			"updated_at": "2026-05-01T12:00:" + second + ".000Z"}
	}
	settings := apitest.Settings{"BUILD_TOKEN": buildToken, "BUILD_COMMAND": "true"}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		for _, step := range []struct {
			name   string
			send   apitest.Request
			status int
			want   string
		}{
			{"unsigned", apitest.Request{Method: "POST", Path: publishingPath + "report/", Text: `{}`}, 401, ""},
			{"another's secret", notification(t, "another site's secret", deploy("ready", "10", "production")), 401, ""},
			{"still building", notification(t, buildSecret, deploy("building", "10", "production")), 204, ""},
			{"a preview", notification(t, buildSecret, deploy("error", "10", "deploy-preview")), 204, ""},
			{"failed", notification(t, buildSecret, deploy("error", "20", "production")), 204, "error content/about.md: no title 20"},
			{"late", notification(t, buildSecret, deploy("ready", "15", "production")), 204, "error content/about.md: no title 20"},
			{"built", notification(t, buildSecret, deploy("ready", "30", "production")), 204, "ready  30"},
			{"twice", notification(t, buildSecret, deploy("ready", "30", "production")), 204, "ready  30"},
			{"another body", tampered(notification(t, buildSecret, deploy("ready", "40", "production"))), 401, "ready  30"},
			{"not JSON", signedText(t, buildSecret, "now"), 400, "ready  30"},
		} {
			t.Run(step.name, func(t *testing.T) {
				if answer := site.Do(t, step.send); answer.Status != step.status {
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
				got := ""
				if report := publishingStatus(t, site).Report; report != nil {
					got = report.State + " " + report.Message + " " + report.At[17:19]
				}
				if got != step.want {
					t.Errorf("%q, not %q", got, step.want)
				}
			})
		}
	})
}

func TestThePipelineReports(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"BUILD_TOKEN": buildToken, "BUILD_COMMAND": "true"})
	report := func(token, state string) error {
		command := exec.Command("node", "../../scripts/tools/report-build.mjs", site.URL, state, "The run says why.")
		command.Env = append(os.Environ(), "BUILD_TOKEN="+token)
		output, err := command.CombinedOutput()
		if err != nil && !strings.Contains(string(output), "The API answered 401") {
			t.Errorf("%v: %s", err, output)
		}
		return err
	}
	for state, message := range map[string]string{"error": "The run says why.", "ready": ""} {
		if err := report(buildToken, state); err != nil {
			t.Error(err)
		}
		if got := publishingStatus(t, site).Report; got == nil || got.State != state || got.Message != message {
			t.Errorf("%+v after %s", got, state)
		}
	}
	if report("another site's token", "error") == nil {
		t.Error("a report with another site's signature was accepted")
	}
}

func tampered(request apitest.Request) apitest.Request {
	request.Text += " "
	return request
}

func signedText(t *testing.T, secret, text string) apitest.Request {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	signature, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"iss": "netlify", "sha256": hex.EncodeToString(sum[:]),
	}).SignedString([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	return apitest.Request{Method: "POST", Path: publishingPath + "report/", Text: text,
		Header: map[string]string{"X-Webhook-Signature": signature}}
}

// A file of the pages expires after a year.
func TestOldPagesAreBuiltAgain(t *testing.T) {
	service := startBuildService(t)
	site := apitest.StartWith(t, apitest.Settings{"BUILD_HOOK_URL": service.URL})
	site.Do(t, apitest.Request{Method: "POST", Path: publishingPath, As: apitest.Staff})
	publishDue(t, site)
	for _, step := range []struct{ days, want int }{{299, 1}, {2, 2}, {299, 2}} {
		site.Clock.Advance(time.Duration(step.days) * 24 * time.Hour)
		if err := site.App.DeleteExpired(t.Context()); err != nil {
			t.Fatal(err)
		}
		site.Clock.Advance(time.Minute)
		if err := site.App.PublishDue(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		site.Await(t, "the builds", func() bool { return service.times() >= step.want })
		if got := service.times(); got != step.want {
			t.Errorf("%d days later there were %d builds, not %d", step.days, got, step.want)
		}
	}
}

func TestTwoHundredUploadsInNineMinutesAskOnce(t *testing.T) {
	t.Parallel()
	service := startBuildService(t)
	settings := apitest.Settings{"BUILD_HOOK_URL": service.URL + "/secret-hook"}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		before := service.times()
		addGallery(t, site, "page logos")
		picture := jpegOf(t, 24, 24, color.White)
		for range 200 {
			answer := site.Do(t, upload(map[string]string{"title": "x", "gallery": "1"}, "a.jpg", picture))
			if answer.Status != http.StatusCreated {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			site.Clock.Advance(2700 * time.Millisecond)
			publishDue(t, site)
		}
		if asked := service.times() - before; asked != 0 {
			t.Errorf("asked %d times while staff were at work", asked)
		}
		for range 20 {
			site.Clock.Advance(30 * time.Second)
			if err := site.App.PublishDue(context.Background(), slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
		}
		if asked := service.times() - before; asked != 1 {
			t.Errorf("asked %d times", asked)
		}
	})
}
