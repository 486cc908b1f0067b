package apitest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
)

const (
	contentFilesPath    = "/api/content/files/"
	draftsPath          = "/api/content/drafts/"
	publicationListPath = "/api/content/publications/"
	historyPath         = "/api/content/history/"
	editsPath           = "/api/content/edits/"
)

// saveDraft saves a text, nil for a removal, that was made on a file of the text base, "" for none.
func saveDraft(path string, text any, base string, revision int) apitest.Request {
	return apitest.Request{Method: "PUT", Path: draftsPath, As: apitest.Staff, JSON: map[string]any{
		"path": path, "text": text, "base": fileHash(base), "revision": revision,
	}}
}

func fileHash(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// draftOf names a draft.
func draftOf(path string, revision int) map[string]any {
	return map[string]any{"path": path, "revision": revision}
}

// titled names a draft as the editor does.
func titled(draft map[string]any, title string) map[string]any {
	draft["title"] = title
	return draft
}

func discardDrafts(drafts ...map[string]any) apitest.Request {
	return asStaff("POST", draftsPath+"discard/", map[string]any{"drafts": drafts})
}

// publishDrafts publishes drafts at a time, nil for now.
func publishDrafts(at *time.Time, drafts ...map[string]any) apitest.Request {
	return asStaff("POST", publicationListPath, map[string]any{"drafts": drafts, "publish_at": at})
}

// asBuild returns the request with the build token of the site.
func asBuild(t *testing.T, site *apitest.Site, request apitest.Request) apitest.Request {
	t.Helper()
	token, err := site.Settings.ReadBuildToken()
	noError(t, err)
	request.As, request.Bearer = "", token
	return request
}

// reportFiles reports the content folder.
func reportFiles(t *testing.T, site *apitest.Site, texts map[string]string) apitest.Request {
	t.Helper()
	files := []map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		files = append(files, map[string]string{"path": path, "text": texts[path]})
	}
	return asBuild(t, site, apitest.Request{Method: "PUT", Path: "/api/content/files/", JSON: map[string]any{"files": files}})
}

// contentSite is a site with two files, one of which has been there for a second.
func contentSite(t *testing.T, site *apitest.Site) {
	t.Helper()
	expect(t, site, 204, reportFiles(t, site, map[string]string{"about.md": "# About\n", "terms.md": "# Terms\n"}))
	site.Clock.Advance(time.Second)
}

// A draft on an outdated text does not silently overwrite the newer publication.
func TestADraftBeginsOnWhatIsPublished(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		save := func(text string, publication int) apitest.Request {
			request := saveDraft("about.md", text, "# About\n", 0)
			request.JSON.(map[string]any)["publication"] = publication
			return request
		}
		site.Run(t, []apitest.Scenario{
			{Name: "begin", Request: save("# One\n", 0), Status: 200, Want: `{…"revision":1,…`},
			{Name: "publish", Request: publishDrafts(nil, draftOf("about.md", 1)), Status: 201, Want: `{"id":1,…`},
			{Name: "on the file", Request: save("# Two\n", 0), Status: 409,
				Want: `{"detail":"“about.md” was published in the meantime, on another device or by someone else. Nothing was saved. Compare the two versions.",` +
					`"path":"about.md","draft":null,"published":{"text":"# One\n","base":"…","published_at":"…","publication":1},"file":{…}}`},
			{Name: "on the published text", Request: save("# Two\n", 1), Status: 200, Want: `{…"revision":2,…`},
			{Name: "discard", Request: discardDrafts(draftOf("about.md", 2)), Status: 204, Want: ""},
			{Name: "of a client that does not say", Request: saveDraft("about.md", "# Two\n", "# About\n", 0), Status: 200, Want: `{…"revision":3,…`},
			{Name: "discard again", Request: discardDrafts(draftOf("about.md", 3)), Status: 204, Want: ""},
		})
		expect(t, site, 204, reportFiles(t, site, map[string]string{"about.md": "# One\n"}))
		site.Run(t, []apitest.Scenario{{Name: "on the file that has it", Request: save("# Two\n", 0), Status: 200, Want: `{…"revision":4,…`}})
	})
}

// A scheduled text does not replace a later publication, but is in the history.
func TestPublishingReplacesALaterScheduledText(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		monday := site.Clock.Now().Add(48 * time.Hour)
		sunday, tuesday := monday.Add(-24*time.Hour), monday.Add(24*time.Hour)
		save := func(text string, revision int) apitest.Request {
			return saveDraft("about.md", text, "# About\n", revision)
		}
		scheduled := func(text string) apitest.Scenario {
			return apitest.Scenario{Name: "scheduled " + text, Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{…"scheduled":` + text}
		}
		rows := []apitest.Scenario{
			{Name: "save", Request: save("# One\n", 0), Status: 200, Want: `{…}`},
			{Name: "another text", Request: saveDraft("terms.md", "# Mine\n", "# Terms\n", 0), Status: 200, Want: `{…}`},
			{Name: "monday", Request: publishDrafts(&monday, draftOf("about.md", 1), draftOf("terms.md", 1)), Status: 201, Want: `{"id":1,"state":"scheduled",…`},
			{Name: "go on", Request: save("# Two\n", 0), Status: 200, Want: `{…"revision":2,…`},
			{Name: "tuesday", Request: publishDrafts(&tuesday, draftOf("about.md", 2)), Status: 201, Want: `{"id":2,"state":"scheduled",…`},
			scheduled(`{"text":"# One\n",…`),
			{Name: "go on", Request: save("# Three\n", 0), Status: 200, Want: `{…"revision":3,…`},
			{Name: "sunday", Request: publishDrafts(&sunday, draftOf("about.md", 3)), Status: 201, Want: `{"id":3,"state":"scheduled",…`},
			scheduled(`{"text":"# Three\n",…`),
			{Name: "list", Request: get(publicationListPath, apitest.Staff), Status: 200,
				Want: `[{"id":3,…"edits":[{"path":"about.md","title":"about.md","removed":false}]},` +
					`{"id":1,…"edits":[{"path":"terms.md","title":"terms.md","removed":false}]}]`},
			{Name: "what visitors read", Request: save("# About\n", 0), Status: 200, Want: `{…"revision":4,…`},
			{Name: "now", Request: publishDrafts(nil, draftOf("about.md", 4)), Status: 201, Want: `{"id":4,"state":"published",…`},
			scheduled(`null,"draft":null,…`),
		}
		for i := range rows {
			site.Run(t, rows[i:i+1])
			site.Clock.Advance(time.Second)
		}
		var states []struct{ Kind, Text, Author string }
		site.Do(t, get(historyPath+"?path=about.md", apitest.Staff)).Decode(t, &states)
		want := "[{replaced # Three\n Some Body} {replaced # Two\n Some Body} {replaced # One\n Some Body} {file # About\n }]"
		equal(t, fmt.Sprint(states), want, "the history")
		site.Clock.Advance(96 * time.Hour)
		site.Run(t, []apitest.Scenario{{Name: "builds", Request: asBuild(t, site, get(editsPath, apitest.Anonymous)), Status: 200,
			Want: `{"publications":4,"edits":[{"path":"about.md",…"text":"# About\n"},{"path":"terms.md",…"text":"# Mine\n"}]}`}})
	})
}

// A build without the build token does not count as a build of the published texts.
func TestABuildThatReadsNoTextsLeavesThemUnbuilt(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		soon := site.Clock.Now().Add(time.Minute)
		unbuilt := func(want string) {
			t.Helper()
			site.Run(t, []apitest.Scenario{{Name: "unbuilt", Request: get(publishingPath, apitest.Staff), Status: 200, Want: `{…"unbuilt_texts":` + want + `}`}})
		}
		states := func(want ...string) {
			t.Helper()
			var list []struct{ State string }
			site.Do(t, get(publicationListPath, apitest.Staff)).Decode(t, &list)
			var got []string
			for _, publication := range list {
				got = append(got, publication.State)
			}
			check(t, slices.Equal(got, want), "the publications are %v, not %v", got, want)
		}
		unbuilt("0")
		for revision := range 2 {
			expect(t, site, 200, saveDraft("about.md", fmt.Sprint("# ", revision), "# About\n", 0))
			expect(t, site, 201, publishDrafts(nil, draftOf("about.md", revision+1)))
		}
		expect(t, site, 200, saveDraft("terms.md", "# Later\n", "# Terms\n", 0))
		expect(t, site, 201, publishDrafts(&soon, draftOf("terms.md", 1)))
		unbuilt("1")
		states("scheduled", "published", "published")
		site.Clock.Advance(time.Second)
		expect(t, site, 204, reportFiles(t, site, map[string]string{"about.md": "# About\n", "terms.md": "# Terms\n"}))
		unbuilt("0")
		states("scheduled", "live", "live")
		site.Clock.Advance(time.Minute)
		unbuilt("1")
		states("published", "live", "live")
	})
}

// A text that is published while a build runs is on the pages of the next build.
func TestWhatIsPublishedDuringABuildWaitsForTheNext(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		unbuilt := func(want string) {
			t.Helper()
			site.Run(t, []apitest.Scenario{{Name: "unbuilt", Request: get(publishingPath, apitest.Staff), Status: 200, Want: `{…"unbuilt_texts":` + want + `}`}})
		}
		read := func() (answer struct{ Publications int }) {
			t.Helper()
			site.Do(t, asBuild(t, site, get(editsPath, apitest.Anonymous))).Decode(t, &answer)
			return answer
		}
		report := func(publications int) apitest.Request {
			request := reportFiles(t, site, map[string]string{"about.md": "# About\n", "terms.md": "# Terms\n"})
			request.JSON.(map[string]any)["publications"] = publications
			return request
		}
		publish := func(path, text, file string) {
			t.Helper()
			expect(t, site, 200, saveDraft(path, text, file, 0))
			expect(t, site, 201, publishDrafts(nil, draftOf(path, 1)))
			site.Clock.Advance(time.Second)
		}
		publish("about.md", "# One\n", "# About\n")
		first := read()
		publish("terms.md", "# Mine\n", "# Terms\n")
		publish("new.md", "# New\n", "")
		expect(t, site, 204, report(first.Publications))
		unbuilt("2")
		expect(t, site, 204, report(read().Publications))
		unbuilt("0")
		// A build knows no publication that is to come.
		expect(t, site, 204, report(99))
		publish("newer.md", "# Newer\n", "")
		unbuilt("1")
		expect(t, site, 400, report(-1))
	})
}

// wantFiles compares the listed files, without their paths, with the expected ones.
func wantFiles(t *testing.T, site *apitest.Site, want string) {
	t.Helper()
	site.Run(t, []apitest.Scenario{{Name: "texts", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: want}})
}

func TestADraftIsSavedPublishedAndRetired(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		wantFiles(t, site, `{"reported_at":null,"files":[]}`)
		contentSite(t, site)
		const about = `{"path":"about.md","file":{"hash":"…","text":"# About\n"},`
		const terms = `{"path":"terms.md","file":{"hash":"…","text":"# Terms\n"},"published":null,"scheduled":null,"draft":null,"conflict":false}]}`
		wantFiles(t, site, `{"reported_at":"…Z","files":[`+about+`"published":null,"scheduled":null,"draft":null,"conflict":false},`+terms)
		edits := asBuild(t, site, get(editsPath, apitest.Anonymous))
		changed := `{"detail":"“about.md” has changed in the meantime, on another device or by someone else. Nothing was saved. Compare the two versions.","path":"about.md",`
		one := `"draft":{"text":"# One\n","base":"…","revision":1,"saved_at":"…","author":"Some Body"},"published":null,"file":{"hash":"…","text":"# About\n"}}`
		site.Run(t, []apitest.Scenario{
			{Name: "save", Request: saveDraft("about.md", "# One\n", "# About\n", 0), Status: 200,
				Want: `{"text":"# One\n","base":"` + fileHash("# About\n") + `","revision":1,"saved_at":"…","author":"Some Body"}`},
			{Name: "from elsewhere", Request: saveDraft("about.md", "# Two\n", "# About\n", 0), Status: 409, Want: changed + one},
			{Name: "discard another", Request: discardDrafts(draftOf("about.md", 2)), Status: 409, Want: changed + one},
			{Name: "publish another", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 409, Want: changed + one},
			{Name: "go on", Request: saveDraft("about.md", "# Two\n", "# About\n", 1), Status: 200, Want: `{…"revision":2,…`},
			{Name: "a removal", Request: saveDraft("terms.md", nil, "# Terms\n", 0), Status: 200, Want: `{"text":null,…"revision":1,…`},
			{Name: "all or none", Request: publishDrafts(nil, draftOf("terms.md", 1), draftOf("about.md", 1)), Status: 409, Want: `{…"path":"about.md",…`},
			{Name: "nothing published", Request: edits, Status: 200, Want: `{"publications":0,"edits":[]}`},
			{Name: "discard", Request: discardDrafts(draftOf("terms.md", 1)), Status: 204, Want: ""},
			{Name: "no such draft", Request: publishDrafts(nil, draftOf("terms.md", 1)), Status: 409, Want: `{…"draft":null,"published":null,"file":{…"# Terms\n"}}`},
			{Name: "no revision twice", Request: saveDraft("terms.md", "# Conditions\n", "# Terms\n", 0), Status: 200, Want: `{…"revision":2,…`},
			{Name: "publish", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201,
				Want: `{"id":…,"state":"published","publish_at":"…","created_at":"…","author":"Some Body","edits":[{"path":"about.md","title":"about.md","removed":false}]}`},
			{Name: "for builds", Request: edits, Status: 200, Want: `{"publications":1,"edits":[{"path":"about.md","base":"` + fileHash("# About\n") + `","text":"# Two\n"}]}`},
		})
		wantFiles(t, site, `{…`+about+`"published":{"text":"# Two\n","base":"…","published_at":"…","publication":…},"scheduled":null,"draft":null,"conflict":false},…`)

		site.Clock.Advance(time.Second)
		expect(t, site, 204, reportFiles(t, site, map[string]string{"about.md": "# Other\n", "terms.md": "# Terms\n"}))
		wantFiles(t, site, `{…"# Other\n"},"published":{"text":"# Two\n",…"conflict":true},…`)
		expect(t, site, 204, reportFiles(t, site, map[string]string{"about.md": "# Two\n", "terms.md": "# Terms\n"}))
		wantFiles(t, site, `{…"files":[{"path":"about.md","file":{"hash":"…","text":"# Two\n"},"published":null,…"conflict":false},…`)
		expect(t, site, 204, reportFiles(t, site, map[string]string{"about.md": "# Three\n", "terms.md": "# Terms\n"}))
		site.Run(t, []apitest.Scenario{
			{Name: "retired for good", Request: edits, Status: 200, Want: `{"publications":1,"edits":[]}`},
			{Name: "history", Request: get(historyPath+"?path=about.md", apitest.Staff), Status: 200,
				Want: `[{"kind":"file","text":"# Three\n",…},{"kind":"file","text":"# Two\n",…},{"kind":"file","text":"# Other\n",…},` +
					`{"kind":"published","text":"# Two\n","at":"…","author":"Some Body","publication":null},{"kind":"file","text":"# About\n","at":"…","author":null,"publication":null}]`},
		})
	})
}

func TestATextOnAnotherFileIsNotPublished(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		site.Run(t, []apitest.Scenario{
			{Name: "draft on an older file", Request: saveDraft("about.md", "# New\n", "# Old\n", 0), Status: 200, Want: `{…`},
			{Name: "is not published", Request: publishDrafts(nil, draftOf("about.md", 1)), Status: 409,
				Want: `{"detail":"The file of “about.md” has changed since you started this draft. Nothing was published. Compare the two versions.","path":"about.md","draft":{"text":"# New\n",…"file":{…"# About\n"}}`},
			{Name: "stays", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{…"draft":{"text":"# New\n",…},"conflict":true},…`},
			{Name: "on the file of today", Request: saveDraft("about.md", "# New\n", "# About\n", 1), Status: 200, Want: `{…"revision":2,…`},
			{Name: "is published", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201, Want: `{…`},
			{Name: "without a file", Request: saveDraft("cv/jobs/new-one.md", "# Job\n", "", 0), Status: 200, Want: `{…`},
			{Name: "is published too", Request: publishDrafts(nil, draftOf("cv/jobs/new-one.md", 1)), Status: 201, Want: `{…`},
			{Name: "the text of the file", Request: saveDraft("terms.md", "# Terms\n", "# Old\n", 0), Status: 200, Want: `{…`},
			{Name: "is no conflict", Request: publishDrafts(nil, draftOf("terms.md", 1)), Status: 201, Want: `{…`},
		})
	})
}

func TestTextsAreCheckedForTheirForm(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		invalid := func(name string, request apitest.Request, want string) apitest.Scenario {
			return apitest.Scenario{Name: name, Request: request, Status: 400, Want: want}
		}
		draft := func(members map[string]any) apitest.Request { return asStaff("PUT", draftsPath, members) }
		past, late, path := site.Clock.Now(), time.Date(9999, 12, 31, 23, 30, 0, 0, time.FixedZone("", -3600)), `"Enter a content path, such as cv/experience/first-job.md."`
		rows := []apitest.Scenario{
			invalid("nothing", draft(map[string]any{}), `{"path":["This field is required."],"text":["This field is required."]}`),
			invalid("all wrong", draft(map[string]any{"path": "a/../b.md", "text": 5, "base": "x"}),
				`{"base":["Enter a SHA-256 hash in hexadecimal."],"path":[`+path+`],"text":["Not a valid string."]}`),
			invalid("too long", saveDraft("a.md", strings.Repeat("é", 100_001), "", 0), `{"text":["The text is longer than 200000 bytes."]}`),
			{Name: "long", Request: saveDraft("a.md", strings.Repeat("é", 100_000), "", 0), Status: 200, Want: `{…`},
			invalid("NUL", saveDraft("b.md", "a\x00b", "", 0), `{"text":["Null characters are not allowed."]}`),
			invalid("a control character", saveDraft("b.md", "tagline: Build\x02 things", "", 0), `{"text":["The text contains a control character (U+0002)."]}`),
			invalid("a noncharacter", saveDraft("b.md", "a\ufffe", "", 0), `{"text":["The text contains a control character (U+FFFE)."]}`),
			invalid("nothing chosen", publishDrafts(nil), `{"drafts":["This field is required."]}`),
			invalid("twice", discardDrafts(draftOf("a.md", 1), draftOf("a.md", 1)), `{"drafts":["“a.md” is listed twice."]}`),
			invalid("in the past", publishDrafts(&past, draftOf("a.md", 1)), `{"publish_at":["Choose a time in the future."]}`),
			invalid("too late", publishDrafts(&late, draftOf("a.md", 1)), `{"publish_at":["Choose a time before the year 10000."]}`),
			invalid("no time", apitest.Request{Method: "POST", Path: publicationListPath, As: apitest.Staff, JSON: map[string]any{
				"drafts": []any{draftOf("a.md", 1)}, "publish_at": "tomorrow"}}, `{"publish_at":["Datetime has wrong format. …"]}`),
			invalid("no page", get(publicationListPath+"?limit=0", apitest.Staff), `{"limit":["Ensure this value is greater than or equal to 1."]}`),
			invalid("no number", get(publicationListPath+"?offset=x", apitest.Staff), `{"offset":["A valid integer is required."]}`),
			{Name: "a page far beyond the last", Request: get(publicationListPath+"?limit=50&offset=99999999999", apitest.Staff), Status: 200, Want: `[]`},
			invalid("no path", get(historyPath+"?path=README.md", apitest.Staff), `{"path":[`+path+`]}`),
			invalid("no files", reportFiles(t, site, nil), `{"files":["This field is required."]}`),
			invalid("files without texts", asBuild(t, site, apitest.Request{Method: "PUT", Path: "/api/content/files/", JSON: map[string]any{
				"files": []any{map[string]any{"path": "a.md"}, map[string]any{"path": "b.md", "text": "x\x00"}}}}),
				`{"files":["a.md: Not a valid string.","b.md: Null characters are not allowed."]}`),
		}
		for _, wrong := range []string{"about", "About.md", "/about.md", "cv//a.md", "-a.md", "a-.md", ".md", strings.Repeat("a", 198) + ".md", "a.md\n"} {
			rows = append(rows, invalid(wrong, saveDraft(wrong, "x", "", 0), `{"path":[`+path+`]}`))
		}
		site.Run(t, rows)
	})
}

func TestPublicationsAtATime(t *testing.T) {
	service := startBuildService(t)
	apitest.EachWith(t, apitest.Settings{"BUILD_HOOK_URL": service.URL}, func(t *testing.T, site *apitest.Site) {
		service.answer(200)
		contentSite(t, site)
		edits := asBuild(t, site, get(editsPath, apitest.Anonymous))
		want := func(texts string) {
			t.Helper()
			if answer := site.Do(t, edits); !strings.Contains(answer.Body, texts) || (texts == "[]" && !strings.HasSuffix(answer.Body, `"edits":[]}`)) {
				t.Errorf("builds are given %s, not %s", answer.Body, texts)
			}
		}
		before := service.times()
		built := func(want int) {
			t.Helper()
			noError(t, site.App.Content.AnnounceDue(t.Context()))
			publishDue(t, site)
			equal(t, service.times()-before, want, "builds of the pages")
		}
		at := site.Clock.Now().Add(2 * time.Minute)
		expect(t, site, 200, saveDraft("about.md", "# Later\n", "# About\n", 0))
		expect(t, site, 201, publishDrafts(&at, draftOf("about.md", 1)))
		expect(t, site, 200, saveDraft("about.md", "# Next\n", "# About\n", 0), saveDraft("new.md", "# Sooner\n", "", 0))
		built(0)
		want("[]")
		wantFiles(t, site, `{…"scheduled":{"text":"# Later\n","base":"…","publish_at":"…","publication":1},"draft":{"text":"# Next\n",…"revision":2,…`)
		expect(t, site, 201, publishDrafts(nil, draftOf("new.md", 1)))
		want("# Sooner")
		built(1) // staff do not wait for it

		site.Clock.Advance(2 * time.Minute)
		want("# Later")
		built(2)

		// Staff do not watch the dashboard at night. The failure of a build that staff wait for sends no mail.
		service.answer(404)
		at = site.Clock.Now().Add(2 * time.Minute)
		expect(t, site, 201, publishDrafts(&at, draftOf("about.md", 2)))
		expect(t, site, 200, saveDraft("new.md", "# Now\n", "", 0))
		expect(t, site, 201, publishDrafts(nil, draftOf("new.md", 2)))
		built(3)
		site.Clock.Advance(2 * time.Minute)
		built(4)
		failed := func(want string) {
			t.Helper()
			if answer := site.Do(t, get("/api/dashboard/", apitest.Staff)); !strings.Contains(answer.Body, `"failed_publications":`+want) {
				t.Errorf("the dashboard does not count %s failed publications: %s", want, answer.Body)
			}
		}
		failed("2") // of the first one no build has said that it read it
		site.Clock.Advance(2 * time.Minute)
		built(5)
		failed("2")
		mail := site.Mails(t, 1)[0]
		if mail.To != apitest.Email(apitest.Staff) || !strings.Contains(mail.Subject, "Scheduled publication") ||
			!strings.Contains(mail.Text, "Reason: the build service answered 404") {
			t.Errorf("%+v", mail)
		}
	})
}

func TestWhatIsDoneToTextsIsAudited(t *testing.T) {
	staff := apitest.Email(apitest.Staff)
	eachAudited(t, nil, func(t *testing.T, w *auditReader) {
		token, err := w.site.Settings.ReadBuildToken()
		noError(t, err)
		w.secrets = append(w.secrets, token)
		contentSite(t, w.site)
		tomorrow := w.site.Clock.Now().Add(24 * time.Hour)
		as := func(action, target, detail string) wantEntry {
			return wantEntry{action, staff, audit.Text, target, detail}
		}
		for _, path := range []string{"about.md", "terms.md"} {
			w.expect(t, saveDraft(path, "# New\n", "# "+strings.ToUpper(path[:1])+path[1:len(path)-3]+"\n", 0), 200)
		}
		w.expect(t, publishDrafts(&tomorrow, draftOf("terms.md", 1)), 201, as(audit.TextsScheduled, "terms.md", "for "+tomorrow.UTC().Format("2006-01-02T15:04")))
		w.expect(t, saveDraft("terms.md", "# Newer\n", "# Terms\n", 0), 200)
		w.site.Clock.Advance(time.Second)
		w.expect(t, publishDrafts(nil, titled(draftOf("terms.md", 2), "Terms"), draftOf("about.md", 1)), 201, as(audit.TextsPublished, "about.md, Terms", ""))
		w.expect(t, saveDraft("about.md", "# Newer\n", "# About\n", 0), 200)
		w.expect(t, discardDrafts(draftOf("about.md", 2)), 204)
		w.expect(t, reportFiles(t, w.site, map[string]string{"about.md": "# New\n"}), 204)
		wrong := get(editsPath, apitest.Anonymous)
		wrong.Bearer = token + "x"
		w.expect(t, wrong, 401)
		check(t, !strings.Contains(w.site.Log.String(), token), "the build token is in the log")
	})
}
