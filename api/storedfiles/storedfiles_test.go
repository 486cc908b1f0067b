package storedfiles_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/documents"
	"portfolio/api/jobs"
	"portfolio/api/media"
	"portfolio/api/publishing"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
	"portfolio/api/tokens"
	"portfolio/api/trash"
)

type fixture struct {
	*storedfiles.Files
	db        *database.DB
	documents *documents.Service
	library   *media.Library
	store     *storagetest.Hooked
	clock     *clock
}

// clock is the time, and as much more as a test lets pass.
type clock struct {
	mutex  sync.Mutex
	passed time.Duration
}

func (c *clock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return time.Now().Add(c.passed)
}

func (c *clock) pass(passed time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.passed += passed
}

// each runs test on both engines and on both kinds of store, the second on SQLite.
func each(t *testing.T, test func(t *testing.T, f fixture)) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) { test(t, newFixture(t, db, storagetest.Files(t))) })
	storagetest.Each(t, func(t *testing.T, store storage.Store) { test(t, newFixture(t, databasetest.New(t), store)) })
}

// newFixture returns the files of a site that keeps documents: one of its replicas, if it is called again.
func newFixture(t *testing.T, db *database.DB, store storage.Store) fixture {
	t.Helper()
	library, err := media.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	watched, clock := &storagetest.Hooked{Store: store}, &clock{}
	files := &storedfiles.Files{DB: db, Storage: watched, Clock: clock.now, Uses: []storedfiles.Use{documents.FileUse, documents.VersionFileUse, trash.FileUse}}
	log := audit.New(db, time.Now)
	service := &documents.Service{DB: db, Files: files, Trash: &trash.Trash{DB: db, Files: files, Audit: log, Clock: time.Now}, Audit: log,
		Links: tokens.NewDownload(make([]byte, 32)), Clock: time.Now, Changed: publishing.NewQueue(jobs.New(db, time.Now)).Changed}
	return fixture{files, db, service, library, watched, clock}
}

func nameOf(hash string) string { return "documents/" + hash[:2] + "/" + hash }

func (f fixture) temporary(t *testing.T, content string) *storedfiles.Temporary {
	t.Helper()
	file, err := f.library.ReceiveFile(strings.NewReader(content), documents.MaxBytes, "document")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	file.ContentType = "text/plain"
	return file
}

// add makes a document with that content and returns its id and the name of its file.
func (f fixture) add(t *testing.T, content string) (id int64, name string) {
	t.Helper()
	file, title, category := f.temporary(t, content), "A document", "1"
	made, err := f.documents.Upload(t.Context(), documents.NewDocument{Name: &title, Category: &category, File: file, FileName: "a.txt"})
	if err != nil {
		t.Fatal(err)
	}
	return made.ID, nameOf(file.Hash())
}

func (f fixture) delete(t *testing.T, id int64) {
	t.Helper()
	item, err := f.documents.Delete(t.Context(), id)
	if err == nil {
		err = f.documents.Trash.Purge(t.Context(), item)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (f fixture) put(t *testing.T, name, content string) {
	t.Helper()
	if err := f.store.Put(t.Context(), name, bytes.NewReader([]byte(content)), "text/plain"); err != nil {
		t.Fatal(err)
	}
}

// checkStored compares what is in the store.
func (f fixture) checkStored(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for info, err := range f.store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, info.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("stored are %q, want %q", got, want)
	}
}

// checkServed says whether the file is there for those who ask by its name.
func (f fixture) checkServed(t *testing.T, name string, want bool) {
	t.Helper()
	object, err := f.Open(t.Context(), name)
	if err == nil {
		_ = object.Close()
	}
	if (err == nil) != want || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is served: %v, want %v", name, err, want)
	}
}

// collect runs the collector and compares how many files it removed.
func (f fixture) collect(t *testing.T, want int) {
	t.Helper()
	if removed, err := f.Collect(t.Context(), storedfiles.UploadLease); err != nil || removed != want {
		t.Errorf("%d files were collected, want %d, %v", removed, want, err)
	}
}

// old is an age that every file has, also on S3, which tells whole seconds.
const old = -2 * time.Second

func TestTheSameBytesLiveUntilTheLastIsDeleted(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		first, shared := f.add(t, "shared")
		second, again := f.add(t, "shared")
		_, other := f.add(t, "other")
		if again != shared {
			t.Fatalf("the same bytes are stored as %s and %s", shared, again)
		}
		used := func(want int64) {
			t.Helper()
			if got, err := f.Used(t.Context()); err != nil || got != want {
				t.Errorf("%d bytes are used, want %d, %v", got, want, err)
			}
		}
		f.collect(t, 0)
		used(11)
		f.delete(t, first)
		f.collect(t, 0)
		f.checkServed(t, shared, true)
		used(11)
		f.delete(t, second)
		f.checkServed(t, shared, false) // before a collector came by
		used(5)
		f.checkStored(t, shared, other)
		f.collect(t, 1)
		f.checkStored(t, other)
		f.checkServed(t, other, true)
		if _, err := f.documents.Delete(t.Context(), second); err == nil {
			t.Error("deleted twice")
		}
	})
}

func TestCheckAndRepair(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		_, whole := f.add(t, "whole")
		gone, missing := f.add(t, "missing")
		cut, damaged := f.add(t, "damaged")
		f.put(t, "ab/left-over.jpg", "x")
		f.put(t, damaged, "dam")
		if err := f.store.Delete(t.Context(), missing); err != nil {
			t.Fatal(err)
		}
		var stray []string
		var broken []storedfiles.Fault
		report, err := f.Check(t.Context(), old, storedfiles.Findings{
			Stray: func(info storage.Info) error {
				stray = append(stray, info.Name)
				return nil
			},
			Broken: func(fault storedfiles.Fault) error {
				broken = append(broken, fault)
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := (storedfiles.Report{Used: 3, Stored: 3, Stray: 1, Broken: 2}); report != want || !slices.Equal(stray, []string{"ab/left-over.jpg"}) {
			t.Errorf("got %+v, %q", report, stray)
		}
		want := []storedfiles.Fault{
			{Owner: fmt.Sprintf(`document %d "A document"`, gone), Name: missing, What: "is missing"},
			{Owner: fmt.Sprintf(`document %d "A document"`, cut), Name: damaged, What: "has 3 bytes and not 7"},
		}
		if !slices.Equal(broken, want) {
			t.Errorf("got %q, want %q", broken, want)
		}
		stop := errors.New("enough")
		for _, findings := range []storedfiles.Findings{
			{Stray: func(storage.Info) error { return stop }}, {Broken: func(storedfiles.Fault) error { return stop }},
		} {
			if _, err := f.Check(t.Context(), old, findings); !errors.Is(err, stop) {
				t.Errorf("stopped: %v", err)
			}
		}
		if young, err := f.Check(t.Context(), time.Hour, storedfiles.Findings{}); err != nil || young.Stray != 0 || young.Broken != 2 {
			t.Errorf("of an hour: %+v, %v", young, err)
		}
		if removed, err := f.Repair(t.Context(), time.Hour); err != nil || removed != 0 {
			t.Errorf("%d of an hour removed, %v", removed, err)
		}
		if removed, err := f.Repair(t.Context(), old); err != nil || removed != 1 {
			t.Errorf("%d removed, %v", removed, err)
		}
		f.checkStored(t, whole, damaged)
		// Uploaded again they are whole again, both in use all the time.
		f.add(t, "missing")
		f.add(t, "damaged")
		if report, err := f.Check(t.Context(), old, storedfiles.Findings{}); err != nil || report.Broken != 0 {
			t.Errorf("after uploading them again: %+v, %v", report, err)
		}
	})
}

// What somebody deleted by hand, in the database alone, is stray too.
func TestRowsDeletedByHand(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.add(t, "content")
		err := f.db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM documents`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if removed, err := f.Repair(t.Context(), old); err != nil || removed != 1 {
			t.Errorf("%d removed, %v", removed, err)
		}
		f.checkStored(t)
	})
}

// An upload that ended before a row referred to its file leaves nothing that is served, and nothing for long.
func TestAnUploadThatWasCutOff(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		file := f.temporary(t, "cut off")
		file.Name = nameOf(file.Hash())
		failed := errors.New("the end")
		err := f.Store(t.Context(), []*storedfiles.Temporary{file}, func(*database.Tx) error { return failed })
		if !errors.Is(err, failed) {
			t.Errorf("got %v", err)
		}
		f.checkServed(t, file.Name, false)
		f.collect(t, 0)
		f.checkStored(t, file.Name)
		f.clock.pass(storedfiles.UploadLease + time.Second)
		f.collect(t, 1)
		f.checkStored(t)
	})
}

// What a collector claimed and did not finish is taken over by another; an upload of the same bytes waits for that.
func TestADeadCollector(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		id, name := f.add(t, "content")
		f.delete(t, id)
		f.store.Before = func(_ context.Context, call, _ string) error {
			if call == "delete" {
				return errors.New("the store does not answer")
			}
			return nil
		}
		if _, err := f.Collect(t.Context(), storedfiles.UploadLease); err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("got %v", err)
		}
		f.store.Before = nil
		f.collect(t, 0)
		f.checkStored(t, name)
		waiting := make(chan struct{})
		f.store.Before = func(_ context.Context, call, _ string) error {
			if call == "put" {
				t.Error("an upload did not wait for the collector")
			}
			return nil
		}
		go func() {
			defer close(waiting)
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			file := f.temporary(t, "content")
			file.Name = name
			err := f.Store(ctx, []*storedfiles.Temporary{file}, func(*database.Tx) error { return nil })
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("an upload that may not wait for long: %v", err)
			}
		}()
		<-waiting
		f.store.Before = nil
		f.clock.pass(time.Minute)
		f.add(t, "content") // which collects first
		f.checkStored(t, name)
		f.checkServed(t, name, true)
	})
}

// A file that is in use when an upload reserves it, and collected before the upload refers to it, is put again. In between
// another upload may reserve the same name anew: that is not this one's reservation.
func TestAFileIsCollectedDuringAnUpload(t *testing.T) {
	for name, reservedAgain := range map[string]bool{"collected": false, "collected and reserved again": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f fixture) {
				id, name := f.add(t, "content")
				puts := 0
				f.store.After = func(ctx context.Context, call, _ string) {
					if call != "put" {
						return
					}
					if puts++; puts > 1 {
						return
					}
					f.delete(t, id)
					f.collect(t, 1)
					if reservedAgain {
						other := f.temporary(t, "content")
						other.Name = name
						err := f.Store(ctx, []*storedfiles.Temporary{other}, func(*database.Tx) error { return errors.New("cut off") })
						if err == nil {
							t.Error("the other upload succeeded")
						}
						puts--
						if err := f.store.Store.Delete(ctx, name); err != nil {
							t.Error(err)
						}
					}
				}
				f.add(t, "content")
				if puts != 2 {
					t.Errorf("the file was put %d times", puts)
				}
				f.checkStored(t, name)
				f.checkServed(t, name, true)
			})
		})
	}
}

// Two replicas upload and delete the same bytes while collectors on both take everything that they may. No document ever
// lacks its file.
func TestNoRowLosesItsFile(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		store := storagetest.Files(t)
		ctx, stop := context.WithCancel(t.Context())
		var collectors, uploaders sync.WaitGroup
		for replica := range 2 {
			f := newFixture(t, db, store)
			collectors.Go(func() {
				for ctx.Err() == nil {
					if _, err := f.Collect(t.Context(), storedfiles.UploadLease); err != nil {
						t.Error(err)
						return
					}
				}
			})
			for n := range 2 {
				uploaders.Go(func() {
					for i := range 15 {
						id, name := f.add(t, fmt.Sprint("content ", (replica+n+i)%2))
						f.checkServed(t, name, true)
						f.delete(t, id)
					}
				})
			}
		}
		uploaders.Wait()
		stop()
		collectors.Wait()
		f := newFixture(t, db, store)
		if _, err := f.Collect(t.Context(), storedfiles.UploadLease); err != nil {
			t.Error(err)
		}
		f.checkStored(t)
	})
}

// No call of the store is made inside a write transaction: on SQLite there is one at a time, and each call waits for one.
func TestTheStoreIsNotAskedInsideATransaction(t *testing.T) {
	f := newFixture(t, databasetest.New(t), storagetest.Files(t))
	calls := map[string]int{}
	f.store.Before = func(ctx context.Context, call, name string) error {
		calls[call]++
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if err := f.db.InTx(ctx, func(*database.Tx) error { return nil }); err != nil {
			return fmt.Errorf("%s of %s inside a transaction: %w", call, name, err)
		}
		return nil
	}
	id, name := f.add(t, "content")
	f.checkServed(t, name, true)
	f.put(t, name, "cut")
	if report, err := f.Check(t.Context(), old, storedfiles.Findings{}); err != nil || report.Broken != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	f.delete(t, id)
	f.collect(t, 1)
	if calls["put"] != 2 || calls["open"] != 2 || calls["delete"] != 1 {
		t.Errorf("the calls were %v", calls)
	}
}

// A copier reads what was in use when it began, also after the rows are gone and a collector came by. Nobody is served it.
func TestLeasedFilesStay(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		id, name := f.add(t, "copied")
		err := f.WithLease(t.Context(), func(ctx context.Context) error {
			f.delete(t, id)
			f.checkServed(t, name, false)
			f.collect(t, 0)
			if removed, err := f.Repair(ctx, old); !errors.Is(err, storedfiles.ErrLeased) || removed != 0 {
				t.Errorf("removed %v, %v", removed, err)
			}
			f.checkStored(t, name)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		f.collect(t, 1)
		f.checkStored(t)
	})
}

// A copier that did not renew its lease gets an error, and does not stop collectors for ever.
func TestALeaseLapses(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		f := newFixture(t, db, storagetest.Files(t))
		err := f.WithLease(t.Context(), func(ctx context.Context) error {
			f.clock.pass(time.Hour)
			_, err := f.Repair(ctx, 0)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "was suspended for so long") {
			t.Errorf("got %v", err)
		}
		if err := f.WithLease(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Errorf("the next: %v", err)
		}
	})
}
