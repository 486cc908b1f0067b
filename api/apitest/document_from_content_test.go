package apitest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
)

const fromContentPath = documentsPath + "from_content/"

var makeFromContent = asStaff("POST", fromContentPath, nil)

// reportCV reports the CV that a build made.
func reportCV(t *testing.T, site *apitest.Site, name, pdf string) apitest.Request {
	t.Helper()
	return reportCVs(t, site, name, pdf)
}

// audienceCV is the CV for an audience that a build made.
type audienceCV struct{ slug, title, pdf string }

// reportCVs reports the CV that a build made, and those for audiences.
func reportCVs(t *testing.T, site *apitest.Site, name, pdf string, audiences ...audienceCV) apitest.Request {
	t.Helper()
	fields := func(pdf string) map[string]any { return map[string]any{"file_name": name, "pdf": []byte(pdf)} }
	all, made := fields(pdf), []any{}
	for _, audience := range audiences {
		one := fields(audience.pdf)
		one["slug"], one["title"] = audience.slug, audience.title
		made = append(made, one)
	}
	all["audiences"] = made
	return asBuild(t, site, apitest.Request{Method: "PUT", Path: fromContentPath, JSON: all})
}

func TestADocumentIsMadeFromTheContent(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		const twoPages = "<<\n/Type /Page\n>>\n<<\n/Type /Page\n>>\n"
		report := func(pdf string) apitest.Request { return reportCV(t, site, "Ann Vega CV.pdf", pdf) }
		cv := get("/cv-download", apitest.Anonymous)
		sources := get(fromContentPath, apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "nobody asked", Request: report(aPDF + "0"), Status: 204},
			{Name: "none", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[]`},
			{Name: "ask", Request: makeFromContent, Status: 204},
			{Name: "ask again", Request: makeFromContent, Status: 204},
			{Name: "not made yet", Request: sources, Status: 200, Want: `{"state":"waiting","from_content":null,"own":null,"changed_entries":0,"audiences":[]}`},
			{Name: "not listed", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[]`},
			{Name: "not downloaded", Request: cv, Status: 303, Want: ""},
			{Name: "no PDF", Request: reportCV(t, site, " ", "MZ"), Status: 400, Want: `{"file_name":["This field may not be blank."],"pdf":["Not a PDF."]}`},
			{Name: "letters that the PDF lacks", Request: report(""), Status: 204},
			{Name: "not drawn", Request: sources, Status: 200, Want: `{"state":"undrawn","from_content":null,…}`},
			{Name: "made", Request: report(aPDF + twoPages + "1"), Status: 204},
			{Name: "current", Request: get(documentsPath, apitest.Staff), Status: 200,
				Want: `[{…"name":"Ann Vega CV",…"category_name":"CV","is_current":true,"file_name":"Ann Vega CV.pdf","version":1,…"pages":2,…"from_content":true}]`},
			{Name: "public", Request: cv, Status: 200, Want: aPDF + twoPages + "1", Header: map[string]string{"Content-Disposition": `attachment; filename="Ann Vega CV.pdf"`}},
			{Name: "the same", Request: report(aPDF + twoPages + "1"), Status: 204},
			{Name: "another", Request: report(aPDF + "2"), Status: 204},
			{Name: "public now", Request: cv, Status: 200, Want: aPDF + "2"},
			{Name: "two versions", Request: get(documentPath(1)+"versions/", apitest.Staff), Status: 200,
				Want: `[{"number":2,…"uploaded_by":null,…},{"number":1,…}]`},
			{Name: "rename", Request: patchDocument(1, map[string]any{"name": "My CV"}), Status: 200, Want: `{…"name":"My CV",…}`},
			{Name: "no other file", Request: replaceFile(1, "own.pdf", aPDF), Status: 400,
				Want: `{"file":["This document is made from your content. Upload your own file as another document."]}`},
			{Name: "bring back", Request: asStaff("POST", versionPath(1, 1)+"restore/", nil), Status: 200, Want: `{…"version":3,…}`},
			{Name: "the content is the same", Request: report(aPDF + "2"), Status: 204},
			{Name: "still brought back", Request: cv, Status: 200, Want: aPDF + twoPages + "1"},
			{Name: "the content is another", Request: report(aPDF + "3"), Status: 204},
			{Name: "made again", Request: cv, Status: 200, Want: aPDF + "3"},
			{Name: "such letters again", Request: report(""), Status: 204},
			{Name: "not drawn again", Request: sources, Status: 200, Want: `{"state":"undrawn","from_content":1,…}`},
			{Name: "the one before", Request: cv, Status: 200, Want: aPDF + "3"},
			{Name: "the letters are gone", Request: report(aPDF + "3"), Status: 204},
			{Name: "drawn", Request: sources, Status: 200, Want: `{"state":"current",…}`},
			{Name: "with its own name", Request: get(currentCVPath, apitest.Anonymous), Status: 200, Want: `{…"name":"My CV"}`},
		})
		checkStored(t, site, 4)
		made, _, err := site.App.Audit.List(t.Context(), audit.Filter{Kind: audit.Document})
		check(t, err == nil && len(made) == 6, "%+v, %v", made, err)
	})
}

// A CV remains current when the other kind, uploaded or made from the content, is added.
func TestStaffChooseTheCV(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		addDocument(t, site, map[string]string{"name": "Own", "is_current": "on"}, "own.pdf", aPDF+"own")
		expect(t, site, 204, makeFromContent)
		expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+"1"), reportBuild(t, site, 1))
		cv, sources := get("/cv-download", apitest.Anonymous), get(fromContentPath, apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "the own one", Request: cv, Status: 200, Want: aPDF + "own"},
			{Name: "both", Request: sources, Status: 200, Want: `{"state":"current","from_content":2,"own":1,"changed_entries":0,"audiences":[]}`},
			{Name: "choose", Request: patchDocument(2, map[string]any{"is_current": true}), Status: 200, Want: `{…}`},
			{Name: "made from the content", Request: cv, Status: 200, Want: aPDF + "1"},
		})
		site.Clock.Advance(time.Minute)
		const job = "cv/experience/tidewater.md"
		expect(t, site, 200, saveDraft(job, "# Another\n", 0, 0))
		expect(t, site, 201, publishDrafts(nil, draftOf(job, 1)))
		site.Run(t, []apitest.Scenario{
			{Name: "older than the texts", Request: sources, Status: 200, Want: `{"state":"waiting","from_content":2,"own":1,"changed_entries":1,"audiences":[]}`},
		})
		addDocument(t, site, map[string]string{"name": "Newer", "is_current": "on"}, "newer.pdf", aPDF+"newer")
		site.Run(t, []apitest.Scenario{
			{Name: "an upload is current", Request: cv, Status: 200, Want: aPDF + "newer"},
			{Name: "and newer", Request: sources, Status: 200, Want: `{…"own":3,"changed_entries":0,"audiences":[]}`},
		})
	})
}

func TestADeletedDocumentIsNoLongerMadeFromTheContent(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		cv := get("/cv-download", apitest.Anonymous)
		expect(t, site, 204, makeFromContent)
		expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+"1"))
		first := trashed(t, site, documentPath(1))
		expect(t, site, 303, cv)
		expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+"2"))
		restore(t, site, first)
		expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+"2"))
		site.Run(t, []apitest.Scenario{{Name: "it is updated again", Request: cv, Status: 200, Want: aPDF + "2"}})

		first = trashed(t, site, documentPath(1))
		expect(t, site, 204, makeFromContent)
		notes := restore(t, site, first).Notes
		if strings.Join(notes, "; ") != "Another document is made from your content now, so this one is no longer updated." {
			t.Errorf("%q", notes)
		}
		expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+"3"))
		site.Run(t, []apitest.Scenario{
			{Name: "the restored one is still current", Request: cv, Status: 200, Want: aPDF + "2"},
			{Name: "the other one is made", Request: get(fromContentPath, apitest.Staff), Status: 200, Want: `{"state":"current","from_content":2,"own":1,…}`},
		})
	})
}

// Of the versions that builds made, the newest 20 remain, and those that staff restored.
func TestOldVersionsOfTheCVFromTheContentAreDeleted(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		made := func(first, last int) {
			t.Helper()
			for i := first; i <= last; i++ {
				expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+strconv.Itoa(i)))
			}
		}
		expect(t, site, 204, makeFromContent)
		made(1, 3)
		expect(t, site, 200, asStaff("POST", versionPath(1, 2)+"restore/", nil)) // as version 4
		expect(t, site, 204, remove(versionPath(1, 1)))
		made(5, 22)
		all := listVersions(t, site, 1)
		check(t, len(all) == 21 && all[20].Number == 2, "%+v", all)
		made(23, 24)
		all = listVersions(t, site, 1)
		check(t, len(all) == 21 && all[0].Number == 24 && all[19].Number == 5 && all[20].Number == 4, "%+v", all)
		checkStored(t, site, 21)
		site.Run(t, []apitest.Scenario{
			{Name: "restored", Request: get(*all[20].DownloadURL, apitest.Anonymous), Status: 200, Want: aPDF + "2"},
			{Name: "deleted", Request: asStaff("POST", versionPath(1, 3)+"restore/", nil), Status: 404, Want: `{…}`},
		})
	})
}

func TestBuildsAtOnceMakeOneVersion(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 204, makeFromContent)
		request := reportCV(t, site, "Ann CV.pdf", aPDF+"1")
		expect(t, site, 204, request, request, request) // at once
		all := listVersions(t, site, 1)
		check(t, len(all) == 1, "%+v", all)
		checkStored(t, site, 1)
	})
}

// A build that fails keeps the document.
func TestAFailedBuildOfTheCVIsShown(t *testing.T) {
	service := startBuildService(t)
	site := apitest.StartWith(t, apitest.Settings{"BUILD_HOOK_URL": service.URL})
	want := func(state string) {
		t.Helper()
		var sources struct{ State string }
		site.Await(t, state, func() bool {
			site.Do(t, get(fromContentPath, apitest.Staff)).Decode(t, &sources)
			return sources.State == state
		})
	}
	want("none")
	service.answer(http.StatusNotFound)
	expect(t, site, 204, makeFromContent)
	want("failed")
	service.answer(http.StatusCreated)
	expect(t, site, 204, makeFromContent)
	want("updating")
	expect(t, site, 204, asBuild(t, site, report("", fmt.Sprintf(`{"state":"error","message":%q}`, "no title"))))
	want("failed")
	expect(t, site, 204, reportCV(t, site, "Ann CV.pdf", aPDF+"1"))
	want("current")
}

// Staff may delete the category CV, and its documents with it or not. Asking for the CV from the content again makes one that
// visitors get.
func TestACVIsMadeFromTheContentAfterItsCategoryWasDeleted(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		categories, cv := "/api/documents/categories/", get("/cv-download", apitest.Anonymous)
		var list []struct{ ID int64 }
		site.Do(t, get(categories, apitest.Staff)).Decode(t, &list)
		expect(t, site, 204, remove(fmt.Sprintf("%s%d/", categories, list[0].ID)))
		expect(t, site, 204, makeFromContent)
		expect(t, site, 204, reportCV(t, site, "Ann Vega CV.pdf", aPDF+"1"))
		expect(t, site, 200, cv)

		site.Do(t, get(categories, apitest.Staff)).Decode(t, &list)
		expect(t, site, 204, remove(fmt.Sprintf("%s%d/", categories, list[0].ID)))
		expect(t, site, 303, cv)
		expect(t, site, 204, makeFromContent)
		expect(t, site, 200, cv)
	})
}
