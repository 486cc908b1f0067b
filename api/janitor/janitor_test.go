package janitor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/documents"
	"portfolio/api/janitor"
	"portfolio/api/media"
	"portfolio/api/publishing"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
)

type fixture struct {
	db *database.DB
	*janitor.Janitor
	documents *documents.Service
	library   *media.Library
	store     storage.Store
}

// each runs test on both engines and on both kinds of store, the second on SQLite.
func each(t *testing.T, test func(t *testing.T, f fixture)) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) { test(t, newFixture(t, db, storagetest.Files(t))) })
	storagetest.Each(t, func(t *testing.T, store storage.Store) { test(t, newFixture(t, databasetest.New(t), store)) })
}

func newFixture(t *testing.T, db *database.DB, store storage.Store) fixture {
	t.Helper()
	library, err := media.New(store, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	service, err := documents.New(documents.Options{DB: db, Library: library, Audit: audit.New(db, time.Now), Secret: make([]byte, 32), Clock: time.Now,
		Note: publishing.NewQueue(db, time.Now).Note})
	if err != nil {
		t.Fatal(err)
	}
	return fixture{db, janitor.New(db, store, time.Now, service.Files), service, library, store}
}

// add makes a document with that content and returns its id and the name of its file.
func (f fixture) add(t *testing.T, content string) (id int64, name string) {
	t.Helper()
	file, err := f.library.ReceiveFile(strings.NewReader(content), documents.MaxBytes, "document")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	title, category := "A document", "1"
	made, err := f.documents.Upload(t.Context(), documents.NewDocument{
		Name: &title, Category: &category, File: file, ContentType: "text/plain", FileName: "a.txt",
	})
	if err != nil {
		t.Fatal(err)
	}
	return made.ID, "documents/" + file.Hash[:2] + "/" + file.Hash
}

func (f fixture) put(t *testing.T, name, content string) {
	t.Helper()
	if err := f.store.Put(t.Context(), name, bytes.NewReader([]byte(content)), "text/plain"); err != nil {
		t.Fatal(err)
	}
}

func (f fixture) stored(t *testing.T) (names []string) {
	t.Helper()
	for info, err := range f.store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, info.Name)
	}
	slices.Sort(names)
	return names
}

// atOnce is a grace that S3's whole seconds do not outlive.
const atOnce = -2 * time.Second

func TestSweep(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		first, shared := f.add(t, "shared")
		second, again := f.add(t, "shared")
		_, kept := f.add(t, "kept")
		f.put(t, "ab/left-over.jpg", "x")
		if again != shared {
			t.Fatalf("the same bytes are stored as %s and %s", shared, again)
		}
		sweep := func(grace time.Duration, want ...string) {
			t.Helper()
			if _, err := f.Sweep(t.Context(), grace); err != nil {
				t.Error(err)
			}
			slices.Sort(want)
			if got := f.stored(t); !slices.Equal(got, want) {
				t.Errorf("stored are %q, want %q", got, want)
			}
		}
		sweep(time.Hour, shared, kept, "ab/left-over.jpg")
		sweep(atOnce, shared, kept)
		if err := f.documents.Delete(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		sweep(atOnce, shared, kept)
		if err := f.documents.Delete(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		sweep(time.Hour, shared, kept)
		sweep(atOnce, kept)
	})
}

func TestInspect(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		_, whole := f.add(t, "whole")
		gone, missing := f.add(t, "missing")
		cut, damaged := f.add(t, "damaged")
		f.put(t, "ab/left-over.jpg", "x")
		f.put(t, damaged, "dam")
		if err := f.store.Delete(t.Context(), missing); err != nil {
			t.Fatal(err)
		}
		report, err := f.Inspect(t.Context(), atOnce)
		if err != nil {
			t.Fatal(err)
		}
		if report.Named != 3 || report.Stored != 3 || len(report.Orphans) != 1 || report.Orphans[0].Name != "ab/left-over.jpg" {
			t.Errorf("got %+v", report)
		}
		var faults []string
		for _, fault := range report.Broken {
			faults = append(faults, fault.Owner+" "+fault.Name+" "+fault.What)
		}
		want := []string{
			fmt.Sprintf(`document %d "A document" %s is missing`, gone, missing),
			fmt.Sprintf(`document %d "A document" %s has 3 bytes and not 7`, cut, damaged),
		}
		if !slices.Equal(faults, want) {
			t.Errorf("got %q, want %q", faults, want)
		}
		if young, err := f.Inspect(t.Context(), time.Hour); err != nil || len(young.Orphans) != 0 || len(young.Broken) != 2 {
			t.Errorf("with an hour's grace: %+v, %v", young, err)
		}
		if !slices.Contains(f.stored(t), whole) {
			t.Error("the inspection removed a file")
		}
	})
}

// TestNoRowLosesItsFile uploads and deletes the same bytes while a janitor without any grace sweeps all the time.
func TestNoRowLosesItsFile(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		f := newFixture(t, db, storagetest.Files(t))
		ctx, stop := context.WithCancel(t.Context())
		var sweeper, uploaders sync.WaitGroup
		sweeper.Go(func() {
			for ctx.Err() == nil {
				if _, err := f.Sweep(t.Context(), atOnce); err != nil {
					t.Error(err)
					return
				}
			}
		})
		for n := range 3 {
			uploaders.Go(func() {
				for i := range 15 {
					id, name := f.add(t, fmt.Sprint("content ", (n+i)%2))
					if err := f.library.Check(t.Context(), name); err != nil {
						t.Errorf("document %d: %v", id, err)
					}
					if err := f.documents.Delete(t.Context(), id); err != nil {
						t.Error(err)
					}
				}
			})
		}
		uploaders.Wait()
		stop()
		sweeper.Wait()
	})
}

// A copier reads what the rows named when it began, also after the rows are gone and a janitor came by.
func TestHeldFilesStay(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		id, name := f.add(t, "copied")
		err := janitor.Hold(t.Context(), f.db, time.Now, func(ctx context.Context) error {
			if err := f.documents.Delete(ctx, id); err != nil {
				return err
			}
			if removed, err := f.Sweep(ctx, atOnce); !errors.Is(err, janitor.ErrHeld) || len(removed) != 0 {
				t.Errorf("removed %v, %v", removed, err)
			}
			return f.library.Check(ctx, name)
		})
		if err != nil {
			t.Error(err)
		}
		if _, err := f.Sweep(t.Context(), atOnce); err != nil {
			t.Error(err)
		}
		if left := f.stored(t); len(left) != 0 {
			t.Errorf("left are %q", left)
		}
	})
}

// A holder that stood still for too long is told so, and does not keep the janitor away for ever.
func TestAHoldLapses(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := time.Now()
		clock := func() time.Time { return now }
		sweeper := janitor.New(db, storagetest.Files(t), clock)
		err := janitor.Hold(t.Context(), db, clock, func(ctx context.Context) error {
			now = now.Add(time.Hour)
			_, err := sweeper.Sweep(ctx, 0)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "stood still") {
			t.Errorf("got %v", err)
		}
		if err := janitor.Hold(t.Context(), db, clock, func(context.Context) error { return nil }); err != nil {
			t.Errorf("the next: %v", err)
		}
	})
}
