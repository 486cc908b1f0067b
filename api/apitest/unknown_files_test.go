package apitest_test

import (
	"image/color"
	"net/http"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// eachStorageURL runs test with the STORAGE_URL of a folder, which is "", and with that of a
// bucket.
func eachStorageURL(t *testing.T, test func(t *testing.T, storageURL string)) {
	t.Helper()
	t.Run("files", func(t *testing.T) { test(t, "") })
	t.Run("s3", func(t *testing.T) { test(t, servertest.S3URL(t)) })
}

// A server whose database is empty, new or another site's removes none of the files in the store,
// however old they are.
func TestServerKeepsFilesItsDatabaseDoesNotKnow(t *testing.T) {
	eachStorageURL(t, func(t *testing.T, storageURL string) {
		servertest.EachMigratedURL(t, func(t *testing.T, emptyURL string) {
			site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": storageURL})
			image := addImage(t, site, map[string]string{"title": "Crane"}, color.White)
			addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
			before, err := site.App.Files.Check(t.Context(), 0)
			if err != nil || before.Stored < 2 {
				t.Fatalf("%+v, %v", before, err)
			}

			empty := apitest.Open(t, emptyURL, apitest.Settings{"DATA_DIR": site.Data, "STORAGE_URL": storageURL})
			for range 3 {
				empty.Clock.Advance(48 * time.Hour)
				noError(t, empty.App.DeleteExpired(t.Context()))
				if removed, err := empty.App.Files.RemoveDeleted(t.Context(), 0); err != nil || removed > 0 {
					t.Errorf("%d files were removed, %v", removed, err)
				}
			}

			if after, err := site.App.Files.Check(t.Context(), 0); err != nil || after.Stored != before.Stored || after.Owned != before.Owned {
				t.Errorf("the files were %+v and are %+v, %v", before, after, err)
			}
			checkServed(t, site, image, http.StatusOK)
			found, err := empty.App.Files.Check(t.Context(), time.Hour)
			check(t, err == nil && len(found.Orphans) == before.Stored, "fsck finds %+v, want %d without a row, %v", found, before.Stored, err)
			_, err = empty.App.Files.RemoveOrphans(t.Context(), found.Orphans)
			noError(t, err)
			checkStored(t, empty, 0)
		})
	})
}
