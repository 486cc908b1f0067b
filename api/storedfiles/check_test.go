package storedfiles_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
)

// listedStore says that it has the files of databasetest.ManyFiles, but for one, with one of another size and one more.
type listedStore struct {
	storage.Store
	files         int
	before, after uint64 // how much memory was in use before and after all were listed
}

func (s *listedStore) List(context.Context, string) iter.Seq2[storage.Info, error] {
	return func(yield func(storage.Info, error) bool) {
		s.before = heapInUse()
		for i := range s.files + 1 {
			info := storage.Info{Name: fmt.Sprint("file", s.files+1-i), Size: 12345} // the last one comes first, and has no row
			switch info.Name {
			case "file7":
				continue
			case "file1700":
				info.Size = 1
			}
			if !yield(info, nil) {
				return
			}
		}
		s.after = heapInUse()
	}
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC() // for what pools hold
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestCheckOfManyFiles finds what is wrong among many files, of which it holds none in memory.
func TestCheckOfManyFiles(t *testing.T) {
	const files = 30_000
	db := databasetest.New(t)
	databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
	databasetest.Fill(t, db, 1, databasetest.ManyImages(db))
	databasetest.Fill(t, db, files, databasetest.ManyFiles(db), `
		INSERT INTO image_renditions (image_id, position, width, height, file_id)
		SELECT i.id, f.id, 1, 1, f.id FROM images i CROSS JOIN stored_files f WHERE i.id = 1 LIMIT ?`)
	store := &listedStore{Store: storagetest.Files(t), files: files}
	check := storedfiles.Files{DB: db, Storage: store, Clock: time.Now, Uses: []storedfiles.Use{{
		Table: "image_renditions", Owners: `SELECT file_id, 'image' AS kind, image_id AS id, '' AS title FROM image_renditions`,
	}}}
	var broken, stray []string
	report, err := check.Check(t.Context(), old, storedfiles.Findings{
		Stray: func(info storage.Info) error {
			stray = append(stray, info.Name)
			return nil
		},
		Broken: func(fault storedfiles.Fault) error {
			broken = append(broken, fault.Name)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if store.after > store.before+1<<20 {
		t.Errorf("%d bytes more were in use", store.after-store.before)
	}
	if want := (storedfiles.Report{Used: files, Stored: files, Stray: 1, Broken: 2}); report != want ||
		!slices.Equal(broken, []string{"file7", "file1700"}) || !slices.Equal(stray, []string{fmt.Sprint("file", files+1)}) {
		t.Errorf("%+v, broken %q, stray %q", report, broken, stray)
	}
}

// A backup that somebody made up may have any ids.
func TestCheckOfFilesWithUnusualIDs(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
		databasetest.Fill(t, db, 1, databasetest.ManyImages(db))
		databasetest.Fill(t, db, 8, databasetest.ManyFiles(db))
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			for i, id := range []int64{-4096, -5, 0, 1 << 12, 1 << 40, 1 << 62, math.MaxInt64} {
				if _, err := tx.Exec(t.Context(), `UPDATE stored_files SET id = ? WHERE name = ?`, id, fmt.Sprint("file", i+1)); err != nil {
					return err
				}
			}
			_, err := tx.Exec(t.Context(), `
				INSERT INTO image_renditions (image_id, position, width, height, file_id)
				SELECT i.id, ROW_NUMBER() OVER (), 1, 1, f.id FROM images i CROSS JOIN stored_files f`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		check := storedfiles.Files{DB: db, Storage: &listedStore{Store: storagetest.Files(t), files: 8}, Clock: time.Now, Uses: []storedfiles.Use{{
			Table: "image_renditions", Owners: `SELECT file_id, 'image' AS kind, image_id AS id, '' AS title FROM image_renditions`,
		}}}
		report, err := check.Check(t.Context(), old, storedfiles.Findings{})
		if want := (storedfiles.Report{Used: 8, Stored: 8, Stray: 1, Broken: 1}); err != nil || report != want {
			t.Errorf("%+v, %v", report, err)
		}
	})
}
