package apitest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image/color"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api"
	"portfolio/api/apitest"
	"portfolio/api/backup"
	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

// makeBackup writes a backup of the site, which may be at work, and returns its path.
func makeBackup(t *testing.T, site *apitest.Site) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.backup")
	err := api.OpenSite(t.Context(), site.Settings, site.Clock.Now, func(s *backup.Site) error {
		_, err := s.Write(t.Context(), path, false)
		return err
	})
	if err != nil {
		t.Fatalf("backup: %v", err)
	}
	return path
}

// checkBackup restores the backup into an empty site and returns its content.
func checkBackup(t *testing.T, path string) backup.Manifest {
	t.Helper()
	archive, err := backup.Open(path)
	if err == nil {
		defer func() { _ = archive.Close() }()
		err = backup.Verify(t.Context(), archive, t.TempDir(), nil)
	}
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	return archive.Manifest
}

// restored returns a running site that was made of the backup.
func restored(t *testing.T, path, databaseURL string, settings apitest.Settings) *apitest.Site {
	t.Helper()
	archive, err := backup.Open(path)
	noError(t, err)
	defer func() { _ = archive.Close() }()
	settings = maps.Clone(settings)
	settings["DATA_DIR"] = t.TempDir()
	empty := apitest.Configure(t, databaseURL, settings)
	err = api.OpenEmptySite(t.Context(), empty, time.Now, func(s *backup.Site) error { return s.Restore(t.Context(), archive) })
	if err != nil {
		t.Fatalf("restore: %v", err)
	}
	return apitest.Open(t, databaseURL, settings)
}

const (
	backups     = 20
	uploadsEach = 8
	keptObjects = 6 // of each kind, so that later backups are not larger
)

// TestBackupsWhileClientsWrite makes backups while clients upload, change and delete, and while
// deleted files are removed.
func TestBackupsWhileClientsWrite(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		// What clients may begin with: as much as keeps them busy during a backup, so that the
		// test's work is bounded.
		pending := make(chan int, backups*uploadsEach)
		var writes atomic.Int64
		var clients sync.WaitGroup
		var uploading sync.RWMutex
		addGallery(t, site, "page logos")
		for client := range 4 {
			clients.Go(func() {
				for n := range pending {
					uploadSomething(t, site, &uploading, client, n)
					deleteOldest(t, site, pathOf(client))
					writes.Add(1)
					if _, err := site.App.Files.RemoveDeleted(t.Context(), files.RemovalDelay); err != nil {
						t.Error(err)
					}
				}
			})
		}
		defer clients.Wait()
		defer close(pending)
		seen := map[string]bool{}
		for range backups {
			before := writes.Load()
			for n := range uploadsEach {
				pending <- n
			}
			await(t, "a client's write", func() bool { return writes.Load() > before || t.Failed() })
			path := makeBackup(t, site)
			seen[fmt.Sprint(checkAlone(t, path, &uploading).Tables)] = true
		}
		check(t, len(seen) >= backups/2, "of %d backups %d are different: nothing was written meanwhile", backups, len(seen))
	})
}

// checkAlone is checkBackup while clients pause, which is faster.
func checkAlone(t *testing.T, path string, uploading *sync.RWMutex) backup.Manifest {
	t.Helper()
	uploading.Lock()
	defer uploading.Unlock()
	return checkBackup(t, path)
}

// uploadSomething uploads an image or a document and changes it. Clients 0 and 1 send the same
// images, so that one's deletion meets the other's upload.
func uploadSomething(t *testing.T, site *apitest.Site, uploading *sync.RWMutex, client, n int) {
	uploading.RLock()
	defer uploading.RUnlock()
	number := n % (keptObjects + 1)
	if client < 2 {
		made := addImage(t, site, map[string]string{"title": fmt.Sprintf("Image %d", n), "gallery": "1"}, color.Gray{byte(30 * number)})
		site.Do(t, patch(imagePath(made.ID), map[string]string{"title": "Changed"}))
		return
	}
	made := addDocument(t, site, map[string]string{"name": fmt.Sprintf("Paper %d", n), "is_current": "true"}, "a.md", strings.Repeat("x", 1000*number+1))
	site.Do(t, patchDocument(made.ID, map[string]any{"description": fmt.Sprint("Changed by ", client)}))
}

func pathOf(client int) string {
	if client < 2 {
		return imagesPath
	}
	return documentsPath
}

func deleteOldest(t *testing.T, site *apitest.Site, path string) {
	t.Helper()
	var all []struct{ ID int64 }
	site.Do(t, get(path, apitest.Staff)).Decode(t, &all)
	if len(all) <= keptObjects {
		return
	}
	oldest := slices.MinFunc(all, func(a, b struct{ ID int64 }) int { return int(a.ID - b.ID) })
	// Another client may have been quicker.
	if status := site.Do(t, remove(fmt.Sprintf("%s%d/", path, oldest.ID))).Status; status != http.StatusNoContent && status != http.StatusNotFound {
		t.Errorf("delete %d of %s: %d", oldest.ID, path, status)
	}
}

// TestBackupAndRestoreBetweenEngines restores a site to PostgreSQL and that one to SQLite and an S3
// store: it answers the same to everybody, passwords and sessions included, and gives no number
// twice.
func TestBackupAndRestoreBetweenEngines(t *testing.T) {
	postgres := servertest.PostgresURL(t)
	key := apitest.Settings{"SECRET_KEY": strings.Repeat("a key that moves with the site. ", 2)}
	first := apitest.StartWith(t, key)
	fill(t, first)
	session := first.SignIn(t, apitest.User)
	want := answers(t, first)

	second := restored(t, makeBackup(t, first), postgres, key)
	second.Clock.Advance(first.Clock.Now().Sub(second.Clock.Now()))
	compareAnswers(t, "PostgreSQL", want, answers(t, second))
	checkNumbers(t, second)

	onS3 := apitest.Settings{"SECRET_KEY": key["SECRET_KEY"], "STORAGE_URL": servertest.S3URL(t)}
	third := restored(t, makeBackup(t, second), servertest.SQLiteURL(t), onS3)
	third.Clock.Advance(first.Clock.Now().Sub(third.Clock.Now()))
	compareAnswers(t, "SQLite again", want, answers(t, third))
	checkNumbers(t, third)
	checkBackup(t, makeBackup(t, third))

	for _, site := range []*apitest.Site{second, third} {
		restore(t, site, trashPath+"gallery-3/")
		var images []apitest.Image
		site.Do(t, get(imagesPath+"?gallery_slug=gone", apitest.Staff)).Decode(t, &images)
		if len(images) != 2 {
			t.Fatalf("%d images came back from the trash", len(images))
		}
		checkServed(t, site, images[0], http.StatusOK)
		site.Run(t, []apitest.Scenario{
			{Name: "the session is valid", Request: post("/api/token/refresh/", map[string]string{"refresh": session.Refresh}),
				Status: 200, Want: `{"access":"…}`},
			{Name: "the access token too", Request: by(session.Access, "GET", "/api/users/profile/"),
				Status: 200, Want: `{…"email":"user@example.test"…}`},
		})
	}
}

// fill gives the site something of everything, with gaps among the numbers.
func fill(t *testing.T, site *apitest.Site) {
	t.Helper()
	site.Join(t, apitest.Deactivated)
	site.Deactivate(t, apitest.Deactivated)
	for i, name := range []string{"page logos", "Häfen & <Kräne>", "Gone"} {
		addGallery(t, site, name)
		for n := range 2 {
			addImage(t, site, map[string]string{"title": fmt.Sprint("Bild „", n, "“"), "alt_text": "\u2028", "gallery": fmt.Sprint(i + 1)}, color.Gray{byte(90*i + 40*n)})
		}
	}
	site.Do(t, remove(galleriesPath+"3/"))
	site.Do(t, patch(imagePath(1), map[string]any{"alt_texts": map[string]string{"nl": "Een kraan"}}))
	site.Do(t, importFiles(t, site, map[string]string{"about.md": "# About\n", "nl/about.md": "# Over\n"}))
	site.Do(t, translate("nl/about.md", "# Over mij\n", 2, 0, 1))
	site.Do(t, asStaff("POST", categoriesPath, map[string]string{"name": "Papers"}))
	addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
	addDocument(t, site, map[string]string{"name": "Paper", "category": "2"}, "paper.md", "# Paper")
	shared := share(t, site, addDocument(t, site, nil, "shared.pdf", aPDF).ID, map[string]any{"label": "Northwind"})
	expect(t, site, http.StatusOK, inBrowser(shared.Path, nil))
	last := addDocument(t, site, map[string]string{"name": "Gone"}, "gone.md", "# Gone")
	site.Do(t, remove(documentPath(last.ID)))
	site.Do(t, apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: map[string]string{"last_name": "Brandström-Łukasz"}})
}

// answers returns what everybody is answered, by who asks for what. Of files it is the hash.
func answers(t *testing.T, site *apitest.Site) map[string]string {
	t.Helper()
	got := map[string]string{}
	ask := func(path string, role apitest.Role) apitest.Answer {
		answer := site.Do(t, get(path, role))
		body := answer.Body
		if !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
			hash := sha256.Sum256([]byte(body))
			body = hex.EncodeToString(hash[:])
		}
		got[fmt.Sprintf("%s %s", role, path)] = fmt.Sprintf("%d %s %s", answer.Status, answer.Header.Get("Content-Type"), body)
		return answer
	}
	for _, role := range []apitest.Role{apitest.Anonymous, apitest.User, apitest.Staff} {
		for _, path := range []string{galleriesPath, imagesPath, imagesPath + "?gallery_slug=page-logos", categoriesPath, documentsPath, currentCVPath,
			"/api/users/profile/", dashboardPath, galleriesPath + "3/", documentPath(1), trashPath, contentFilesPath, sharesPath} {
			ask(path, role)
		}
	}
	var images []struct {
		ImageURL string `json:"image_url"`
		Srcset   []apitest.Source
	}
	ask(imagesPath, apitest.Staff).Decode(t, &images)
	for _, img := range images {
		ask(img.ImageURL, apitest.Anonymous)
		for _, source := range img.Srcset {
			ask(source.URL, apitest.Anonymous)
		}
	}
	for _, made := range listDocuments(t, site) {
		ask(made.DownloadURL, apitest.Anonymous)
	}
	check(t, len(images) >= 6, "%d images", len(images))
	return got
}

func compareAnswers(t *testing.T, where string, want, got map[string]string) {
	t.Helper()
	equal(t, len(got), len(want), "answers of %s", where)
	for question, answer := range want {
		equal(t, got[question], answer, "%s: %s", where, question)
	}
}

// checkNumbers adds a document and removes it for good: its number is after that of the one that was
// deleted in fill.
func checkNumbers(t *testing.T, site *apitest.Site) {
	t.Helper()
	made := addDocument(t, site, map[string]string{"name": "Next"}, "next.md", "# Next")
	expect(t, site, http.StatusNoContent, remove(trashed(t, site, documentPath(made.ID))))
	check(t, made.ID >= 5, "the number %d was given twice", made.ID)
}

// The example script makes a backup beside a running server, verifies it, and keeps the newest only,
// in silence. A failed one removes nothing.
func TestTheExampleOfANightlyBackup(t *testing.T) {
	t.Parallel()
	server := newProcess(t, servertest.SQLiteURL(t))
	server.start(t)
	dir := t.TempDir()
	for _, old := range []string{"portfolio-2026-01-01T03-17-00Z.backup", "portfolio-2026-01-02T03-17-00Z.backup", "other.backup"} {
		noError(t, os.WriteFile(filepath.Join(dir, old), nil, 0o600))
	}
	left := filepath.Join(dir, ".portfolio-2026-01-02T03-17-00Z.backup.1234.partial")
	noError(t, os.WriteFile(left, nil, 0o600))
	noError(t, os.Chtimes(left, time.Time{}, time.Now().Add(-25*time.Hour)))
	night := func(variables ...string) (string, []string, error) {
		script := exec.Command("../../docs/examples/portfolio-backup.sh")
		script.Env = slices.Concat(server.environment, []string{"PORTFOLIO=" + server.binary, "BACKUP_DIR=" + dir, "KEEP=2", "TMPDIR=" + t.TempDir()}, variables)
		output, err := script.CombinedOutput()
		entries, readErr := os.ReadDir(dir)
		if readErr != nil {
			t.Fatal(readErr)
		}
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return string(output), names, err
	}
	if output, names, err := night("TMPDIR=/nonexistent"); err == nil || output == "" || len(names) != 4 {
		t.Errorf("with nowhere to verify it: %v %s%v", err, output, names)
	} else if err := os.Remove(filepath.Join(dir, names[3])); err != nil { // the next may be of the same second
		t.Fatal(err)
	}
	output, names, err := night()
	if err != nil || output != "" || len(names) != 3 || names[0] != "other.backup" ||
		names[1] != "portfolio-2026-01-02T03-17-00Z.backup" {
		t.Errorf("%v %s%v", err, output, names)
	}
}
