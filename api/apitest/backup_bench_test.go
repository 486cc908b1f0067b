//go:build !race

package apitest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// mostForFiles is how many MB more a command may take with a million files than with a hundred.
const mostForFiles = 64

// TestBackupMemory measures on both engines how the commands grow that read every file: each picture has one here, in a folder.
// scripts/bench backups runs it.
func TestBackupMemory(t *testing.T) {
	if os.Getenv("BACKUP_BENCH") == "" {
		t.Skip("scripts/bench backups runs it")
	}
	databasetest.EachURL(t, func(t *testing.T, url string) {
		fmt.Printf("%s, memory at most, MB, and seconds\n%9s %12s %12s %12s %12s\n", t.Name(), "", "fsck", "backup", "verify", "restore")
		p := newProcess(t, url)
		p.environment = append(p.environment, "TMPDIR="+t.TempDir())
		least := map[string]int64{}
		made := 0
		for _, pictures := range []int{100, 10_000, 1_000_000} {
			fillPictures(t, url, pictures)
			fillFiles(t, p, url, made, pictures)
			made = pictures
			line := fmt.Sprintf("%9d", pictures)
			measure := func(command string, of *process, arguments ...string) {
				began := time.Now()
				memory := runMeasured(t, of, arguments...)
				line += fmt.Sprintf(" %4d, %5.1f s", memory, time.Since(began).Seconds())
				if least[command] == 0 {
					least[command] = memory
				}
				if memory > least[command]+mostForFiles {
					line += " MISSED"
					t.Fail()
				}
			}
			file := filepath.Join(t.TempDir(), "site.backup")
			measure("fsck", p, "fsck")
			measure("backup", p, "backup", "--quiet", file)
			measure("verify", p, "backup", "verify", "--quiet", file)
			restored := &process{binary: p.binary, data: filepath.Join(t.TempDir(), "data")}
			restored.environment = []string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + restored.data, "DATABASE_URL=" + emptyURL(t, url)}
			measure("restore", restored, "restore", "--yes", file)
			fmt.Println(line)
			if err := errors.Join(os.Remove(file), os.RemoveAll(restored.data)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// emptyURL returns the URL of an empty database of the engine of url.
func emptyURL(t *testing.T, url string) string {
	t.Helper()
	if url[0] == 'p' {
		return databasetest.PostgresURL(t)
	}
	return databasetest.SQLiteURL(t)
}

// fillFiles gives the pictures after the first made ones a file each, of one byte. They are links to a file in each folder.
func fillFiles(t *testing.T, p *process, url string, made, pictures int) {
	t.Helper()
	db := openToFill(t, url)
	defer db.Close()
	databasetest.Fill(t, db, pictures-made, databasetest.ManyFiles(db))
	// As long as the names that are made of hashes.
	const name = `(id % 256) || '/' || substr('0000000000000000000000000000000000000000000000000000000000000000', 1, 64 - length(CAST(id AS TEXT))) || id || '.png'`
	ctx := database.WithTimeout(t.Context(), 20*time.Minute)
	err := db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE stored_files SET bytes = 1, name = `+name+` WHERE id > ?`, made)
		if err == nil {
			_, err = tx.Exec(ctx, `
				INSERT INTO image_renditions (image_id, position, width, height, file_id)
				SELECT id, 0, 1600, 1200, id FROM images WHERE id > ?`, made)
		}
		return err
	})
	for i := range 256 {
		folder := filepath.Join(p.data, "media", fmt.Sprint(i))
		err = errors.Join(err, os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(p.data, fmt.Sprint("file", i)), []byte("x"), 0o600))
	}
	for id := made + 1; id <= pictures && err == nil; id++ {
		err = os.Link(filepath.Join(p.data, fmt.Sprint("file", id%256)), filepath.Join(p.data, "media", fmt.Sprintf("%d/%064d.png", id%256, id)))
	}
	if err != nil {
		t.Fatal(err)
	}
}
