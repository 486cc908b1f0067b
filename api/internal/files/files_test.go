package files_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

// fixture has an image, whose files are those of the tests.
type fixture struct {
	files.Files
	store *servertest.Hooked
	now   time.Time
}

func each(t *testing.T, test func(t *testing.T, f *fixture)) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		servertest.Fill(t, db, 2, servertest.ManyGalleries(db))
		servertest.Fill(t, db, 1, servertest.ManyImages(db))
		f := &fixture{store: &servertest.Hooked{Store: servertest.Folder(t)}, now: time.Now()}
		f.Files = files.Files{DB: db, Storage: f.store, Clock: func() time.Time { return f.now }}
		test(t, f)
	})
}

func temporary(t *testing.T, name string) *files.Temporary {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "temporary"))
	noError(t, err)
	made := files.NewTemporary(file)
	t.Cleanup(func() { _ = made.Close() })
	_, err = io.WriteString(made, "content of "+name)
	noError(t, err)
	made.Name, made.ContentType = name, "text/plain"
	return made
}

// write stores files and makes them the image's.
func (f *fixture) write(t *testing.T, names ...string) {
	t.Helper()
	var temporaries []*files.Temporary
	for _, name := range names {
		temporaries = append(temporaries, temporary(t, name))
	}
	err := f.Write(t.Context(), temporaries, func(tx *database.Tx) error {
		for _, file := range temporaries {
			_, err := tx.Exec(t.Context(), `INSERT INTO image_files (name, image_id, bytes) SELECT ?, id, ? FROM images`, file.Name, file.Size)
			if err != nil {
				return err
			}
		}
		return nil
	})
	noError(t, err)
}

func (f *fixture) delete(t *testing.T, names ...string) {
	t.Helper()
	err := f.DB.InTx(t.Context(), func(tx *database.Tx) error {
		for _, name := range names {
			if _, err := tx.Exec(t.Context(), `DELETE FROM image_files WHERE name = ?`, name); err != nil {
				return err
			}
		}
		return f.Delete(t.Context(), tx, names...)
	})
	noError(t, err)
}

// removeDeleted expects so many deleted files to be removed.
func (f *fixture) removeDeleted(t *testing.T, delay time.Duration, want int) {
	t.Helper()
	if removed, err := f.RemoveDeleted(t.Context(), delay); removed != want || err != nil {
		t.Errorf("%d removed, not %d, %v", removed, want, err)
	}
}

func (f *fixture) checkStored(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for info, err := range f.store.Store.List(t.Context(), "") {
		noError(t, err)
		got = append(got, info.Name)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("stored are %q, want %q", got, want)
	}
}

func TestAFailedWriteLeavesNoFile(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		refused := errors.New("refused")
		pair := []*files.Temporary{temporary(t, "a"), temporary(t, "b")}
		if err := f.Write(t.Context(), pair, func(*database.Tx) error { return refused }); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
		f.checkStored(t)
		f.store.Before = func(_ context.Context, call, name string) error {
			if call == "put" && name == "b" {
				return refused
			}
			return nil
		}
		if err := f.Write(t.Context(), pair, func(*database.Tx) error { t.Error("rows were inserted"); return nil }); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
		f.checkStored(t)
	})
}

func TestAFileOfAFailedWriteIsQueuedIfTheStoreFails(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		refused := errors.New("refused")
		f.store.Before = func(_ context.Context, call, _ string) error {
			if call == "delete" {
				return refused
			}
			return nil
		}
		if err := f.Write(t.Context(), []*files.Temporary{temporary(t, "a")}, func(*database.Tx) error { return refused }); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
		f.checkStored(t, "a")
		if removed, err := f.RemoveDeleted(t.Context(), 0); removed != 0 || !errors.Is(err, refused) {
			t.Errorf("%d removed, %v", removed, err)
		}
		f.store.Before = nil
		f.removeDeleted(t, 0, 1)
		f.checkStored(t)
	})
}

func TestDeletedFilesAreRemovedAfterADelay(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		f.write(t, "a", "b", "c")
		f.delete(t, "a", "b")
		if used, err := f.Used(t.Context()); err != nil || used != int64(len("content of c")) {
			t.Errorf("%d bytes used, %v", used, err)
		}
		f.now = f.now.Add(59 * time.Minute)
		f.removeDeleted(t, time.Hour, 0)
		f.now = f.now.Add(2 * time.Minute)
		f.removeDeleted(t, time.Hour, 2)
		f.checkStored(t, "c")
	})
}

func TestAQueuedFileThatARowOwnsStays(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		f.write(t, "a")
		noError(t, f.DB.InTx(t.Context(), func(tx *database.Tx) error { return f.Delete(t.Context(), tx, "a") }))
		f.removeDeleted(t, 0, 0)
		f.checkStored(t, "a")
	})
}

func TestMoreFilesThanABatchAreRemoved(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		var names []string
		for range 250 {
			names = append(names, files.NewName("", ""))
		}
		f.delete(t, names...)
		f.removeDeleted(t, 0, 250)
	})
}

func TestACheckFindsOrphansAndFaults(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		f.write(t, "damaged", "deleted", "intact", "missing")
		f.delete(t, "deleted")
		orphan := files.NewName("", ".jpg")
		for name, content := range map[string]string{"damaged": "x", orphan: "y", "portfolio-2026-11-27-020000-abcdefgh.age": "another's"} {
			noError(t, f.Storage.Put(t.Context(), name, temporary(t, content).Content(), ""))
		}
		noError(t, f.Storage.Delete(t.Context(), "missing"))
		young, err := f.Check(t.Context(), time.Hour)
		if err != nil || len(young.Orphans) != 0 {
			t.Errorf("%+v, %v", young, err)
		}
		f.now = f.now.Add(2 * time.Hour)
		report, err := f.Check(t.Context(), time.Hour)
		if err != nil || report.Owned != 3 || report.Stored != 5 || report.Queued != 1 || len(report.Orphans) != 1 || report.Orphans[0].Name != orphan {
			t.Errorf("%+v, %v", report, err)
		}
		if len(report.Faults) != 2 || report.Faults[0] != (files.Fault{Owner: `image 1 "Image 1"`, Name: "damaged", What: "has 12 bytes and not 18"}) ||
			report.Faults[1].What != "is missing" {
			t.Errorf("%+v", report.Faults)
		}
		// A row owns one of them by now.
		f.write(t, "late")
		if removed, err := f.RemoveOrphans(t.Context(), append(report.Orphans, files.Info{Name: "late"})); err != nil || removed != 1 {
			t.Errorf("%d removed, %v", removed, err)
		}
		f.checkStored(t, "damaged", "deleted", "intact", "late", "portfolio-2026-11-27-020000-abcdefgh.age")
	})
}
