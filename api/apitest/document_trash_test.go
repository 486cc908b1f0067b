package apitest_test

import (
	"strings"
	"testing"

	"portfolio/api/apitest"
)

func (d document) path() string { return documentPath(d.ID) }

func TestADeletedDocumentComesBackAsItWas(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "on"}, "1.pdf", aPDF+"1")
		expect(t, site, 200, replaceFile(cv.ID, "2.pdf", aPDF+"2"))
		expect(t, site, 200, replaceFile(cv.ID, "3.pdf", aPDF+"3"))
		expect(t, site, 204, remove(versionPath(cv.ID, 2)))
		public := get(cv.DownloadURL, apitest.Anonymous)
		first := get(*listVersions(t, site, cv.ID)[2].DownloadURL, apitest.Anonymous)
		before := site.Do(t, get(documentsPath, apitest.Staff)).Body

		item := trashed(t, site, cv.path())
		expect(t, site, 404, public, first, get(documentPath(cv.ID)+"versions/", apitest.Staff))
		expect(t, site, 303, get("/cv-download", apitest.Anonymous))
		if items := listTrash(t, site, "?kind=document"); len(items) != 1 || items[0].Name != "CV" || items[0].OriginalID != cv.ID {
			t.Fatalf("%+v", items)
		}
		checkStored(t, site, 2)
		notes := restore(t, site, item).Notes
		check(t, len(notes) == 0, "it has changed: %q", notes)
		equal(t, site.Do(t, get(documentsPath, apitest.Staff)).Body, before, "restored")
		site.Run(t, []apitest.Scenario{
			{Name: "its file", Request: public, Status: 200, Want: aPDF + "3"},
			{Name: "the former one", Request: first, Status: 200, Want: aPDF + "1"},
			{Name: "the versions", Request: get(documentPath(cv.ID)+"versions/", apitest.Staff), Status: 200,
				Want: `[{"number":3,…"3.pdf",…},{"number":2,…"2.pdf",…"download_url":null},{"number":1,…"1.pdf",…/versions/1/…}]`},
		})
		expect(t, site, 404, asStaff("POST", item+"restore/", nil))
	})
}

// A document that replaced a deleted one as the current one remains so when that is restored, and
// the answer says so.
func TestADocumentComesBackToWhatThereIs(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		notes := func(item string, want ...string) {
			t.Helper()
			if got := restore(t, site, item).Notes; strings.Join(got, "; ") != strings.Join(want, "; ") {
				t.Errorf("got: %q\nwant: %q", got, want)
			}
		}
		old := addDocument(t, site, map[string]string{"name": "Old", "is_current": "on"}, "a.pdf", aPDF+"1")
		item := trashed(t, site, old.path())
		next := addDocument(t, site, map[string]string{"name": "New", "is_current": "on"}, "b.pdf", aPDF+"2")
		notes(item, "“New” is the current document of “CV” by now, so this one is not.")

		category := trashed(t, site, categoriesPath+"1/")
		expect(t, site, 303, get("/cv-download", apitest.Anonymous))
		item = trashed(t, site, old.path())
		notes(item, "Its category “CV” is in the trash: the document is in none until that is restored.")
		if current := currentByCategory(t, site); len(current) != 0 {
			t.Errorf("in a category that is in the trash: %v", current)
		}
		item = trashed(t, site, next.path())
		notes(category)
		notes(item)
		if current := currentByCategory(t, site); current[1] != 1 {
			t.Errorf("the current document came back as another: %v", current)
		}

		category = trashed(t, site, categoriesPath+"1/")
		notes(category)
		if current := currentByCategory(t, site); current[1] != 1 {
			t.Errorf("the category came back without its current document: %v", current)
		}
		expect(t, site, 200, get("/cv-download", apitest.Anonymous))

		item = trashed(t, site, next.path())
		category = trashed(t, site, categoriesPath+"1/")
		notes(item, "Its category “CV” is in the trash: the document is in none until that is restored.")
		expect(t, site, 201, asStaff("POST", categoriesPath, map[string]string{"name": "cv"}))
		site.Run(t, []apitest.Scenario{{Name: "its name is taken", Request: asStaff("POST", category+"restore/", nil), Status: 409,
			Want: `{"detail":"Something else now has its name or place. Rename or move that first."}`}})
	})
}
