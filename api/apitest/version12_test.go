package apitest_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/app"
	"portfolio/api/backup"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/storedfiles"
)

// Backups in testdata/version-12 were made by the last program whose database was of version 12, on each engine: pictures
// in galleries and in none, one of them in several widths, one under two titles, documents of which two have the same
// bytes, and numbers of what was deleted. Beside each is what that program answered.

// changedSince12 is what answers may say otherwise by now: signatures, which hold for a while, the name of the charset, the number of a
// document's version, the focal point of an image, and what is said of alternative texts.
var changedSince12 = regexp.MustCompile(`\?expires=[^" ]*|; charset=utf-8|"version":\d+,|"focal_point":null,|"decorative":false,|"images_without_alt_text":\d+,`)

// unpacked returns the path of the backup that a version 12 made on the engine.
func unpacked(t *testing.T, engine string) string {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "version-12", engine+".backup.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), engine+".backup")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestASiteOfVersion12 brings sites of before there was a table of stored files to today's version, on both engines: they
// answer the same, back up, go back and forth between the versions, and give up their files when these are deleted.
func TestASiteOfVersion12(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run("from "+engine, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", "version-12", engine+".json"))
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			databasetest.EachURL(t, func(t *testing.T, url string) {
				site := restored(t, unpacked(t, engine), url, apitest.Settings{})
				compareWithVersion12(t, "migrated", site, want)
				db, err := database.Open(t.Context(), url)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = db.Close() }()
				for _, version := range []int64{12, 13, 14} {
					if err := db.MigrateTo(t.Context(), version); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := db.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				compareWithVersion12(t, "back and forth", site, want)
				checkBackup(t, makeBackup(t, site))
				checkNextNumbers(t, site)
				deleteAll(t, site)
			})
		})
	}
}

func compareWithVersion12(t *testing.T, when string, site *apitest.Site, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for question, answer := range answers(t, site) {
		got[changedSince12.ReplaceAllString(question, "")] = changedSince12.ReplaceAllString(answer, "")
	}
	for question, answer := range want {
		if got[question] != answer {
			t.Errorf("%s: %s\n got %s\nwant %s", when, question, got[question], answer)
		}
	}
	if report, err := site.App.Files.Check(t.Context(), 0, storedfiles.Findings{}); err != nil || report.Broken != 0 || report.Stray != 0 || report.Used != report.Stored {
		t.Errorf("%s: %+v, %v", when, report, err)
	}
}

// checkNextNumbers says whether new rows get the numbers after the last that were given, also to what was deleted.
func checkNextNumbers(t *testing.T, site *apitest.Site) {
	t.Helper()
	if made := addDocument(t, site, nil, "a.md", "# New"); made.ID != 5 {
		t.Errorf("the next document is %d", made.ID)
	}
	if made := addImage(t, site, map[string]string{"title": "New"}, color.Black); made.ID != 10 {
		t.Errorf("the next image is %d", made.ID)
	}
}

// deleteAll deletes every picture and document, after which nothing of them is served or stored.
func deleteAll(t *testing.T, site *apitest.Site) {
	t.Helper()
	for _, list := range []string{imagesPath, documentsPath} {
		var items []struct {
			ID       int64
			ImageURL string `json:"image_url"`
		}
		site.Do(t, get(list, apitest.Staff)).Decode(t, &items)
		for _, item := range items {
			if answer := site.Do(t, remove(fmt.Sprintf("%s%d/", list, item.ID))); answer.Status != http.StatusNoContent {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		}
		for _, item := range items {
			if item.ImageURL != "" {
				site.Run(t, []apitest.Scenario{{Name: item.ImageURL, Request: get(item.ImageURL, apitest.Anonymous), Status: 404, Want: "{…}"}})
			}
		}
	}
	emptyTrash(t, site)
	if _, err := site.App.Files.Collect(t.Context(), storedfiles.UploadLease); err != nil {
		t.Error(err)
	}
	await(t, "the files to be collected", func() bool {
		report, err := site.App.Files.Check(t.Context(), 0, storedfiles.Findings{})
		return err == nil && report.Stored == 0
	})
}

// A backup can be made of today's version only, as the message says.
func TestADatabaseOfVersion12IsNotBackedUp(t *testing.T) {
	site := restored(t, unpacked(t, "sqlite"), databasetest.SQLiteURL(t), apitest.Settings{})
	err := app.OpenSite(t.Context(), site.Settings, site.Clock.Now, func(s *backup.Site) error {
		if err := s.DB.MigrateTo(t.Context(), 12); err != nil {
			return err
		}
		_, err := s.Write(t.Context(), filepath.Join(t.TempDir(), "x.backup"), false)
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "backups can be made from version 14 on: run portfolio migrate first") {
		t.Errorf("got %v", err)
	}
}
