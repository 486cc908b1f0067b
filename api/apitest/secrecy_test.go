package apitest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// canary is sent wherever a secret could be.
const canary = "caNary7Zq"

// No line of the log contains a token, a password, an email address or a word of a mail, whatever
// is called and however it fails: every call is made with every kind of body and token, on a
// working server and on one with a broken database and outbox.
func TestNoSecretIsEverLogged(t *testing.T) {
	t.Parallel()
	servertest.AnyDatabaseURL(t, func(t *testing.T, databaseURL string) {
		site := apitest.StartWith(t, apitest.Settings{"DATABASE_URL": databaseURL})
		s := secrets{site: site, words: []string{canary, "@", apitest.Password, "Choose a new password", "asked for a new password"}}
		opened := s.live(t)
		s.callEverything(t, opened.Access)
		requests := s.check(t)
		check(t, strings.Contains(site.Log.String(), `"method":"GET","route":"/api/users/profile","status":200`), "no line for the profile")

		breakEverything(t, site, databaseURL)
		s.callEverything(t, opened.Access)
		after := s.check(t)
		check(t, after >= 2*requests-100, "%d lines for requests, after %d", after, requests)
		failures := strings.Count(site.Log.String(), `"request failed"`)
		check(t, failures >= 100, "only %d requests failed on a broken server", failures)
		site.Await(t, "a line about the mails' failure", func() bool { return strings.Contains(site.Log.String(), "jobs failed") })
		s.check(t)
	})
}

// The link of a share, the signature of its file, the cookie of a visitor and an invitation are in no line of the log, no table, no
// figure and no answer but their own; only the hash of the link's token is stored. No answer lets the browser tell the link to
// other sites.
func TestALinkIsKeptNowhere(t *testing.T) {
	const guest = "ada@example.test"
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		breakOutbox(t, site)
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF).ID
		byLink := share(t, site, paper, nil)
		byAddress := share(t, site, paper, map[string]any{"access": "address", "email": guest})
		db := servertest.OpenDatabase(t, site.Database)
		noError(t, db.InTx(t.Context(), func(tx *database.Tx) error { return site.App.Accounts.Invite(t.Context(), tx, byAddress.ID, guest) }))
		site.Await(t, "an invitation that fails", func() bool { return strings.Contains(site.Log.String(), "job failed, will be tried again") })
		secret, err := site.Settings.Secret()
		noError(t, err)
		invitation := accounts.NewInvitations(secret).Sign(byAddress.ID, guest, site.Clock.Now().Add(time.Hour))
		expect(t, site, 201, register(map[string]any{"email": guest, "invitation": invitation}))
		var opened accounts.Tokens
		answered(t, site, 200, login(guest, newPassword), &opened)
		own := openShare(t, site, opened.Access, byAddress.ID)

		token, otherToken := strings.TrimPrefix(byLink.Path, "/s/"), strings.TrimPrefix(byAddress.Path, "/s/")
		_, file, _ := strings.Cut(site.Do(t, inBrowser(byLink.Path+"/download", nil)).Header.Get("Location"), byLink.Path)
		for _, path := range []string{"", "x", "/download", file, file + "x", "/photos/1/320"} {
			for _, request := range []apitest.Request{inBrowser(byLink.Path+path, nil), inBrowser(byAddress.Path+path, own.Header), inBrowser(own.Path+path, own.Header)} {
				equal(t, site.Do(t, request).Header.Get("Referrer-Policy"), "no-referrer", "the policy of %s", request.Path)
			}
		}
		expect(t, site, 200, asStaff("PATCH", fmt.Sprintf("%s%d/", sharesPath, byLink.ID), map[string]any{"until": nil}),
			asStaff("POST", fmt.Sprintf("%s%d/revoke/", sharesPath, byAddress.ID), nil))

		_, signature, _ := strings.Cut(file, "signature=")
		_, cookie, _ := strings.Cut(own.Header["Cookie"], ".")
		signed, mac, _ := strings.Cut(invitation, ".")
		// Without its end: that in the mail is another one.
		words := []string{token, otherToken, signature, cookie, mac, signed[:len(signed)/2]}
		s := secrets{site: site, words: words}
		s.check(t)
		equal(t, fmt.Sprint(tablesWith(t, site, words...)), "[]", "tables with a secret")
		sum := sha256.Sum256([]byte(token))
		equal(t, fmt.Sprint(tablesWith(t, site, hex.EncodeToString(sum[:]))), "[shares]", "tables with the token's hash")
		answers := []string{readMetrics(t, site)}
		for _, call := range contract(t).Operations() {
			if path, isGet := strings.CutPrefix(call, "GET "); isGet && !strings.Contains(path, "{") {
				answers = append(answers, site.Do(t, get(path, apitest.Staff)).Body)
			}
		}
		for _, answer := range answers {
			for _, word := range words {
				check(t, !strings.Contains(answer, word), "an answer has %s: %s", word, answer)
			}
		}
	})
}

type secrets struct {
	site  *apitest.Site
	words []string
}

// live makes the calls of ordinary visitors and keeps every secret of theirs.
func (s *secrets) live(t *testing.T) accounts.Tokens {
	t.Helper()
	opened := s.site.SignIn(t, apitest.User)
	other := s.site.SignIn(t, apitest.Staff)
	email := apitest.Email(apitest.User)
	s.site.Do(t, by(opened.Access, "GET", "/api/users/profile/?token="+opened.Access))
	answer := s.site.Do(t, by(opened.Access, "POST", "/api/users/app-token/"))
	var app struct{ Token string }
	answer.Decode(t, &app)
	s.site.Do(t, redeem(app.Token))
	s.site.Do(t, post("/backend/forgotpasswordreset/", map[string]string{"email": email}))
	link := mailedLink.FindStringSubmatch(strings.ReplaceAll(s.site.Mails(t, 1)[0].Text, "https://", "http://"))
	if link == nil {
		t.Fatal("no link came")
	}
	const fresh = "an entirely new password"
	s.site.Do(t, post("/backend/password-reset-confirm/"+link[1]+"/"+link[2]+"/", map[string]string{"new_password": fresh, "new_password2": "other"}))
	s.site.Do(t, post("/backend/password-reset-confirm/"+link[1]+"/"+link[2]+"/", map[string]string{"new_password": fresh, "new_password2": fresh}))
	s.site.Do(t, post("/backend/password-reset-confirm/"+link[1]+"/"+link[2]+"/", map[string]string{"new_password": fresh, "new_password2": fresh}))
	s.site.Do(t, renew(opened.Refresh))
	s.site.Do(t, renew(other.Refresh))
	s.site.Join(t, "visitor") // staff of a site without a mail server need no link
	s.site.Do(t, changeEmail(s.site.SignIn(t, "visitor").Access, canary+"@example.test", apitest.Password))
	confirmation := emailLink.FindStringSubmatch(mailsTo(t, s.site, 3, canary+"@example.test")[0].Text)[1]
	s.site.Do(t, confirmEmail(confirmation+"x"))
	s.site.Do(t, confirmEmail(confirmation))
	s.words = append(s.words, confirmation, opened.Access, opened.Refresh, other.Access, other.Refresh, app.Token, link[1]+"/", link[2], fresh)
	return other
}

var pathParameter = regexp.MustCompile(`\{\w+\}`)

// callEverything makes every described call and some undescribed ones, with canaries wherever they
// fit.
func (s *secrets) callEverything(t *testing.T, access string) {
	t.Helper()
	contract, err := apitest.LoadContract()
	noError(t, err)
	calls := append(contract.Operations(), "GET /reset-password/{a}/{b}", "GET /app-login", "GET /media/{a}", "PUT /api/users/login/",
		"GET /{a}/", "POST /api/nothing/{a}/", "OPTIONS /api/users/login/", canary+" /api/users/login/")
	for _, call := range calls {
		method, path, _ := strings.Cut(call, " ")
		for _, value := range []string{canary, "1", "%00" + canary, "%ff" + canary} {
			at := pathParameter.ReplaceAllString(path, value)
			for i, body := range bodies(t) {
				bearer := []string{"", canary, access + canary, access}[i%4]
				s.send(t, method, at+"?token="+canary, body, bearer)
			}
			if at == path {
				break
			}
		}
	}
}

type body struct{ kind, text string }

// bodies returns what can come as a body, right and wrong.
func bodies(t *testing.T) []body {
	t.Helper()
	fields := []string{"email", "password", "password2", "first_name", "last_name", "interest_notes", "refresh", "token", "old_password",
		"new_password", "new_password2", "name", "description", "title", "gallery", "category", "alt_text"}
	object, wrong := map[string]any{}, map[string]any{}
	form := new(strings.Builder)
	writer := multipart.NewWriter(form)
	for _, field := range fields {
		object[field], wrong[field] = canary, []string{canary}
		noError(t, writer.WriteField(field, canary))
	}
	for _, field := range []string{"image", "file"} {
		file, err := writer.CreateFormFile(field, canary+".png")
		noError(t, err)
		_, _ = io.WriteString(file, "\x89PNG\r\n\x1a\n"+canary)
	}
	_ = writer.Close()
	encode := func(v any) body {
		text, err := json.Marshal(v)
		noError(t, err)
		return body{"application/json", string(text)}
	}
	object["password2"], object["new_password2"] = object["password"], object["new_password"]
	typical := encode(object)
	object["email"] = canary + "@example.test"
	return []body{
		typical, encode(object), encode(object), encode(object), encode(wrong), encode(wrong), {"application/json", `{"email":"` + canary},
		{"application/json", strings.Repeat(canary, 10_000)}, {"text/" + canary, canary}, {writer.FormDataContentType(), form.String()},
		{writer.FormDataContentType(), form.String()}, {writer.FormDataContentType(), form.String()}, {writer.FormDataContentType(), form.String()[:300]},
	}
}

func (s *secrets) send(t *testing.T, method, path string, body body, bearer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, s.site.URL+path, strings.NewReader(body.text))
	noError(t, err)
	for name, value := range map[string]string{
		"Content-Type": body.kind, "User-Agent": canary + "@example.test", "Referer": "http://x/reset-password/" + canary,
		"X-Forwarded-For": canary, "X-Request-Id": canary, "Cookie": "refreshToken=" + canary,
	} {
		request.Header.Set(name, value)
	}
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return // the server hung up on a body that was too long
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
}

// check reads the log and returns how many requests are in it.
func (s *secrets) check(t *testing.T) int {
	t.Helper()
	logged := s.site.Log.String()
	for line := range strings.Lines(logged) {
		for _, word := range s.words {
			check(t, !strings.Contains(line, word), "a line holds %q: %s", word, line)
		}
	}
	return strings.Count(logged, `"msg":"request"`)
}

// breakEverything takes the tables away and the folder for mails, with mails waiting.
func breakEverything(t *testing.T, site *apitest.Site, databaseURL string) {
	t.Helper()
	// Renamed in one step, for a mail may be on its way into it.
	outbox := filepath.Join(site.Data, "outbox")
	noError(t, os.Rename(outbox, outbox+"-gone"))
	noError(t, os.WriteFile(outbox, nil, 0o600)) // a missing folder is made again
	site.Join(t, apitest.Owner)                  // the calls before may have deleted other accounts
	site.Do(t, post("/backend/forgotpasswordreset/", map[string]string{"email": apitest.Email(apitest.Owner)}))
	site.Await(t, "a mail that fails", func() bool { return strings.Contains(site.Log.String(), "job failed, will be tried again") })
	db := servertest.OpenDatabase(t, databaseURL)
	err := db.InTx(context.Background(), func(tx *database.Tx) error {
		for _, table := range []string{"jobs", "galleries", "documents", "users", "throttles"} {
			if _, err := tx.Exec(context.Background(), fmt.Sprintf("ALTER TABLE %s RENAME TO %s_gone", table, table)); err != nil {
				return err
			}
		}
		return nil
	})
	noError(t, err)
}
