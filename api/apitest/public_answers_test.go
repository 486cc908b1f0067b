package apitest_test

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

const publicGallery = imagesPath + "?gallery_slug=page-logos"

func TestPublicAnswersAreConditional(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		addImage(t, site, map[string]string{"title": "Crane", "gallery": strconv.FormatInt(addGallery(t, site, "page logos").ID, 10)}, color.White)
		for _, path := range []string{publicGallery, currentCVPath} {
			first := site.Do(t, get(path, apitest.Anonymous))
			tag := first.Header.Get("ETag")
			check(t, first.Header.Get("Cache-Control") == "public, max-age=0, s-maxage=5, stale-while-revalidate=30" && tag != "", "%s: %v", path, first.Header)
			for _, role := range []apitest.Role{apitest.Anonymous, apitest.Staff} {
				request := get(path, role)
				request.Header = map[string]string{"If-None-Match": tag}
				again := site.Do(t, request)
				check(t, again.Status == 304 && again.Body == "" && again.Header.Get("ETag") == tag, "%s: %d %s", path, again.Status, again.Body)
			}
		}
		// Caches store neither answers for staff nor parts of public ones.
		for _, path := range []string{imagesPath, imagesPath + "?gallery_slug=", publicGallery + "&limit=1", documentsPath} {
			got := site.Do(t, get(path, apitest.Staff))
			check(t, got.Status == 200 && got.Header.Get("Cache-Control") == "no-store" && got.Header.Get("ETag") == "", "%s: %d %v", path, got.Status, got.Header)
		}
		expect(t, site, 401, get(imagesPath+"?gallery_slug=", apitest.Anonymous))
	})
}

// TestNoAnswerIsOlderThanAWriteOfItsServer has clients change titles and read the gallery at the
// same time: no answer is older than a change that was acknowledged before the request.
func TestNoAnswerIsOlderThanAWriteOfItsServer(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		const clients, writes = 4, 40
		gallery := strconv.FormatInt(addGallery(t, site, "page logos").ID, 10)
		var images [clients]int64
		var acknowledged [clients]atomic.Int64
		for i := range clients {
			images[i] = addImage(t, site, map[string]string{"title": fmt.Sprintf("%d/0", i), "gallery": gallery}, color.Gray{uint8(i)}).ID
		}
		site.SignIn(t, apitest.Staff)
		var group sync.WaitGroup
		for i := range clients {
			group.Go(func() {
				for number := int64(1); number <= writes && !t.Failed(); number++ {
					title := map[string]string{"title": fmt.Sprintf("%d/%d", i, number)}
					expect(t, site, 200, asStaff("PATCH", imagePath(images[i]), title))
					acknowledged[i].Store(number)
					readGallery(t, site, acknowledged[:])
				}
			})
		}
		group.Wait()
	})
}

// readGallery compares the titles with the changes that were acknowledged before it asks.
func readGallery(t *testing.T, site *apitest.Site, acknowledged []atomic.Int64) {
	known := make([]int64, len(acknowledged))
	for i := range known {
		known[i] = acknowledged[i].Load()
	}
	var listed []struct{ Title string }
	site.Do(t, get(publicGallery, apitest.Anonymous)).Decode(t, &listed)
	if len(listed) != len(known) {
		t.Errorf("%d images are listed, not %d", len(listed), len(known))
		return
	}
	for i, image := range listed {
		number, err := strconv.ParseInt(strings.TrimPrefix(image.Title, fmt.Sprint(i, "/")), 10, 64)
		if err != nil || number < known[i] {
			t.Errorf("%q was answered after change %d of it was acknowledged", image.Title, known[i])
		}
	}
}

// Another server on the same database answers with a change after a second at most.
func TestAnotherServerFollowsWithinASecond(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		gallery := strconv.FormatInt(addGallery(t, site, "page logos").ID, 10)
		image := addImage(t, site, map[string]string{"title": "Crane", "gallery": gallery}, color.White).ID
		other := apitest.Open(t, site.Database, apitest.Settings{"DATA_DIR": site.Data})
		if first := other.Do(t, get(publicGallery, apitest.Anonymous)); !strings.Contains(first.Body, `"Crane"`) {
			t.Fatalf("before: %s", first.Body)
		}
		kept := time.Now()
		expect(t, site, 200, asStaff("PATCH", imagePath(image), map[string]string{"title": "Tug"}))
		for {
			asked := time.Now()
			if strings.Contains(other.Do(t, get(publicGallery, apitest.Anonymous)).Body, `"Tug"`) {
				return
			}
			if asked.Sub(kept) > time.Second {
				t.Fatalf("the change was not answered after %v", asked.Sub(kept))
			}
		}
	})
}

// What another process changes, such as the command that restores a backup, a server on the same
// database answers soon.
func TestWhatTheCommandLineRestoresIsAnswered(t *testing.T) {
	source := apitest.Start(t)
	addImage(t, source, map[string]string{"title": "Crane", "gallery": strconv.FormatInt(addGallery(t, source, "page logos").ID, 10)}, color.White)
	addDocument(t, source, map[string]string{"is_current": "true"}, "cv.pdf", aPDF)
	archive := makeBackup(t, source)
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		server := newEmptyProcess(t, builtServer, url, "")
		server.start(t)
		for _, path := range []string{currentCVPath, publicGallery} {
			if got := string(server.get(t, path, "")); got != "{\"download_url\":null,\"name\":null}\n" && got != "[]\n" {
				t.Errorf("%s before: %s", path, got)
			}
		}
		server.run(t, "", "restore", "--yes", archive)
		for _, path := range []string{currentCVPath, publicGallery} {
			want := source.Do(t, get(path, apitest.Anonymous)).Body
			source.Await(t, "the restored "+path, func() bool { return strings.TrimSpace(string(server.get(t, path, ""))) == want })
		}
	})
}
