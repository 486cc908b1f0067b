package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"portfolio/api/audit"
	"portfolio/api/backup"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/documents"
	"portfolio/api/media"
	"portfolio/api/publishing"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
	"portfolio/api/tokens"
)

// site is a backup.Site with what fills it.
type site struct {
	*backup.Site
	documents *documents.Service
	library   *media.Library
	dir       string // where its backups go
}

func newSite(t *testing.T, db *database.DB, store storage.Store) site {
	t.Helper()
	library, err := media.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	service := &documents.Service{DB: db, Files: &storedfiles.Files{DB: db, Storage: store, Clock: time.Now, Uses: []storedfiles.Use{documents.FileUse, documents.VersionFileUse}}, Audit: audit.New(db, time.Now), Links: tokens.NewDownload(make([]byte, 32)),
		Clock: time.Now, Changed: publishing.NewQueue(db, time.Now).Changed}
	return site{&backup.Site{
		DB: db, Store: store, Uses: []storedfiles.Use{documents.FileUse, documents.VersionFileUse}, Clock: time.Now, Program: "portfolio test",
	}, service, library, t.TempDir()}
}

// filled returns a site with two documents.
func filled(t *testing.T, db *database.DB, store storage.Store) site {
	t.Helper()
	s := newSite(t, db, store)
	s.add(t, "first")
	s.add(t, strings.Repeat("second ", 200))
	return s
}

func (s site) add(t *testing.T, content string) (id int64) {
	t.Helper()
	file, err := s.library.ReceiveFile(strings.NewReader(content), documents.MaxBytes, "document")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.ContentType = "text/plain"
	title, category := "A document", "1"
	made, err := s.documents.Upload(t.Context(), documents.NewDocument{
		Name: &title, Category: &category, File: file, FileName: "a.txt",
	})
	if err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// write makes a backup and returns its path.
func (s site) write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(s.dir, "site.backup")
	if _, err := s.Write(t.Context(), path, true); err != nil {
		t.Fatal(err)
	}
	return path
}

// verify checks the backup at path as the command does.
func (s site) verify(t *testing.T, path string) error {
	t.Helper()
	archive, err := backup.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	temp := t.TempDir()
	err = backup.Verify(t.Context(), archive, backup.Options{TempDir: temp, Uses: s.Uses})
	s.checkEmptyDir(t, temp)
	return err
}

// restore makes the site of the backup at path.
func (s site) restore(t *testing.T, path string) error {
	t.Helper()
	archive, err := backup.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	return s.Restore(t.Context(), archive)
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
	if err != nil {
		t.Error(err)
	}
}

// each runs test with a filled site on each engine and on each kind of storage.
func each(t *testing.T, test func(t *testing.T, s site)) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) { test(t, filled(t, db, storagetest.Files(t))) })
	t.Run("s3", func(t *testing.T) {
		storagetest.Each(t, func(t *testing.T, store storage.Store) { test(t, filled(t, databasetest.New(t), store)) })
	})
}

func TestABackupIsVerifiedAndNoted(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		path := s.write(t)
		info, err := os.Stat(path)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		entries, err := os.ReadDir(s.dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("in the folder are %v, %v", entries, err)
		}
		if err := s.verify(t, path); err != nil {
			t.Error(err)
		}
		archive, err := backup.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		if rows, files := archive.Count(); rows < 3 || files != 2 || archive.Manifest.Engine != string(s.DB.Engine()) {
			t.Errorf("%d rows, %d files, from %s", rows, files, archive.Manifest.Engine)
		}
		if err := s.RecordCheck(t.Context(), "/moved/away", archive.Checksum, nil); err != nil {
			t.Error(err)
		}
		last, found, err := backup.LastRun(t.Context(), s.DB)
		if err != nil || !found || last.File != path || last.Bytes != info.Size() || last.VerifiedAt == nil || last.Problem != "" {
			t.Errorf("%+v, %v, %v", last, found, err)
		}
	})
}

// The rows in a backup are of before it was written: the last run that they know may have failed.
func TestARestoredSiteKnowsItsBackupAsTheLast(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := filled(t, db, storagetest.Files(t))
		if _, err := s.Write(t.Context(), filepath.Join(s.dir, "missing", "site.backup"), false); err == nil {
			t.Fatal("a backup was written into a folder that is not there")
		}
		path := s.write(t)
		made := newSite(t, databasetest.New(t), storagetest.Files(t))
		if err := made.restore(t, path); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		last, found, lastErr := backup.LastRun(t.Context(), made.DB)
		if err != nil || lastErr != nil || !found || last.File != path || last.Bytes != info.Size() || last.VerifiedAt == nil || last.Problem != "" {
			t.Errorf("%+v, %v, %v, %v", last, found, err, lastErr)
		}
	})
}

// Whoever adds a table has its rows in the backup, or says here why not.
func TestNoTableIsForgotten(t *testing.T) {
	// image_counts and stored_bytes are counted by triggers while a restore inserts rows.
	notBackedUp := []string{"app_tokens", "collection_leases", "content_version", "image_counts", "locks", "mails", "offsite_backups", "schema_compatibility", "stored_bytes", "throttles"}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, storagetest.Files(t))
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
		if err != nil {
			t.Fatal(err)
		}
		archive, err := backup.Open(s.write(t))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		listed := slices.Clone(notBackedUp)
		for _, table := range archive.Manifest.Tables {
			listed = append(listed, table.Name)
		}
		slices.Sort(listed)
		if !slices.Equal(all, listed) {
			t.Errorf("the schema has %v, a backup and the exceptions %v", all, listed)
		}
		// Rows of migrations are replaced by those of a backup; the package has to know of each.
		if want := []string{"content_version", "document_categories", "locks", "offsite_backups", "publishing", "schema_compatibility", "stored_bytes"}; !slices.Equal(withRows, want) {
			t.Errorf("after the migrations there are rows in %v, want %v", withRows, want)
		}
	})
}

// listed returns the files that the manifest of a backup lists, read as any other program would.
func listed(t *testing.T, whole []byte) []backup.File {
	t.Helper()
	archive := tar.NewReader(bytes.NewReader(whole))
	for {
		entry, err := archive.Next()
		if err != nil {
			t.Fatal(err)
		}
		if entry.Name != "manifest.json" {
			continue
		}
		var manifest struct {
			Files []backup.File `json:"files"`
		}
		if err := json.NewDecoder(archive).Decode(&manifest); err != nil {
			t.Fatal(err)
		}
		return manifest.Files
	}
}

// flipped calls test with the backup at path, one byte changed, for many places, and says which file each is in.
func flipped(t *testing.T, path string, test func(at int64, file string)) {
	t.Helper()
	archive, err := backup.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	_ = archive.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	names := listed(t, whole)
	inside := 0
	for at := int64(0); at < int64(len(whole)); at++ {
		for inside < len(names) && at >= names[inside].Offset+names[inside].Header+(names[inside].Size+511)/512*512 {
			inside++
		}
		name := "manifest.json"
		if inside < len(names) {
			name = names[inside].Name
		}
		if at >= int64(len(whole))-2048 {
			name = "SEAL"
		}
		// All of the lines of the seal; elsewhere places in each block, and where a header and a content begin.
		if block := at % 512; (name != "SEAL" || block > 350) && block > 1 && at%61 != 0 {
			continue
		}
		write := func(b byte) {
			if _, err := file.WriteAt([]byte{b}, at); err != nil {
				t.Fatal(err)
			}
		}
		write(whole[at] ^ byte(1<<(at%8)))
		test(at, name)
		write(whole[at])
	}
}

func TestAnyFlippedByteIsFoundAndItsFileNamed(t *testing.T) {
	s := filled(t, databasetest.New(t), storagetest.Files(t))
	path := s.write(t)
	places := 0
	flipped(t, path, func(at int64, file string) {
		places++
		archive, err := backup.Open(path)
		if err == nil {
			err = archive.Check(t.Context(), func(backup.Progress) {})
			_ = archive.Close()
		}
		var damage *backup.Damage
		if !errors.As(err, &damage) || damage.File != file {
			t.Errorf("byte %d, in %s: %v", at, file, err)
		}
	})
	if err := s.verify(t, path); err != nil || places < 500 {
		t.Errorf("%d places, at last %v", places, err)
	}
}

func TestACutBackupIsRefused(t *testing.T) {
	s := filled(t, databasetest.New(t), storagetest.Files(t))
	path := s.write(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := bytes.Index(whole, []byte("second second"))
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"empty":              {nil, backup.ErrNotBackup.Error()},
		"a picture":          {[]byte("\xff\xd8\xff\xe0 and so on"), backup.ErrNotBackup.Error()},
		"another archive":    {append([]byte("other.txt"), make([]byte, 1<<14)...), backup.ErrNotBackup.Error()},
		"the first bytes":    {whole[:100], "README.txt is damaged or cut short"},
		"in the first file":  {whole[:700], "README.txt is cut short"},
		"in a document":      {whole[:second+100], "files/documents/"},
		"before the seal":    {whole[:len(whole)-2048], "SEAL is damaged or missing"},
		"in the seal":        {whole[:len(whole)-1], "SEAL is changed"},
		"with bytes after":   {append(bytes.Clone(whole), 0), "SEAL is changed, or followed by other bytes"},
		"with a block after": {append(bytes.Clone(whole), make([]byte, 512)...), "SEAL is changed, or followed by other bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cut")
			if err := os.WriteFile(path, test.content, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := s.verify(t, path); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	if err := s.verify(t, t.TempDir()); !errors.Is(err, backup.ErrNotBackup) {
		t.Errorf("a folder: %v", err)
	}
}

func TestAnExistingFileIsKept(t *testing.T) {
	s := filled(t, databasetest.New(t), storagetest.Files(t))
	path := filepath.Join(s.dir, "mine")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(t.Context(), path, false); !errors.Is(err, backup.ErrExists) {
		t.Errorf("got %v", err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "precious" {
		t.Errorf("the file holds %q, %v", content, err)
	}
	if _, found, err := backup.LastRun(t.Context(), s.DB); found || err != nil {
		t.Errorf("a run was noted: %v", err)
	}
	if _, err := s.Write(t.Context(), path, true); err != nil {
		t.Error(err)
	}
	if err := s.verify(t, path); err != nil {
		t.Error(err)
	}
}

// full is a store whose disk is full, or whose files cannot be read, from the second file on.
type full struct {
	storage.Store
	n atomic.Int32
}

func (f *full) Put(ctx context.Context, name string, content io.ReadSeeker, contentType string) error {
	if f.n.Add(1) > 1 {
		return fmt.Errorf("put %s: %w", name, syscall.ENOSPC)
	}
	return f.Store.Put(ctx, name, content, contentType)
}

// forgetful is a store that loses every file.
type forgetful struct{ storage.Store }

func (forgetful) Put(context.Context, string, io.ReadSeeker, string) error { return nil }

func TestAFailedRestoreLeavesNothing(t *testing.T) {
	path := filled(t, databasetest.New(t), storagetest.Files(t)).write(t)
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, storagetest.Files(t))
		store := s.Store
		s.Store = &full{Store: store}
		if err := s.restore(t, path); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("with a full disk: %v", err)
		}
		s.checkEmpty(t)
		s.Store = store
		s.Store = &forgetful{Store: store}
		err := s.restore(t, path)
		if err == nil || !strings.Contains(err.Error(), `that of document 1 "A document", documents/`) || !strings.Contains(err.Error(), ", is missing") {
			t.Errorf("with a row whose file is missing: %v", err)
		}
		s.checkEmpty(t)
		s.Store = store
		archive, err := backup.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		for _, step := range []string{"checked", "files restored", "rows of documents"} {
			ctx, stop := context.WithCancel(t.Context())
			s.Report = func(progress backup.Progress) {
				if progress.Step == step {
					stop()
				}
			}
			if err := s.Restore(ctx, archive); !errors.Is(err, context.Canceled) {
				t.Errorf("stopped at %q: %v", step, err)
			}
			s.checkEmpty(t)
		}
		s.Report = nil
		if err := s.restore(t, path); err != nil {
			t.Errorf("at last: %v", err)
		}
		again := s.restore(t, path)
		if again == nil || !strings.Contains(again.Error(), "the database is not empty: there are rows in audit_entries, document_versions, documents, stored_files; ") {
			t.Errorf("a second time: %v", again)
		}
	})
}

// The medium with the backup may be taken away, which is why a restore fails and why the backup cannot say what was restored.
func TestARestoreIsUndoneWithoutItsBackup(t *testing.T) {
	whole, err := os.ReadFile(filled(t, databasetest.New(t), storagetest.Files(t)).write(t))
	if err != nil {
		t.Fatal(err)
	}
	storagetest.Each(t, func(t *testing.T, store storage.Store) {
		s := newSite(t, databasetest.New(t), store)
		path := filepath.Join(t.TempDir(), "site.backup")
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		s.Store = &storagetest.Hooked{Store: store, Before: func(_ context.Context, call, _ string) error {
			if call == "put" {
				return os.Truncate(path, 0)
			}
			return nil
		}}
		archive, err := backup.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		if err := s.Restore(t.Context(), archive); err == nil || errors.Is(err, backup.ErrNotUndone) {
			t.Errorf("got %v", err)
		}
		s.checkEmpty(t)
	})
}

func TestARestoreThatIsNotUndoneSaysSo(t *testing.T) {
	path := filled(t, databasetest.New(t), storagetest.Files(t)).write(t)
	s := newSite(t, databasetest.New(t), storagetest.Files(t))
	ctx, stop := context.WithCancel(t.Context())
	s.Store = &storagetest.Hooked{Store: s.Store,
		Before: func(_ context.Context, call, _ string) error {
			if call == "delete" {
				return syscall.EROFS
			}
			return nil
		},
		After: func(context.Context, string, string) { stop() },
	}
	archive, err := backup.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	if err := s.Restore(ctx, archive); !errors.Is(err, context.Canceled) || !errors.Is(err, backup.ErrNotUndone) || !errors.Is(err, syscall.EROFS) {
		t.Errorf("got %v", err)
	}
}

func TestANonEmptyStorageIsRefused(t *testing.T) {
	path := filled(t, databasetest.New(t), storagetest.Files(t)).write(t)
	storagetest.Each(t, func(t *testing.T, store storage.Store) {
		s := newSite(t, databasetest.New(t), store)
		if err := store.Put(t.Context(), "mine/picture.jpg", strings.NewReader("x"), "image/jpeg"); err != nil {
			t.Fatal(err)
		}
		if err := s.restore(t, path); err == nil || !strings.Contains(err.Error(), "the storage is not empty: it has the file mine/picture.jpg") {
			t.Errorf("got %v", err)
		}
		if err := store.Delete(t.Context(), "mine/picture.jpg"); err != nil {
			t.Fatal(err)
		}
		if err := s.restore(t, path); err != nil {
			t.Error(err)
		}
		if err := s.verify(t, s.write(t)); err != nil {
			t.Error(err)
		}
	})
}

// fullDisk takes what is written until it is full.
type fullDisk struct{ now bool }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.now {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

// A backup that fails or is stopped leaves no file, and no lease that keeps collectors away.
func TestAFailedBackupLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		path := filepath.Join(s.dir, "site.backup")
		files := &storedfiles.Files{DB: s.DB, Storage: s.Store, Clock: time.Now, Uses: s.Uses}
		sweep := func() {
			t.Helper()
			s.checkEmptyDir(t, s.dir)
			if _, err := files.Repair(t.Context(), 0); err != nil {
				t.Error(err)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		s.Report = func(backup.Progress) { stop() }
		if _, err := s.Write(ctx, path, false); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped: %v", err)
		}
		sweep()
		if _, found, err := backup.LastRun(t.Context(), s.DB); found || err != nil {
			t.Errorf("a stopped run was noted: %v", err)
		}
		s.Report = nil
		if _, err := s.Write(t.Context(), filepath.Join(s.dir, "missing", "site.backup"), false); err == nil {
			t.Error("a folder that does not exist was written to")
		}
		full := &fullDisk{}
		s.Report = func(progress backup.Progress) { full.now = progress.Step == "files copied" }
		if _, err := s.WriteTo(t.Context(), full, s.dir); err == nil || err.Error() != "write the backup: no space left on device" {
			t.Errorf("a full disk: %v", err)
		}
		sweep()
		s.Report = nil
		for info := range s.Store.List(t.Context(), "") {
			if err := s.Store.Delete(t.Context(), info.Name); err != nil {
				t.Fatal(err)
			}
			break
		}
		_, err := s.Write(t.Context(), path, false)
		if err == nil || !strings.Contains(err.Error(), `back up the file of document`) || !strings.Contains(err.Error(), "portfolio fsck") {
			t.Errorf("with a row without its file: %v", err)
		}
		sweep()
		last, found, lastErr := backup.LastRun(t.Context(), s.DB)
		if lastErr != nil || !found || last.Problem != err.Error() || last.File != path {
			t.Errorf("noted is %+v, %v, %v", last, found, lastErr)
		}
	})
}
