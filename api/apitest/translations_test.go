package apitest_test

import (
	"testing"
	"time"

	"portfolio/api/apitest"
)

// translate saves a draft of a translation of a version, nil for the live one at its publication.
func translate(path string, text any, base, revision int, translates any) apitest.Request {
	request := saveDraft(path, text, base, revision)
	request.JSON.(map[string]any)["translates"] = translates
	return request
}

// A translation is behind once its original has another text than the version that it translates.
func TestATranslationIsBehindItsOriginal(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		files := func(want string) apitest.Scenario {
			return apitest.Scenario{Name: "files " + want, Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: want}
		}
		overview := func(want string) apitest.Scenario {
			return apitest.Scenario{Name: "overview " + want, Request: get("/api/dashboard/", apitest.Staff), Status: 200, Want: `{…"translations_behind":` + want + `,…`}
		}
		rows := []apitest.Scenario{
			{Name: "no such original", Request: translate("nl/about.md", "# Over\n", 0, 0, 77), Status: 400,
				Want: `{"translates":["Invalid pk \"77\" - object does not exist."]}`},
			{Name: "no translation", Request: translate("cv/profile.md", "# CV\n", 0, 0, aboutFile), Status: 400,
				Want: `{"translates":["Only a translation has an original. Its path begins with a language, such as nl/about.md."]}`},
			{Name: "no language", Request: translate("NL/about.md", "# Over\n", 0, 0, nil), Status: 400, Want: `{"path":[…`},
			{Name: "translate", Request: translate("nl/about.md", "# Over\n", 0, 0, aboutFile), Status: 200, Want: `{…"translates":1}`},
			{Name: "go on", Request: saveDraft("nl/about.md", "# Over mij\n", 0, 1), Status: 200, Want: `{…"revision":2,…"translates":1}`},
			{Name: "draft of another text", Request: saveDraft("terms.md", "# Rules\n", termsFile, 0), Status: 200, Want: `{…"translates":null}`},
			{Name: "publish one language", Request: publishDrafts(nil, draftOf("nl/about.md", 2)), Status: 201,
				Want: `{"id":2,…"edits":[{"path":"nl/about.md","title":"nl/about.md","removed":false}]}`},
			files(`{"files":[{"path":"about.md","published":{"version":1,…"translates":null},…},` +
				`{"path":"nl/about.md","published":{"version":3,…"translates":1},"scheduled":null,"draft":null,"conflict":false,"behind":false},` +
				`{"path":"terms.md","published":{"version":2,…},"scheduled":null,"draft":{"text":"# Rules\n",…`),
			overview(`[]`),
			{Name: "change the original", Request: saveDraft("about.md", "# About me\n", aboutFile, 0), Status: 200, Want: `{…}`},
			{Name: "publish it", Request: publishDrafts(nil, draftOf("about.md", 1)), Status: 201, Want: `{"id":3,…`},
			files(`{"files":[{"path":"about.md",…"behind":false},{"path":"nl/about.md",…"behind":true},…`),
			overview(`[{"language":"nl","count":1}]`),
			{Name: "correct the translation", Request: saveDraft("nl/about.md", "# Over mijzelf\n", 3, 0), Status: 200, Want: `{…"translates":1}`},
			{Name: "publish it", Request: publishDrafts(nil, draftOf("nl/about.md", 3)), Status: 201, Want: `{"id":4,…`},
			overview(`[{"language":"nl","count":1}]`),
			{Name: "begin another draft", Request: saveDraft("nl/about.md", "# Ik\n", 5, 0), Status: 200, Want: `{…"revision":4,…"translates":1}`},
			{Name: "mark", Request: markUpToDate("nl/about.md"), Status: 200,
				Want: `{"path":"nl/about.md","published":{"version":5,…"translates":4},"scheduled":null,"draft":{…"translates":4},"conflict":false,"behind":false}`},
			overview(`[]`),
			{Name: "restore the original", Request: saveDraft("about.md", "# About\n", 4, 0), Status: 200, Want: `{…"revision":2,…`},
			{Name: "publish it", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201, Want: `{"id":5,…`},
			overview(`[{"language":"nl","count":1}]`),
			{Name: "and change it back", Request: saveDraft("about.md", "# About me\n", 6, 0), Status: 200, Want: `{…"revision":3,…`},
			{Name: "publish both", Request: publishDrafts(nil, draftOf("about.md", 3)), Status: 201, Want: `{"id":6,…`},
			overview(`[]`), // the text of the version that was marked
			{Name: "history of the original", Request: get(historyPath+"?path=about.md", apitest.Staff), Status: 200,
				Want: `[{…"version":7},{…"version":6},{…"text":"# About me\n",…"version":4},{…"version":1}]`},
			{Name: "no original", Request: markUpToDate("nl/terms/x.md"), Status: 404, Want: `{…}`},
			{Name: "no translation", Request: markUpToDate("about.md"), Status: 404, Want: `{…}`},
			{Name: "not translated", Request: markUpToDate("nl/terms.md"), Status: 404, Want: `{…}`},
			{Name: "remove the translation", Request: saveDraft("nl/about.md", nil, 5, 4), Status: 200, Want: `{…"text":null,…`},
			{Name: "publish it", Request: publishDrafts(nil, titled(draftOf("nl/about.md", 5), "Over")), Status: 201, Want: `{"id":7,…`},
			overview(`[]`),
		}
		for i := range rows {
			site.Run(t, rows[i:i+1])
			site.Clock.Advance(time.Second)
		}
		var trash []struct{ ID, Name string }
		site.Do(t, get(trashPath, apitest.Staff)).Decode(t, &trash)
		equal(t, trash[0].Name, "Over", "the removed translation in the trash")
		expect(t, site, 200, asStaff("POST", trashPath+trash[0].ID+"/restore/", nil))
		site.Run(t, []apitest.Scenario{files(`{…{"path":"nl/about.md",…"draft":{"text":"# Over mijzelf\n",…"translates":4},…`)})
	})
}

// The path of a file names its original: that of the same import, or the published one.
func TestAnImportedTranslationIsOfTheOriginalBesideIt(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		texts := map[string]string{"about.md": "# About\n", "nl/about.md": "# Over\n", "pt-BR/about.md": "# Sobre\n", "xx/about.md": "# ?\n"}
		expect(t, site, 200, importFiles(t, site, texts))
		site.Clock.Advance(time.Second)
		texts["about.md"], texts["nl/about.md"] = "# About me\n", "![Een kraan](photos/crane-7.jpg)\n"
		expect(t, site, 200, importFiles(t, site, texts))
		site.Run(t, []apitest.Scenario{
			{Name: "files", Request: get(contentFilesPath, apitest.Staff), Status: 200,
				Want: `{"files":[{"path":"about.md","published":{"version":5,…},{"path":"nl/about.md","published":{"version":6,…"translates":5},…"behind":false},` +
					`{"path":"pt-BR/about.md","published":{"version":3,…"translates":1},…"behind":true},{"path":"xx/about.md",…`},
			{Name: "overview", Request: get("/api/dashboard/", apitest.Staff), Status: 200,
				Want: `{…"translations_behind":[{"language":"pt-BR","count":1},{"language":"xx","count":1}],…`},
			{Name: "published", Request: asBuild(t, site, get(publishedPath, apitest.Anonymous)), Status: 200,
				Want: `{"publications":2,"files":{"about.md":"# About me\n","nl/about.md":"![Een kraan](photos/crane-7.jpg)\n","pt-BR/about.md":"# Sobre\n",…"images":{"7":"/api/content/images/7/"}}`},
		})
	})
}
