package apitest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"portfolio/api/apitest"
	"portfolio/api/documents"
	"portfolio/api/internal/httpx"
	"portfolio/api/server"
)

const (
	siteGolden  = "../../site/src/testing/golden"
	moreGolden  = "testdata/examples"
	description = "../openapi.yaml"
	// exampleMark starts the part of the description that the test writes.
	exampleMark = "  # Recorded answers; go test ./api/apitest -run 'Golden|Examples' -update writes them.\n  examples:\n"
)

// TestGoldenExamples records answers that the site's tests have no use for.
func TestGoldenExamples(t *testing.T) {
	golden := apitest.OpenGolden(t, moreGolden)
	site := apitest.Start(t)
	s := goldenRecorder{t, site, golden}
	text := func(path, body string) apitest.Request {
		return apitest.Request{Method: "POST", Path: path, Text: body}
	}
	s.write("unreadable", text("/api/users/register/", "{"))
	s.write("too-large", text("/api/users/register/", `{"email":"`+strings.Repeat("a", 70<<10)+`"}`))
	plain := text("/api/users/register/", "email=ada")
	plain.Header = map[string]string{"Content-Type": "text/plain"}
	s.write("unsupported-media", plain)
	crossSite := text("/api/users/register/", "{}")
	crossSite.Header = map[string]string{"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
	s.write("cross-site", crossSite)
	s.write("method-not-allowed", apitest.Request{Method: "PUT", Path: "/api/users/register/"})
	s.write("healthy", get("/api/health/", apitest.Anonymous))
	s.write("alive", get("/api/health/live/", apitest.Anonymous))
	s.write("publishing-nothing", asStaff("POST", publishingPath, nil))

	crane := upload(map[string]string{"title": "Crane"}, "crane.jpg", jpegOf(t, 40, 20, color.Black))
	crane.Header = map[string]string{"Idempotency-Key": "one"}
	s.Do(t, crane)
	other := upload(map[string]string{"title": "Other"}, "other.jpg", jpegOf(t, 40, 20, color.White))
	other.Header = crane.Header
	s.write("key-of-another-file", other)
	s.write("personal-data", get(dataPath, apitest.Staff))
	s.write("user-renamed", asStaff("PATCH", userPath(s.Find(t, apitest.User)), map[string]string{"first_name": "Ada"}))
	s.write("admin-user-data", get(userPath(s.Find(t, apitest.User))+"data/", apitest.Staff))
	s.write("delete-last-staff", deleteAccount(s.SignIn(t, apitest.Staff).Access, apitest.Password))

	openContact(t, site)
	unreadable := aForm("", nil)
	unreadable.Text = "name=%zz"
	s.write("unreadable-form", unreadable)

	s.shareExamples()
	s.secondFactorExamples()

	// These need a server in trouble; they come from the handlers that would answer then.
	for name, err := range map[string]error{
		"busy": httpx.Busy(time.Second), "unavailable": context.DeadlineExceeded, "storage-full": syscall.ENOSPC,
	} {
		golden.Compare(t, name, post("/api/users/login/", nil), answerOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			httpx.RespondError(w, r, err)
		}), "POST", "/api/users/login/"))
	}
	rendering := documents.Handler{RendersPages: true}
	golden.Compare(t, "renders-pages", apitest.Request{Method: "PUT", Path: fromContentPath}, answerOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.RespondError(w, r, rendering.ReportPDFs(w, r))
	}), "PUT", fromContentPath))
	golden.Compare(t, "unhealthy", get("/api/health/", apitest.Anonymous), answerOf(t, brokenServer(t), "GET", "/api/health/"))
}

func (s goldenRecorder) secondFactorExamples() {
	bearer := s.SignIn(s.T, apitest.User).Access
	begin := factorCall("POST", "totp/", bearer, nil)
	var setup struct{ Secret string }
	s.write("authenticator-setup", begin).Decode(s.T, &setup)
	s.write("authenticator-confirmed", factorCall("POST", "totp/confirm/", bearer, map[string]string{"code": codeOf(s.T, s.Site, setup.Secret, 0)}))
	s.write("authenticator-set-up", begin)
	s.write("recovery-codes", factorCall("POST", "recovery-codes/", bearer, nil))
	s.write("authenticator-removed", factorCall("DELETE", "totp/", bearer, nil))
	s.write("passkey-creation", factorCall("POST", "passkeys/options/", bearer, nil))
	key := newPhone(s.Site)
	asked := ask(s.T, s.Site, factorCall("POST", "passkeys/options/", bearer, nil))
	s.write("passkey-added", factorCall("POST", "passkeys/", bearer, key.created(s.T, asked, "Blue phone")))
	s.write("passkey-renamed", factorCall("PATCH", "passkeys/1/", bearer, map[string]string{"name": "Old phone"}))
	s.write("mail-test-failed", asStaff("POST", "/api/admin/settings/mail/test/", mailForm("127.0.0.1", 1)))
	s.write("backup-token", asStaff("POST", "/api/admin/backup/", nil))
	set := apitest.StartWith(s.T, apitest.Settings{"REGISTRATION": "closed"})
	closed := asStaff("PUT", "/api/admin/settings/registration/", map[string]string{"registration": "open"})
	s.golden.Compare(s.T, "set-by-environment", closed, set.Do(s.T, closed))
	numbers := apitest.StartWith(s.T, apitest.Settings{"PUBLIC_URL": "http://192.0.2.7:8080"})
	s.golden.Compare(s.T, "no-passkeys", post("/api/users/login/passkey/options/", nil), numbers.Do(s.T, post("/api/users/login/passkey/options/", nil)))
}

func (s goldenRecorder) shareExamples() {
	s.Do(s.T, sendDocument(map[string]string{"name": "Data borders"}, "borders.pdf", aPDF))
	share := func(access string, more map[string]any) map[string]any {
		fields := map[string]any{"kind": "document", "document": 1, "access": access, "until": "2098-12-26", "label": "Northwind"}
		maps.Copy(fields, more)
		return fields
	}
	s.write("share-created", asStaff("POST", sharesPath, share("link", map[string]any{"max_downloads": 3})))
	s.Do(s.T, asStaff("POST", sharesPath, share("registered", nil)))
	s.write("shares", asStaff("GET", sharesPath, nil))
	s.write("share-counts", asStaff("GET", sharesPath+"counts/", nil))
	s.write("shares-received", get(sharesPath+"received/", apitest.User))
	s.write("share-extended", asStaff("PATCH", sharesPath+"1/", map[string]any{"until": "2099-12-31"}))
	s.write("share-revoked", asStaff("POST", sharesPath+"1/revoke/", nil))
	s.write("share-ended", asStaff("PATCH", sharesPath+"1/", map[string]any{"until": nil}))
	s.write("share-uninvitable", asStaff("POST", sharesPath+"1/invitation/", nil))
}

// brokenServer is a server whose database does not answer.
func brokenServer(t *testing.T) http.Handler {
	t.Helper()
	broken, err := server.New(server.Options{
		Log:  slog.New(slog.DiscardHandler),
		Ping: func(context.Context) error { return errors.New("gone") },
	})
	noError(t, err)
	return broken
}

func answerOf(t *testing.T, handler http.Handler, method, path string) apitest.Answer {
	t.Helper()
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), method, path, nil))
	return apitest.Answer{Status: recorder.Code, Header: recorder.Header(), Body: strings.TrimSpace(recorder.Body.String())}
}

// recorded is a golden answer.
type recorded struct {
	Call   string          `json:"call"`
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

func readRecorded(t *testing.T) (answers map[string]recorded, names []string) {
	t.Helper()
	answers = map[string]recorded{}
	for _, dir := range []string{siteGolden, moreGolden} {
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		noError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			noError(t, err)
			var answer recorded
			noError(t, json.Unmarshal(text, &answer))
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			answers[name], names = answer, append(names, name)
		}
	}
	slices.Sort(names)
	return answers, names
}

// TestExamplesAreRecordedAnswers compares the examples of the description with recorded answers.
func TestExamplesAreRecordedAnswers(t *testing.T) {
	answers, names := readRecorded(t)
	text, err := os.ReadFile(description)
	noError(t, err)
	written, _, _ := bytes.Cut(text, []byte(exampleMark))
	var want bytes.Buffer
	want.WriteString(exampleMark)
	for _, name := range names {
		if !bytes.Contains(written, []byte("#/components/examples/"+name+"'")) {
			continue
		}
		var body bytes.Buffer
		noError(t, json.Compact(&body, answers[name].Body))
		fmt.Fprintf(&want, "    %s: { value: %s }\n", name, &body)
	}
	whole := append(bytes.TrimRight(written, "\n"), "\n\n"+want.String()...)
	if apitest.Updating() {
		noError(t, os.WriteFile(description, whole, 0o644))
	} else if !bytes.Equal(text, whole) {
		t.Error("the examples of openapi.yaml are not what was recorded; go test ./api/apitest -run 'Golden|Examples' -update writes them")
	}
}

// TestEachAnswerHasAnExample wants one for every answer of JSON that is described, of that call and
// status.
func TestEachAnswerHasAnExample(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromFile(description)
	noError(t, err)
	noError(t, doc.Validate(context.Background()))
	answers, _ := readRecorded(t)
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				content := response.Value.Content["application/json"]
				if content == nil {
					continue
				}
				call := method + " " + path
				check(t, len(content.Examples) != 0, "%s %s has no example", call, status)
				for name := range content.Examples {
					answer := answers[name]
					equal(t, fmt.Sprint(answer.Status), status, "%s: the status of the example %s", call, name)
					// What many calls answer alike is recorded of one of them.
					if shared := response.Ref != ""; !shared && !sameCall(call, answer.Call) {
						t.Errorf("%s: the example %s is of %s", call, name, answer.Call)
					}
				}
			}
		}
	}
}

var parameter = regexp.MustCompile(`\\\{\w+\\\}`)

// sameCall says whether a call is one of the described, whose path may have parameters. Renewal has
// two paths, which are described once.
func sameCall(described, call string) bool {
	described = strings.Replace(described, "/backend/api/token/", "/api/token/", 1)
	return regexp.MustCompile("^" + parameter.ReplaceAllString(regexp.QuoteMeta(described), `[^/]+`) + "$").MatchString(call)
}
