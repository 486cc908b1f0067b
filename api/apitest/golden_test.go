package apitest_test

import (
	"fmt"
	"image/color"
	"net/http"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// goldenRecorder sends requests to a site and compares the answers with the golden ones.
type goldenRecorder struct {
	*testing.T
	*apitest.Site
	golden *apitest.Golden
}

func (s goldenRecorder) write(name string, request apitest.Request) apitest.Answer {
	s.Helper()
	answer := s.Do(s.T, request)
	s.golden.Compare(s.T, name, request, answer)
	return answer
}

// TestGolden makes the same calls on both engines, which must answer alike.
func TestGolden(t *testing.T) {
	golden := apitest.OpenGolden(t, "../../site/src/testing/golden")
	settings := apitest.Settings{"RATE_LIMIT": "on", "BACKEND_ADMIN_URL": "/backend/admin/"}
	apitest.EachWith(t, settings, func(t *testing.T, site *apitest.Site) {
		s := goldenRecorder{t, site, golden}
		s.admin()
		s.session()
		s.account()
		s.photos()
		s.trash()
		s.documents()
		s.content()
		s.recovery()
		s.email()
		s.limits()
		s.secondFactor()
		s.leaving()
	})
	apitest.EachWith(t, nil, func(t *testing.T, site *apitest.Site) { goldenRecorder{t, site, golden}.messages() })
	goldenRecorder{t, apitest.Open(t, servertest.MigratedURL(t), nil), golden}.setup()
	service := startBuildService(t)
	settings["BUILD_HOOK_URL"] = service.URL
	apitest.EachWith(t, settings, func(t *testing.T, site *apitest.Site) {
		service.answer(http.StatusOK)
		goldenRecorder{t, site, golden}.publishing(service)
	})
}

func get(path string, role apitest.Role) apitest.Request {
	return apitest.Request{Method: "GET", Path: path, As: role}
}

// messages makes the calls of the contact form and of its messages.
func (s goldenRecorder) messages() {
	formTime := openContact(s.T, s.Site)
	s.write("message-time", get(timePath, apitest.Anonymous))
	s.write("message-sent", aMessage(formTime, nil))
	s.Clock.Advance(time.Minute)
	s.Do(s.T, aMessage(formTime, map[string]any{"name": "Grace Hopper", "email": "grace@example.org", "message": "Hello,\n\nare you free in June?"}))
	s.write("message-errors", aMessage(formTime, map[string]any{"name": "", "email": "ada@", "message": ""}))
	s.write("message-late", aMessage("", nil))
	s.write("messages-unread", get(messagesPath+"unread/", apitest.Staff))
	s.write("message-read", patch(messagesPath+"1/", map[string]bool{"read": true}))
	s.write("messages", get(messagesPath, apitest.Staff))
}

// admin makes the calls of staff. It reverts its changes, except in the audit log.
func (s goldenRecorder) admin() {
	path := fmt.Sprintf("/api/admin/users/%d/", s.Find(s.T, apitest.User))
	s.Do(s.T, asStaff("PUT", path+"notes/", map[string]string{"notes": "Builds clocks."}))
	s.write("admin-users", get("/api/admin/users/?sort=email", apitest.Staff))
	s.write("admin-user", get(path, apitest.Staff))
	s.write("admin-audit", get("/api/admin/audit/?kind=user", apitest.Staff))
	s.write("admin-overview", get("/api/admin/overview/", apitest.Staff))
	giveUpMails(s.T, s.Site)
	s.write("admin-settings", get("/api/admin/settings/", apitest.Staff))
	s.write("admin-system", get("/api/admin/system/", apitest.Staff))
	for _, mail := range readSystem(s.T, s.Site).Mails.Pending {
		s.Do(s.T, asStaff("DELETE", fmt.Sprintf("/api/admin/mails/%d/", mail.ID), nil))
	}
}

func (s goldenRecorder) session() {
	user := login(apitest.Email(apitest.User), apitest.Password)
	user.Header = map[string]string{"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0"}
	var previous, renewed accounts.Tokens
	s.write("login", user).Decode(s.T, &previous)
	s.write("login-staff", login(apitest.Email(apitest.Staff), apitest.Password))
	s.write("login-wrong", login(apitest.Email(apitest.User), "wrong"))
	s.write("login-blank", login("", ""))

	s.Clock.Advance(time.Minute)
	s.write("refresh", renew(previous.Refresh)).Decode(s.T, &renewed)
	s.Do(s.T, renew(renewed.Refresh))
	s.write("refresh-kept", renew(previous.Refresh)) // the one before the last, still under way somewhere
	s.write("refresh-dead", renew("x"))

	token := issueAppToken(s.T, s.Site, apitest.Request{Bearer: previous.Access})
	s.write("login-with-token", redeem(token))
	s.write("login-with-dead-token", redeem(token))
}

func (s goldenRecorder) account() {
	s.write("profile", get("/api/users/profile/", apitest.User))
	s.write("profile-staff", get("/api/users/profile/", apitest.Staff))
	s.write("profile-anonymous", get("/api/users/profile/", apitest.Anonymous))
	s.write("profile-dead-token", by("x", "GET", "/api/users/profile/"))
	s.write("profile-renamed", apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: map[string]string{"first_name": "Ada"}})
	s.write("app-token", apitest.Request{Method: "POST", Path: "/api/users/app-token/", As: apitest.User})
	s.write("password-errors", apitest.Request{Method: "POST", Path: "/api/users/password/", As: apitest.User,
		JSON: map[string]string{"old_password": "wrong", "new_password": "12345", "new_password2": "x"}})

	s.Clock.Advance(time.Second)
	here := login(apitest.Email(apitest.Staff), apitest.Password)
	here.Header = map[string]string{"User-Agent": "Mozilla/5.0 (Macintosh) Safari/605.1.15", "X-Forwarded-For": "203.0.113.7"}
	var opened accounts.Tokens
	s.Do(s.T, here).Decode(s.T, &opened)
	s.write("sessions", by(opened.Access, "GET", "/api/users/sessions/"))
	byApp := byAppToken(s.T, s.Site, opened.Access)
	s.write("reauthentication-required", by(byApp, "DELETE", "/api/users/sessions/"))
	s.write("reauthentication-wrong", reauthenticate(byApp, "wrong"))
	s.write("reauthentication", reauthenticate(byApp, apitest.Password))
	var sessions []struct{ ID string }
	s.Do(s.T, by(byApp, "GET", "/api/users/sessions/")).Decode(s.T, &sessions)
	s.write("session-ended", by(byApp, "DELETE", "/api/users/sessions/"+sessions[1].ID+"/"))
}

// leaving makes the calls of a user who registered, and ends with their account deleted.
func (s goldenRecorder) leaving() {
	opened := func(password string) (tokens accounts.Tokens) {
		s.Do(s.T, login("grace@example.test", password)).Decode(s.T, &tokens)
		return tokens
	}
	call := func(method, path string, body any) apitest.Request {
		return apitest.Request{Method: method, Path: "/api/users/" + path, Bearer: opened(newPassword).Access, JSON: body}
	}
	s.write("confirmation-sent", call("POST", "email/confirmation/", nil))
	s.write("logout", call("POST", "logout/", map[string]string{"refresh": opened(newPassword).Refresh}))
	s.write("sessions-ended", call("DELETE", "sessions/", nil))
	s.write("password-changed", call("POST", "password/", map[string]string{
		"old_password": newPassword, "new_password": newPassword + "!", "new_password2": newPassword + "!"}))
	bearer := opened(newPassword + "!").Access
	s.write("delete-wrong", deleteAccount(bearer, "wrong"))
	s.write("deleted", deleteAccount(bearer, newPassword+"!"))
}

func (s goldenRecorder) secondFactor() {
	s.Join(s.T, apitest.Owner)
	bearer := s.SignIn(s.T, apitest.Owner).Access
	s.write("factors", factorCall("GET", "", bearer, nil))
	s.write("factors-passkey-options", factorCall("POST", "passkeys/options/", bearer, nil))
	key, copied := newPhone(s.Site), newPhone(s.Site)
	key.register(s.T, bearer, "Blue phone")
	s.write("factors-passkey", factorCall("GET", "", bearer, nil))
	s.write("login-passkey-wanted", login(apitest.Email(apitest.Owner), apitest.Password))
	s.write("passkey-options", post("/api/users/login/passkey/options/", nil))
	s.write("passkey-unknown", copied.signIn(s.T))
	s.write("passkey-removed", factorCall("DELETE", fmt.Sprintf("passkeys/%d/", key.id), bearer, nil))
	_, recovery := setUpAuthenticator(s.T, s.Site, apitest.Owner)
	s.write("login-second-factor", login(apitest.Email(apitest.Owner), apitest.Password))
	s.write("second-factor-wrong", secondStep(passwordStep(s.T, s.Site, apitest.Owner), "walrus"))
	s.write("second-factor-expired", secondStep("x", recovery[0]))
}

func (s goldenRecorder) photos() {
	create := func(body any) apitest.Request { return asStaff("POST", galleriesPath, body) }
	s.write("galleries-forbidden", get(galleriesPath, apitest.User))
	s.write("gallery", create(map[string]string{"name": "page logos", "description": "The round banner."}))
	s.write("gallery-errors", create(map[string]string{"name": ""}))
	s.write("upload", upload(map[string]string{"title": "Harbour - harbour.jpg", "description": "At dawn", "gallery": "1"},
		"harbour.jpg", jpegOf(s.T, 700, 480, color.White)))
	s.write("upload-errors", upload(map[string]string{"gallery": "99"}, "notes.jpg", []byte("no image")))
	s.Do(s.T, upload(map[string]string{"title": "Alone"}, "alone.jpg", jpegOf(s.T, 90, 60, color.Black)))
	s.write("galleries", get(galleriesPath, apitest.Staff))
	s.write("images", get(imagesPath, apitest.Staff))
	s.write("images-of-gallery", get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous))
	s.write("gallery-renamed", patch(galleriesPath+"update/1/", map[string]string{"name": "Page logos"}))
	s.write("gallery-shown", patch(galleriesPath+"update/1/", map[string]any{"shown": true}))
	s.write("shown-galleries", get(galleriesPath+"shown/", apitest.Anonymous))
	s.Do(s.T, patch(galleriesPath+"update/1/", map[string]any{"shown": false}))
	s.write("image-changed", patch(imagesPath+"1/", map[string]any{"title": "Harbour", "alt_text": "A harbour at dawn."}))
	s.Do(s.T, patch(imagesPath+"2/", map[string]any{"gallery": 1}))
	s.write("images-changed", asStaff("POST", imageChangesPath, map[string]any{"images": []int{1, 2}, "title": "Harbour"}))
	s.write("images-changed-meanwhile", asStaff("POST", imageChangesPath, map[string]any{"images": []int{1, 7}, "title": "Harbour"}))
	s.write("image-moved", asStaff("POST", imagesPath+"2/move/", map[string]any{"before": 1}))
	s.Do(s.T, patch(imagesPath+"2/", map[string]any{"gallery": nil}))
	s.write("image-errors", patch(imagesPath+"1/", map[string]any{"title": "", "gallery": 99}))
}

func (s goldenRecorder) trash() {
	restore := func(item string) apitest.Request {
		return asStaff("POST", fmt.Sprint(trashPath, item, "/restore/"), nil)
	}
	s.Do(s.T, upload(map[string]string{"title": "Tug", "gallery": "1"}, "tug.jpg", jpegOf(s.T, 90, 60, color.Gray{90})))
	s.Do(s.T, patchForm(3, nil, "again.jpg", jpegOf(s.T, 60, 90, color.Gray{30})))
	s.write("image-deleted", remove(imagePath(3)))
	s.write("gallery-deleted", remove(galleriesPath+"1/"))
	s.write("trash", get(trashPath, apitest.Staff))
	s.write("image-of-file-gone", restore("image_file-1"))
	s.write("restored", restore("image-3"))
	s.write("not-in-trash", restore("image-3"))
	s.Do(s.T, restore("gallery-1"))
	s.Do(s.T, remove(imagePath(3)))
	s.Do(s.T, remove(trashPath+"image-3/"))
	for _, light := range []uint8{60, 90} {
		s.Do(s.T, upload(map[string]string{"title": "Flag"}, "flag.jpg", jpegOf(s.T, 120, 80, color.Gray{light})))
	}
	s.Do(s.T, remove(imagePath(4)))
	s.Do(s.T, remove(imagePath(5)))
	s.write("nothing-restored", restoreMany("image-4", "image-1", "image-5"))
	s.write("many-restored", restoreMany("image-4", "image-5"))
	s.Do(s.T, remove(imagePath(4)))
	s.Do(s.T, remove(imagePath(5)))
	emptyTrash(s.T, s.Site)
}

func (s goldenRecorder) documents() {
	create := func(name string) apitest.Request {
		return asStaff("POST", categoriesPath, map[string]string{"name": name})
	}
	s.write("publishing-off", get(publishingPath, apitest.Staff))
	s.write("dashboard-without-cv", get(dashboardPath, apitest.Staff))
	s.write("current-cv-none", get(currentCVPath, apitest.Anonymous))
	s.write("cv-sources-none", get(fromContentPath, apitest.Staff))
	s.write("category", create("Papers"))
	s.write("category-taken", create("Papers"))
	s.write("categories", get(categoriesPath, apitest.Staff))
	s.write("document", sendDocument(map[string]string{"name": "CV 2026", "description": "Two pages"}, "cv.pdf", aPDF))
	s.write("document-errors", sendDocument(map[string]string{"name": "", "category": "9"}, "cv.exe", "MZ"))
	s.write("document-current", patchDocument(1, map[string]any{"is_current": true, "category": 1}))
	s.Clock.Advance(time.Second)
	s.Do(s.T, sendDocument(map[string]string{"name": "A paper", "category": "2"}, "paper.md", "# A paper"))
	s.write("documents", get(documentsPath, apitest.Staff))
	s.write("category-renamed", patch(categoriesPath+"2/", map[string]string{"name": "Talks"}))
	s.Do(s.T, replaceFile(1, "cv-2.pdf", aPDF+"2"))
	s.write("document-brought-back", asStaff("POST", documentPath(1)+"versions/1/restore/", nil))
	s.write("version-in-use", remove(versionPath(1, 3)))
	s.write("document-versions", get(documentPath(1)+"versions/", apitest.Staff))
	s.write("documents-forbidden", get(documentsPath, apitest.User))
	s.write("dashboard", get(dashboardPath, apitest.Staff))
	s.write("current-cv", get(currentCVPath, apitest.Anonymous))
	s.Do(s.T, makeFromContent)
	s.write("cv-sources-waiting", get(fromContentPath, apitest.Staff))
	s.Do(s.T, reportCVs(s.T, s.Site, "Some Body CV.pdf", aPDF+"3", audienceCV{"interim-cto", "Interim CTO", aPDF + "4"}))
	s.write("cv-sources", get(fromContentPath, apitest.Staff))
	s.write("cv-from-content", remove(documentPath(4)))
	s.write("documents-with-made", get(documentsPath, apitest.Staff))
}

func (s goldenRecorder) content() {
	s.write("content-files-none", get(contentFilesPath, apitest.Staff))
	s.write("unknown-build", get(publishedPath, apitest.Anonymous))
	s.write("content-imported", importFiles(s.T, s.Site, map[string]string{"about.md": "# About\n", "home/hero.md": "# Home\n", "terms.md": "# Terms\n"}))
	s.Clock.Advance(time.Second)
	s.write("content-draft", saveDraft("about.md", "# About me\n", 1, 0))
	s.write("content-draft-conflict", saveDraft("about.md", "# About you\n", 1, 0))
	s.write("content-publication", publishDrafts(nil, draftOf("about.md", 1)))
	s.write("content-published-already", remove(publicationListPath+"2/"))
	s.Clock.Advance(time.Second)
	s.write("content-history", get(historyPath+"?path=about.md", apitest.Staff))
	s.Do(s.T, saveDraft("home/hero.md", "# Hello\n", 2, 0))
	tomorrow := s.Clock.Now().Add(24 * time.Hour)
	s.write("content-scheduled", publishDrafts(&tomorrow, draftOf("home/hero.md", 1)))
	s.Do(s.T, saveDraft("terms.md", nil, 3, 0))
	s.write("content-files", get(contentFilesPath, apitest.Staff))
	s.write("content-published", asBuild(s.T, s.Site, get(publishedPath, apitest.Anonymous)))
	s.write("content-publications", get(publicationListPath, apitest.Staff))
	s.write("content-import-conflict", importFiles(s.T, s.Site, map[string]string{"about.md": "# Of the files\n", "home/hero.md": "# Home\n", "terms.md": "# New terms\n"}))
	s.Do(s.T, saveDraft("nl/about.md", "# Over mij\n", 0, 0))
	s.Do(s.T, publishDrafts(nil, draftOf("nl/about.md", 1)))
	s.write("content-translation", markUpToDate("nl/about.md"))
	// Last, as its rollback takes a publication's ID on PostgreSQL only.
	s.write("content-version-conflict", publishDrafts(nil, draftOf("terms.md", 1)))
}

func (s goldenRecorder) publishing(service *buildService) {
	show := get(publishingPath, apitest.Staff)
	s.write("publishing", show)
	s.Do(s.T, sendDocument(map[string]string{"name": "CV 2026", "is_current": "true"}, "cv.pdf", aPDF))
	s.write("publishing-waiting", show)
	service.answer(http.StatusNotFound)
	s.Clock.Advance(time.Minute)
	publishDue(s.T, s.Site)
	s.write("publishing-failed", show)
	s.write("publishing-asked", asStaff("POST", publishingPath, nil))
}

func (s goldenRecorder) recovery() {
	s.write("registration", get(registerPath, apitest.Anonymous))
	s.write("register", register(nil))
	s.write("register-errors", register(map[string]any{"email": "ada", "password": "12345", "password2": "54321"}))
	s.write("register-taken", register(nil))
	ask := post(forgotPath, map[string]string{"email": "ada@example.test"})
	s.write("forgot", ask)
	link := findLink(s.T, s.Site, 2, resetLink) + "/"
	// Golden answers name the path of the description, since links change with each run.
	s.confirm("reset-errors", link, "12345", "54321")
	s.confirm("reset", link, newPassword+"!", newPassword+"!")
	s.confirm("reset-dead", link, newPassword, newPassword)
}

func (s goldenRecorder) confirm(name, link, password, repeated string) {
	answer := s.Do(s.T, confirm(link, password, repeated))
	s.golden.Compare(s.T, name, apitest.Request{Method: "POST", Path: confirmPath + ":uidb64/:token/"}, answer)
}

func (s goldenRecorder) email() {
	s.Join(s.T, "visitor") // staff of a site without a mail server need no link
	bearer := s.SignIn(s.T, "visitor").Access
	s.write("email-errors", changeEmail(bearer, apitest.Email(apitest.User), "wrong"))
	s.write("email-taken", changeEmail(bearer, apitest.Email(apitest.User), apitest.Password))
	s.write("email-asked", changeEmail(bearer, newEmail, apitest.Password))
	link := emailLink.FindStringSubmatch(mailsTo(s.T, s.Site, 4, newEmail)[0].Text)[1]
	s.write("email-confirmed", confirmEmail(link))
	s.write("email-dead", confirmEmail(link+"x"))
	s.Do(s.T, from("203.0.113.8", changeEmail(bearer, "grace@example.test", apitest.Password)))
	link = emailLink.FindStringSubmatch(mailsTo(s.T, s.Site, 7, "grace@example.test")[0].Text)[1]
	s.Do(s.T, from("203.0.113.8", register(map[string]any{"email": "grace@example.test"})))
	s.write("email-taken-since", confirmEmail(link))
	s.write("email-confirmed-already", apitest.Request{Method: "POST", Path: "/api/users/email/confirmation/", As: apitest.User})
}

func (s goldenRecorder) limits() {
	s.write("not-found", apitest.Request{Method: "DELETE", Path: "/api/users/sessions/1/", As: apitest.User})
	wrong := from("203.0.113.9", login("nobody@example.test", "wrong"))
	expect(s.T, s.Site, 401, wrong, wrong, wrong, wrong, wrong)
	s.write("throttled", wrong)
}
