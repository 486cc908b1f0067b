package apitest_test

import (
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

const dashboardPath = "/api/dashboard/"

func TestDashboard(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		empty := apitest.Scenario{Name: "empty", Request: get(dashboardPath, apitest.Staff), Status: 200,
			Want: `{"documents":0,"categories":1,"current_documents":0,"images":0,"galleries":0,"front_page_images":0,"images_without_alt_text":0,"storage_bytes":0,"current_cv":null,"drafts":0,"cv_downloads":` + downloads(0) + `,"last_backup_at":null}`}
		site.Run(t, []apitest.Scenario{empty})
		addGallery(t, site, "page logos")
		addGallery(t, site, "Harbour")
		for _, gallery := range []string{"1", "1", "2", ""} {
			addImage(t, site, map[string]string{"title": "x", "gallery": gallery}, color.White)
		}
		site.Do(t, apitest.Request{Method: "POST", Path: categoriesPath, As: apitest.Staff, JSON: map[string]string{"name": "Papers"}})
		addDocument(t, site, map[string]string{"name": "Old CV"}, "a.pdf", aPDF)
		addDocument(t, site, map[string]string{"name": "CV 2026", "is_current": "true"}, "a.pdf", aPDF)
		addDocument(t, site, map[string]string{"name": "Paper", "category": "2", "is_current": "true"}, "a.md", "# A paper")
		site.Do(t, saveDraft("new.md", "# New\n", "", 0))
		for range 2 {
			site.Do(t, get(documentPath(2)+"download/", apitest.Anonymous))
		}
		var figures struct {
			StorageBytes int64 `json:"storage_bytes"`
		}
		answer := site.Do(t, get(dashboardPath, apitest.Staff))
		answer.Decode(t, &figures)
		site.Run(t, []apitest.Scenario{{Name: "filled", Request: get(dashboardPath, apitest.Staff), Status: 200,
			Want: `{"documents":3,"categories":2,"current_documents":2,"images":4,"galleries":2,"front_page_images":2,"images_without_alt_text":4,"storage_bytes":…,` +
				`"current_cv":{"name":"CV 2026","uploaded_at":"…Z"},"drafts":1,"cv_downloads":` + downloads(2) + `,"last_backup_at":null}`}})
		if onDisk := sizeOf(t, filepath.Join(site.Data, "media")); figures.StorageBytes != onDisk {
			t.Errorf("%d bytes, and on the disk are %d", figures.StorageBytes, onDisk)
		}
	})
}

// downloads returns the counts of 30 days as JSON, all zero but the last.
func downloads(today int) string {
	return "[" + strings.Repeat("0,", 29) + strconv.Itoa(today) + "]"
}

// sizeOf returns the bytes of all files below dir.
func sizeOf(t *testing.T, dir string) (bytes int64) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	noError(t, err)
	return bytes
}
