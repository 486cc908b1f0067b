package apitest_test

import (
	"fmt"
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
	publishedPath       = "/api/content/published/"
	sourcePath          = "/api/content/source/"
)

// The versions of a new contentSite.
const (
	aboutFile = 1
	termsFile = 2
	// newest is the version of a client that has seen every publication.
	newest = 1 << 40
)

// saveDraft saves a text, nil for a removal, that was made on a version, 0 for a new text.
func saveDraft(path string, text any, base, revision int) apitest.Request {
	return apitest.Request{Method: "PUT", Path: draftsPath, As: apitest.Staff, JSON: map[string]any{
		"path": path, "text": text, "base": base, "revision": revision,
	}}
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

// markUpToDate says that a translation has what its original says now.
func markUpToDate(path string) apitest.Request {
	return asStaff("POST", "/api/content/translations/", map[string]string{"path": path})
}

// asBuild returns the request with the build token of the site.
func asBuild(t *testing.T, site *apitest.Site, request apitest.Request) apitest.Request {
	t.Helper()
	token, err := site.Settings.ReadBuildToken()
	noError(t, err)
	request.As, request.Bearer = "", token
	return request
}

// importFiles imports a content folder.
func importFiles(t *testing.T, site *apitest.Site, texts map[string]string) apitest.Request {
	t.Helper()
	return asBuild(t, site, apitest.Request{Method: "PUT", Path: sourcePath, JSON: map[string]any{"files": texts}})
}

// contentSite is a site with two texts from files, which have been there for a second.
func contentSite(t *testing.T, site *apitest.Site) {
	t.Helper()
	expect(t, site, 200, importFiles(t, site, map[string]string{"about.md": "# About\n", "terms.md": "# Terms\n"}))
	if site.Settings.BuildHookURL != "" {
		publishDue(t, site) // the lock of a build that runs would expire
	}
	site.Clock.Advance(time.Second)
}

// A draft on an outdated text does not silently overwrite the newer publication.
func TestADraftBeginsOnWhatIsPublished(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		site.Run(t, []apitest.Scenario{
			{Name: "begin", Request: saveDraft("about.md", "# One\n", aboutFile, 0), Status: 200, Want: `{…"revision":1,…`},
			{Name: "publish", Request: publishDrafts(nil, draftOf("about.md", 1)), Status: 201, Want: `{"id":2,…`},
			{Name: "on the file", Request: saveDraft("about.md", "# Two\n", aboutFile, 0), Status: 409,
				Want: `{"detail":"“about.md” was published in the meantime, on another device or by someone else. Nothing was saved. Compare the two versions.",` +
					`"path":"about.md","draft":null,"published":{"version":3,"text":"# One\n","source":"browser","publication":2,"publish_at":"…",…}}`},
			{Name: "with the published text", Request: saveDraft("about.md", "# One\n", aboutFile, 0), Status: 200, Want: `{…"revision":2,…`},
			{Name: "discard", Request: discardDrafts(draftOf("about.md", 2)), Status: 204, Want: ""},
			{Name: "on the published text", Request: saveDraft("about.md", "# Two\n", 3, 0), Status: 200, Want: `{…"revision":3,…`},
		})
	})
}

// A scheduled text does not replace a later publication, but is in the history.
func TestPublishingReplacesALaterScheduledText(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		monday := site.Clock.Now().Add(48 * time.Hour)
		sunday, tuesday := monday.Add(-24*time.Hour), monday.Add(24*time.Hour)
		save := func(text string, revision int) apitest.Request {
			return saveDraft("about.md", text, newest, revision)
		}
		scheduled := func(text string) apitest.Scenario {
			return apitest.Scenario{Name: "scheduled " + text, Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{…"scheduled":` + text}
		}
		rows := []apitest.Scenario{
			{Name: "save", Request: save("# One\n", 0), Status: 200, Want: `{…}`},
			{Name: "another text", Request: saveDraft("terms.md", "# Mine\n", termsFile, 0), Status: 200, Want: `{…}`},
			{Name: "monday", Request: publishDrafts(&monday, draftOf("about.md", 1), draftOf("terms.md", 1)), Status: 201, Want: `{"id":2,"state":"scheduled",…`},
			{Name: "go on", Request: save("# Two\n", 0), Status: 200, Want: `{…"revision":2,…`},
			{Name: "tuesday", Request: publishDrafts(&tuesday, draftOf("about.md", 2)), Status: 201, Want: `{"id":3,"state":"scheduled",…`},
			scheduled(`{"version":3,"text":"# One\n",…`),
			{Name: "go on", Request: save("# Three\n", 0), Status: 200, Want: `{…"revision":3,…`},
			{Name: "sunday", Request: publishDrafts(&sunday, draftOf("about.md", 3)), Status: 201, Want: `{"id":4,"state":"scheduled",…`},
			scheduled(`{"version":6,"text":"# Three\n",…`),
			{Name: "list", Request: get(publicationListPath, apitest.Staff), Status: 200,
				Want: `[{"id":4,…"edits":[{"path":"about.md","title":"about.md","removed":false}]},` +
					`{"id":2,…"edits":[{"path":"terms.md","title":"terms.md","removed":false}]},{"id":1,…}]`},
			{Name: "what visitors read", Request: save("# About\n", 0), Status: 200, Want: `{…"revision":4,…`},
			{Name: "now", Request: publishDrafts(nil, draftOf("about.md", 4)), Status: 201, Want: `{"id":5,"state":"published",…`},
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
		site.Run(t, []apitest.Scenario{{Name: "builds", Request: asBuild(t, site, get(publishedPath, apitest.Anonymous)), Status: 200,
			Want: `{"publications":3,"files":{"about.md":"# About\n","terms.md":"# Mine\n"},"changed":{},"images":{}}`}})
	})
}

// reportBuild is the report of a build that was deployed, with that many publications; nil for one that read none.
func reportBuild(t *testing.T, site *apitest.Site, publications any) apitest.Request {
	t.Helper()
	return asBuild(t, site, apitest.Request{Method: "POST", Path: publishingPath + "report/", JSON: map[string]any{
		"state": "ready", "publications": publications, "pages": []string{"/"},
	}})
}

// wantWaiting compares the number of published texts that the pages lack, and the states of the publications.
func wantWaiting(t *testing.T, site *apitest.Site, want string, wantStates ...string) {
	t.Helper()
	site.Run(t, []apitest.Scenario{{Name: "waiting", Request: get(publishingPath, apitest.Staff), Status: 200, Want: `{…"unbuilt_texts":` + want + `}`}})
	var list []struct{ State string }
	site.Do(t, get(publicationListPath, apitest.Staff)).Decode(t, &list)
	var states []string
	for _, publication := range list {
		states = append(states, publication.State)
	}
	check(t, slices.Equal(states, wantStates), "the publications are %v, not %v", states, wantStates)
}

// A text that is published while a build runs is on the pages of the next build.
func TestWhatIsPublishedDuringABuildWaitsForTheNext(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		soon := site.Clock.Now().Add(time.Minute)
		read := func() int {
			t.Helper()
			var answer struct{ Publications int }
			site.Do(t, asBuild(t, site, get(publishedPath, apitest.Anonymous))).Decode(t, &answer)
			return answer.Publications
		}
		publish := func(path, text string) {
			t.Helper()
			expect(t, site, 200, saveDraft(path, text, newest, 0))
			expect(t, site, 201, publishDrafts(nil, draftOf(path, 1)))
			site.Clock.Advance(time.Second)
		}
		wantWaiting(t, site, "2", "published")
		publish("about.md", "# One\n")
		first := read()
		publish("new.md", "# New\n")
		expect(t, site, 200, saveDraft("terms.md", "# Later\n", termsFile, 0))
		expect(t, site, 201, publishDrafts(&soon, draftOf("terms.md", 1)))
		wantWaiting(t, site, "3", "scheduled", "published", "published", "published")
		expect(t, site, 204, reportBuild(t, site, nil)) // of a build that read the folder
		wantWaiting(t, site, "3", "scheduled", "published", "published", "published")
		expect(t, site, 204, reportBuild(t, site, first))
		wantWaiting(t, site, "1", "scheduled", "published", "live", "live")
		expect(t, site, 204, reportBuild(t, site, read()))
		wantWaiting(t, site, "0", "scheduled", "live", "live", "live")
		site.Clock.Advance(time.Minute)
		wantWaiting(t, site, "1", "published", "live", "live", "live")
		expect(t, site, 400, reportBuild(t, site, -1))
	})
}

// wantFiles compares the listed files, without their paths, with the expected ones.
func wantFiles(t *testing.T, site *apitest.Site, want string) {
	t.Helper()
	site.Run(t, []apitest.Scenario{{Name: "texts", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: want}})
}

func TestADraftIsSavedAndPublished(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		wantFiles(t, site, `{"files":[],…}`)
		contentSite(t, site)
		const aboutText = `{"version":1,"text":"# About\n","source":"files","publication":1,"publish_at":"…",…}`
		const terms = `{"path":"terms.md","published":{…"# Terms\n",…},"scheduled":null,"draft":null,"conflict":false,…}],…}`
		wantFiles(t, site, `{"files":[{"path":"about.md","published":`+aboutText+`,"scheduled":null,"draft":null,"conflict":false,…},`+terms)
		published := asBuild(t, site, get(publishedPath, apitest.Anonymous))
		changed := `{"detail":"“about.md” has changed in the meantime, on another device or by someone else. Nothing was saved. Compare the two versions.","path":"about.md",`
		one := `"draft":{"text":"# One\n","base":1,"revision":1,"saved_at":"…","author":"Some Body",…},"published":` + aboutText + `}`
		site.Run(t, []apitest.Scenario{
			{Name: "save", Request: saveDraft("about.md", "# One\n", aboutFile, 0), Status: 200,
				Want: `{"text":"# One\n","base":1,"revision":1,"saved_at":"…","author":"Some Body",…}`},
			{Name: "from elsewhere", Request: saveDraft("about.md", "# Two\n", aboutFile, 0), Status: 409, Want: changed + one},
			{Name: "discard another", Request: discardDrafts(draftOf("about.md", 2)), Status: 409, Want: changed + one},
			{Name: "publish another", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 409, Want: changed + one},
			{Name: "go on", Request: saveDraft("about.md", "# Two\n", aboutFile, 1), Status: 200, Want: `{…"revision":2,…`},
			{Name: "a removal", Request: saveDraft("terms.md", nil, termsFile, 0), Status: 200, Want: `{"text":null,…"revision":1,…`},
			{Name: "all or none", Request: publishDrafts(nil, draftOf("terms.md", 1), draftOf("about.md", 1)), Status: 409, Want: `{…"path":"about.md",…`},
			{Name: "nothing published", Request: published, Status: 200, Want: `{"publications":1,"files":{"about.md":"# About\n","terms.md":"# Terms\n"},"changed":{},"images":{}}`},
			{Name: "discard", Request: discardDrafts(draftOf("terms.md", 1)), Status: 204, Want: ""},
			{Name: "no such draft", Request: publishDrafts(nil, draftOf("terms.md", 1)), Status: 409, Want: `{…"draft":null,"published":{…"# Terms\n",…}}`},
			{Name: "no revision twice", Request: saveDraft("terms.md", "# Conditions\n", termsFile, 0), Status: 200, Want: `{…"revision":2,…`},
			{Name: "publish", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201,
				Want: `{"id":…,"state":"published","publish_at":"…","created_at":"…","author":"Some Body","edits":[{"path":"about.md","title":"about.md","removed":false}]}`},
			{Name: "for builds", Request: published, Status: 200, Want: `{"publications":2,"files":{"about.md":"# Two\n","terms.md":"# Terms\n"},"changed":{},"images":{}}`},
		})
		wantFiles(t, site, `{"files":[{"path":"about.md","published":{"version":3,"text":"# Two\n","source":"browser",…},"scheduled":null,"draft":null,"conflict":false,…},…`)
		again := published
		again.Header = map[string]string{"If-None-Match": site.Do(t, published).Header.Get("ETag")}
		expect(t, site, 304, again)
	})
}

// Two editors, one of whom began before the other published.
func TestADraftOfAnEarlierVersionIsNotPublished(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		expect(t, site, 200, saveDraft("about.md", "# New\n", aboutFile, 0), saveDraft("terms.md", "# Same\n", termsFile, 0))
		expect(t, site, 200, importFiles(t, site, map[string]string{"about.md": "# Later\n", "terms.md": "# Same\n"}))
		site.Run(t, []apitest.Scenario{
			{Name: "listed", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{"files":[{…"draft":{"text":"# New\n",…},"conflict":true,…},{…"conflict":false,…}],…}`},
			{Name: "is not published", Request: publishDrafts(nil, draftOf("about.md", 1)), Status: 409,
				Want: `{"detail":"“about.md” was published again since you started this draft. Nothing was published. Compare the two versions.","path":"about.md","draft":{"text":"# New\n",…},"published":{"version":3,"text":"# Later\n",…}}`},
			{Name: "on the version of today", Request: saveDraft("about.md", "# New\n", 3, 1), Status: 200, Want: `{…"revision":2,…`},
			{Name: "is published", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201, Want: `{…`},
			{Name: "a new text", Request: saveDraft("cv/jobs/new-one.md", "# Job\n", 0, 0), Status: 200, Want: `{…`},
			{Name: "is published too", Request: publishDrafts(nil, draftOf("cv/jobs/new-one.md", 1)), Status: 201, Want: `{…`},
			{Name: "an equal text does not conflict", Request: publishDrafts(nil, draftOf("terms.md", 1)), Status: 201, Want: `{…`},
		})
	})
}

// The files of the last import are compared with those of this one, and with the text.
func TestFilesAreImported(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		texts := map[string]string{
			"equal.md": "1", "file.md": "1", "text.md": "1", "both.md": "1", "same.md": "1", "gone.md": "1", "gone-here.md": "1",
			"removed.md": "1", "scheduled.md": "1", "drafted.md": "1",
		}
		send := func(want int, body string) {
			t.Helper()
			site.Run(t, []apitest.Scenario{{Name: "import", Request: importFiles(t, site, texts), Status: want, Want: body}})
		}
		send(200, `{"published":["both.md",…"text.md"],"removed":[],"conflicts":[]}`)
		site.Clock.Advance(time.Second)
		publish := func(at *time.Time, path string, text any) {
			t.Helper()
			expect(t, site, 200, saveDraft(path, text, newest, 0))
			expect(t, site, 201, publishDrafts(at, draftOf(path, 1)))
		}
		tomorrow := site.Clock.Now().Add(24 * time.Hour)
		publish(nil, "text.md", "text")
		publish(nil, "both.md", "text")
		publish(nil, "same.md", "2")
		publish(nil, "removed.md", nil)
		publish(nil, "gone-here.md", nil)
		publish(&tomorrow, "scheduled.md", "text")
		publish(nil, "drafted.md", "text")
		expect(t, site, 200, saveDraft("drafted.md", "draft", newest, 0))
		texts = map[string]string{
			"equal.md": "1", "file.md": "2", "text.md": "1", "both.md": "2", "same.md": "2", "removed.md": "2", "scheduled.md": "2", "drafted.md": "2", "new.md": "2",
		}
		const conflicts = `"conflicts":["both.md","drafted.md","removed.md","scheduled.md"]}`
		named := `{"detail":"Changed here and in the files: both.md, drafted.md, removed.md, scheduled.md. Compare the versions at /content; the texts here are unchanged.",`
		send(409, named+`"published":["file.md","new.md"],"removed":["gone.md"],`+conflicts)
		send(409, named+`"published":[],"removed":[],`+conflicts)
		read := asBuild(t, site, get(publishedPath, apitest.Anonymous))
		const left = `{…"files":{"both.md":"text","drafted.md":"text","equal.md":"1","file.md":"2","new.md":"2","same.md":"2","scheduled.md":"1","text.md":"text"},…`
		site.Run(t, []apitest.Scenario{
			{Name: "the texts", Request: read, Status: 200, Want: left},
			{Name: "a draft of the file", Request: get(contentFilesPath, apitest.Staff), Status: 200,
				Want: `{"files":[{"path":"both.md",…"text":"text",…"draft":{"text":"2",…"author":null,…},"conflict":true,…},{"path":"drafted.md",…"draft":{"text":"draft",…},"conflict":false,…},…`},
			{Name: "nothing is lost", Request: get(historyPath+"?path=drafted.md", apitest.Staff), Status: 200,
				Want: `[{"kind":"refused","text":"2",…},{"kind":"published","text":"text",…},{"kind":"file","text":"1",…}]`},
			{Name: "keep the text", Request: discardDrafts(draftOf("both.md", 2), draftOf("drafted.md", 2), draftOf("removed.md", 2), draftOf("scheduled.md", 2)), Status: 204},
			{Name: "unchanged files change nothing", Request: importFiles(t, site, texts), Status: 200, Want: `{"published":[],"removed":[],"conflicts":[]}`},
			{Name: "the texts again", Request: read, Status: 200, Want: left},
		})
		texts["both.md"] = "3"
		send(409, `{…"conflicts":["both.md"]}`)
		texts["both.md"] = "4"
		send(409, `{…"conflicts":["both.md"]}`)
		site.Run(t, []apitest.Scenario{
			{Name: "the draft follows the file", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{"files":[{"path":"both.md",…"draft":{"text":"4",…"revision":4,…`},
			{Name: "take the file's", Request: saveDraft("both.md", "4", newest, 4), Status: 200, Want: `{…"revision":5,…`},
			{Name: "publish it", Request: publishDrafts(nil, draftOf("both.md", 5)), Status: 201, Want: `{…`},
		})
		send(200, `{"published":[],"removed":[],"conflicts":[]}`)
		expect(t, site, 401, apitest.Request{Method: "PUT", Path: sourcePath, As: apitest.Staff, JSON: map[string]any{"files": texts}})
		entries, _, err := site.App.Audit.List(t.Context(), audit.Filter{Action: audit.TextsPublished})
		check(t, err == nil && entries[len(entries)-1].Detail == "from files", "%+v, %v", entries, err)
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
			invalid("all wrong", draft(map[string]any{"path": "a/../b.md", "text": 5, "base": 0}), `{"path":[`+path+`],"text":["Not a valid string."]}`),
			invalid("too long", saveDraft("a.md", strings.Repeat("é", 100_001), 0, 0), `{"text":["The text is longer than 200000 bytes."]}`),
			{Name: "long", Request: saveDraft("a.md", strings.Repeat("é", 100_000), 0, 0), Status: 200, Want: `{…`},
			invalid("NUL", saveDraft("b.md", "a\x00b", 0, 0), `{"text":["Null characters are not allowed."]}`),
			invalid("a control character", saveDraft("b.md", "tagline: Build\x02 things", 0, 0), `{"text":["The text contains a control character (U+0002)."]}`),
			invalid("a noncharacter", saveDraft("b.md", "a\ufffe", 0, 0), `{"text":["The text contains a control character (U+FFFE)."]}`),
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
			invalid("no files", importFiles(t, site, nil), `{"files":["This field is required."]}`),
			invalid("wrong files", importFiles(t, site, map[string]string{"A.md": "", "b.md": "x\x00"}),
				`{"files":[`+path+`,"b.md: Null characters are not allowed."]}`),
		}
		site.Run(t, rows)
	})
}

func TestPublicationsAtATime(t *testing.T) {
	service := startBuildService(t)
	apitest.EachWith(t, apitest.Settings{"BUILD_HOOK_URL": service.URL}, func(t *testing.T, site *apitest.Site) {
		service.answer(200)
		contentSite(t, site)
		published := asBuild(t, site, get(publishedPath, apitest.Anonymous))
		want := func(texts string) {
			t.Helper()
			answer := site.Do(t, published)
			check(t, strings.Contains(answer.Body, texts), "builds are given %s, not %s", answer.Body, texts)
		}
		publishDue(t, site)
		before := service.times()
		built := func(want int) {
			t.Helper()
			noError(t, site.App.Content.AnnounceDue(t.Context()))
			publishDue(t, site)
			equal(t, service.times()-before, want, "builds of the pages")
		}
		at := site.Clock.Now().Add(2 * time.Minute)
		expect(t, site, 200, saveDraft("about.md", "# Later\n", aboutFile, 0))
		expect(t, site, 201, publishDrafts(&at, draftOf("about.md", 1)))
		expect(t, site, 200, saveDraft("about.md", "# Next\n", newest, 0), saveDraft("new.md", "# Sooner\n", 0, 0))
		built(0)
		want("# About")
		wantFiles(t, site, `{…"scheduled":{"version":3,"text":"# Later\n",…"publication":2,"publish_at":"…",…},"draft":{"text":"# Next\n",…"revision":2,…`)
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
		expect(t, site, 200, saveDraft("new.md", "# Now\n", newest, 0))
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
		w.expect(t, importFiles(t, w.site, map[string]string{"about.md": "# About\n", "terms.md": "# Terms\n"}), 200,
			wantEntry{audit.TextsPublished, "", audit.Text, "about.md, terms.md", "from files"})
		w.site.Clock.Advance(time.Second)
		tomorrow := w.site.Clock.Now().Add(24 * time.Hour)
		as := func(action, target, detail string) wantEntry {
			return wantEntry{action, staff, audit.Text, target, detail}
		}
		for _, path := range []string{"about.md", "terms.md"} {
			w.expect(t, saveDraft(path, "# New\n", newest, 0), 200)
		}
		w.expect(t, publishDrafts(&tomorrow, draftOf("terms.md", 1)), 201, as(audit.TextsScheduled, "terms.md", "for "+tomorrow.UTC().Format("2006-01-02T15:04")))
		w.expect(t, saveDraft("terms.md", "# Newer\n", termsFile, 0), 200)
		w.site.Clock.Advance(time.Second)
		w.expect(t, publishDrafts(nil, titled(draftOf("terms.md", 2), "Terms"), draftOf("about.md", 1)), 201, as(audit.TextsPublished, "about.md, Terms", ""))
		w.expect(t, saveDraft("about.md", "# Newer\n", newest, 0), 200)
		w.expect(t, discardDrafts(draftOf("about.md", 2)), 204)
		w.expect(t, importFiles(t, w.site, map[string]string{"about.md": "# New\n", "terms.md": "# Terms\n"}), 200)
		wrong := get(publishedPath, apitest.Anonymous)
		wrong.Bearer = token + "x"
		w.expect(t, wrong, 401)
		check(t, !strings.Contains(w.site.Log.String(), token), "the build token is in the log")
	})
}
