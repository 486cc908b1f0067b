package apitest_test

import (
	"image/color"
	"net/http"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/backup"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

// eachStore runs test against a fresh site on each engine with a folder, and on each with an S3
// store.
func eachStore(t *testing.T, test func(t *testing.T, site *apitest.Site)) {
	t.Run("files", func(t *testing.T) { apitest.Any(t, test) })
	t.Run("s3", func(t *testing.T) {
		servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
			test(t, apitest.StartOn(t, url, apitest.Settings{"STORAGE_URL": servertest.S3URL(t)}))
		})
	})
}

// checkServed asks for every file of the image and compares the status.
func checkServed(t *testing.T, site *apitest.Site, image apitest.Image, want int) {
	t.Helper()
	for _, source := range append(image.Srcset, apitest.Source{URL: image.ImageURL}, apitest.Source{URL: image.ThumbnailURL}) {
		answer := site.Do(t, get(source.URL, apitest.Anonymous))
		check(t, answer.Status == want, "%s of %q: %d, want %d", source.URL, image.Title, answer.Status, want)
	}
}

// checkStored removes the deleted files and checks that so many are left in the store, each with a
// row.
func checkStored(t *testing.T, site *apitest.Site, want int) {
	t.Helper()
	_, err := site.App.Files.RemoveDeleted(t.Context(), 0)
	noError(t, err)
	report, err := site.App.Files.Check(t.Context(), 0)
	check(t, err == nil && report.Stored == want && report.Owned == want && len(report.Orphans)+len(report.Faults) == 0, "%+v, %v, want %d files", report, err, want)
}

// A backup that began before can still copy deleted files.
func TestDeletedFilesStayForBackups(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		image := addImage(t, site, map[string]string{"title": "Copied"}, color.White)
		expect(t, site, 204, remove(trashed(t, site, imagePath(image.ID))))
		checkServed(t, site, image, http.StatusNotFound)
		site.Clock.Advance(files.RemovalDelay - time.Minute)
		if removed, err := site.App.Files.RemoveDeleted(t.Context(), files.RemovalDelay); err != nil || removed != 0 {
			t.Errorf("%d files were removed, %v", removed, err)
		}
		site.Clock.Advance(2 * time.Minute)
		// An off-site backup that began before the deletion still runs.
		db, now := servertest.OpenDatabase(t, site.Database), site.Clock.Now()
		_, err := db.Exec(t.Context(), `INSERT INTO jobs (kind, key, payload, created_at, locked_until) VALUES (?, '', '', ?, ?)`,
			backup.JobKind, database.At(now), database.At(now.Add(time.Minute)))
		noError(t, err)
		if removed, err := site.App.Files.RemoveDeleted(t.Context(), files.RemovalDelay); err != nil || removed != 0 {
			t.Errorf("%d files were removed during a backup, %v", removed, err)
		}
		site.Clock.Advance(2 * time.Minute) // the lock of a process that died expires
		if removed, err := site.App.Files.RemoveDeleted(t.Context(), files.RemovalDelay); err != nil || removed != 2 {
			t.Errorf("%d files were removed, %v", removed, err)
		}
		checkStored(t, site, 0)
	})
}
