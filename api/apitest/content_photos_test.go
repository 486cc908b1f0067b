package apitest_test

import (
	"image/color"
	"testing"
	"time"

	"portfolio/api/apitest"
)

const contentPhotosPath = "/api/content/photos/"

// A build reads an image that a text shows in all its pixels, and again only when it is another.
func TestABuildReadsThePhotosThatTextsShow(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		var large apitest.Image
		answer := site.Do(t, upload(map[string]string{"title": "Crane"}, "crane.jpg", jpegOf(t, 4000, 3000, color.White)))
		answer.Decode(t, &large)
		full := site.Do(t, get(large.Image, apitest.Anonymous))
		photo := asBuild(t, site, get(contentPhotosPath+"1/", apitest.Anonymous))
		got := site.Do(t, photo)
		for name, want := range map[string]string{"Content-Type": "image/jpeg", "Content-Length": full.Header.Get("Content-Length"), "ETag": full.Header.Get("ETag"), "Cache-Control": "no-store"} {
			if got.Header.Get(name) != want || want == "" {
				t.Errorf("%s: %q, want %q", name, got.Header.Get(name), want)
			}
		}
		check(t, got.Status == 200 && got.Body == full.Body, "%d, %d bytes", got.Status, len(got.Body))
		photo.Header = map[string]string{"If-None-Match": got.Header.Get("ETag")}
		expect(t, site, 304, photo)
		expect(t, site, 200, patchForm(1, nil, "again.jpg", jpegOf(t, 60, 90, color.Black)))
		expect(t, site, 200, photo)
		expect(t, site, 204, remove(imagePath(1)))
		expect(t, site, 404, photo, asBuild(t, site, get(contentPhotosPath+"7/", "")), asBuild(t, site, get(contentPhotosPath+"x/", "")))
		expect(t, site, 401, get(contentPhotosPath+"1/", apitest.Anonymous), get(contentPhotosPath+"1/", apitest.Staff))
	})
}

// An image is not deleted that a draft or a published text shows.
func TestAPhotoThatATextShowsIsNotDeleted(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		addImage(t, site, map[string]string{"title": "Crane"}, color.White)
		addImage(t, site, map[string]string{"title": "Quay"}, color.Black)
		const job = "cv/experience/tidewater.md"
		const withCrane, withBoth = "# One\n\n![A crane](photos/crane-at-dawn-1.jpg)\n", "![A crane](../../photos/a-1.jpg) ![A quay](<../../photos/b%2D2.jpg>)\n"
		both := map[string]any{"images": []int{1, 2}, "delete": true}
		shown := func(what string) string {
			return `{"detail":"Nothing was deleted, because content shows these photos: ` + what +
				`. Remove them at /content first, and publish that or discard the draft."}`
		}
		kept := func(name, what string) apitest.Scenario {
			return apitest.Scenario{Name: name, Request: remove(imagePath(1)), Status: 409, Want: shown(what)}
		}
		soon := site.Clock.Now().Add(time.Minute)
		site.Run(t, []apitest.Scenario{
			{Name: "save", Request: saveDraft("about.md", withCrane, newest, 0), Status: 200, Want: `{…}`},
			kept("in a draft", "“Crane” in about.md"),
			{Name: "save another", Request: saveDraft(job, withBoth, 0, 0), Status: 200, Want: `{…}`},
			{Name: "one of many", Request: changeImages(both), Status: 409, Want: shown("“Crane” in about.md, " + job + "; “Quay” in " + job)},
			{Name: "many others are changed", Request: changeImages(map[string]any{"images": []int{1, 2}, "append_title": "today"}), Status: 200, Want: `{…}`},
			{Name: "discard", Request: discardDrafts(draftOf(job, 1)), Status: 204, Want: ""},
			{Name: "publish", Request: publishDrafts(nil, draftOf("about.md", 1)), Status: 201, Want: `{…}`},
			kept("in a published text", "“Crane today” in about.md"),
			{Name: "without it", Request: saveDraft("about.md", "# One, not photos/1.jpg\n", newest, 0), Status: 200, Want: `{…}`},
			kept("until that is published", "“Crane today” in about.md"),
			{Name: "publish without it", Request: publishDrafts(nil, draftOf("about.md", 2)), Status: 201, Want: `{…}`},
			{Name: "and with it later", Request: saveDraft("about.md", withCrane, newest, 0), Status: 200, Want: `{…}`},
			{Name: "at a time", Request: publishDrafts(&soon, draftOf("about.md", 3)), Status: 201, Want: `{"id":4,…}`},
			kept("in a scheduled text", "“Crane today” in about.md"),
			{Name: "others go", Request: remove(imagePath(2)), Status: 204, Want: ""},
		})
		site.Clock.Advance(2 * time.Minute)
		expect(t, site, 409, remove(imagePath(1)))
	})
}

// Another image in the place of one that a text shows has the pages built.
func TestThePagesFollowThePhotosThatTextsShow(t *testing.T) {
	settings := apitest.Settings{"BUILD_HOOK_URL": startBuildService(t).URL}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		publishDue(t, site)
		want := func(state string) {
			t.Helper()
			now := publishingStatus(t, site)
			check(t, now.State == state, "%s, not %s", now.State, state)
		}
		publish := func() {
			t.Helper()
			site.Clock.Advance(time.Minute)
			publishDue(t, site)
			want("current")
		}
		for range 3 {
			addImage(t, site, map[string]string{"title": "Crane"}, color.White)
		}
		expect(t, site, 200, saveDraft("about.md", "![A crane](photos/crane-1.jpg)", newest, 0))
		expect(t, site, 201, publishDrafts(nil, draftOf("about.md", 1)))
		publish()
		another := jpegOf(t, 60, 90, color.Black)
		expect(t, site, 200, patch(imagePath(1), map[string]any{"title": "The crane"}))
		expect(t, site, 200, patchForm(2, nil, "again.jpg", another)) // no page shows it
		want("current")
		expect(t, site, 200, patchForm(1, nil, "again.jpg", another))
		want("waiting")
		publish()
		expect(t, site, 200, importFiles(t, site, map[string]string{"terms.md": "![A crane](photos/crane-3.jpg)", "about.md": "# About\n"}))
		publish()
		expect(t, site, 200, patchForm(3, nil, "again.jpg", another))
		want("waiting")
	})
}
