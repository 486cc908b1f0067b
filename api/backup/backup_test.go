package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"portfolio/api/backup"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
	"portfolio/api/internal/servertest"
	"portfolio/api/publishing"
)

// site is a backup.Site with what fills it.
type site struct {
	*backup.Site
	documents *documents.Service
	library   *media.Library
	dir       string // where its backups go
}

func newSite(t *testing.T, db *database.DB, store files.Store) site {
	t.Helper()
	library, err := media.New(t.TempDir())
	noError(t, err)
	service := &documents.Service{DB: db, Files: &files.Files{DB: db, Storage: store, Clock: time.Now}, Audit: audit.New(db, time.Now), Links: httpx.NewDownloadLinks(make([]byte, 32)),
		Clock: time.Now, Pages: publishing.NewQueue(jobs.New(db, time.Now), publishing.Options{})}
	return site{&backup.Site{DB: db, Store: store, Clock: time.Now, Program: "portfolio test"}, service, library, t.TempDir()}
}

// filled returns a site with two documents.
func filled(t *testing.T, db *database.DB, store files.Store) site {
	t.Helper()
	s := newSite(t, db, store)
	s.add(t, "first")
	s.add(t, strings.Repeat("second ", 200))
	return s
}

func (s site) add(t *testing.T, content string) (id int64) {
	t.Helper()
	file, err := s.library.ReceiveFile(strings.NewReader(content), documents.MaxBytes, "document")
	noError(t, err)
	defer file.Close()
	file.ContentType = "text/plain"
	title, category := "A document", "1"
	made, err := s.documents.Upload(t.Context(), documents.Fields{
		Name: &title, Category: httpx.ValueOf(&category), File: file, FileName: "a.txt",
	})
	noError(t, err)
	return made.ID
}

// write makes a backup and returns its path.
func (s site) write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(s.dir, "site.backup")
	_, err := s.Write(t.Context(), path, true)
	noError(t, err)
	return path
}

// with calls use with the open backup at path.
func with(path string, use func(*backup.Archive) error) error {
	archive, err := backup.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	return use(archive)
}

// readManifest returns the manifest of the backup at path once every byte of the backup is checked.
func readManifest(t *testing.T, path string) (manifest backup.Manifest, err error) {
	err = with(path, func(archive *backup.Archive) error {
		manifest = archive.Manifest
		return archive.Check(t.Context(), func(string, int, int) {})
	})
	return manifest, err
}

// verify checks the backup at path as the command does.
func (s site) verify(t *testing.T, path string) error {
	t.Helper()
	temp := t.TempDir()
	err := with(path, func(archive *backup.Archive) error { return backup.Verify(t.Context(), archive, temp, nil) })
	s.checkEmptyDir(t, temp)
	return err
}

// restore makes the site of the backup at path.
func (s site) restore(ctx context.Context, path string) error {
	return with(path, func(archive *backup.Archive) error { return s.Restore(ctx, archive) })
}

func (s site) checkEmptyDir(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("left behind in the folder: %v, %v", entries, err)
	}
}

// checkEmpty fails the test unless there is nothing in the site, so that another restore can be tried.
func (s site) checkEmpty(t *testing.T) {
	t.Helper()
	for info := range s.Store.List(t.Context(), "") {
		t.Errorf("%s is in the storage", info.Name)
	}
	err := s.DB.InSnapshot(t.Context(), func(tx *database.Tx) error {
		tables, err := tx.Tables(t.Context())
		for _, table := range tables {
			if n, err := tx.Count(t.Context(), table); err != nil || n > 1 && table.Name != "locks" {
				t.Errorf("%d rows in %s, %v", n, table.Name, err)
			}
		}
		return err
	})
	noError(t, err)
}

// each runs test with a filled site on each engine and on each kind of storage.
func each(t *testing.T, test func(t *testing.T, s site)) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) { test(t, filled(t, db, servertest.Folder(t))) })
	t.Run("s3", func(t *testing.T) {
		servertest.EachStore(t, func(t *testing.T, store files.Store) { test(t, filled(t, servertest.NewDatabase(t), store)) })
	})
}

func TestABackupIsTheOwnersAndReplacesNothing(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		path := s.write(t)
		info, err := os.Stat(path)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		if _, err := s.Write(t.Context(), path, false); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a second one: %v", err)
		}
		entries, err := os.ReadDir(s.dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("in the folder are %v, %v", entries, err)
		}
		noError(t, s.verify(t, path))
		manifest, err := readManifest(t, path)
		if err != nil || len(manifest.Tables) < 3 || len(manifest.Entries) != len(manifest.Tables)+2 || manifest.Engine != string(s.DB.Engine()) {
			t.Errorf("%+v, %v", manifest, err)
		}
	})
}

// Every table is in the backup, or in this list with a reason.
func TestNoTableIsForgotten(t *testing.T) {
	notBackedUp := []string{"app_tokens", "deleted_files", "jobs", "locks", "offsite_backups", "throttles"}
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, servertest.Folder(t))
		var all, withRows []string
		err := db.InSnapshot(t.Context(), func(tx *database.Tx) error {
			tables, err := tx.Tables(t.Context())
			for _, table := range tables {
				all = append(all, table.Name)
				if n, err := tx.Count(t.Context(), table); err != nil || n > 0 {
					withRows = append(withRows, table.Name)
				}
			}
			return err
		})
		noError(t, err)
		manifest, err := readManifest(t, s.write(t))
		noError(t, err)
		listed := slices.Clone(notBackedUp)
		for _, table := range manifest.Tables {
			listed = append(listed, table.Name)
		}
		slices.Sort(listed)
		if !slices.Equal(all, listed) {
			t.Errorf("the schema has %v, a backup and the exceptions %v", all, listed)
		}
		// Rows of migrations are replaced by those of a backup; the package has to know of each.
		if want := []string{"document_categories", "locks", "offsite_backups", "publishing"}; !slices.Equal(withRows, want) {
			t.Errorf("after the migrations there are rows in %v, want %v", withRows, want)
		}
	})
}

// entriesOf returns the name and the place of the content of each entry of a backup, read as any other
// program would.
func entriesOf(t *testing.T, path string) (names []string, places [][2]int64) {
	t.Helper()
	file, err := os.Open(path)
	noError(t, err)
	defer func() { _ = file.Close() }()
	archive := tar.NewReader(file)
	for {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return names, places
		}
		noError(t, err)
		start, err := file.Seek(0, io.SeekCurrent)
		noError(t, err)
		names, places = append(names, entry.Name), append(places, [2]int64{start, start + entry.Size})
	}
}

// readFile returns the content of a backup.
func readFile(t *testing.T, path string) []byte {
	t.Helper()
	whole, err := os.ReadFile(path)
	noError(t, err)
	return whole
}

// A changed byte of a content is found, and its file is named. One in a header is found, or changes nothing that a site is
// made of.
func TestAnyFlippedByteIsFound(t *testing.T) {
	path := filled(t, servertest.NewDatabase(t), servertest.Folder(t)).write(t)
	whole := readFile(t, path)
	want, err := readManifest(t, path)
	noError(t, err)
	read := func(at int64) (backup.Manifest, error) {
		changed := bytes.Clone(whole)
		changed[at] ^= byte(1 << (at % 8))
		noError(t, os.WriteFile(path, changed, 0o600))
		return readManifest(t, path)
	}
	places, headers := 0, 0
	check := func(at int64, name string) {
		places++
		var damage *backup.Damage
		if _, err := read(at); !errors.As(err, &damage) || damage.File != name {
			t.Errorf("byte %d, in %s: %v", at, name, err)
		}
	}
	names, contents := entriesOf(t, path)
	for i, name := range names {
		for at := contents[i][0] - 512; at < contents[i][0]; at += 5 {
			if manifest, err := read(at); err != nil {
				headers++
			} else if !slices.Equal(manifest.Entries, want.Entries) {
				t.Errorf("byte %d: %+v", at, manifest)
			}
		}
		for at := contents[i][0]; at < contents[i][1]; at += 7 {
			check(at, name)
		}
	}
	for at := len(whole) - 65; at < len(whole); at++ {
		check(int64(at), "manifest.json")
	}
	if places < 500 || headers < 500 {
		t.Errorf("%d places in contents, %d in headers", places, headers)
	}
}

// Of a broken disk the first damaged files are named.
func TestManyDamagedFilesAreNamed(t *testing.T) {
	const files = 130
	s := newSite(t, servertest.NewDatabase(t), servertest.Folder(t))
	for i := range files {
		s.add(t, fmt.Sprint("document ", i))
	}
	path := s.write(t)
	whole := readFile(t, path)
	names, contents := entriesOf(t, path)
	for i, name := range names {
		if strings.HasPrefix(name, "files/") {
			whole[contents[i][0]]++
		}
	}
	noError(t, os.WriteFile(path, whole, 0o600))
	if err := s.verify(t, path); err == nil || strings.Count(err.Error(), "has other content than was written") != 100 {
		t.Errorf("got %v", err)
	}
}

func TestACutBackupIsRefused(t *testing.T) {
	s := filled(t, servertest.NewDatabase(t), servertest.Folder(t))
	whole := readFile(t, s.write(t))
	second := bytes.Index(whole, []byte("second second"))
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"empty":             {nil, backup.ErrNotBackup.Error()},
		"an image":          {[]byte("\xff\xd8\xff\xe0 and so on"), backup.ErrNotBackup.Error()},
		"another archive":   {append([]byte("other.txt"), make([]byte, 1<<14)...), backup.ErrNotBackup.Error()},
		"the first bytes":   {whole[:100], "its first entry"},
		"in the first file": {whole[:700], "tables/"},
		"in a document":     {whole[:second+100], "files/documents/"},
		"before the digest": {whole[:len(whole)-65], "manifest.json or what follows it is cut short"},
		"in the digest":     {whole[:len(whole)-1], "manifest.json or what follows it is cut short"},
		"with bytes after":  {append(bytes.Clone(whole), 0), "manifest.json has other content"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cut")
			noError(t, os.WriteFile(path, test.content, 0o600))
			if err := s.verify(t, path); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	if err := s.verify(t, t.TempDir()); !errors.Is(err, backup.ErrNotBackup) {
		t.Errorf("a folder: %v", err)
	}
}

func TestABackupOfOtherTablesIsRefused(t *testing.T) {
	path := filled(t, servertest.NewDatabase(t), servertest.Folder(t)).write(t)
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, servertest.Folder(t))
		for name, use := range map[string]func(*backup.Archive) error{
			"restore": func(archive *backup.Archive) error { return s.Restore(t.Context(), archive) },
			"verify":  func(archive *backup.Archive) error { return backup.Verify(t.Context(), archive, t.TempDir(), nil) },
		} {
			err := with(path, func(archive *backup.Archive) error {
				archive.Manifest.Schema = "" // as of a program that did not note it
				return use(archive)
			})
			const want = "the backup has other tables than this program: restore it with the program that made it, "
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		s.checkEmpty(t)
	})
}

// full is a store whose disk is full, or whose files cannot be read, from the second file on.
type full struct {
	files.Store
	n atomic.Int32
}

func (f *full) Put(ctx context.Context, name string, content io.Reader, contentType string) error {
	if f.n.Add(1) > 1 {
		return fmt.Errorf("put %s: %w", name, syscall.ENOSPC)
	}
	return f.Store.Put(ctx, name, content, contentType)
}

func TestAFailedRestoreLeavesNothing(t *testing.T) {
	path := filled(t, servertest.NewDatabase(t), servertest.Folder(t)).write(t)
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, servertest.Folder(t))
		store := s.Store
		s.Store = &full{Store: store}
		if err := s.restore(t.Context(), path); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("with a full disk: %v", err)
		}
		s.checkEmpty(t)
		s.Store = store
		for _, step := range []string{"checked", "files restored", "rows of documents"} {
			ctx, stop := context.WithCancel(t.Context())
			s.Report = func(at string, _, _ int) {
				if at == step {
					stop()
				}
			}
			if err := s.restore(ctx, path); !errors.Is(err, context.Canceled) {
				t.Errorf("stopped at %q: %v", step, err)
			}
			s.checkEmpty(t)
		}
		s.Report = nil
		if err := s.restore(t.Context(), path); err != nil {
			t.Errorf("at last: %v", err)
		}
		again := s.restore(t.Context(), path)
		if again == nil || !strings.Contains(again.Error(), "the database is not empty: there are rows in audit_entries, document_versions, documents; ") {
			t.Errorf("a second time: %v", again)
		}
	})
}

// The medium with the backup may be removed. Then a restore fails, and the backup cannot list the
// restored rows.
func TestARestoreIsUndoneWithoutItsBackup(t *testing.T) {
	whole := readFile(t, filled(t, servertest.NewDatabase(t), servertest.Folder(t)).write(t))
	servertest.EachStore(t, func(t *testing.T, store files.Store) {
		s := newSite(t, servertest.NewDatabase(t), store)
		path := filepath.Join(t.TempDir(), "site.backup")
		noError(t, os.WriteFile(path, whole, 0o600))
		s.Store = &servertest.Hooked{Store: store, Before: func(_ context.Context, call, _ string) error {
			if call == "put" {
				return os.Truncate(path, 0)
			}
			return nil
		}}
		if err := s.restore(t.Context(), path); err == nil || errors.Is(err, backup.ErrNotUndone) {
			t.Errorf("got %v", err)
		}
		s.checkEmpty(t)
	})
}

func TestARestoreThatIsNotUndoneSaysSo(t *testing.T) {
	path := filled(t, servertest.NewDatabase(t), servertest.Folder(t)).write(t)
	s := newSite(t, servertest.NewDatabase(t), servertest.Folder(t))
	ctx, stop := context.WithCancel(t.Context())
	s.Store = &servertest.Hooked{Store: s.Store,
		Before: func(_ context.Context, call, _ string) error {
			if call == "delete" {
				return syscall.EROFS
			}
			return nil
		},
		After: func(context.Context, string, string) { stop() },
	}
	if err := s.restore(ctx, path); !errors.Is(err, context.Canceled) || !errors.Is(err, backup.ErrNotUndone) || !errors.Is(err, syscall.EROFS) {
		t.Errorf("got %v", err)
	}
}

func TestANonEmptyStorageIsRefused(t *testing.T) {
	path := filled(t, servertest.NewDatabase(t), servertest.Folder(t)).write(t)
	servertest.EachStore(t, func(t *testing.T, store files.Store) {
		s := newSite(t, servertest.NewDatabase(t), store)
		noError(t, store.Put(t.Context(), "mine/image.jpg", strings.NewReader("x"), "image/jpeg"))
		if err := s.restore(t.Context(), path); err == nil || !strings.Contains(err.Error(), "the storage is not empty: it has the file mine/image.jpg") {
			t.Errorf("got %v", err)
		}
		noError(t, store.Delete(t.Context(), "mine/image.jpg"))
		noError(t, s.restore(t.Context(), path))
		noError(t, s.verify(t, s.write(t)))
	})
}

// A backup that fails or is stopped leaves no file.
func TestAFailedBackupLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		path := filepath.Join(s.dir, "site.backup")
		sweep := func() {
			t.Helper()
			s.checkEmptyDir(t, s.dir)
		}
		ctx, stop := context.WithCancel(t.Context())
		s.Report = func(string, int, int) { stop() }
		if _, err := s.Write(ctx, path, false); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped: %v", err)
		}
		sweep()
		s.Report = nil
		if _, err := s.Write(t.Context(), filepath.Join(s.dir, "missing", "site.backup"), false); err == nil {
			t.Error("a folder that does not exist was written to")
		}
		for info := range s.Store.List(t.Context(), "") {
			noError(t, s.Store.Delete(t.Context(), info.Name))
			break
		}
		_, err := s.Write(t.Context(), path, false)
		if err == nil || !strings.Contains(err.Error(), "is missing in the store: portfolio fsck names its row") {
			t.Errorf("with a row without its file: %v", err)
		}
		sweep()
	})
}

var noError = servertest.NoError
