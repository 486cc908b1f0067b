package apitest_test

import (
	"encoding/json"
	"fmt"
	"image/color"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/files"
	"portfolio/api/photos"
)

const (
	auditIP = "203.0.113.7"
	// mistyped is a password that was typed into the field for the address.
	mistyped = "Tr0ub4dor&3"
)

// wantEntry is an expected entry of the audit log: action, actor, kind and name of the target, and
// a part of the detail.
type wantEntry struct{ action, actor, kind, target, detail string }

// auditReader sends calls from one address and reads the new entries of the audit log after each.
type auditReader struct {
	site *apitest.Site
	seen int64
	// secrets must not appear in any entry.
	secrets []string
}

// expect sends a request and compares the new entries of the audit log with the expected ones, in
// their order.
func (w *auditReader) expect(t *testing.T, request apitest.Request, status int, want ...wantEntry) (answer apitest.Answer) {
	t.Helper()
	header := map[string]string{"X-Forwarded-For": auditIP}
	maps.Copy(header, request.Header)
	request.Header = header
	answer = w.site.Do(t, request)
	call := request.Method + " " + request.Path
	if answer.Status != status {
		t.Fatalf("%s: %d %s", call, answer.Status, answer.Body)
	}
	entries := w.newEntries(t)
	if len(entries) != len(want) {
		t.Fatalf("%s: %d entries %+v, not %d", call, len(entries), entries, len(want))
	}
	for i, entry := range entries {
		got := wantEntry{entry.Action, entry.Actor, entry.Kind, entry.Target, entry.Detail}
		if !strings.Contains(got.detail, want[i].detail) {
			t.Errorf("%s: detail %q without %q", call, got.detail, want[i].detail)
		}
		got.detail = want[i].detail
		equal(t, got, want[i], "%s", call)
		if entry.IP != auditIP || entry.RequestID != answer.Header.Get("X-Request-Id") || entry.RequestID == "" {
			t.Errorf("%s: from %q by request %q, which was %q", call, entry.IP, entry.RequestID, answer.Header.Get("X-Request-Id"))
		}
		check(t, entry.At.Equal(w.site.Clock.Now().Truncate(time.Millisecond)) && (entry.Actor != "") == (entry.ActorID != nil), "%s: %+v", call, entry)
	}
	return answer
}

// newEntries returns the new entries of the log, oldest first.
func (w *auditReader) newEntries(t *testing.T) []audit.Entry {
	t.Helper()
	entries, _, err := w.site.App.Audit.List(t.Context(), audit.Filter{Limit: 1000})
	noError(t, err)
	entries = slices.DeleteFunc(entries, func(entry audit.Entry) bool { return entry.ID <= w.seen })
	slices.Reverse(entries)
	if len(entries) > 0 {
		w.seen = entries[len(entries)-1].ID
	}
	return entries
}

// checkSecrets reads the whole log and looks for secrets.
func (w *auditReader) checkSecrets(t *testing.T) {
	t.Helper()
	w.seen = 0
	for _, entry := range w.newEntries(t) {
		text, err := json.Marshal(entry)
		noError(t, err)
		for _, secret := range append(w.secrets, apitest.Password, newPassword, mistyped) {
			check(t, !strings.Contains(string(text), secret), "an entry holds the secret %q: %s", secret, text)
		}
	}
}

func eachAudited(t *testing.T, settings apitest.Settings, test func(t *testing.T, w *auditReader)) {
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		for _, role := range []apitest.Role{apitest.User, apitest.Staff} {
			site.Do(t, get("/api/users/profile/", role))
		}
		w := &auditReader{site: site}
		w.newEntries(t)
		test(t, w)
		w.checkSecrets(t)
	})
}

func TestWhatAccountsDoIsAudited(t *testing.T) {
	user, staff := apitest.Email(apitest.User), apitest.Email(apitest.Staff)
	byUser := func(action, detail string) wantEntry { return wantEntry{action, user, audit.User, user, detail} }
	refused := func(target, detail string) wantEntry {
		return wantEntry{audit.SignInRefused, "", audit.User, target, detail}
	}
	eachAudited(t, nil, func(t *testing.T, w *auditReader) {
		var opened accounts.Tokens
		browser := login(strings.ToUpper(user), apitest.Password)
		browser.Header = map[string]string{"User-Agent": "A browser"}
		w.expect(t, browser, 200, byUser(audit.SignIn, "A browser")).Decode(t, &opened)
		w.expect(t, login(user, "wrong"), 401, refused(user, "wrong password"))
		w.expect(t, login(mistyped, "x"), 401, refused("", "unknown address"))
		w.expect(t, login(user, ""), 400)

		token := issueAppToken(t, w.site, apitest.Request{Bearer: opened.Access})
		w.secrets = append(w.secrets, opened.Access, opened.Refresh, token)
		issued := w.newEntries(t)
		check(t, len(issued) == 1 && issued[0].Action == audit.AppTokenIssued && issued[0].Target == user, "%+v", issued)
		request := redeem(token)
		w.expect(t, request, 200, byUser(audit.AppTokenUsed, ""))
		w.expect(t, request, 401, refused("", "one-time token"))

		w.expect(t, apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: map[string]string{"first_name": "Ada"}}, 200,
			byUser(audit.UserChanged, "names"))
		logout := post("/api/users/logout/", map[string]string{"refresh": opened.Refresh})
		w.expect(t, logout, 204, byUser(audit.SignOut, ""))
		w.expect(t, logout, 204)

		change := map[string]string{"old_password": apitest.Password, "new_password": newPassword, "new_password2": newPassword}
		w.expect(t, apitest.Request{Method: "POST", Path: "/api/users/password/", As: apitest.User, JSON: change}, 204, byUser(audit.PasswordChanged, ""))
		w.expect(t, register(map[string]any{"email": "new@example.test"}), 201, wantEntry{audit.UserRegistered, "", audit.User, "new@example.test", ""})
		w.expect(t, register(map[string]any{"email": "new@example.test"}), 400)

		session := w.site.SignIn(t, apitest.Staff)
		w.newEntries(t)
		var sessions []accounts.SessionInfo
		w.site.Do(t, by(session.Access, "GET", "/api/users/sessions/")).Decode(t, &sessions)
		sessions = slices.DeleteFunc(sessions, func(session accounts.SessionInfo) bool { return session.Current })
		byStaff := wantEntry{audit.SessionsEnded, staff, audit.User, staff, ""}
		w.expect(t, by(session.Access, "DELETE", "/api/users/sessions/"+sessions[0].ID+"/"), 204, byStaff)
		w.expect(t, by(session.Access, "DELETE", "/api/users/sessions/"), 204, byStaff)
		w.secrets = append(w.secrets, session.Access, session.Refresh)
	})
}

func TestResetsAreAudited(t *testing.T) {
	user := apitest.Email(apitest.User)
	eachAudited(t, nil, func(t *testing.T, w *auditReader) {
		ask := func(email string) apitest.Request { return post(forgotPath, map[string]string{"email": email}) }
		w.expect(t, ask("nobody@example.test"), 200, wantEntry{audit.ResetRequested, "", audit.User, "", "unknown address"})
		w.expect(t, ask(" USER@example.test"), 200, wantEntry{audit.ResetRequested, "", audit.User, user, ""})
		link := resetLink.FindStringSubmatch(w.site.Mails(t, 1)[0].Text)[1]
		w.expect(t, confirm(link+"/", newPassword, "another"), 400)
		w.expect(t, confirm(link+"/", newPassword, newPassword), 200, wantEntry{audit.ResetDone, user, audit.User, user, ""})
		w.expect(t, confirm(link+"/", newPassword, newPassword), 400)
		w.secrets = append(w.secrets, link)
	})
}

func TestAReusedRefreshTokenIsAudited(t *testing.T) {
	user := apitest.Email(apitest.User)
	eachAudited(t, nil, func(t *testing.T, w *auditReader) {
		first := w.site.SignIn(t, apitest.User)
		w.newEntries(t)
		var next accounts.Tokens
		for token := first.Refresh; next.Refresh != token; { // until the session has moved on
			w.site.Clock.Advance(time.Minute)
			if next.Refresh != "" {
				token = next.Refresh
			}
			w.expect(t, renew(token), 200).Decode(t, &next)
			w.secrets = append(w.secrets, token, next.Refresh, next.Access)
		}
		w.site.Clock.Advance(time.Minute)
		w.expect(t, renew(first.Refresh), 401, wantEntry{audit.RefreshReused, "", audit.User, user, "so it was copied"})
		w.expect(t, renew(first.Refresh), 401)
	})
}

func TestWhatStaffDoIsAudited(t *testing.T) {
	staff := apitest.Email(apitest.Staff)
	eachAudited(t, nil, func(t *testing.T, w *auditReader) {
		as := func(action, kind, target, detail string) wantEntry {
			return wantEntry{action, staff, kind, target, detail}
		}
		call := func(method, path string, id int64, body any) apitest.Request {
			if id != 0 {
				path += fmt.Sprintf("%d/", id)
			}
			return asStaff(method, path, body)
		}
		var made, current document
		name := func(name string) map[string]string { return map[string]string{"name": name} }
		w.expect(t, call("POST", categoriesPath, 0, name("Papers")), 201, as(audit.CategoryCreated, audit.Category, "Papers", ""))
		w.expect(t, call("POST", categoriesPath, 0, name("papers")), 400)
		w.expect(t, sendDocument(nil, "a.pdf", aPDF), 201, as(audit.DocumentUploaded, audit.Document, "A document", "a.pdf")).Decode(t, &made)
		w.expect(t, sendDocument(map[string]string{"is_current": "true", "name": "B"}, "b.pdf", aPDF), 201,
			as(audit.DocumentUploaded, audit.Document, "B", "b.pdf"), as(audit.MarkedCurrent, audit.Document, "B", "in CV")).Decode(t, &current)
		w.expect(t, patchDocument(made.ID, map[string]any{"name": "C", "is_current": true}), 200,
			as(audit.DocumentChanged, audit.Document, "C", "name, was A document"), as(audit.MarkedCurrent, audit.Document, "C", "in CV"))
		w.expect(t, patchDocument(made.ID, map[string]any{"is_current": false}), 200, as(audit.DocumentChanged, audit.Document, "C", "no longer current"))
		w.expect(t, patchDocument(made.ID, nothing), 200)
		w.expect(t, patchDocument(made.ID, map[string]any{"name": " C ", "category": made.Category, "is_current": false}), 200)
		w.expect(t, replaceFile(made.ID, "c.pdf", aPDF), 200, as(audit.DocumentReplaced, audit.Document, "C", "version 2, c.pdf"))
		w.expect(t, replaceFile(made.ID, "c.pdf", aPDF), 200)
		w.expect(t, call("POST", versionPath(made.ID, 1)+"restore/", 0, nil), 200, as(audit.DocumentReplaced, audit.Document, "C", "version 3, a.pdf"))
		w.expect(t, call("DELETE", versionPath(made.ID, 1), 0, nil), 204, as(audit.Purged, audit.Document, "C", "version 1, a.pdf"))
		w.expect(t, call("DELETE", versionPath(made.ID, 3), 0, nil), 409)
		w.expect(t, call("PATCH", categoriesPath, 2, name("Talks")), 200, as(audit.CategoryChanged, audit.Category, "Talks", "name, was Papers"))
		w.expect(t, call("PATCH", categoriesPath, 2, name(" Talks ")), 200)
		w.expect(t, call("DELETE", categoriesPath, 2, nil), 204, as(audit.CategoryDeleted, audit.Category, "Talks", ""))
		w.expect(t, call("DELETE", documentsPath, made.ID, nil), 204, as(audit.DocumentDeleted, audit.Document, "C", ""))
		w.expect(t, call("DELETE", documentsPath, made.ID, nil), 404)
		w.expect(t, sendDocument(nil, "b.pdf", "MZ"), 400, as(audit.UploadRefused, "", "", "POST /api/documents/documents: file: "))

		var gallery photos.Gallery
		var image apitest.Image
		img := jpegOf(t, 40, 20, color.Gray{90})
		w.expect(t, call("POST", galleriesPath, 0, name("Quay")), 201, as(audit.GalleryCreated, audit.Gallery, "Quay", "")).Decode(t, &gallery)
		w.expect(t, call("PATCH", galleriesPath+"update/", gallery.ID, name("Mole")), 200, as(audit.GalleryChanged, audit.Gallery, "Mole", ""))
		w.expect(t, upload(map[string]string{"title": "Crane"}, "crane.jpg", img), 201, as(audit.ImageUploaded, audit.Image, "Crane", "crane.jpg")).Decode(t, &image)
		w.expect(t, call("PATCH", galleriesPath+"update/", gallery.ID, map[string]string{"name": " Mole ", "description": ""}), 200)
		another := jpegOf(t, 40, 20, color.Gray{30})
		w.expect(t, patchForm(image.ID, map[string]string{"title": "Two"}, "two.jpg", another), 200, as(audit.ImageChanged, audit.Image, "Two", "title, photo two.jpg"))
		w.expect(t, call("PATCH", imagesPath, image.ID, map[string]any{"title": "Two", "gallery": gallery.ID}), 200, as(audit.ImageChanged, audit.Image, "Two", "gallery"))
		w.expect(t, patchForm(image.ID, map[string]string{"title": "Two", "description": "", "alt_text": "", "gallery": fmt.Sprint(gallery.ID)}, "two.jpg", another), 200)
		w.expect(t, call("PATCH", imagesPath, image.ID, map[string]any{"title": ""}), 400)
		w.expect(t, call("DELETE", galleriesPath, gallery.ID, nil), 204, as(audit.GalleryDeleted, audit.Gallery, "Mole", ""))
		w.expect(t, call("DELETE", imagesPath, image.ID, nil), 204, as(audit.ImageDeleted, audit.Image, "Two", ""))
		w.expect(t, call("POST", trashPath+files.TrashID("gallery", gallery.ID)+"/restore/", 0, nil), 200, as(audit.Restored, audit.Gallery, "Mole", ""))
		w.expect(t, call("POST", trashPath+files.TrashID("image", image.ID)+"/restore/", 0, nil), 200, as(audit.Restored, audit.Image, "Two", ""))
		w.expect(t, call("POST", trashPath+files.TrashID("image", image.ID)+"/restore/", 0, nil), 404)
		w.expect(t, call("DELETE", trashPath+"image_file-1/", 0, nil), 204, as(audit.Purged, audit.ImageFile, "Two", ""))
		w.expect(t, call("DELETE", trashPath+"image_file-1/", 0, nil), 404)
		w.expect(t, call("DELETE", galleriesPath, gallery.ID, nil), 204, as(audit.GalleryDeleted, audit.Gallery, "Mole", ""))
		w.expect(t, call("DELETE", trashPath, 0, nil), 204, as(audit.Purged, audit.Category, "Talks", ""),
			as(audit.Purged, audit.Document, "C", ""), as(audit.Purged, audit.Gallery, "Mole", ""))
		w.expect(t, call("DELETE", trashPath, 0, nil), 204)
		// The log names no visitor.
		expect(t, w.site, 201, aMessage(openContact(t, w.site), map[string]any{"name": "Grace"}))
		w.newEntries(t)
		w.expect(t, call("PATCH", messagesPath, 1, map[string]bool{"read": true}), 200)
		w.expect(t, call("DELETE", messagesPath, 1, nil), 204, as(audit.MessageDeleted, audit.Message, "", ""))
		w.expect(t, call("POST", trashPath+"message-1/restore/", 0, nil), 200, as(audit.Restored, audit.Message, "", ""))
		w.expect(t, call("DELETE", messagesPath, 1, nil), 204, as(audit.MessageDeleted, audit.Message, "", ""))
		w.expect(t, call("DELETE", trashPath+"message-1/", 0, nil), 204, as(audit.Purged, audit.Message, "", ""))
		// The entries about a share name its document, never its link or its address.
		shareOf := func(fields map[string]any) apitest.Request {
			all := map[string]any{"kind": "document", "document": current.ID, "label": "Northwind"}
			maps.Copy(all, fields)
			return asStaff("POST", sharesPath, all)
		}
		w.expect(t, shareOf(map[string]any{"access": "address", "email": "ada@example.test"}), 201, as(audit.ShareCreated, audit.Share, "B", ""))
		w.expect(t, shareOf(map[string]any{"access": "none"}), 400)
		w.expect(t, call("PATCH", sharesPath, 1, map[string]any{"until": nil}), 200, as(audit.ShareExtended, audit.Share, "B", ""))
		w.expect(t, call("POST", sharesPath+"1/revoke/", 0, nil), 200, as(audit.ShareRevoked, audit.Share, "B", ""))
		w.expect(t, call("POST", sharesPath+"1/revoke/", 0, nil), 200)
		w.expect(t, call("PATCH", sharesPath, 1, map[string]any{"until": nil}), 409)
		w.expect(t, call("POST", sharesPath+"1/invitation/", 0, nil), 409)
		w.expect(t, upload(map[string]string{"title": "Crane"}, "crane.jpg", []byte("MZ")), 400, as(audit.UploadRefused, "", "", "image: Upload a valid image"))
	})
}

func TestRefusalsAreAudited(t *testing.T) {
	user := apitest.Email(apitest.User)
	crossSite := map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"}
	eachAudited(t, limited, func(t *testing.T, w *auditReader) {
		denied := func(actor, detail string) wantEntry { return wantEntry{audit.AccessRefused, actor, "", "", detail} }
		get := func(path string, as apitest.Role) apitest.Request {
			return apitest.Request{Method: "GET", Path: path, As: as}
		}
		w.expect(t, get(documentsPath, apitest.Anonymous), 401)
		w.expect(t, get(documentsPath, apitest.User), 403, denied(user, "GET /api/documents/documents: "))
		w.expect(t, get(imagesPath, apitest.User), 403, denied(user, "GET /api/photos/images: "))
		w.expect(t, apitest.Request{Method: "POST", Path: "/api/users/login/", JSON: nothing, Header: crossSite}, 403, denied("", "POST : Cross-origin"))

		bad := login(user, "wrong")
		for range 5 {
			w.expect(t, bad, 401, wantEntry{audit.SignInRefused, "", audit.User, user, "wrong password"})
		}
		w.expect(t, bad, 429, wantEntry{audit.SignInRefused, "", audit.User, "", "too many tries"})
	})
}

// Repeated refusals of one client get a limited number of entries, and then one with the number of
// omitted ones.
func TestRefusalsCannotFillTheDisk(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		w := &auditReader{site: site}
		refuseTimes := func(ip string, times int) (entries int) {
			bearer := site.SignIn(t, apitest.User).Access
			w.newEntries(t)
			for range times {
				answer := site.Do(t, from(ip, by(bearer, "GET", documentsPath)))
				if answer.Status != http.StatusForbidden {
					t.Fatal(answer.Status)
				}
			}
			return len(w.newEntries(t))
		}
		refuseTimes(auditIP, 1)
		equal(t, refuseTimes("2001:db8::1", 50)+refuseTimes("2001:db8::2", 30), 60, "entries of 80 refusals of one network")
		equal(t, refuseTimes(auditIP, 1), 1, "those of another network")
		noError(t, site.App.Audit.Flush(t.Context()))
		omitted := w.newEntries(t)
		check(t, len(omitted) == 1 && omitted[0].IP == "2001:db8::/64" && strings.HasPrefix(omitted[0].Detail, "20 more since "), "omitted: %+v", omitted)
		site.Clock.Advance(time.Hour)
		n := refuseTimes("2001:db8::1", 1)
		check(t, n != 0, "a new hour has no entries")
	})
}
