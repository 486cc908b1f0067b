package storedfiles_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"
	"time"

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
		s.before = inUse()
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
		s.after = inUse()
	}
}

func inUse() uint64 {
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
