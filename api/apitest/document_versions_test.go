package apitest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/documents"
)

// replaceFile returns the call that gives a document another file.
func replaceFile(id int64, name, content string) apitest.Request {
	form := &apitest.Form{Files: map[string]apitest.File{"file": {Name: name, Content: []byte(content)}}}
	return apitest.Request{Method: "PATCH", Path: documentPath(id), As: apitest.Staff, Form: form}
}

// versionPath returns the path of calls about a version.
func versionPath(id, number int64) string {
	return fmt.Sprintf("%sversions/%d/", documentPath(id), number)
}

func listVersions(t *testing.T, site *apitest.Site, id int64) (all []documents.Version) {
	t.Helper()
	site.Do(t, get(documentPath(id)+"versions/", apitest.Staff)).Decode(t, &all)
	return all
}

func TestADocumentKeepsItsFormerFiles(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		cv := addDocument(t, site, map[string]string{"is_current": "on"}, "2025.pdf", aPDF+"1")
		public := get(cv.DownloadURL, apitest.Anonymous)
		form := replaceFile(cv.ID, "2026.pdf", aPDF+"2")
		form.Form.Fields = map[string]string{"name": "CV 2026"}
		first, second := apitest.Request{Method: "GET"}, apitest.Request{Method: "GET"}
		site.Run(t, []apitest.Scenario{
			{Name: "one version", Request: get(documentPath(cv.ID)+"versions/", apitest.Staff), Status: 200,
				Want: `[{"number":1,"file_name":"2025.pdf","size":36,"uploaded_at":"…Z","uploaded_by":"Some Body","download_url":"…/versions/1/download/?…"}]`},
			{Name: "replace", Request: form, Status: 200, Want: `{…"name":"CV 2026",…"is_current":true,"file_name":"2026.pdf","version":2,…}`},
			{Name: "the same again", Request: form, Status: 200, Want: `{…"version":2,…}`},
			{Name: "public", Request: public, Status: 200, Want: aPDF + "2"},
			{Name: "no PDF", Request: replaceFile(cv.ID, "cv.pdf", "MZ"), Status: 400,
				Want: `{"file":["Upload a PDF, …. The content of this file is not what its name says."]}`},
			{Name: "all wrong", Request: apitest.Request{Method: "PATCH", Path: documentPath(cv.ID), As: apitest.Staff, Form: &apitest.Form{
				Fields: map[string]string{"name": " "}, Files: map[string]apitest.File{"file": {Name: "a.pdf"}}}}, Status: 400,
				Want: `{"file":["The submitted file is empty."],"name":["This field may not be blank."]}`},
			{Name: "no such", Request: replaceFile(99, "cv.pdf", aPDF), Status: 404, Want: `{"detail":"Not found."}`},
		})
		all := listVersions(t, site, cv.ID)
		if len(all) != 2 || all[0].Number != 2 {
			t.Fatalf("the versions are %v", all)
		}
		first.Path, second.Path = *all[1].DownloadURL, *all[0].DownloadURL
		unsigned, _, _ := strings.Cut(first.Path, "?")
		_, other, _ := strings.Cut(second.Path, "?")
		const gone = `{"detail":"Not found."}`
		inUse := `{"detail":"This is the current file. Replace it or restore another version first."}`
		version := func(method string, number int64, call string) apitest.Request {
			return asStaff(method, versionPath(cv.ID, number)+call, nil)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "the former file", Request: first, Status: 200, Want: aPDF + "1", Header: map[string]string{
				"Content-Disposition": `attachment; filename="2025.pdf"`, "Cache-Control": "no-store, no-transform", "Content-Type": "application/pdf"}},
			{Name: "not for visitors", Request: get(unsigned, apitest.Anonymous), Status: 404, Want: gone},
			{Name: "nor by another's signature", Request: get(unsigned+"?"+other, apitest.Anonymous), Status: 404, Want: gone},
			{Name: "restore the current version", Request: version("POST", 2, "restore/"), Status: 200, Want: `{…"version":2,…}`},
			{Name: "bring back", Request: version("POST", 1, "restore/"), Status: 200, Want: `{…"file_name":"2025.pdf","version":3,…}`},
			{Name: "public again", Request: public, Status: 200, Want: aPDF + "1"},
			{Name: "nothing is lost", Request: second, Status: 200, Want: aPDF + "2"},
			{Name: "not the own file", Request: version("DELETE", 3, ""), Status: 409, Want: inUse},
			{Name: "for good", Request: version("DELETE", 2, ""), Status: 204, Want: ""},
			{Name: "again", Request: version("DELETE", 2, ""), Status: 404, Want: gone},
			{Name: "not back", Request: version("POST", 2, "restore/"), Status: 404, Want: gone},
			{Name: "gone", Request: second, Status: 404, Want: gone},
			{Name: "delete the copied version", Request: version("DELETE", 1, ""), Status: 204, Want: ""},
			{Name: "public still", Request: public, Status: 200, Want: aPDF + "1"},
			{Name: "uploader and time are kept", Request: get(documentPath(cv.ID)+"versions/", apitest.Staff), Status: 200,
				Want: `[{"number":3,…},{"number":2,"file_name":"2026.pdf","size":null,…"uploaded_by":"Some Body","download_url":null},{"number":1,…"download_url":null}]`},
		})
		current := listVersions(t, site, cv.ID)[0]
		site.Clock.Advance(16 * time.Minute)
		site.Run(t, []apitest.Scenario{{Name: "expired", Request: get(*current.DownloadURL, apitest.Anonymous), Status: 403,
			Want: `{"detail":"This link has expired. Reload the page to get a new one."}`}})
	})
}
