package apitest_test

import (
	"fmt"
	"image/color"
	"maps"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
	"portfolio/api/shares"
)

const sharesPath = "/api/shares/"

// sharesSeen has the answers to each of sharesBy at the link of a share, then at its ID: the page, the screen to sign in, or the
// page of ended shares, and the status of the call that lets a signed-in browser open a share.
type sharesSeen [2][5]string

var (
	sharesBy = [5]apitest.Role{apitest.Anonymous, "other", "unconfirmed", apitest.User, apitest.Staff}

	activeSeen = map[string]sharesSeen{
		shares.AccessLink: {
			{"page", "page 204", "page 403", "page 204", "page 204"},
			{"sign in", "ended 404", "sign in 403", "ended 404", "ended 404"},
		},
		shares.AccessRegistered: {
			{"sign in", "page 204", "sign in 403", "page 204", "page 204"},
			{"sign in", "page 204", "sign in 403", "page 204", "page 204"},
		},
		shares.AccessAddress: {
			{"sign in", "sign in 403", "sign in 403", "page 204", "sign in 403"},
			{"sign in", "ended 404", "sign in 403", "page 204", "ended 404"},
		},
	}
	endedSeen = sharesSeen{
		{"ended", "ended 404", "ended 403", "ended 404", "ended 404"},
		{"sign in", "ended 404", "sign in 403", "ended 404", "ended 404"},
	}
)

// sharedThing is a share, and the path in the API of its document or gallery.
type sharedThing struct {
	aShare

	thing string
}

// shareStates are what may happen to a share before visitors see it, a day after its creation.
var shareStates = []struct {
	name     string
	isActive bool
	gallery  bool
	fields   map[string]any
	change   func(t *testing.T, site *apitest.Site, shared sharedThing, owner map[string]string)
}{
	{name: "active", isActive: true},
	{name: "extended", isActive: true, fields: map[string]any{"until": "today"},
		change: func(t *testing.T, site *apitest.Site, shared sharedThing, _ map[string]string) {
			expect(t, site, 200, asStaff("PATCH", fmt.Sprintf("%s%d/", sharesPath, shared.ID), map[string]any{"until": nil}))
		}},
	{name: "expired", fields: map[string]any{"until": "today"}},
	{name: "revoked", change: func(t *testing.T, site *apitest.Site, shared sharedThing, _ map[string]string) {
		revoke(t, site, shared.ID)
	}},
	{name: "used up", fields: map[string]any{"max_downloads": 1},
		change: func(t *testing.T, site *apitest.Site, shared sharedThing, owner map[string]string) {
			expect(t, site, 303, apitest.Request{Method: "GET", Path: shared.Path + "/download", Header: owner})
		}},
	{name: "in the trash", change: func(t *testing.T, site *apitest.Site, shared sharedThing, _ map[string]string) {
		trashed(t, site, shared.thing)
	}},
	{name: "restored", isActive: true, change: func(t *testing.T, site *apitest.Site, shared sharedThing, _ map[string]string) {
		restore(t, site, trashed(t, site, shared.thing))
	}},
	{name: "deleted", change: func(t *testing.T, site *apitest.Site, shared sharedThing, _ map[string]string) {
		expect(t, site, 204, remove(trashed(t, site, shared.thing)))
	}},
	{name: "gallery", isActive: true, gallery: true},
	{name: "gallery in the trash", gallery: true, change: func(t *testing.T, site *apitest.Site, shared sharedThing, _ map[string]string) {
		trashed(t, site, shared.thing)
	}},
}

func revoke(t *testing.T, site *apitest.Site, id int64) {
	t.Helper()
	expect(t, site, 200, asStaff("POST", fmt.Sprintf("%s%d/revoke/", sharesPath, id), nil))
}

// No answer tells whether a share for others exists, and all that have ended answer alike.
func TestWhoSeesAShare(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Join(t, "other")
		expect(t, site, 201, register(map[string]any{"email": "unconfirmed@example.test", "password": apitest.Password, "password2": apitest.Password}))
		today := site.Clock.Now().UTC().Format(time.DateOnly)
		welcome := share(t, site, addDocument(t, site, nil, "welcome.pdf", aPDF).ID, map[string]any{"access": shares.AccessRegistered})
		cookies := map[apitest.Role]map[string]string{}
		for _, role := range []apitest.Role{"other", apitest.User, apitest.Staff} {
			cookies[role] = openShare(t, site, site.SignIn(t, role).Access, welcome.ID).Header
		}

		type row struct {
			name string
			refs [2]string
			want sharesSeen
		}
		rows := []row{{"none", [2]string{"0123456789012345678901", "987654"}, endedSeen}}
		for _, state := range shareStates {
			for access, want := range activeSeen {
				var shared sharedThing
				fields := map[string]any{"access": access, "email": "User@Example.test"}
				maps.Copy(fields, state.fields)
				if fields["until"] != nil {
					fields["until"] = today
				}
				if state.gallery {
					gallery := addGallery(t, site, "Borders "+access+state.name)
					maps.Copy(fields, map[string]any{"kind": shares.KindGallery, "gallery": gallery.ID})
					shared = sharedThing{share(t, site, 0, fields), fmt.Sprintf("%s%d/", galleriesPath, gallery.ID)}
				} else {
					document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
					shared = sharedThing{share(t, site, document.ID, fields), documentPath(document.ID)}
				}
				if state.change != nil {
					state.change(t, site, shared, cookies[apitest.User])
				}
				if !state.isActive {
					want = endedSeen
				}
				rows = append(rows, row{state.name + ", " + access, [2]string{strings.TrimPrefix(shared.Path, "/s/"), fmt.Sprint(shared.ID)}, want})
			}
		}

		site.Clock.Advance(25 * time.Hour)
		bearers := map[apitest.Role]string{}
		for _, role := range sharesBy[1:] {
			bearers[role] = site.SignIn(t, role).Access
		}
		same := func(answer apitest.Answer) string {
			header := answer.Header.Clone()
			header.Del("Date")
			header.Del("X-Request-Id")
			return fmt.Sprint(answer.Status, header, answer.Body)
		}
		ended := same(site.Do(t, get("/s/-", apitest.Anonymous)))
		for _, row := range rows {
			for at, ref := range row.refs {
				for i, role := range sharesBy {
					answer := site.Do(t, apitest.Request{Method: "GET", Path: "/s/" + ref, Header: cookies[role]})
					var seen string
					switch {
					case answer.Status == 200 && strings.Contains(answer.Body, "<h1>Borders"):
						seen = "page"
					case answer.Status == 200 && strings.Contains(answer.Body, "<h1>Sign in</h1>"):
						seen = "sign in"
					case same(answer) == ended:
						seen = "ended"
					default:
						seen = same(answer)
					}
					if role != apitest.Anonymous {
						open := post(sharesPath+"open/", map[string]any{"ref": ref})
						open.Bearer = bearers[role]
						seen += fmt.Sprint(" ", site.Do(t, open).Status)
					}
					equal(t, seen, row.want[at][i], "%s, %s, at %s", row.name, role, [2]string{"the link", "the ID"}[at])
				}
			}
			check(t, !strings.Contains(site.Log.String(), row.refs[0]), "the log has the link of %s", row.name)
		}
	})
}

// Visitors who sign out, and those whose account is inactive, no longer see the shares for them.
func TestAVisitorLeaves(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
		shared := share(t, site, document.ID, map[string]any{"access": shares.AccessRegistered})
		opened, stays := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		shows := func(request apitest.Request, want bool, when string) {
			t.Helper()
			for _, path := range []string{"", "/download"} {
				request.Path = fmt.Sprintf("/s/%d%s", shared.ID, path)
				answer := site.Do(t, request)
				is := strings.Contains(answer.Header.Get("Location"), "/file?") || strings.Contains(answer.Body, "Borders")
				check(t, is == want, "%s %s: %d %s", when, request.Path, answer.Status, answer.Body)
			}
		}
		left, other := openShare(t, site, opened.Access, shared.ID), openShare(t, site, stays.Access, shared.ID)
		shows(left, true, "signed in")
		expect(t, site, 204, post("/api/users/logout/", map[string]string{"refresh": opened.Refresh}))
		shows(left, false, "signed out")
		shows(other, true, "in another browser")
		site.Deactivate(t, apitest.User)
		shows(other, false, "deactivated")
	})
}

// A share gives the current file or the photos that its gallery has now, for as long as it lasts, and nothing else.
func TestAShareNeverWidens(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "first.pdf", aPDF+"1")
		expect(t, site, 200, replaceFile(paper.ID, "second.pdf", aPDF+"2"))
		other := addDocument(t, site, map[string]string{"name": "Salary"}, "other.pdf", aPDF+"3")
		harbour, hidden := addGallery(t, site, "Harbour"), addGallery(t, site, "Hidden")
		photo := func(title string, gallery int64) apitest.Image {
			return addImage(t, site, map[string]string{"title": title, "gallery": strconv.FormatInt(gallery, 10)}, color.White)
		}
		crane, moved, deleted, elsewhere := photo("Crane", harbour.ID), photo("Moved", harbour.ID), photo("Deleted", harbour.ID), photo("Elsewhere", hidden.ID)
		loose := addImage(t, site, map[string]string{"title": "Loose"}, color.White)
		width := crane.Srcset[0].Width
		shared := share(t, site, paper.ID, map[string]any{"label": "Northwind"})
		second := share(t, site, other.ID, nil)
		gallery := share(t, site, 0, map[string]any{"kind": shares.KindGallery, "gallery": harbour.ID})
		rendition := func(of aShare, image apitest.Image, width int) string {
			return fmt.Sprintf("%s/photos/%d/%d", of.Path, image.ID, width)
		}
		for _, image := range []apitest.Image{moved, deleted} {
			expect(t, site, 200, get(rendition(gallery, image, width), apitest.Anonymous))
		}
		expect(t, site, 200, patchForm(moved.ID, map[string]string{"gallery": strconv.FormatInt(hidden.ID, 10)}, "", nil))
		trashed(t, site, imagePath(deleted.ID))

		file := func(of aShare) string {
			return site.Do(t, get(of.Path+"/download", apitest.Anonymous)).Header.Get("Location")
		}
		link := file(shared)
		_, signature, _ := strings.Cut(link, "?")
		_, ofStaff, _ := strings.Cut(*listVersions(t, site, paper.ID)[0].DownloadURL, "?")
		_, ofOther, _ := strings.Cut(file(second), "?")
		equal(t, site.Do(t, get(link+"&number=1", apitest.Anonymous)).Body, strings.TrimSpace(aPDF+"2"), "the shared file")
		expect(t, site, 200, get(rendition(gallery, crane, width), apitest.Anonymous))
		for name, path := range map[string]string{
			"without a signature":            shared.Path + "/file",
			"a longer signature":             link + "x",
			"a later end":                    strings.Replace(link, "expires=1", "expires=2", 1),
			"another share's signature":      shared.Path + "/file?" + ofOther,
			"at another share":               second.Path + "/file?" + signature,
			"the signature of staff":         shared.Path + "/file?" + ofStaff,
			"a former version":               shared.Path + "/versions/1/download?" + signature,
			"a former version in the API":    versionPath(paper.ID, 1) + "download/?" + signature,
			"the document in the API":        documentPath(paper.ID) + "download/?" + signature,
			"another document in the API":    documentPath(other.ID) + "download/?" + signature,
			"a photo of a document":          rendition(shared, crane, width),
			"a photo of another gallery":     rendition(gallery, elsewhere, width),
			"a photo of no gallery":          rendition(gallery, loose, width),
			"a photo that was moved":         rendition(gallery, moved, width),
			"a photo in the trash":           rendition(gallery, deleted, width),
			"another width":                  rendition(gallery, crane, width+1),
			"the uploaded file of a photo":   gallery.Path + fmt.Sprintf("/photos/%d/original", crane.ID),
			"a download of a gallery":        gallery.Path + "/download",
			"a file of a gallery":            gallery.Path + "/file?" + signature,
			"the gallery's photos, no width": gallery.Path + fmt.Sprintf("/photos/%d", crane.ID),
		} {
			answer := site.Do(t, get(path, apitest.Anonymous))
			check(t, answer.Status == 404, "%s: %d %.200q", name, answer.Status, answer.Body)
		}
		byID := site.Do(t, get(fmt.Sprintf("/s/%d/file?%s", shared.ID, signature), apitest.Anonymous))
		check(t, byID.Status == 303 && byID.Body == "", "the file at the ID: %d %s", byID.Status, byID.Body)
		for _, page := range []aShare{shared, gallery} {
			body := site.Do(t, get(page.Path, apitest.Anonymous)).Body
			for _, secret := range []string{"Northwind", "Salary", "first.pdf", "Hidden", "Moved", "Deleted", "Elsewhere", "Loose", "Some Body"} {
				check(t, !strings.Contains(body, secret), "the page tells %q: %s", secret, body)
			}
		}
	})
}

// Downloads and photos end with their share, except for the last download of a limited number.
func TestADownloadEndsWithItsShare(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
		harbour := addGallery(t, site, "Harbour")
		crane := addImage(t, site, map[string]string{"title": "Crane", "gallery": strconv.FormatInt(harbour.ID, 10)}, color.White)
		tomorrow := site.Clock.Now().UTC().AddDate(0, 0, 1)
		until := map[string]any{"until": tomorrow.Format(time.DateOnly)}
		loads := func(paths []string, want int, when string) {
			t.Helper()
			for _, path := range paths {
				request := get(path, apitest.Anonymous)
				request.Header = map[string]string{"Range": "bytes=3-"}
				equal(t, site.Do(t, request).Status, want, "%s: the status of a part of %s", when, path)
			}
		}
		begin := func(of aShare) string {
			t.Helper()
			answer := site.Do(t, get(of.Path+"/download", apitest.Anonymous))
			equal(t, answer.Status, 303, "the status of a download")
			return answer.Header.Get("Location")
		}
		both := func(fields map[string]any) (document, gallery aShare, paths []string) {
			document = share(t, site, paper.ID, fields)
			inGallery := map[string]any{"kind": shares.KindGallery, "gallery": harbour.ID}
			maps.Copy(inGallery, fields)
			gallery = share(t, site, 0, inGallery)
			return document, gallery, []string{begin(document), fmt.Sprintf("%s/photos/%d/%d", gallery.Path, crane.ID, crane.Srcset[0].Width)}
		}
		document, gallery, paths := both(nil)
		loads(paths, 206, "active")
		items := []string{trashed(t, site, documentPath(paper.ID)), trashed(t, site, fmt.Sprintf("%s%d/", galleriesPath, harbour.ID))}
		loads(paths, 404, "in the trash")
		for _, item := range items {
			restore(t, site, item)
		}
		loads(paths, 206, "restored")
		revoke(t, site, document.ID)
		revoke(t, site, gallery.ID)
		loads(paths, 404, "revoked")

		limited := map[string]any{"max_downloads": 1}
		last, revoked := share(t, site, paper.ID, limited), share(t, site, paper.ID, limited)
		running, ended := []string{begin(last)}, []string{begin(revoked)}
		loads(running, 206, "used up")
		for _, path := range []string{"", "/download"} {
			expect(t, site, 404, get(last.Path+path, apitest.Anonymous))
		}
		revoke(t, site, revoked.ID)
		loads(ended, 404, "used up and revoked")
		ending, endingGallery, _ := both(until)
		site.Clock.Advance(16 * time.Minute)
		loads(running, 404, "after the signature")

		midnight := time.Date(tomorrow.Year(), tomorrow.Month(), tomorrow.Day()+1, 0, 0, 0, 0, time.UTC)
		site.Clock.Advance(midnight.Sub(site.Clock.Now()) - time.Minute)
		paths = []string{begin(ending), fmt.Sprintf("%s/photos/%d/%d", endingGallery.Path, crane.ID, crane.Srcset[0].Width)}
		loads(paths, 206, "in the last minute")
		site.Clock.Advance(time.Minute)
		loads(paths, 404, "expired")
	})
}

// The share of a CV gives the CV for its audience as the content has it, and ends with the file. A later one for an audience of the
// same name needs another share.
func TestTheShareOfACVFollowsItsFile(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		audience := func(title string) string { return "---\ntitle: " + title + "\n---\n" }
		files := map[string]string{"about.md": "# About\n", "cv/audiences/board.md": audience("Board")}
		publish := func(change func()) {
			change()
			expect(t, site, 200, importFiles(t, site, files))
		}
		report := func(audiences ...audienceCV) {
			expect(t, site, 204, reportCVs(t, site, "Ann CV.pdf", aPDF, audiences...))
		}
		open := func() aShare { return share(t, site, 0, map[string]any{"kind": shares.KindCV, "audience": "cto"}) }
		downloads := func(of aShare) string {
			return site.Do(t, get(site.Do(t, get(of.Path+"/download", apitest.Anonymous)).Header.Get("Location"), apitest.Anonymous)).Body
		}
		board := audienceCV{"board", "Board", aPDF + "board"}
		publish(func() { files["cv/audiences/cto.md"] = audience("Interim CTO") })
		report(board, audienceCV{"cto", "Interim CTO", aPDF + "1"})
		first := open()
		page := site.Do(t, get(first.Path, apitest.Anonymous))
		check(t, page.Status == 200 && strings.Contains(page.Body, "<h1>CV</h1>") && !strings.Contains(page.Body, "CTO"), "%d %s", page.Status, page.Body)
		equal(t, downloads(first), strings.TrimSpace(aPDF+"1"), "the CV")
		report(board, audienceCV{"cto", "Interim CTO", aPDF + "2"})
		equal(t, downloads(first), strings.TrimSpace(aPDF+"2"), "the CV of another publication")

		publish(func() { delete(files, "cv/audiences/cto.md") })
		expect(t, site, 404, get(first.Path, apitest.Anonymous))
		report(board)
		expect(t, site, 404, get(first.Path, apitest.Anonymous))
		publish(func() { files["cv/audiences/cto.md"] = audience("Chair") })
		report(board, audienceCV{"cto", "Chair", aPDF + "3"})
		expect(t, site, 404, get(first.Path, apitest.Anonymous))
		equal(t, downloads(open()), strings.TrimSpace(aPDF+"3"), "the later CV")
		states := map[string]int{}
		for _, listed := range listShares(t, site, "") {
			states[listed.State]++
		}
		check(t, maps.Equal(states, map[string]int{shares.StateActive: 1, shares.StateDeleted: 1}), "%v", states)
	})
}

// Pages of shares are for their visitors alone, on a private site too and at every spelling of the address.
func TestPagesOfSharesArePrivate(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"STATIC_DIR": writePages(t)})
	document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
	path := share(t, site, document.ID, nil).Path
	served := openPages(t, site)
	send := func(method, path string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		served.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), method, path, nil))
		return recorder
	}
	swapped := strings.Map(func(letter rune) rune {
		if unicode.IsUpper(letter) {
			return unicode.ToLower(letter)
		}
		return unicode.ToUpper(letter)
	}, path[3:])
	for _, visibility := range []string{"public", "private"} {
		expect(t, site, 204, asStaff("PUT", visibilityPath, map[string]string{"visibility": visibility}))
		screen := map[string]string{"public": "Edda's screens", "private": "the screens"}[visibility]
		for _, test := range []struct {
			path   string
			status int
			text   string
		}{
			{path, 200, "<h1>Borders</h1>"},
			{path + "/", 200, "<h1>Borders</h1>"},
			{"/s/" + swapped, 404, "This link has ended."},
			{path + "/Download", 404, "This link has ended."},
			{path + "/file", 404, "This link has ended."},
			{path + "/a/b/c", 404, "This link has ended."},
			{"/s", 404, "This link has ended."},
			{"/s/", 404, "This link has ended."},
			{"/s/12", 200, screen},
			{"/s/12/", 200, screen},
		} {
			answer, head := send("GET", test.path), send("HEAD", test.path)
			check(t, answer.Code == test.status && strings.Contains(answer.Body.String(), test.text), "%s, %s: %d %s", visibility, test.path, answer.Code, answer.Body)
			for name, want := range map[string]string{"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"} {
				equal(t, answer.Header().Get(name), want, "%s, %s: %s", visibility, test.path, name)
			}
			check(t, strings.HasPrefix(answer.Header().Get("Content-Security-Policy"), "default-src "), "%s has no policy", test.path)
			answer.Header().Del("X-Request-Id")
			head.Header().Del("X-Request-Id")
			check(t, head.Code == test.status && head.Body.Len() == 0 && reflect.DeepEqual(head.Header(), answer.Header()),
				"%s, HEAD %s: %d %v, not %v", visibility, test.path, head.Code, head.Header(), answer.Header())
		}
		file := send("GET", send("GET", path+"/download").Header().Get("Location"))
		check(t, file.Code == 200 && file.Header().Get("X-Robots-Tag") == "noindex" && strings.Contains(file.Header().Get("Cache-Control"), "no-store"),
			"%s: the file: %d %v", visibility, file.Code, file.Header())
		for _, part := range []string{"/download", "/file", "/photos/1/400"} {
			equal(t, send("GET", "/s/12"+part).Header().Get("Location"), "/s/12", "where %s leads a visitor who is not signed in", part)
		}
		equal(t, send("POST", path).Code, 405, "the status of a write")
		equal(t, send("GET", "/S/"+path[3:]).Code, map[string]int{"public": 404, "private": 503}[visibility], "the status of /S/")
	}
	settings := apitest.Settings{"STATIC_DIR": site.Settings.StaticDir, "VISIBILITY": "private"}
	openPages(t, apitest.Open(t, servertest.MigratedURL(t), settings)).statuses(t, map[string]int{"/": 503, path: 404, "/s/12": 200})
}

// An invitation leads its address to the share: by an account that it makes and confirms.
func TestAnInvitedVisitorOpensAShare(t *testing.T) {
	const email = "ada@example.test"
	server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true})
	address := strings.Replace(server.URL(), url.UserPassword(servertest.MailUser, servertest.MailPassword).String()+"@", "", 1)
	site := apitest.StartWith(t, apitest.Settings{"SMTP_URL": address + "?tls=none"})
	document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
	invited := share(t, site, document.ID, map[string]any{"access": shares.AccessAddress, "email": email, "label": "Northwind"})
	expect(t, site, 204, asStaff("POST", fmt.Sprintf("%s%d/invitation/", sharesPath, invited.ID), nil))
	entries := site.Do(t, asStaff("GET", "/api/admin/audit/?action=share+invited", nil)).Body
	check(t, strings.Contains(entries, `"target":"Borders"`) && !strings.Contains(entries, email), "%s", entries)
	site.Await(t, "the invitation", func() bool { return len(server.Mails()) == 1 })
	mail := apitest.ParseMail(t, server.Mails()[0].Content)
	_, invitation, found := strings.Cut(mail.Text, apitest.PublicURL+"/register#invitation=")
	check(t, found && strings.Contains(mail.Subject, "Borders") && !strings.Contains(mail.Text, "Northwind"), "%+v", mail)
	invitation, _, _ = strings.Cut(invitation, "\n")
	expect(t, site, 201, register(map[string]any{"email": email, "invitation": strings.TrimSpace(invitation)}))

	var signedIn struct{ Access string }
	answered(t, site, 200, login(email, newPassword), &signedIn)
	show := openShare(t, site, signedIn.Access, invited.ID)
	check(t, strings.Contains(site.Do(t, show).Body, "Borders"), "the visitor does not see the share")
}
