package apitest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/storedfiles"
)

func (d document) path() string { return documentPath(d.ID) }

func TestADeletedDocumentComesBackAsItWas(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "on"}, "1.pdf", aPDF+"1")
		expect(t, site, 200, replaceFile(cv.ID, "2.pdf", aPDF+"2"))
		expect(t, site, 200, replaceFile(cv.ID, "3.pdf", aPDF+"3"))
		expect(t, site, 204, remove(versionPath(cv.ID, 2)))
		public := apitest.Request{Method: "GET", Path: cv.DownloadURL}
		first := apitest.Request{Method: "GET", Path: *listVersions(t, site, cv.ID)[2].DownloadURL}
		before := site.Do(t, get(documentsPath, apitest.Staff)).Body

		item := trashed(t, site, cv.path())
		expect(t, site, 404, public, first, get(documentPath(cv.ID)+"versions/", apitest.Staff))
		expect(t, site, 303, get("/cv-download", apitest.Anonymous))
		if items := listTrash(t, site, "?kind=document"); len(items) != 1 || items[0].Name != "CV" || items[0].FormerID != cv.ID {
			t.Fatalf("%+v", items)
		}
		if removed, err := site.App.Files.Collect(t.Context(), storedfiles.UploadLease); err != nil || removed > 1 {
			t.Errorf("%d files were removed, %v: more than that of the version that was deleted for good", removed, err)
		}
		if notes := restore(t, site, item).Notes; len(notes) != 0 {
			t.Errorf("it is not as it was: %q", notes)
		}
		if after := site.Do(t, get(documentsPath, apitest.Staff)).Body; after != before {
			t.Errorf("restored:\n%s\nwas:\n%s", after, before)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "its file", Request: public, Status: 200, Want: aPDF + "3"},
			{Name: "the former one", Request: first, Status: 200, Want: aPDF + "1"},
			{Name: "the versions", Request: get(documentPath(cv.ID)+"versions/", apitest.Staff), Status: 200,
				Want: `[{"number":3,…"3.pdf",…},{"number":2,…"2.pdf",…"download_url":null},{"number":1,…"1.pdf",…/versions/1/…}]`},
		})
		expect(t, site, 404, apitest.Request{Method: "POST", Path: item + "restore/", As: apitest.Staff})
	})
}

// What has taken the place of a document meanwhile stays there, and whoever restores the document is told.
func TestADocumentComesBackToWhatThereIs(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		notes := func(item string, want ...string) {
			t.Helper()
			if got := restore(t, site, item).Notes; strings.Join(got, "; ") != strings.Join(want, "; ") {
				t.Errorf("it is said: %q\nwant: %q", got, want)
			}
		}
		old := addDocument(t, site, map[string]string{"name": "Old", "is_current": "on"}, "a.pdf", aPDF+"1")
		item := trashed(t, site, old.path())
		next := addDocument(t, site, map[string]string{"name": "New", "is_current": "on"}, "b.pdf", aPDF+"2")
		notes(item, "“New” is the current document of “CV” by now, so this one is not.")

		category := trashed(t, site, categoriesPath+"1/")
		expect(t, site, 303, get("/cv-download", apitest.Anonymous))
		item = trashed(t, site, old.path())
		notes(item)
		item = trashed(t, site, next.path())
		notes(category, "Not in it again: 1 of its 2 documents, which were deleted or are in another category.")
		notes(item)
		if current := currentByCategory(t, site); len(current) != 0 {
			t.Errorf("of a document that was in no category when it was deleted: %v", current)
		}

		expect(t, site, 200, patchDocument(next.ID, map[string]any{"category": 1, "is_current": true}))
		category = trashed(t, site, categoriesPath+"1/")
		notes(category)
		if current := currentByCategory(t, site); current[1] != 1 {
			t.Errorf("the category came back without its current document: %v", current)
		}
		expect(t, site, 200, get("/cv-download", apitest.Anonymous))

		item = trashed(t, site, next.path())
		category = trashed(t, site, categoriesPath+"1/")
		notes(item, "Its category “CV” is no longer there, so the document is in none.")
		expect(t, site, 201, apitest.Request{Method: "POST", Path: categoriesPath, As: apitest.Staff, JSON: map[string]string{"name": "cv"}})
		site.Run(t, []apitest.Scenario{{Name: "its name is taken", Request: apitest.Request{Method: "POST", Path: category + "restore/", As: apitest.Staff}, Status: 409,
			Want: `{"detail":"Something else has its name or its place by now. Rename or move that, and restore this again."}`}})
	})
}

// What was public stays known when its document is gone for good, and nothing of its files is left.
func TestWhatIsDeletedForGoodLeavesItsName(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "on"}, "1.pdf", aPDF+"1")
		expect(t, site, 200, replaceFile(cv.ID, "2.pdf", aPDF+"2"))
		expect(t, site, 204, remove(trashed(t, site, cv.path())))
		if _, err := site.App.Files.Collect(t.Context(), storedfiles.UploadLease); err != nil {
			t.Fatal(err)
		}
		report, err := site.App.Files.Check(t.Context(), 0, storedfiles.Findings{})
		if err != nil || report.Stored != 0 || report.Used != 0 {
			t.Errorf("%+v, %v", report, err)
		}
		day := get(publicationsPath+"?date="+site.Clock.Now().UTC().Format(time.DateOnly), apitest.Staff)
		site.Run(t, []apitest.Scenario{{Name: "what was public", Request: day, Status: http.StatusOK, Want: fmt.Sprintf(
			`[{"category_name":"CV","document":%d,"document_name":"CV","version":2,…"download_url":null},{…"version":1,…"download_url":null}]`, cv.ID)}})
	})
}
