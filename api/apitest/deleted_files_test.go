package apitest_test

import (
	"context"
	"image/color"
	"net/http"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/database/databasetest"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
)

// eachStore runs test against a fresh site on each engine with a folder, and on each with an S3 store.
func eachStore(t *testing.T, test func(t *testing.T, site *apitest.Site)) {
	t.Run("files", func(t *testing.T) { apitest.Each(t, test) })
	t.Run("s3", func(t *testing.T) {
		databasetest.EachURL(t, func(t *testing.T, url string) {
			test(t, apitest.StartOn(t, url, apitest.Settings{"STORAGE_URL": storagetest.S3URL(t)}))
		})
	})
}

// checkServed asks for every file of the picture and compares the status.
func checkServed(t *testing.T, site *apitest.Site, image apitest.Image, want int) {
	t.Helper()
	for _, source := range append(image.Srcset, apitest.Source{URL: image.ImageURL}, apitest.Source{URL: image.ThumbnailURL}) {
		if answer := site.Do(t, get(source.URL, apitest.Anonymous)); answer.Status != want {
			t.Errorf("%s of %q: %d, want %d", source.URL, image.Title, answer.Status, want)
		}
	}
}

// awaitStored waits until so many files are in the store, all of them in use.
func awaitStored(t *testing.T, site *apitest.Site, want int) {
	t.Helper()
	await(t, "the files to be collected", func() bool {
		report, err := site.App.Files.Check(t.Context(), 0, storedfiles.Findings{})
		if err != nil {
			t.Fatal(err)
		}
		return report.Stored == want && report.Used == want
	})
}

// What was deleted or replaced answers 404 from then on. When it has left the trash its bytes go soon, unless something else has the same.
func TestDeletedFilesAreGone(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		first := addImage(t, site, map[string]string{"title": "First"}, color.White)
		sameBytes := addImage(t, site, map[string]string{"title": "Twin"}, color.White)
		other := addImage(t, site, map[string]string{"title": "Other"}, color.Black)
		cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
		same := addDocument(t, site, map[string]string{"name": "The same"}, "cv.pdf", aPDF)
		awaitStored(t, site, 5)
		gone := func(path string) {
			t.Helper()
			if answer := site.Do(t, remove(path)); answer.Status != http.StatusNoContent {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
		}
		download := func(d document, want int) {
			t.Helper()
			if answer := site.Do(t, get(d.DownloadURL, apitest.Anonymous)); answer.Status != want {
				t.Errorf("%s: %d, want %d", d.Name, answer.Status, want)
			}
		}

		gone(imagePath(first.ID))
		gone(documentPath(cv.ID))
		checkServed(t, site, sameBytes, http.StatusOK)
		download(cv, http.StatusNotFound)
		download(same, http.StatusOK)

		replaced := site.Do(t, patchForm(other.ID, nil, "a.jpg", jpegOf(t, 400, 300, color.Gray{90})))
		if replaced.Status != http.StatusOK {
			t.Fatalf("%d %s", replaced.Status, replaced.Body)
		}
		checkServed(t, site, other, http.StatusNotFound)
		awaitStored(t, site, 7)
		emptyTrash(t, site)
		awaitStored(t, site, 5)

		gone(imagePath(sameBytes.ID))
		gone(documentPath(same.ID))
		checkServed(t, site, sameBytes, http.StatusNotFound)
		download(same, http.StatusNotFound)
		emptyTrash(t, site)
		awaitStored(t, site, 2)

		// The same picture once more is a picture like any other.
		again := addImage(t, site, map[string]string{"title": "Again"}, color.White)
		checkServed(t, site, again, http.StatusOK)
		awaitStored(t, site, 4)
	})
}

// While a backup copies the files, what is deleted answers 404 all the same. Its bytes go afterwards.
func TestDeletedFilesDuringABackup(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		image := addImage(t, site, map[string]string{"title": "Copied"}, color.White)
		err := site.App.Files.WithLease(t.Context(), func(ctx context.Context) error {
			site.Do(t, remove(imagePath(image.ID)))
			checkServed(t, site, image, http.StatusNotFound)
			emptyTrash(t, site)
			checkServed(t, site, image, http.StatusNotFound)
			if removed, err := site.App.Files.Collect(ctx, storedfiles.UploadLease); err != nil || removed != 0 {
				t.Errorf("%d files were collected, %v", removed, err)
			}
			if report, err := site.App.Files.Check(ctx, 0, storedfiles.Findings{}); err != nil || report.Stored != 2 {
				t.Errorf("%+v, %v", report, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		awaitStored(t, site, 0)
	})
}
