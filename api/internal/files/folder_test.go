package files_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"portfolio/api/internal/files"
)

func TestOpenFilesRemovesWhatACrashLeft(t *testing.T) {
	dir := t.TempDir()
	store := openFiles(t, dir)
	put(t, store, "ab/kept.jpg", []byte("kept"))
	orphan, others := filepath.Join(dir, ".tmp", rand.Text()), filepath.Join(dir, ".tmp", "notes.txt")
	for _, path := range []string{orphan, others} {
		noError(t, os.WriteFile(path, []byte("half a pict"), 0o600))
	}
	noError(t, store.Close())

	again := openFiles(t, dir)

	if _, err := os.Stat(orphan); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the orphan file is still there: %v", err)
	}
	if _, err := os.Stat(others); err != nil {
		t.Errorf("a file that the store did not write: %v", err)
	}
	if got := read(t, again, "ab/kept.jpg"); got != "kept" {
		t.Errorf("got %q", got)
	}
}

// All files of a large folder are listed, even if they are deleted meanwhile.
func TestListOfManyFilesInOneFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	const files = 20_000
	dir := t.TempDir()
	store := openFiles(t, dir)
	for i := range files {
		noError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%064d.png", i)), nil, 0o600))
	}
	listed := 0
	for info, err := range store.List(t.Context(), "") {
		if err == nil {
			err = store.Delete(t.Context(), info.Name)
		}
		noError(t, err)
		listed++
	}
	if listed != files {
		t.Errorf("%d files were listed", listed)
	}
	for info := range store.List(t.Context(), "") {
		t.Fatalf("%s is left", info.Name)
	}
}

func TestOpenFilesSparesAPutUnderWay(t *testing.T) {
	dir := t.TempDir()
	store := openFiles(t, dir)
	content := &hookReader{ReadSeeker: strings.NewReader("whole"), hook: func() {
		// A second process opens the folder while the first one writes.
		openFiles(t, dir)
	}}
	noError(t, store.Put(t.Context(), "ab/a.jpg", content, "image/jpeg"))
	if got := read(t, store, "ab/a.jpg"); got != "whole" {
		t.Errorf("got %q", got)
	}
}

func TestFilesStayInTheirFolder(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	noError(t, os.WriteFile(filepath.Join(outside, "secret.jpg"), []byte("secret"), 0o600))
	store := openFiles(t, dir)
	noError(t, os.Symlink(outside, filepath.Join(dir, "way")))
	if object, err := store.Open(t.Context(), "way/secret.jpg"); err == nil {
		object.Close()
		t.Error("a link led out of the folder")
	}
	if err := store.Put(t.Context(), "way/new.jpg", strings.NewReader("x"), "image/jpeg"); err == nil {
		t.Error("a link let a file be put outside the folder")
	}
	if err := store.Delete(t.Context(), "way/secret.jpg"); err == nil {
		t.Error("a link let a file outside the folder be deleted")
	}
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	dir := t.TempDir()
	put(t, openFiles(t, dir), "ab/a.jpg", []byte("a"))
	for name, want := range map[string]fs.FileMode{"ab": 0o700, "ab/a.jpg": 0o600, ".tmp": 0o700} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

func TestAFileSystemWithoutLocks(t *testing.T) {
	for _, refused := range []error{syscall.ENOLCK, syscall.ENOTSUP, syscall.ENOSYS} {
		restore := files.WithoutLocks(refused)
		store := openFiles(t, t.TempDir())
		restore()
		if put(t, store, "ab/a.jpg", []byte("a")); !strings.Contains(store.Warning(), "has no locks") {
			t.Errorf("%v: %q", refused, store.Warning())
		}
	}
}

func openFiles(t *testing.T, dir string) *files.Folder {
	t.Helper()
	store, err := files.OpenFolder(dir)
	noError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// hookReader calls hook at the first read.
type hookReader struct {
	io.ReadSeeker
	hook func()
}

func (r *hookReader) Read(p []byte) (int, error) {
	if r.hook != nil {
		r.hook()
		r.hook = nil
	}
	return r.ReadSeeker.Read(p)
}
