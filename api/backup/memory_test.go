package backup_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"portfolio/api/backup"
	"portfolio/api/database/databasetest"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
)

// manyFiles is a store that says it has every file, with its name as its bytes, and that lists none.
type manyFiles struct{ storage.Store }

func (manyFiles) Open(_ context.Context, name string) (*storage.Object, error) {
	info := storage.Info{Name: name, Size: int64(len(name))}
	return &storage.Object{Info: info, ReadSeekCloser: nopCloser{strings.NewReader(name)}}, nil
}

func (manyFiles) Put(_ context.Context, name string, content io.ReadSeeker, _ string) error {
	written, err := io.ReadAll(content)
	if err == nil && string(written) != name {
		err = fmt.Errorf("put %s: it has %q: %w", name, written, fs.ErrInvalid)
	}
	return err
}

func (manyFiles) List(context.Context, string) iter.Seq2[storage.Info, error] {
	return func(func(storage.Info, error) bool) {}
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

// memoryAt returns a report function that puts the memory which is in use in the middle of a step into used.
func memoryAt(step string, used *uint64) func(backup.Progress) {
	return func(progress backup.Progress) {
		if *used > 0 || progress.Step != step || progress.Done < progress.All/2 {
			return
		}
		runtime.GC()
		runtime.GC() // for what pools hold
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		*used = stats.HeapAlloc
	}
}

// TestManyFilesAreNotHeldInMemory makes a site of as many files as would take megabytes, and a backup of it.
func TestManyFilesAreNotHeldInMemory(t *testing.T) {
	const few, many = 500, 20_000
	memory := map[int]map[string]uint64{}
	for _, files := range []int{few, many} {
		db := databasetest.New(t)
		databasetest.Fill(t, db, files, databasetest.ManyFiles(db), `UPDATE stored_files SET bytes = length(name) WHERE id <= ?`)
		s := newSite(t, db, manyFiles{storagetest.Files(t)})
		made := newSite(t, databasetest.New(t), s.Store)
		var copied, checked, restored uint64
		s.Report = memoryAt("files copied", &copied)
		path := filepath.Join(s.dir, "site.backup")
		if _, err := s.Write(t.Context(), path, false); err != nil {
			t.Fatal(err)
		}
		archive, err := backup.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		if _, stored := archive.Count(); stored != files {
			t.Errorf("%d files are in the backup of %d", stored, files)
		}
		check, put := memoryAt("checked", &checked), memoryAt("files restored", &restored)
		made.Report = func(progress backup.Progress) {
			check(progress)
			put(progress)
		}
		if err := made.Restore(t.Context(), archive); err != nil {
			t.Fatal(err)
		}
		var rows int
		if err := made.DB.Get(t.Context(), &rows, `SELECT COUNT(*) FROM stored_files`); err != nil || rows != files {
			t.Errorf("%d of %d files are in the restored database, %v", rows, files, err)
		}
		memory[files] = map[string]uint64{"copied": copied, "checked": checked, "restored": restored}
	}
	for step, before := range memory[few] {
		if after := memory[many][step]; before == 0 || after > before+1<<20 {
			t.Errorf("when files are %s, %d bytes are in use with %d of them, and %d with %d", step, before, few, after, many)
		}
	}
}

// Of a broken disk the first damaged files are named, and the others counted.
func TestManyDamagedFilesAreCounted(t *testing.T) {
	const files = 130
	db := databasetest.New(t)
	databasetest.Fill(t, db, files, databasetest.ManyFiles(db), `UPDATE stored_files SET bytes = length(name) WHERE id <= ?`)
	s := newSite(t, db, manyFiles{storagetest.Files(t)})
	path := s.write(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range listed(t, whole) {
		if strings.HasPrefix(file.Name, "files/") {
			whole[file.Offset+file.Header]++
		}
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	archive, err := backup.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	err = archive.Check(t.Context(), func(backup.Progress) {})
	if err == nil || strings.Count(err.Error(), "has other content than was written\n") != 100 || !strings.HasSuffix(err.Error(), "\nand 30 more") {
		t.Errorf("got %v", err)
	}
	if !backup.IsFault(err) {
		t.Error("that is not taken for the backup's fault")
	}
}
