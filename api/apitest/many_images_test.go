package apitest_test

import (
	"fmt"
	"image/color"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

const imageChangesPath = "/api/photos/image-changes/"

func changeImages(body map[string]any) apitest.Request {
	return asStaff("POST", imageChangesPath, body)
}

// listOf returns the site's titles of a list, in their order.
func listOf(t *testing.T, site *apitest.Site, query string) string {
	t.Helper()
	var images []struct{ Title string }
	site.Do(t, get(imagesPath+query, apitest.Staff)).Decode(t, &images)
	titles := make([]string, len(images))
	for i, image := range images {
		titles[i] = image.Title
	}
	return strings.Join(titles, ",")
}

func TestManyImagesAreChanged(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		for i, title := range []string{"A", "B", "C", "D"} {
			addImage(t, site, map[string]string{"title": title, "description": strings.Repeat("x", i), "gallery": map[bool]string{true: "1"}[title == "C"]}, color.White)
			site.Clock.Advance(time.Second)
		}
		type m = map[string]any
		run := func(name string, body m, status int, want string) {
			t.Helper()
			site.Run(t, []apitest.Scenario{{Name: name, Request: changeImages(body), Status: status, Want: want}})
		}
		run("nothing chosen", m{"title": "X"}, 400, `{"images":["This field is required."]}`)
		run("nothing to do", m{"images": []int{1}}, 400, `{"non_field_errors":["Send either changes or a deletion."]}`)
		run("a change and a deletion", m{"images": []int{1}, "delete": true, "title": "X"}, 400, `{"non_field_errors":["Send either changes or a deletion."]}`)
		run("all wrong", m{"images": []int{1}, "title": " ", "append_title": "x", "gallery": 9}, 400,
			`{"append_title":["Send either a text to set or one to append."],"gallery":["Invalid pk \"9\" - object does not exist."],"title":["This field may not be blank."]}`)
		tooMany := make([]int, 201)
		for i := range tooMany {
			tooMany[i] = i + 1
		}
		run("too many", m{"images": tooMany, "title": "X"}, 400, `{"images":["Choose at most 200 photos."]}`)
		run("too many deletions", m{"images": tooMany, "delete": true}, 400, `{"images":["Choose at most 200 photos."]}`)
		run("one is gone", m{"images": []int{1, 77, 2}, "title": "X"}, 409, `{"detail":"Nothing was changed: photo 77 no longer exists. Reload the list and select again."}`)
		run("too long", m{"images": []int{1, 2}, "title": "X", "append_description": strings.Repeat("y", 2000)}, 400, `{"append_description":["Nothing was changed: “B” would be longer than 2000 characters."]}`)
		equal(t, listOf(t, site, "?ordering=uploaded_at"), "A,B,C,D", "after refusals")
		run("texts", m{"images": []int{2, 1, 1}, "append_title": "at dawn", "append_description": "y"}, 200, `{"images":2,"trash":[]}`)
		run("into the gallery, to its end", m{"images": []int{4, 3, 2}, "gallery": 1}, 200, `{"images":3,"trash":[]}`)
		equal(t, listOf(t, site, "?gallery_slug=page-logos"), "C,B at dawn,D", "the gallery")
		site.Run(t, []apitest.Scenario{{Name: "a description", Request: get(imagesPath+"?search=dawn&ordering=uploaded_at", apitest.Staff), Status: 200,
			Want: `[{"id":1,"title":"A at dawn","description":"y",…},{"id":2,"title":"B at dawn","description":"x y",…}]`}})
		run("texts and the gallery", m{"images": []int{2}, "title": "Boat", "description": "", "gallery": nil}, 200, `{"images":1,"trash":[]}`)
		run("deleted", m{"images": []int{1, 3}, "delete": true}, 200, `{"images":2,"trash":["image-1","image-3"]}`)
		equal(t, listOf(t, site, "?ordering=uploaded_at"), "Boat,D", "left")
		site.Do(t, asStaff("POST", "/api/trash/image-3/restore/", nil))
		equal(t, listOf(t, site, "?gallery_slug=page-logos"), "C,D", "the gallery with what came back")
		var entries []string
		noError(t, openDatabase(t, site).Select(t.Context(), &entries, `SELECT action || ' ' || target || ' ' || detail FROM audit_entries WHERE target LIKE '% images' ORDER BY id`))
		want := []string{
			"image changed 2 images title, description: 1 “A”, 2 “B”", "image changed 3 images gallery: 2 “B at dawn”, 3 “C”, 4 “D”",
			"image changed 1 images title, description, gallery: 2 “B at dawn”", "image deleted 2 images 1 “A at dawn”, 3 “C”",
		}
		check(t, slices.Equal(entries, want), "%q", entries)
	})
}

// TestManyAreRestored restores many items together, or none.
func TestManyAreRestored(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		for _, title := range []string{"A", "B", "C", "D"} {
			addImage(t, site, map[string]string{"title": title, "gallery": "1"}, color.White)
			site.Clock.Advance(time.Second)
		}
		site.Do(t, changeImages(map[string]any{"images": []int{2, 3, 4}, "delete": true}))
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: restoreMany(), Status: 400, Want: `{"items":["This field is required."]}`},
			{Name: "too many", Request: restoreMany(make([]string, 1001)...), Status: 400, Want: `{"items":["Choose at most 1000 items."]}`},
			{Name: "one is not there", Request: restoreMany("image-2", "image-9"), Status: 409,
				Want: `{"detail":"Nothing was restored because of item image-9. This is no longer in the trash. It was restored or permanently deleted."}`},
			{Name: "twice the same", Request: restoreMany("image-2", "image-2"), Status: 409, Want: `{"detail":"Nothing was restored because of item image-2. …"}`},
		})
		equal(t, listOf(t, site, "?gallery_slug=page-logos"), "A", "after refusals")
		site.Run(t, []apitest.Scenario{{Name: "all", Request: restoreMany("image-4", "image-2", "image-3"), Status: 200,
			Want: `{"restored":[{"kind":"image","id":4,"name":"D","notes":[]},{"kind":"image","id":2,"name":"B","notes":[]},{"kind":"image","id":3,"name":"C","notes":[]}]}`}})
		equal(t, listOf(t, site, "?gallery_slug=page-logos"), "A,B,C,D", "what came back")
		var entry string
		noError(t, openDatabase(t, site).Get(t.Context(), &entry, `SELECT target || '; ' || detail FROM audit_entries WHERE action = 'restored'`))
		if want := "3 items: image; 4 “D”, 2 “B”, 3 “C”"; entry != want {
			t.Errorf("the audit log: %s", entry)
		}
	})
}

func openDatabase(t *testing.T, site *apitest.Site) *database.DB {
	t.Helper()
	db := servertest.OpenDatabase(t, site.Database)
	return db
}

// TestMostImagesAreChangedOfFiveThousand bounds the time and the memory of the largest calls.
func TestMostImagesAreChangedOfFiveThousand(t *testing.T) {
	apitest.Long(t)
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		db := openDatabase(t, site)
		servertest.Fill(t, db, 10, servertest.ManyGalleries(db))
		servertest.Fill(t, db, 5_000, servertest.ManyImages(db))
		servertest.Fill(t, db, 3, servertest.ManyImageFiles())
		var ids []int
		noError(t, db.Select(t.Context(), &ids, `SELECT id FROM images ORDER BY id`))
		items := make([]string, 1000)
		for i := range items {
			items[i] = fmt.Sprint("image-", ids[i])
		}
		bodies := []map[string]any{{"images": ids[:200], "append_title": "at dawn", "gallery": 1}}
		for part := range slices.Chunk(ids[:1000], 200) {
			bodies = append(bodies, map[string]any{"images": part, "delete": true})
		}
		for _, body := range append(bodies, map[string]any{"items": items}) {
			path := imageChangesPath
			if body["items"] != nil {
				path = trashPath + "restorations/"
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			answer := site.Do(t, asStaff("POST", path, body))
			runtime.ReadMemStats(&after)
			megabytes := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%d after %v, with %d MB", answer.Status, time.Since(start), megabytes)
			if answer.Status != 200 || megabytes > 200 {
				t.Errorf("%s, delete: %v: %v, with %d MB", path, body["delete"], answer, megabytes)
			}
		}
	})
}
