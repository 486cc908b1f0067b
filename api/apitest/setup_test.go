package apitest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
)

const setupPath = "/api/setup/"

// setupToken returns the token of the site's link.
func setupToken(t *testing.T, link func(context.Context) (string, error)) string {
	t.Helper()
	address, err := link(t.Context())
	token, found := strings.CutPrefix(address, apitest.PublicURL+"/setup#")
	if err != nil || !found {
		t.Fatalf("the link is %q, %v", address, err)
	}
	return token
}

// withLink returns a request of anyone with the token.
func withLink(method, path, token string, body any) apitest.Request {
	return apitest.Request{Method: method, Path: path, JSON: body, Header: map[string]string{"Authorization": "Setup " + token}}
}

// ownSite is the form of an owner whose address is name@example.org.
func ownSite(name string) map[string]any {
	return map[string]any{
		"account": map[string]string{"first_name": "Ann", "last_name": "Vega", "email": name + "@example.org", "password": apitest.Password},
		"files":   map[string]string{"site.md": "---\nname: Ann Vega\n---\n", "about.md": "# About me\n"},
		"banner":  true, "time_zone": "Pacific/Chatham",
	}
}

func (s goldenRecorder) setup() {
	token := setupToken(s.T, s.App.Setup.Link)
	s.write("setup-new", withLink("GET", setupPath, token, nil))
	wrong := ownSite("ann")
	wrong["account"] = map[string]string{"first_name": "", "last_name": "Vega", "email": "ann", "password": "vega"}
	wrong["files"] = map[string]string{"about.md": "a", "../about.md": "b"}
	s.write("setup-errors", withLink("POST", setupPath, token, wrong))
	_, err := s.App.Setup.AddSample(s.T.Context(), false)
	noError(s.T, err)
	s.write("setup-sample", withLink("GET", setupPath, token, nil))
	s.App.Setup.Renders = true // as a program with its owner's content
	s.write("setup-no-sample", withLink("POST", setupPath+"sample/", token, nil))
	s.App.Setup.Renders = false
	used := goldenRecorder{s.T, apitest.Open(s.T, servertest.MigratedURL(s.T), nil), s.golden}
	name := "Mine"
	_, err = used.App.Photos.CreateGallery(s.T.Context(), photos.GalleryFields{Name: &name})
	noError(s.T, err)
	used.write("setup-in-use", withLink("POST", lookAroundPath, setupToken(s.T, used.App.Setup.Link), nil))
	s.write("setup", withLink("POST", setupPath, token, ownSite("ann")))
	s.write("setup-used", withLink("GET", setupPath, token, nil))
}

// eachNew runs test against a site without accounts on each engine.
func eachNew(t *testing.T, test func(t *testing.T, site *apitest.Site)) {
	t.Helper()
	servertest.EachMigratedURL(t, func(t *testing.T, url string) { test(t, apitest.Open(t, url, nil)) })
}

// onSQLite is eachNew for SQLite alone.
func onSQLite(t *testing.T, test func(t *testing.T, site *apitest.Site)) {
	t.Helper()
	test(t, apitest.Open(t, servertest.MigratedURL(t), nil))
}

func TestOfTwoOwnersOneGetsTheSite(t *testing.T) {
	eachNew(t, func(t *testing.T, site *apitest.Site) {
		token := setupToken(t, site.App.Setup.Link)
		equal(t, setupToken(t, site.App.Setup.Link), token, "the link of the next start")
		equal(t, site.Do(t, get("/api/users/register/", apitest.Anonymous)).Body, `{"open":false}`, "registration before the owner has an account")
		var group sync.WaitGroup
		answers := make([]apitest.Answer, 4)
		for i := range answers {
			group.Go(func() { answers[i] = site.Do(t, withLink("POST", setupPath, token, ownSite(fmt.Sprint("owner", i)))) })
		}
		group.Wait()
		statuses := map[int]int{}
		var opened accounts.Tokens
		for _, answer := range answers {
			statuses[answer.Status]++
			if answer.Status == http.StatusOK {
				answer.Decode(t, &opened)
			}
		}
		if statuses[200] != 1 || statuses[410] != 3 {
			t.Fatalf("the answers are %v", statuses)
		}
		users, _, err := site.App.Accounts.SearchUsers(t.Context(), accounts.UserFilter{})
		check(t, err == nil && len(users) == 1 && users[0].IsStaff, "the accounts are %+v, %v", users, err)
		texts := site.Do(t, by(opened.Access, "GET", "/api/content/files/")).Body
		check(t, strings.Contains(texts, "# About me") && strings.Contains(site.Do(t, by(opened.Access, "GET", galleriesPath)).Body, `"page-logos"`), "the content is %s", texts)
		entries := site.Do(t, by(opened.Access, "GET", "/api/admin/audit/")).Body
		check(t, strings.Count(entries, `"target":"the whole site"`) == 1, "the audit log is %s", entries)
		expect(t, site, 410, withLink("GET", setupPath, token, nil))
		if link, err := site.App.Setup.NewLink(t.Context()); link != "" || err != nil {
			t.Errorf("a site that is set up has the link %q, %v", link, err)
		}
		settings := site.Do(t, by(opened.Access, "GET", settingsPath)).Body
		check(t, strings.Contains(settings, `"time_zone":"Pacific/Chatham"`), "the settings are %s", settings)
		log := site.Log.String()
		check(t, !strings.Contains(log, token), "the token is in the log")
	})
}

func TestOnlyTheNewestLinkWorks(t *testing.T) {
	site := apitest.Open(t, servertest.MigratedURL(t), nil)
	earlier := setupToken(t, site.App.Setup.Link)
	token := setupToken(t, site.App.Setup.NewLink)
	for _, test := range []struct {
		token  string
		status int
	}{{token, 200}, {earlier, 410}, {"", 410}, {token[1:], 410}, {token + "x", 410}, {strings.ToUpper(token), 410}} {
		equal(t, site.Do(t, withLink("GET", setupPath, test.token, nil)).Status, test.status, "the status for %q", test.token)
	}
	equal(t, site.Do(t, get(setupPath+"?token="+token, apitest.Anonymous)).Status, 410, "the status for a token in the address")
	// A wrong request does not use up the link.
	taken := ownSite("ann")
	taken["files"] = map[string]string{}
	answer := site.Do(t, withLink("POST", setupPath, token, taken))
	check(t, answer.Body == `{"files":["This field is required."]}`, "%d %s", answer.Status, answer.Body)
	corrected := ownSite("ann")
	corrected["time_zone"] = "Europe/Atlantis" // of a newer browser
	corrected["account"] = map[string]string{"first_name": "Sukarno", "email": "s@example.org", "password": apitest.Password}
	var made struct {
		User struct {
			LastName *string `json:"last_name"`
		}
	}
	answered(t, site, 200, withLink("POST", setupPath, token, corrected), &made)
	check(t, made.User.LastName != nil && *made.User.LastName == "", "a person with one name has the last name %v", made.User.LastName)
}

func TestTheSetUpRefusesNullTexts(t *testing.T) {
	site := apitest.Open(t, servertest.MigratedURL(t), nil)
	token := setupToken(t, site.App.Setup.Link)
	form := ownSite("ann")
	form["account"] = map[string]any{"first_name": nil, "last_name": "Vega", "email": "ann@example.org", "password": nil}
	form["files"] = map[string]any{"about.md": nil, "site.md": "---\nname: Ann Vega\n---\n"}
	answer := site.Do(t, withLink("POST", setupPath, token, form))
	want := `{"account.first_name":["This field may not be null."],"account.password":["This field may not be null."],"files":["about.md: This field may not be null."]}`
	check(t, answer.Status == 400 && answer.Body == want, "%d %s", answer.Status, answer.Body)
}

// aSample is a word that only the sample has.
const aSample = `(?i)quillane|edda|halyard|tidewater|brandt|harbour|reconcil|ledger|sample|guest`

func TestNothingOfTheSampleIsLeft(t *testing.T) {
	each := eachNew
	if testing.Short() {
		each = onSQLite // adding the images takes seconds
	}
	each(t, func(t *testing.T, site *apitest.Site) {
		rendersSample(site)
		site.Join(t, apitest.Staff)
		var guest accounts.Tokens
		for range 2 { // the second time only the account is new
			answered(t, site, 200, withLink("POST", setupPath+"sample/", setupToken(t, site.App.Setup.Link), nil), &guest)
		}
		staff := func(method, path string, body any) apitest.Answer {
			t.Helper()
			request := by(guest.Access, method, path)
			request.JSON = body
			return site.Do(t, request)
		}
		equal(t, staff("GET", setupPath, nil).Body, `{"state":"sample","has_content":false,"has_sample":true}`, "the state")
		if dashboard := staff("GET", "/api/dashboard/", nil).Body; !strings.Contains(dashboard, `"setup":"sample"`) || !strings.Contains(dashboard, `"current_documents":2,"images":18,"galleries":3,"front_page_images":6,`) {
			t.Errorf("the dashboard of the sample is %s", dashboard)
		}
		// Staff who look around delete, change and publish.
		staff("DELETE", imagePath(1), nil)
		staff("DELETE", documentPath(1), nil)
		staff("PUT", "/api/content/drafts/", map[string]any{"path": "site.md", "text": "name: Edda Q.", "base": newest, "revision": 0})
		staff("POST", "/api/content/publications/", map[string]any{"drafts": []map[string]any{{"path": "site.md", "revision": 1}}})
		staff("PUT", "/api/content/drafts/", map[string]any{"path": "about.md", "text": "Edda", "base": 0, "revision": 0})
		// They also add a photo, which is kept.
		mine := upload(map[string]string{"title": "Mine", "gallery": "1"}, "mine.jpg", jpegOf(t, 60, 40, color.White))
		mine.As, mine.Bearer = "", guest.Access
		equal(t, site.Do(t, mine).Status, 201, "the status for a photo of the guest")
		talk := sendDocument(map[string]string{"name": "My talk"}, "talk.txt", "Hello")
		talk.As, talk.Bearer = "", guest.Access
		var added document
		answered(t, site, 201, talk, &added)
		// Links that the guest sent end, and another account's to something that is kept does not.
		for _, id := range []int64{2, added.ID} {
			equal(t, staff("POST", sharesPath, map[string]any{"kind": "document", "document": id, "access": "link", "label": "of the guest"}).Status, 201, "the status for a share")
		}
		kept := share(t, site, added.ID, nil)

		form, err := json.Marshal(ownSite("ann"))
		noError(t, err)
		var owner accounts.Tokens
		done := by(guest.Access, "POST", setupPath)
		done.Text = string(form)
		site.Do(t, done).Decode(t, &owner)
		equal(t, site.Do(t, by(guest.Access, "GET", "/api/users/profile/")).Status, 401, "the status for the guest's session")
		left := regexp.MustCompile(aSample)
		for _, call := range contract(t).Operations() {
			path, isGet := strings.CutPrefix(call, "GET ")
			if !isGet || strings.Contains(path, "{") || strings.HasPrefix(path, "/api/docs") || path == "/api/openapi.yaml" || path == setupPath {
				continue
			}
			if path == "/api/content/history/" {
				path += "?path=site.md"
			}
			answer := site.Do(t, by(owner.Access, "GET", path))
			found := left.FindString(answer.Body)
			check(t, found == "", "GET %s has %q: %s", path, found, answer.Body)
		}
		if dashboard := site.Do(t, by(owner.Access, "GET", "/api/dashboard/")).Body; !strings.Contains(dashboard, `"setup":"done"`) || !strings.Contains(dashboard, `"documents":1,`) || !strings.Contains(dashboard, `"images":1,`) {
			t.Errorf("the dashboard is %s", dashboard)
		}
		equal(t, site.Do(t, get(kept.Path, apitest.Anonymous)).Status, 200, "the share of another account")
		check(t, strings.Contains(site.Do(t, by(owner.Access, "GET", "/api/admin/audit/")).Body, apitest.Email(apitest.Staff)), "the entries before the sample are gone")
		if _, err := site.App.Setup.AddSample(t.Context(), false); !errors.As(err, new(*httpx.Error)) {
			t.Errorf("the sample comes back: %v", err)
		}
	})
}

// rendersSample makes the site that of a program that renders pages and has a sample.
func rendersSample(site *apitest.Site) {
	site.App.Setup.Renders = true
	site.App.Setup.SampleFiles = map[string]string{"site.md": "name: Edda Quillane", "cv/experience/brandt-and-soares.md": "Edda"}
}

const lookAroundPath = setupPath + "sample/"

func TestTheSampleIsOnlyForAnEmptySite(t *testing.T) {
	inUse := `{"detail":"This site already has photos, documents or content. The sample is only for an empty site, and nothing was changed."}`
	for name, use := range map[string]func(t *testing.T, site *apitest.Site){
		"a photo": func(t *testing.T, site *apitest.Site) {
			site.Do(t, upload(map[string]string{"title": "Mine"}, "mine.jpg", jpegOf(t, 60, 40, color.White)))
		},
		"a gallery in the trash": func(t *testing.T, site *apitest.Site) {
			site.Do(t, apitest.Request{Method: "POST", Path: galleriesPath, As: apitest.Staff, JSON: map[string]string{"name": "Mine"}})
			site.Do(t, apitest.Request{Method: "DELETE", Path: galleriesPath + "1/", As: apitest.Staff})
		},
		"a document in the trash": func(t *testing.T, site *apitest.Site) {
			addDocument(t, site, nil, "cv.txt", "Hello")
			site.Do(t, apitest.Request{Method: "DELETE", Path: documentPath(1), As: apitest.Staff})
		},
		"a draft": func(t *testing.T, site *apitest.Site) {
			site.Do(t, apitest.Request{Method: "PUT", Path: "/api/content/drafts/", As: apitest.Staff, JSON: map[string]any{"path": "about.md", "text": "Me", "base": 0, "revision": 0}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachNew(t, func(t *testing.T, site *apitest.Site) {
				site.Join(t, apitest.Staff)
				rendersSample(site)
				use(t, site)
				before := contentOf(t, site)
				token := setupToken(t, site.App.Setup.Link)
				answer := site.Do(t, withLink("POST", lookAroundPath, token, nil))
				check(t, answer.Status == 409 && answer.Body == inUse, "%d %s", answer.Status, answer.Body)
				equal(t, site.Do(t, withLink("GET", setupPath, token, nil)).Body, `{"state":"new","has_content":false,"has_sample":false}`, "the state")
				equal(t, contentOf(t, site), before, "the site")
				form := ownSite("ann")
				delete(form, "banner")
				equal(t, site.Do(t, withLink("POST", setupPath, token, form)).Status, 200, "the status of the set-up")
				after := contentOf(t, site)
				check(t, strings.HasPrefix(after, before), "the set-up made of %s %s", before, after)
			})
		})
	}
}

// contentOf returns the photos, galleries, trash and documents of the site, and who did something there first.
func contentOf(t *testing.T, site *apitest.Site) (all string) {
	t.Helper()
	for _, path := range []string{imagesPath, galleriesPath, "/api/trash/"} {
		all += site.Do(t, get(path, apitest.Staff)).Body
	}
	for _, document := range listDocuments(t, site) {
		if document.Name != "CV" { // the set-up makes it
			all += document.Name
		}
	}
	if !strings.Contains(site.Do(t, get("/api/admin/audit/?action=user+created", apitest.Staff)).Body, apitest.Email(apitest.Staff)) {
		t.Error("the audit log was cleared")
	}
	return all
}

// numberOfImages returns how many photos the sample has by now.
func numberOfImages(t *testing.T, site *apitest.Site) int64 {
	t.Helper()
	_, total, err := site.App.Photos.ListImages(t.Context(), photos.Filter{})
	noError(t, err)
	return total
}

// begunLookAround sends the request to look around, and returns its answer once the sample has some photos.
func begunLookAround(t *testing.T, ctx context.Context, site *apitest.Site) (status <-chan int) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, "POST", site.URL+lookAroundPath, nil)
	noError(t, err)
	request.Header.Set("Authorization", "Setup "+setupToken(t, site.App.Setup.Link))
	answers := make(chan int, 1)
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			answers <- 0
			return
		}
		_ = response.Body.Close()
		answers <- response.StatusCode
	}()
	await(t, "some photos of the sample", func() bool { return numberOfImages(t, site) > 1 })
	return answers
}

func TestALookAroundGoesOnWithoutItsClient(t *testing.T) {
	onSQLite(t, func(t *testing.T, site *apitest.Site) {
		rendersSample(site)
		ctx, cancel := context.WithCancel(t.Context())
		answer := begunLookAround(t, ctx, site)
		cancel()
		equal(t, <-answer, 0, "the status for the client that left")
		await(t, "the whole sample", func() bool { return numberOfImages(t, site) == 18 })
		wantWholeSample(t, site)
	})
}

func TestAnInterruptedLookAroundIsCompletedByTheNext(t *testing.T) {
	onSQLite(t, func(t *testing.T, site *apitest.Site) {
		rendersSample(site)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := site.App.Setup.AddSample(ctx, true)
			ended <- err
		}()
		await(t, "some photos of the sample", func() bool { return numberOfImages(t, site) > 1 })
		cancel() // as the end of a command
		check(t, errors.Is(<-ended, context.Canceled), "the command was not interrupted")
		check(t, numberOfImages(t, site) < 18, "the command ended before it was interrupted")
		lacks, err := site.App.Setup.LacksSample(t.Context())
		check(t, lacks && err == nil, "the next command would not complete the sample: %v", err)
		wantWholeSample(t, site)
	})
}

// wantWholeSample looks around, and fails the test unless the site has each part of the sample once.
func wantWholeSample(t *testing.T, site *apitest.Site) {
	t.Helper()
	var guest accounts.Tokens
	answered(t, site, 200, withLink("POST", lookAroundPath, setupToken(t, site.App.Setup.Link), nil), &guest)
	dashboard := site.Do(t, by(guest.Access, "GET", "/api/dashboard/")).Body
	check(t, strings.Contains(dashboard, `"images":18,"galleries":3,"front_page_images":6,`) && strings.Contains(dashboard, `"documents":4,`), "%s", dashboard)
	lacks, err := site.App.Setup.LacksSample(t.Context())
	check(t, !lacks && err == nil, "the sample is not complete: %v", err)
}

func TestALookAroundThatStillRunsAddsNothingToTheNewSite(t *testing.T) {
	eachNew(t, func(t *testing.T, site *apitest.Site) {
		rendersSample(site)
		answer := begunLookAround(t, t.Context(), site)
		var owner accounts.Tokens
		answered(t, site, 200, withLink("POST", setupPath, setupToken(t, site.App.Setup.Link), ownSite("ann")), &owner)
		equal(t, <-answer, 410, "the status for the look-around")
		equal(t, numberOfImages(t, site), 0, "the photos of the new site")
		galleries := site.Do(t, by(owner.Access, "GET", galleriesPath)).Body
		check(t, strings.Count(galleries, `"slug"`) == 1 && strings.Contains(galleries, `"page-logos"`), "the galleries are %s", galleries)
		report, err := site.App.Files.Check(t.Context(), 0)
		check(t, err == nil && len(report.Faults)+len(report.Orphans) == 0, "%+v, %v", report, err)
	})
}
