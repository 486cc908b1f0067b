package apitest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/documents"
)

// audiencesOf returns the CVs for an audience that staff see.
func audiencesOf(t *testing.T, site *apitest.Site) []documents.AudienceCV {
	t.Helper()
	var sources struct{ Audiences []documents.AudienceCV }
	site.Do(t, get(fromContentPath, apitest.Staff)).Decode(t, &sources)
	return sources.Audiences
}

// The CV for an audience is a document that publications alone change, and that no list or public answer has.
func TestTheCVForAnAudienceFollowsTheContent(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		report := func(audiences ...audienceCV) apitest.Request {
			return reportCVs(t, site, "Ann CV.pdf", aPDF, audiences...)
		}
		want := func(want string) {
			t.Helper()
			var got []string
			for _, cv := range audiencesOf(t, site) {
				line, err := json.Marshal([]any{cv.Slug, cv.Title, cv.Document, cv.Pages, cv.Bytes > 0, cv.UpdatedAt != nil, cv.Undrawn})
				noError(t, err)
				got = append(got, string(line))
			}
			equal(t, strings.Join(got, ""), want, "the CVs")
		}
		versions := func(id int64, want int) {
			t.Helper()
			all := listVersions(t, site, id)
			check(t, len(all) == want && all[0].FileName == "Ann CV.pdf", "%+v", all)
		}
		const onePage = aPDF + "<<\n/Type /Page\n>>"
		want("")
		expect(t, site, 204, report(audienceCV{"cto", "Interim CTO", ""}))
		want(`["cto","Interim CTO",null,0,false,false,true]`)
		expect(t, site, 204, report(audienceCV{"cto", "Interim CTO", onePage}, audienceCV{"board", "Board", aPDF + "b"}))
		want(`["board","Board",2,0,true,true,false]["cto","Interim CTO",1,1,true,true,false]`)
		versions(1, 1)

		// Staff alone see it, and cannot make it public.
		site.Run(t, []apitest.Scenario{
			{Name: "not listed", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[]`},
			{Name: "not counted", Request: get(dashboardPath, apitest.Staff), Status: 200, Want: `{…"documents":0,…}`},
			{Name: "not the CV", Request: get(fromContentPath, apitest.Staff), Status: 200, Want: `{"state":"none","from_content":null,"own":null,…}`},
			{Name: "nor for visitors", Request: get(currentCVPath, apitest.Anonymous), Status: 200, Want: `{"download_url":null,"name":null}`},
			{Name: "no download", Request: get("/cv-download", apitest.Anonymous), Status: 303, Want: ""},
			{Name: "not by its ID", Request: get(documentPath(1)+"download/", apitest.Anonymous), Status: 404, Want: `{…}`},
			{Name: "nor for users", Request: get(documentPath(1)+"download/", apitest.User), Status: 404, Want: `{…}`},
			{Name: "nor its version", Request: get(versionPath(1, 1)+"download/", apitest.User), Status: 404, Want: `{…}`},
			{Name: "no versions for users", Request: get(documentPath(1)+"versions/", apitest.User), Status: 403, Want: `{…}`},
			{Name: "no change", Request: patchDocument(1, map[string]any{"category": 1, "is_current": true}), Status: 409,
				Want: `{"detail":"This CV is made from your content. Change or delete its file there."}`},
			{Name: "no other file", Request: replaceFile(1, "own.pdf", aPDF), Status: 409, Want: `{…}`},
			{Name: "no deletion", Request: remove(documentPath(1)), Status: 409, Want: `{…}`},
			{Name: "a download for staff", Request: get(*listVersions(t, site, 1)[0].DownloadURL, apitest.Anonymous), Status: 200, Want: onePage},
		})

		// A publication makes a version if the PDF changed. A title is not in it.
		board := audienceCV{"board", "Board", aPDF + "b"}
		expect(t, site, 204, report(audienceCV{"cto", "CTO", onePage}, board))
		want(`["board","Board",2,0,true,true,false]["cto","CTO",1,1,true,true,false]`)
		versions(1, 1)
		expect(t, site, 204, report(audienceCV{"cto", "CTO", onePage + onePage}, board))
		want(`["board","Board",2,0,true,true,false]["cto","CTO",1,2,true,true,false]`)
		versions(1, 2)
		expect(t, site, 204, report(audienceCV{"cto", "CTO", ""}, board))
		want(`["board","Board",2,0,true,true,false]["cto","CTO",1,2,true,true,true]`)
		expect(t, site, 204, report(audienceCV{"cto", "CTO", onePage + onePage}, board))
		versions(1, 2)
		versions(2, 1)

		// The public CV is another document.
		expect(t, site, 204, makeFromContent)
		expect(t, site, 204, report(board))
		want(`["board","Board",2,0,true,true,false]`)
		site.Run(t, []apitest.Scenario{
			{Name: "the CV", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[{"id":3,"name":"Ann CV",…"is_current":true,…}]`},
		})

		// The one without a file is in the trash, and comes back as a usual document.
		site.Run(t, []apitest.Scenario{
			{Name: "gone", Request: get(documentPath(1)+"versions/", apitest.Staff), Status: 404, Want: `{…}`},
		})
		expect(t, site, 204, report(board, audienceCV{"cto", "CTO", onePage}))
		want(`["board","Board",2,0,true,true,false]["cto","CTO",4,1,true,true,false]`)
		restore(t, site, trashPath+"document-1/")
		site.Run(t, []apitest.Scenario{
			{Name: "restored", Request: get(documentsPath, apitest.Staff), Status: 200,
				Want: `[{"id":3,…},{"id":1,"name":"CV: CTO",…"category":null,…"is_current":false,…"from_content":false}]`},
			{Name: "its name", Request: patchDocument(1, map[string]any{"name": "Old"}), Status: 200, Want: `{…}`},
		})
		want(`["board","Board",2,0,true,true,false]["cto","CTO",4,1,true,true,false]`)
		expect(t, site, 204, report())
		want("")
		expect(t, site, 204, report(audienceCV{"cto", strings.Repeat("C", 1000), ""}))
		expect(t, site, 204, report())
		want("")
		site.Run(t, []apitest.Scenario{
			{Name: "wrong fields", Request: report(audienceCV{"", "CTO", "MZ"}), Status: 400,
				Want: `{"audiences":["Not a PDF.","This field may not be blank."]}`},
		})
		checkStored(t, site, 5)
	})
}
