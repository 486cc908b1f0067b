package apitest_test

import (
	"fmt"
	"image/color"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/admin"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/servertest"
)

const trashPath = "/api/trash/"

// trashed deletes the thing at path and returns its path in the trash.
func trashed(t *testing.T, site *apitest.Site, path string) string {
	t.Helper()
	answer := site.Do(t, remove(path))
	if answer.Status != http.StatusNoContent {
		t.Fatalf("DELETE %s: %d %s", path, answer.Status, answer.Body)
	}
	part := strings.Split(strings.Trim(path, "/"), "/")
	kind := map[string]string{"images": audit.Image, "galleries": audit.Gallery, "documents": audit.Document, "categories": audit.Category}
	return trashPath + kind[part[len(part)-2]] + "-" + part[len(part)-1] + "/"
}

// restore returns the answer to restoring the item at a path in the trash.
func restore(t *testing.T, site *apitest.Site, item string) (restored admin.RestoredItem) {
	t.Helper()
	answered(t, site, 200, asStaff("POST", item+"restore/", nil), &restored)
	return restored
}

func restoreMany(items ...string) apitest.Request {
	return asStaff("POST", trashPath+"restorations/", map[string]any{"items": items})
}

func listTrash(t *testing.T, site *apitest.Site, query string) (items []admin.TrashItem) {
	t.Helper()
	site.Do(t, get(trashPath+query, apitest.Staff)).Decode(t, &items)
	return items
}

func emptyTrash(t *testing.T, site *apitest.Site) {
	t.Helper()
	expect(t, site, 204, remove(trashPath))
}

// imagesOf returns the images as a list has them.
func imagesOf(t *testing.T, site *apitest.Site) string {
	t.Helper()
	return site.Do(t, get(imagesPath, apitest.Staff)).Body
}

func TestADeletedImageComesBackAsItWas(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		gallery := addGallery(t, site, "page logos")
		fields := map[string]string{"title": "Crane", "description": "At dawn", "alt_text": "A crane", "gallery": fmt.Sprint(gallery.ID)}
		image := addImage(t, site, fields, color.White)
		site.Clock.Advance(time.Second)
		addImage(t, site, map[string]string{"title": "Tug"}, color.Black)
		before := imagesOf(t, site)
		site.Clock.Advance(time.Minute)

		item := trashed(t, site, imagePath(image.ID))
		checkServed(t, site, image, http.StatusNotFound)
		check(t, site.Do(t, get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous)).Body == "[]", "the gallery shows a deleted image")
		listed := listTrash(t, site, "?kind=image")
		if len(listed) != 1 || listed[0].Name != "Crane" || listed[0].OriginalID != image.ID || *listed[0].DeletedBy != "Some Body" ||
			listed[0].Bytes == 0 || listed[0].ExpiresAt.Sub(listed[0].DeletedAt.Time) != 30*24*time.Hour {
			t.Fatalf("%+v", listed)
		}
		thumbnail := site.Do(t, get(*listed[0].ThumbnailURL, apitest.Anonymous))
		check(t, thumbnail.Status == 200 && thumbnail.Header.Get("Content-Type") == "image/jpeg", "the thumbnail: %d %v", thumbnail.Status, thumbnail.Header)
		expect(t, site, 404, get(*listed[0].ThumbnailURL+"x", apitest.Anonymous))

		if back := restore(t, site, item); back.Kind != "image" || back.ID != image.ID || len(back.Notes) != 0 {
			t.Errorf("%+v", back)
		}
		equal(t, imagesOf(t, site), before, "restored")
		checkServed(t, site, image, http.StatusOK)
		site.Run(t, []apitest.Scenario{
			{Name: "restored twice", Request: asStaff("POST", item+"restore/", nil), Status: 404, Want: `{"detail":"This is no longer in the trash. It was restored or permanently deleted."}`},
			{Name: "thumbnail of what came back", Request: get(*listed[0].ThumbnailURL, apitest.Anonymous), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "of no kind", Request: get(trashPath+"?kind=fish", apitest.Staff), Status: 400, Want: `{"kind":["\"fish\" is not a valid choice."]}`},
			{Name: "empty", Request: get(trashPath, apitest.Staff), Status: 200, Want: `[]`, Header: map[string]string{"X-Total-Count": "0"}},
		})
		site.Clock.Advance(time.Hour)
		expired := site.Do(t, get(*listed[0].ThumbnailURL, apitest.Anonymous))
		check(t, expired.Status == 403 && expired.Body == `{"detail":"This link has expired. Reload the page to get a new one."}`, "an hour later: %d %s", expired.Status, expired.Body)
	})
}

func TestADeletedGalleryComesBackWithItsImages(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		gallery, other := addGallery(t, site, "page logos"), addGallery(t, site, "Harbour")
		var images []apitest.Image
		for i := range 3 {
			images = append(images, addImage(t, site, map[string]string{"title": fmt.Sprint(i), "gallery": fmt.Sprint(gallery.ID)}, color.Gray{uint8(i)}))
		}
		galleryPath := galleriesPath + fmt.Sprint(gallery.ID) + "/"
		moved := imagePath(images[2].ID) + "move/"
		expect(t, site, 200, asStaff("POST", moved, map[string]any{"before": images[0].ID}))
		all := func() string {
			return imagesOf(t, site) + site.Do(t, get(galleriesPath, apitest.Staff)).Body + site.Do(t, get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous)).Body
		}
		before := all()
		if back := restore(t, site, trashed(t, site, galleryPath)); len(back.Notes) != 0 {
			t.Errorf("%+v", back)
		}
		equal(t, all(), before, "restored")

		of := trashed(t, site, imagePath(images[0].ID))
		item := trashed(t, site, galleryPath)
		back := restore(t, site, of)
		if want := "Its gallery “page logos” is in the trash: the photo is in none until that is restored."; len(back.Notes) != 1 || back.Notes[0] != want {
			t.Errorf("%q", back.Notes)
		}
		site.Do(t, patch(imagePath(images[1].ID), map[string]any{"gallery": other.ID}))
		successor := addGallery(t, site, "Page logos")
		addImage(t, site, map[string]string{"title": "New", "gallery": fmt.Sprint(successor.ID)}, color.White)
		back = restore(t, site, item)
		if want := []string{
			"Another gallery has the slug “page-logos” by now: this one is “page-logos-2”. Move its photos into the other to show them where that is shown.",
		}; fmt.Sprint(back.Notes) != fmt.Sprint(want) {
			t.Errorf("%q", back.Notes)
		}
		var inIt []apitest.Image
		site.Do(t, get(imagesPath+"?gallery_slug=page-logos-2", apitest.Staff)).Decode(t, &inIt)
		check(t, len(inIt) == 2 && inIt[0].ID == images[2].ID && inIt[1].ID == images[0].ID, "in the restored gallery: %+v", inIt)

		of = trashed(t, site, imagePath(images[2].ID))
		expect(t, site, 204, remove(trashed(t, site, galleryPath)))
		restore(t, site, of)
		if images := imagesOf(t, site); !strings.Contains(images, `"title":"2",`) || strings.Contains(images, `"gallery_name":"page logos"`) {
			t.Errorf("of a gallery that was deleted for good: %s", images)
		}
	})
}

// The front page shows the gallery of one slug: an empty gallery that took it must not keep the
// images off the page.
func TestAGalleryThatComesBackTakesItsSlugFromAnEmptyOne(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		gallery := addGallery(t, site, "page-logos")
		image := addImage(t, site, map[string]string{"title": "Crane", "gallery": fmt.Sprint(gallery.ID)}, color.White)
		addGallery(t, site, "page-logos")
		item := trashed(t, site, galleriesPath+fmt.Sprint(gallery.ID)+"/")
		empty := addGallery(t, site, "Page logos")
		back := restore(t, site, item)
		if want := "The gallery “Page logos”, which is empty, had the slug “page-logos” by now: it is “page-logos-3” instead."; len(back.Notes) != 1 || back.Notes[0] != want {
			t.Errorf("%q", back.Notes)
		}
		var shown []apitest.Image
		site.Do(t, get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous)).Decode(t, &shown)
		check(t, len(shown) == 1 && shown[0].ID == image.ID, "on the front page: %+v", shown)
		if list, want := site.Do(t, get(galleriesPath, apitest.Staff)).Body, fmt.Sprintf(`{"id":%d,"name":"Page logos","slug":"page-logos-3",`, empty.ID); !strings.Contains(list, want) {
			t.Errorf("no %s in %s", want, list)
		}
	})
}

func TestAPreviousImageComesBack(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		first := addImage(t, site, map[string]string{"title": "Crane"}, color.White)
		site.Do(t, patch(imagePath(first.ID), map[string]any{"focal_point": map[string]int{"x": 30, "y": 70}}))
		wantFocalPoint := func(want string) {
			t.Helper()
			if listed := imagesOf(t, site); !strings.Contains(listed, `"focal_point":`+want) {
				t.Errorf("not with the focal point %s: %s", want, listed)
			}
		}
		var second apitest.Image
		site.Do(t, patchForm(first.ID, nil, "b.jpg", jpegOf(t, 200, 300, color.Black))).Decode(t, &second)
		checkServed(t, site, first, http.StatusNotFound)
		site.Do(t, patchForm(first.ID, nil, "b.jpg", jpegOf(t, 200, 300, color.Black))) // no other image
		listed := listTrash(t, site, "")
		if len(listed) != 1 || listed[0].Kind != "image_file" || listed[0].OriginalID != first.ID {
			t.Fatalf("%+v", listed)
		}
		item := trashPath + listed[0].ID + "/"
		image := trashed(t, site, imagePath(first.ID))
		refused := site.Do(t, asStaff("POST", item+"restore/", nil))
		check(t, refused.Status == 409 && refused.Body == `{"detail":"The photo of this file no longer exists. If it is in the trash, restore it first."}`, "%d %s", refused.Status, refused.Body)
		restore(t, site, image)
		wantFocalPoint(`null`)
		restore(t, site, item)
		wantFocalPoint(`{"x":30,"y":70}`)
		checkServed(t, site, first, http.StatusOK)
		checkServed(t, site, second, http.StatusNotFound)
		restore(t, site, trashPath+listTrash(t, site, "")[0].ID+"/")
		checkServed(t, site, first, http.StatusNotFound)
		checkServed(t, site, second, http.StatusOK)

		// Purged, with its dependents.
		image = trashed(t, site, imagePath(first.ID))
		if answer := site.Do(t, remove(image)); answer.Status != 204 || len(listTrash(t, site, "")) != 0 {
			t.Errorf("%d, left are %+v", answer.Status, listTrash(t, site, ""))
		}
		checkStored(t, site, 0)
	})
}

// What two do at once, one of them does.
func TestOneOfTwoWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		image := addImage(t, site, map[string]string{"title": "Crane"}, color.White)
		for range 10 {
			item := trashed(t, site, imagePath(image.ID))
			statuses := make([]int, 4)
			var group sync.WaitGroup
			for i := range statuses {
				request := asStaff("POST", item+"restore/", nil)
				if i == 3 {
					request = remove(item)
				}
				group.Go(func() { statuses[i] = site.Do(t, request).Status })
			}
			group.Wait()
			won := 0
			for _, status := range statuses {
				if status < 300 {
					won++
				} else if status != 404 {
					t.Errorf("%v", statuses)
				}
			}
			there := strings.Contains(imagesOf(t, site), `"Crane"`)
			check(t, won == 1 && there == (statuses[3] != 204), "%v, and it is there: %v", statuses, there)
			if !there {
				image = addImage(t, site, map[string]string{"title": "Crane"}, color.White)
			}
			checkServed(t, site, image, http.StatusOK)
		}
	})
}

func TestTheTrashExpires(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		w := &auditReader{site: site}
		trashed(t, site, imagePath(addImage(t, site, map[string]string{"title": "Old"}, color.White).ID))
		site.Clock.Advance(9 * time.Minute)
		trashed(t, site, imagePath(addImage(t, site, map[string]string{"title": "Young"}, color.Black).ID))
		site.Clock.Advance(admin.TrashDays*24*time.Hour - 5*time.Minute)
		w.newEntries(t)
		noError(t, site.App.Trash.Expire(t.Context()))
		entries := w.newEntries(t)
		var left []admin.TrashItem
		site.Do(t, by(site.SignIn(t, apitest.Staff).Access, "GET", trashPath)).Decode(t, &left)
		check(t, len(left) == 1 && left[0].Name == "Young", "%+v", left)
		check(t, len(entries) == 1 && entries[0].Target == "Old" && entries[0].Detail == "after 30 days" && entries[0].Action == "purged", "%+v", entries)
		checkStored(t, site, 2)
	})
}

func TestAnItemThatCannotBePurgedStopsNoOthers(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		trashed(t, site, imagePath(addImage(t, site, map[string]string{"title": "Held"}, color.White).ID))
		site.Clock.Advance(time.Minute)
		trashed(t, site, imagePath(addImage(t, site, map[string]string{"title": "Free"}, color.Black).ID))
		db := servertest.OpenDatabase(t, site.Database)
		for _, statement := range []string{
			`CREATE TABLE holds (item BIGINT REFERENCES images (id))`,
			`INSERT INTO holds SELECT id FROM images ORDER BY id LIMIT 1`,
		} {
			_, err := db.Exec(t.Context(), statement)
			noError(t, err)
		}
		site.Clock.Advance((admin.TrashDays*24 + 1) * time.Hour)
		if err := site.App.Trash.Expire(t.Context()); err == nil {
			t.Error("no failure")
		}
		var left []admin.TrashItem
		site.Do(t, by(site.SignIn(t, apitest.Staff).Access, "GET", trashPath)).Decode(t, &left)
		check(t, len(left) == 1 && left[0].Name == "Held", "%+v", left)
	})
}
