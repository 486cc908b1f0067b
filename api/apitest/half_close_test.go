package apitest_test

import (
	"context"
	"fmt"
	"image/color"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
)

// writes returns a request for each call and each form that writes, such that it comes as far as
// the database.
func writes(t *testing.T, site *apitest.Site) map[string]apitest.Request {
	t.Helper()
	noError(t, os.MkdirAll(filepath.Join(site.Data, "copies"), 0o700))
	addGallery(t, site, "Harbour")
	addImage(t, site, map[string]string{"title": "Crane", "gallery": "1"}, color.White)
	addDocument(t, site, nil, "a.pdf", aPDF)
	expect(t, site, 204, makeFromContent)
	expect(t, site, 201, asStaff("POST", sharesPath, map[string]any{"kind": "document", "document": 1, "access": "link"}))
	expect(t, site, 200, importFiles(t, site, map[string]string{"about.md": "# About\n", "site.md": contactOn}))
	formTime := readyTime(t, site)
	for _, path := range []string{"about.md", "one.md", "two.md"} {
		expect(t, site, 200, saveDraft(path, "# Text\n", newest, 0))
	}
	for i := range 3 {
		trashed(t, site, imagePath(addImage(t, site, map[string]string{"title": "Tug"}, color.Gray{uint8(i)}).ID))
	}
	inTrash := listTrash(t, site, "")
	person, other := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
	// Only the use of a child token is written.
	site.Clock.Advance(31 * time.Second)
	var child accounts.Tokens
	site.Do(t, renew(other.Refresh)).Decode(t, &child)
	var sessions []struct{ ID string }
	site.Do(t, get("/api/users/sessions/", apitest.User)).Decode(t, &sessions)
	reset := requestReset(t, site, apitest.User, 1)
	newAddress := requestEmailChange(t, site, site.SignIn(t, apitest.User).Access, newEmail, 3)
	expect(t, site, 201, register(nil))
	var newcomer accounts.Tokens
	site.Do(t, login("ada@example.test", newPassword)).Decode(t, &newcomer)
	send := func(json any) apitest.Request { return apitest.Request{As: apitest.Staff, JSON: json} }
	some := func(name, value string) apitest.Request { return send(map[string]string{name: value}) }
	none := apitest.Request{As: apitest.Staff}
	site.Join(t, apitest.Owner)
	owner := site.SignIn(t, apitest.Owner).Access
	_, recovery := addAuthenticator(t, site, owner, apitest.Email(apitest.Owner))
	firstStep := passwordStep(t, site, apitest.Owner)
	key, added := newPhone(site), newPhone(site)
	key.register(t, owner, "Blue phone")
	byOwner := func(json any) apitest.Request { return apitest.Request{Bearer: owner, JSON: json} }
	passkey := fmt.Sprintf("/api/users/factors/passkeys/%d/", key.id)
	unconfirmed := site.User(t, "ada@example.test")
	tomorrow := site.Clock.Now().Add(24 * time.Hour)
	site.Do(t, saveDraft("later.md", "# Later\n", 0, 0))
	var scheduled struct{ ID int64 }
	site.Do(t, publishDrafts(&tomorrow, draftOf("later.md", 1))).Decode(t, &scheduled)
	requests := map[string]apitest.Request{
		"POST /api/users/register/": send(map[string]string{"email": "new@example.test", "password": "correct horse 9",
			"password2": "correct horse 9", "first_name": "Ada", "last_name": "Lovelace"}),
		"POST /api/users/login/":                                               send(map[string]string{"email": apitest.Email(apitest.User), "password": apitest.Password}),
		"POST /login-with-token/":                                              some("token", issueAppToken(t, site, apitest.Request{As: apitest.User})),
		"POST /api/users/logout/":                                              some("refresh", person.Refresh),
		"PATCH /api/users/profile/":                                            some("first_name", "Ada"),
		"POST /api/users/password/":                                            send(map[string]string{"old_password": apitest.Password, "new_password": "another horse 9", "new_password2": "another horse 9"}),
		"POST /api/users/email/":                                               {As: apitest.User, JSON: map[string]string{"email": "other@example.net", "password": apitest.Password}},
		"POST /api/users/email/confirm/":                                       some("token", newAddress),
		"POST /api/users/email/confirmation/":                                  {Bearer: newcomer.Access},
		"POST /api/users/delete/":                                              some("password", apitest.Password),
		"POST /api/users/login/second-factor/":                                 send(map[string]string{"second_factor_token": firstStep, "code": recovery[0]}),
		"POST /api/users/factors/totp/":                                        none,
		"POST /api/users/factors/totp/confirm/":                                some("code", "123456"),
		"DELETE /api/users/factors/totp/":                                      byOwner(nil),
		"POST /api/users/factors/recovery-codes/":                              byOwner(nil),
		"POST /api/users/login/passkey/":                                       send(key.signed(t, key.asked(t))),
		"POST /api/users/factors/passkeys/":                                    byOwner(added.created(t, ask(t, site, factorCall("POST", "passkeys/options/", owner, nil)), "Red phone")),
		"PATCH " + passkey:                                                     byOwner(map[string]string{"name": "Old phone"}),
		"DELETE " + passkey:                                                    byOwner(nil),
		"POST /api/users/reauthentication/passkey/":                            byOwner(key.signed(t, key.asked(t))),
		"POST /api/users/reauthentication/":                                    some("password", apitest.Password),
		"POST /api/users/app-token/":                                           none,
		"POST /api/token/refresh/":                                             some("refresh", child.Refresh),
		"POST /backend/api/token/refresh/":                                     some("refresh", child.Refresh),
		"POST /backend/password-reset-confirm/" + reset:                        send(map[string]string{"new_password": "another horse 9", "new_password2": "another horse 9"}),
		"DELETE /api/users/sessions/" + sessions[0].ID + "/":                   {As: apitest.User},
		"DELETE /api/users/sessions/":                                          none,
		"POST /api/photos/galleries/":                                          some("name", "Ships"),
		"PATCH /api/photos/galleries/update/1/":                                some("name", "Ships"),
		"DELETE /api/photos/galleries/1/":                                      none,
		"POST /api/photos/images/":                                             upload(map[string]string{"title": "x"}, "a.jpg", jpegOf(t, 24, 24, color.Black)),
		"PATCH /api/photos/images/1/":                                          some("title", "Tug"),
		"DELETE /api/photos/images/1/":                                         none,
		"POST /api/photos/image-changes/":                                      {As: apitest.Staff, JSON: map[string]any{"images": []int{1}, "title": "Both"}},
		"POST /api/photos/images/1/move/":                                      {As: apitest.Staff, JSON: map[string]any{"before": nil}},
		"POST /api/trash/restorations/":                                        restoreMany(inTrash[0].ID),
		"POST " + trashPath + inTrash[1].ID + "/restore/":                      none,
		"DELETE " + trashPath:                                                  none,
		"DELETE " + trashPath + inTrash[2].ID + "/":                            none,
		"POST /api/documents/categories/":                                      some("name", "Papers"),
		"POST /api/documents/documents/":                                       sendDocument(nil, "b.pdf", aPDF+"2"),
		"POST " + fromContentPath:                                              none,
		"PUT " + fromContentPath:                                               reportCV(t, site, "Ann CV.pdf", aPDF),
		"PATCH /api/documents/documents/1/":                                    some("name", "Paper"),
		"DELETE /api/documents/documents/1/":                                   none,
		"PATCH /api/documents/categories/1/":                                   some("description", "Papers"),
		"DELETE /api/documents/categories/1/":                                  none,
		"POST " + versionPath(1, 1) + "restore/":                               none,
		"DELETE " + versionPath(1, 1):                                          none,
		"POST /api/shares/":                                                    {As: apitest.Staff, JSON: map[string]string{"kind": "document", "document": "1", "access": "link"}},
		"PATCH /api/shares/1/":                                                 {As: apitest.Staff, JSON: map[string]any{"until": nil}},
		"POST /api/shares/1/invitation/":                                       none,
		"POST /api/shares/1/revoke/":                                           none,
		"PUT /api/content/drafts/":                                             saveDraft("new.md", "# New\n", 0, 0),
		"POST /api/content/drafts/discard/":                                    discardDrafts(draftOf("one.md", 1)),
		"POST /api/content/publications/":                                      publishDrafts(nil, draftOf("two.md", 1)),
		fmt.Sprintf("DELETE /api/content/publications/%d/", scheduled.ID):      none,
		"PUT /api/content/source/":                                             importFiles(t, site, map[string]string{"about.md": "# About us\n"}),
		"POST /api/content/translations/":                                      some("path", "nl/about.md"),
		"POST /api/messages/":                                                  aMessage(formTime, nil),
		"POST /api/messages/form/":                                             aForm(formTime, nil),
		"PATCH /api/messages/1/":                                               asStaff("", "", map[string]bool{"read": true}),
		"DELETE /api/messages/1/":                                              none,
		"POST /api/publishing/":                                                none,
		"POST /api/publishing/report/":                                         report(buildToken, `{"state":"ready"}`),
		"PATCH /api/admin/users/1/":                                            asStaff("", "", map[string]string{"first_name": "Ada"}),
		"PUT /api/admin/users/1/notes/":                                        asStaff("", "", map[string]string{"notes": "Looms"}),
		"PUT /api/admin/users/1/email/":                                        asStaff("", "", map[string]string{"email": "ada@example.test"}),
		fmt.Sprintf("POST /api/admin/users/%d/email/confirm/", unconfirmed.ID): none,
		"PUT /api/admin/users/1/staff/":                                        asStaff("", "", map[string]bool{"is_staff": true}),
		"PUT /api/admin/users/1/active/":                                       asStaff("", "", map[string]bool{"is_active": false}),
		"POST /api/admin/users/1/reset/":                                       none,
		"DELETE /api/admin/users/1/sessions/":                                  none,
		"DELETE /api/admin/users/1/sessions/" + sessions[0].ID + "/":           none,
		"DELETE /api/admin/users/1/":                                           none,
		"POST /api/admin/mails/1/retry/":                                       none,
		"DELETE /api/admin/mails/1/":                                           none,
		"PUT /api/admin/settings/visibility/":                                  some("visibility", "private"),
		"PUT /api/admin/settings/mail/":                                        send(mailForm("127.0.0.1", 1)),
		"PUT /api/admin/settings/backups/":                                     send(map[string]string{"url": filepath.Join(site.Data, "copies"), "recipient": backupKey}),
		"POST /api/admin/backup/download/":                                     askForBackup(t, site),
		"PUT /api/admin/settings/registration/":                                some("registration", "open"),
		"PUT /api/admin/settings/time-zone/":                                   some("time_zone", "Europe/Berlin"),
		"DELETE /api/admin/throttled/ab/":                                      none,
	}
	return requests
}

// If a client half-closes its connection while its write waits for the database, the server closes
// the connection: no false success, no error in the log, no 500 in the metrics.
func TestAWriteThatIsGivenUpIsNoSuccess(t *testing.T) {
	settings := apitest.Settings{"BUILD_HOOK_URL": startBuildService(t).URL, "BUILD_TOKEN": buildToken}
	apitest.EachWith(t, settings, func(t *testing.T, site *apitest.Site) {
		requests := writes(t, site)
		release := blockWrites(t, site)
		defer release()
		answers := make(chan string, len(requests))
		for call, request := range requests {
			request.Method, request.Path, _ = strings.Cut(call, " ")
			go func() {
				answer, err := site.SendAndHalfClose(t, request)
				if err != nil {
					answer = err.Error()
				}
				if answer != "" {
					answer = call + " is answered: " + answer
				}
				answers <- answer
			}()
		}
		for range requests {
			if answer := <-answers; answer != "" {
				t.Error(answer)
			}
		}
		given := 0
		for line := range strings.Lines(site.Log.String()) {
			check(t, !strings.Contains(line, `"level":"ERROR"`), "%v", line)
			given += strings.Count(line, `"status":499`)
		}
		measured := readMetrics(t, site)
		check(t, given == len(requests) && !strings.Contains(measured, `status="500"`) && strings.Contains(measured, `status="499"`), "%d of %d requests were given up, by the log; the metrics:\n%s", given, len(requests), measured)
	})
}

// answersFirst are the calls that answer before they write, or write nothing, or nothing to a site that is set up.
var answersFirst = []string{
	"POST /api/setup/", "POST /api/setup/sample/",
	"POST /backend/forgotpasswordreset/", "POST /api/users/login/passkey/options/", "POST /api/users/factors/passkeys/options/",
	"POST /api/admin/settings/mail/test/", "POST /api/admin/backup/", "POST /api/visits/", "POST /api/shares/open/",
}

func TestEachWritingCallIsTriedHalfClosed(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"BUILD_HOOK_URL": startBuildService(t).URL, "BUILD_TOKEN": buildToken})
	tried := slices.Collect(maps.Keys(writes(t, site)))
	for _, call := range contract(t).Operations() {
		pattern := regexp.MustCompile("^" + pathParameter.ReplaceAllString(call, "[^/]+") + "$")
		reads := strings.HasPrefix(call, "GET ") || strings.HasPrefix(call, "HEAD ") || strings.HasPrefix(call, "OPTIONS ")
		if !reads && !slices.Contains(answersFirst, call) && !slices.ContainsFunc(tried, pattern.MatchString) {
			t.Errorf("writes has no request for %s", call)
		}
	}
}

// Whenever a client half-closes its connection, the answer is true: a success is whole, and its row
// is there.
func TestASuccessOfAHalfClosedWriteIsOne(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		const tries = 60
		outcomes := make(chan string, tries)
		for n := range tries {
			name := fmt.Sprintf("gallery %d", n)
			go func() {
				answer, err := site.SendAndHalfClose(t, asStaff("POST", galleriesPath, map[string]string{"name": name}))
				switch created := strings.HasPrefix(answer, "HTTP/1.1 201 ") && strings.Contains(answer, `"name":"`+name+`"`); {
				case err != nil:
					outcomes <- "wrong: " + err.Error()
				case created:
					outcomes <- name
				case answer == "":
					outcomes <- ""
				default:
					outcomes <- "wrong: " + answer
				}
			}()
		}
		var created []string
		for range tries {
			if name := <-outcomes; strings.HasPrefix(name, "wrong") {
				t.Error(name)
			} else if name != "" {
				created = append(created, name)
			}
		}
		stored := site.Do(t, get(galleriesPath, apitest.Staff)).Body
		for _, name := range created {
			check(t, strings.Contains(stored, `"name":"`+name+`"`), "%s was acknowledged and does not exist", name)
		}
	})
}

// blockWrites keeps every write of the server waiting until it is released.
func blockWrites(t *testing.T, site *apitest.Site) (release func()) {
	t.Helper()
	db, err := database.Open(t.Context(), site.Database)
	noError(t, err)
	var group sync.WaitGroup
	blocked, done := make(chan error, 1), make(chan struct{})
	group.Go(func() {
		blocked <- db.InTx(context.Background(), func(tx *database.Tx) error {
			if err := lockTables(tx, db.Engine()); err != nil {
				return err
			}
			blocked <- nil
			<-done
			return nil
		})
	})
	noError(t, <-blocked)
	if db.Engine() == database.SQLite {
		// SQLite has one connection for writes. Its user waits in the engine, which ignores
		// cancellations; all others wait for it.
		group.Go(func() {
			_, _ = site.App.Accounts.CreateUser(context.Background(), accounts.NewUser{
				Email: "waiting@example.test", FirstName: "Some", LastName: "Body", Password: apitest.Password,
			})
		})
		site.Await(t, "a write that waits", func() bool {
			return strings.Contains(readMetrics(t, site), `portfolio_database_connections{pool="write",use="in use"} 1`)
		})
	}
	return func() {
		close(done)
		group.Wait()
		noError(t, db.Close())
	}
}

// lockTables lets others read but not write. On SQLite the transaction alone does so.
func lockTables(tx *database.Tx, engine database.Engine) error {
	if engine == database.SQLite {
		return nil
	}
	tables, err := tx.Tables(context.Background())
	if err != nil {
		return err
	}
	for _, table := range tables {
		if _, err := tx.Exec(context.Background(), "LOCK TABLE "+table.Name+" IN EXCLUSIVE MODE"); err != nil {
			return err
		}
	}
	return nil
}
