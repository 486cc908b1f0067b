package apitest_test

import (
	"image/color"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api"
	"portfolio/api/apitest"
	"portfolio/api/backup"
	"portfolio/api/internal/servertest"
)

// restoreBeside restores the backup at path into the database and the storage of a running site,
// and calls meanwhile once, when the restore first reports the step.
func restoreBeside(t *testing.T, site *apitest.Site, path, step string, meanwhile func()) error {
	t.Helper()
	archive, err := backup.Open(path)
	noError(t, err)
	defer func() { _ = archive.Close() }()
	return api.OpenEmptySite(t.Context(), site.Settings, time.Now, func(s *backup.Site) error {
		once := sync.OnceFunc(meanwhile)
		s.Report = func(at string, _, _ int) {
			if at == step {
				once()
			}
		}
		return s.Restore(t.Context(), archive)
	})
}

// A running server may store files and rows during a restore. Then the restore fails and removes
// only its own files, and of those none that has the same bytes as an upload.
func TestFailedRestoreKeepsWhatARunningServerStores(t *testing.T) {
	backedUp := apitest.Start(t)
	addImage(t, backedUp, map[string]string{"title": "In both"}, color.White)
	addImage(t, backedUp, map[string]string{"title": "In the backup"}, color.Black)
	addDocument(t, backedUp, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
	path := makeBackup(t, backedUp)
	for _, store := range []string{"files", "s3"} {
		for _, step := range []string{"checked", "files restored"} {
			t.Run(store+"/"+step, func(t *testing.T) {
				servertest.EachMigratedURL(t, func(t *testing.T, databaseURL string) {
					settings := apitest.Settings{}
					if store == "s3" {
						settings["STORAGE_URL"] = servertest.S3URL(t)
					}
					site := apitest.Open(t, databaseURL, settings)
					var both, own apitest.Image
					err := restoreBeside(t, site, path, step, func() {
						site.Join(t, apitest.Staff)
						both = addImage(t, site, map[string]string{"title": "In both"}, color.White)
						own = addImage(t, site, map[string]string{"title": "Own"}, color.Gray{70})
					})
					check(t, err != nil && strings.Contains(err.Error(), "the database is not empty"), "the restore: %v", err)
					site.SignIn(t, apitest.Staff)
					checkServed(t, site, both, http.StatusOK)
					checkServed(t, site, own, http.StatusOK)
					var images []apitest.Image
					if site.Do(t, get(imagesPath, apitest.Staff)).Decode(t, &images); len(images) != 2 {
						t.Errorf("there are %d images", len(images))
					}
					await(t, "the restored files to be removed", func() bool {
						report, err := site.App.Files.Check(t.Context(), -time.Hour)
						return err == nil && len(report.Faults) == 0 && report.Stored == report.Owned
					})
				})
			})
		}
	}
}
