package apitest_test

import (
	"testing"
	"time"

	"portfolio/api/apitest"
)

const listedAbout = `[{"id":"text-3","kind":"text",…"name":"About us",…}]`

func TestAPublishedRemovalIsInTheTrash(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		restore := asStaff("POST", trashPath+"text-3/restore/", nil)
		list := get(trashPath, apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "delete", Request: saveDraft("about.md", nil, newest, 0), Status: 200, Want: `{…"revision":1,…`},
			{Name: "a draft is not in the trash", Request: list, Status: 200, Want: `[]`},
			{Name: "publish", Request: publishDrafts(nil, titled(draftOf("about.md", 1), "About us")), Status: 201, Want: `{…`},
			{Name: "listed", Request: list, Status: 200, Want: listedAbout},
			{Name: "restore", Request: restore, Status: 200, Want: `{"kind":"text",…"name":"About us","notes":["It is a draft until you publish it."]}`},
			{Name: "not listed any more", Request: list, Status: 200, Want: `[]`},
			{Name: "a draft", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{…"draft":{"text":"# About\n",…"revision":2,…`},
			{Name: "discard", Request: discardDrafts(draftOf("about.md", 2)), Status: 204},
			{Name: "listed again", Request: list, Status: 200, Want: listedAbout},
			{Name: "write another one", Request: saveDraft("about.md", "# Other\n", newest, 0), Status: 200, Want: `{…"revision":3,…`},
			{Name: "its place is taken", Request: restore, Status: 404, Want: `{…`},
			{Name: "publish the other one", Request: publishDrafts(nil, draftOf("about.md", 3)), Status: 201, Want: `{…`},
			{Name: "replaced", Request: list, Status: 200, Want: `[]`},
			{Name: "delete the other one", Request: saveDraft("about.md", nil, newest, 0), Status: 200, Want: `{…"revision":4,…`},
			{Name: "publish its removal", Request: publishDrafts(nil, draftOf("about.md", 4)), Status: 201, Want: `{…`},
			{Name: "delete forever", Request: remove(trashPath + "text-5/"), Status: 204},
			{Name: "no former text is left", Request: get(historyPath+"?path=about.md", apitest.Staff), Status: 200,
				Want: `[{"kind":"published","text":null,…},{"kind":"file","text":"# About\n",…}]`},
		})
	})
}

func TestAMovedTextIsNotInTheTrash(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		moved := draftOf("about.md", 1)
		moved["moved"] = true
		site.Run(t, []apitest.Scenario{
			{Name: "at the new path", Request: saveDraft("me.md", "# About\n", 0, 0), Status: 200, Want: `{…"revision":1,…`},
			{Name: "no longer at the former", Request: saveDraft("about.md", nil, newest, 0), Status: 200, Want: `{…"revision":1,…`},
			{Name: "publish", Request: publishDrafts(nil, draftOf("me.md", 1), moved), Status: 201, Want: `{…`},
			{Name: "the trash", Request: get(trashPath, apitest.Staff), Status: 200, Want: `[]`},
		})
	})
}

func TestAScheduledRemovalIsInTheTrashFromItsTime(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		at := site.Clock.Now().Add(time.Minute)
		expect(t, site, 200, saveDraft("about.md", nil, newest, 0))
		expect(t, site, 201, publishDrafts(&at, titled(draftOf("about.md", 1), "About us")))
		list := get(trashPath, apitest.Staff)
		site.Run(t, []apitest.Scenario{{Name: "before", Request: list, Status: 200, Want: `[]`}})
		site.Clock.Advance(2 * time.Minute)
		noError(t, site.App.Content.AnnounceDue(t.Context()))
		site.Run(t, []apitest.Scenario{{Name: "after", Request: list, Status: 200, Want: listedAbout}})
	})
}

func TestAScheduledPublicationIsCancelled(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		at := site.Clock.Now().Add(time.Minute)
		expect(t, site, 200, saveDraft("about.md", "# Later\n", newest, 0))
		expect(t, site, 201, publishDrafts(&at, draftOf("about.md", 1)))
		cancel := remove(publicationListPath + "2/")
		history := get(historyPath+"?path=about.md", apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "in the history", Request: history, Status: 200, Want: `[{"kind":"scheduled","text":"# Later\n",…"publication":2,…},{"kind":"file",…`},
			{Name: "cancel", Request: cancel, Status: 204},
			{Name: "a draft again", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{…"scheduled":null,"draft":{"text":"# Later\n",…"revision":2,…`},
			{Name: "again", Request: cancel, Status: 404, Want: `{…`},
		})
		// Its time comes and nothing is published.
		pages := site.Do(t, get(publishingPath, apitest.Staff)).Body
		site.Clock.Advance(2 * time.Minute)
		noError(t, site.App.Content.AnnounceDue(t.Context()))
		site.Run(t, []apitest.Scenario{
			{Name: "the pages", Request: get(publishingPath, apitest.Staff), Status: 200, Want: pages},
			{Name: "the former text", Request: history, Status: 200, Want: `[{"kind":"replaced","text":"# Later\n",…},{"kind":"file",…`},
			{Name: "publish it now", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201, Want: `{"id":3,…`},
			{Name: "too late", Request: remove(publicationListPath + "3/"), Status: 409,
				Want: `{"detail":"This is published already. Restore an earlier version from the history instead."}`},
		})
	})
}
