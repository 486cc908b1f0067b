package apitest_test

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
)

const contentPhotosPath = "/api/content/images/"

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

// The pages are built at once when a photo that a text shows is replaced or deleted, alone or with others, and when a
// replaced file returns.
func TestThePagesFollowThePhotosThatTextsShow(t *testing.T) {
	service := startBuildService(t)
	apitest.AnyWith(t, apitest.Settings{"BUILD_HOOK_URL": service.URL}, func(t *testing.T, site *apitest.Site) {
		contentSite(t, site)
		publishDue(t, site)
		before := service.times()
		builds := func(name string, want int) {
			t.Helper()
			publishDue(t, site)
			now := publishingStatus(t, site)
			check(t, service.times() == before+want && now.State == "current", "%s: %s, %d builds", name, now.State, service.times()-before)
			before = service.times()
			site.Clock.Advance(20 * time.Second)
		}
		for range 4 {
			addImage(t, site, map[string]string{"title": "Crane"}, color.White)
		}
		const text = "![A crane](photos/crane-1.jpg) ![A quay](<photos/b%2D4.jpg>)"
		expect(t, site, 200, saveDraft("about.md", text, aboutFile, 0))
		expect(t, site, 201, publishDrafts(nil, draftOf("about.md", 1)))
		builds("published", 1)
		another := jpegOf(t, 60, 90, color.Black)
		expect(t, site, 200, patch(imagePath(1), map[string]any{"title": "The crane"}))
		expect(t, site, 200, patchForm(2, nil, "again.jpg", another))
		builds("no page shows it", 0)
		expect(t, site, 200, patchForm(1, nil, "again.jpg", another))
		builds("replaced", 1)
		restore(t, site, trashPath+"image_file-2/")
		builds("restored", 1)
		expect(t, site, 200, importFiles(t, site, map[string]string{"about.md": "# About\n", "terms.md": "![A crane](photos/crane-3.jpg)"}))
		builds("imported", 1)
		expect(t, site, 200, patchForm(3, nil, "again.jpg", another))
		builds("in a file", 1)
		expect(t, site, 204, remove(imagePath(1)))
		builds("deleted", 1)
		expect(t, site, 200, changeImages(map[string]any{"images": []int{2, 4}, "delete": true}))
		builds("deleted with others", 1)
	})
}

// pageNaming is a server of a page that names the addresses.
func pageNaming(t *testing.T, site *apitest.Site, addresses ...string) builtSite {
	t.Helper()
	noError(t, os.WriteFile(filepath.Join(site.Settings.StaticDir, "index.html"), []byte(strings.Join(addresses, " ")), 0o600))
	return openPages(t, site)
}

// A file that the pages name is served until other pages are served, for at most a day, though its photo was replaced or
// deleted. No cache keeps it.
func TestAFileIsServedWhilePagesNameIt(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"STATIC_DIR": writePages(t)}, func(t *testing.T, site *apitest.Site) {
		replaced := addImage(t, site, map[string]string{"title": "Replaced"}, color.White)
		deleted := addImage(t, site, map[string]string{"title": "Deleted"}, color.White)
		purged := addImage(t, site, map[string]string{"title": "Purged"}, color.White)
		unnamed := addImage(t, site, map[string]string{"title": "On no page"}, color.White)
		named := pageNaming(t, site, replaced.ImageURL, deleted.ThumbnailURL, purged.ImageURL)
		expect(t, site, 200, patchForm(replaced.ID, nil, "again.jpg", jpegOf(t, 60, 90, color.Black)))
		expect(t, site, 204, remove(imagePath(deleted.ID)), remove(imagePath(unnamed.ID)))
		expect(t, site, 204, remove(trashed(t, site, imagePath(purged.ID))))
		named.statuses(t, map[string]int{replaced.ImageURL: 200, deleted.ThumbnailURL: 200, purged.ImageURL: 200, unnamed.ImageURL: 404})
		caching := named.get(t, replaced.ImageURL).header.Get("Cache-Control")
		check(t, caching == "no-store", "%s", caching)
		pageNaming(t, site).statuses(t, map[string]int{replaced.ImageURL: 404, deleted.ThumbnailURL: 404, purged.ImageURL: 404})
		site.Clock.Advance(24 * time.Hour)
		named.statuses(t, map[string]int{replaced.ImageURL: 404, deleted.ThumbnailURL: 404, purged.ImageURL: 404})
	})
}

// Pages elsewhere name the files of shown galleries, until a build that began later reports its end.
func TestAFileIsServedUntilABuildElsewhereReports(t *testing.T) {
	settings := apitest.Settings{"BUILD_HOOK_URL": startBuildService(t).URL, "BUILD_TOKEN": buildToken}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 201, asStaff("POST", galleriesPath, map[string]any{"name": "Porto", "shown": true}))
		photo := addImage(t, site, map[string]string{"title": "Bridge", "gallery": "1"}, color.White)
		other := addImage(t, site, map[string]string{"title": "In no gallery"}, color.White)
		site.Clock.Advance(time.Minute)
		publishDue(t, site)
		expect(t, site, 204, report(buildToken, `{"state":"ready"}`))
		site.Clock.Advance(time.Minute)
		expect(t, site, 204, remove(imagePath(photo.ID)), remove(imagePath(other.ID)))
		checkServed(t, site, photo, 200)
		checkServed(t, site, other, 404)
		site.Clock.Advance(time.Second)
		publishDue(t, site)
		checkServed(t, site, photo, 200)
		site.Clock.Advance(time.Second)
		expect(t, site, 204, report(buildToken, `{"state":"ready"}`))
		checkServed(t, site, photo, 404)
	})
}

// The caption is the title without the name of the uploaded file, even after the file was replaced. Any other title is the
// owner's.
func TestTheCaptionOfAPhotoIsWithoutItsFile(t *testing.T) {
	site := apitest.Start(t)
	for _, test := range []struct{ title, file, caption string }{
		{"Porto - winter - IMG_1.jpg", "IMG_1.jpg", "Porto - winter"},
		{"Porto - IMG - 1.jpg", "IMG - 1.jpg", "Porto"},
		{"Caf\u00e9 - \u00e9t\u00e9.jpg", "e\u0301te\u0301.jpg", "Caf\u00e9"},
		{"Lisbon - at night.jpg", "IMG_2.jpg", "Lisbon - at night.jpg"},
		{"IMG_3.jpg", "IMG_3.jpg", "IMG_3.jpg"},
	} {
		var image apitest.Image
		answer := site.Do(t, upload(map[string]string{"title": test.title}, test.file, jpegOf(t, 9, 9, color.White)))
		answer.Decode(t, &image)
		check(t, image.Caption == test.caption, "%s: %d, %q", test.title, answer.Status, image.Caption)
		answered(t, site, 200, patchForm(image.ID, nil, "other.jpg", jpegOf(t, 8, 8, color.Black)), &image)
		check(t, image.Caption == test.caption, "%s, replaced: %q", test.title, image.Caption)
	}
}
