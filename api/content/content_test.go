package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/servertest"
)

// service is one replica, which counts in changed how often the pages were marked as behind.
func service(db *database.DB, clock func() time.Time, changed *atomic.Int64) *content.Service {
	return &content.Service{DB: db, Audit: audit.New(db, clock), Clock: clock, Pages: pages{changed}, Jobs: jobs.New(db, clock)}
}

// pages counts how often it is told of a publication.
type pages struct{ changed *atomic.Int64 }

func (p pages) ChangedNow(context.Context, *database.Tx) error {
	p.changed.Add(1)
	return nil
}

func (p pages) ChangedSoon(ctx context.Context, tx *database.Tx) error { return p.ChangedNow(ctx, tx) }

func form[Form any](t *testing.T, text string, values ...any) (form Form) {
	t.Helper()
	noError(t, json.Unmarshal(fmt.Appendf(nil, text, values...), &form))
	return form
}

func draft(t *testing.T, path, text string, revision int) content.DraftForm {
	return form[content.DraftForm](t, `{"path":%q,"text":%q,"base":1000000,"revision":%d}`, path, text, revision)
}

// publish saves a draft and publishes it with more members of the form.
func publish(t *testing.T, s *content.Service, path, text string, revision int, more string) content.Publication {
	t.Helper()
	_, err := s.SaveDraft(t.Context(), draft(t, path, text, 0))
	noError(t, err)
	published, err := s.Publish(t.Context(), form[content.PublicationForm](t, `{"drafts":[{"path":%q,"revision":%d}]`+more+`}`, path, revision))
	noError(t, err)
	return published
}

// publishAt is more of a form for a time.
func publishAt(at time.Time) string {
	return fmt.Sprintf(`,"publish_at":%q`, at.Format(time.RFC3339Nano))
}

// atOnce calls each eight times at once.
func atOnce(each func(n int)) {
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() { each(n) })
	}
	group.Wait()
}

func TestOneReplicaAnnouncesAPublication(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed, later atomic.Int64
		start := time.Now()
		clock := func() time.Time { return start.Add(time.Duration(later.Load())) }
		run := func(int) {
			replica := service(db, clock, &changed)
			worker := &jobs.Worker{
				Queue: replica.Jobs, Handlers: map[string]jobs.Handler{content.JobKind: replica.Job()}, Log: slog.New(slog.DiscardHandler),
			}
			if err := worker.RunDue(t.Context(), content.JobKind); err != nil {
				t.Error(err)
			}
		}
		run(0)
		s := service(db, clock, &changed)
		publish(t, s, "about.md", "# About", 1, publishAt(start.Add(72*time.Hour)))
		publish(t, s, "cv/profile.md", "# CV", 1, publishAt(start.Add(time.Hour)))
		for _, step := range []struct {
			after time.Duration
			want  int64
		}{{59 * time.Minute, 0}, {time.Hour, 1}, {2 * time.Hour, 1}, {71 * time.Hour, 1}, {72 * time.Hour, 2}, {80 * time.Hour, 2}} {
			later.Store(int64(step.after))
			atOnce(run)
			if n := changed.Load(); n != step.want {
				t.Errorf("after %v the pages were marked %d times, not %d", step.after, n, step.want)
			}
		}
	})
}

func TestOfSavesAtOnceOneCounts(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed, saved, refused, published atomic.Int64
		s := service(db, time.Now, &changed)
		for revision := range 5 {
			saved.Store(0)
			atOnce(func(n int) {
				_, err := s.SaveDraft(t.Context(), draft(t, "about.md", fmt.Sprint("text ", n), revision))
				var conflict *content.Conflict
				switch {
				case err == nil:
					saved.Add(1)
				case errors.As(err, &conflict) && conflict.Draft != nil:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
			if saved.Load() != 1 {
				t.Fatalf("%d saves of the revision %d were taken", saved.Load(), revision)
			}
		}
		// Of publications at once one takes the draft.
		atOnce(func(int) {
			_, err := s.Publish(t.Context(), form[content.PublicationForm](t, `{"drafts":[{"path":"about.md","revision":5}]}`))
			var conflict *content.Conflict
			if err == nil {
				published.Add(1)
			} else if !errors.As(err, &conflict) {
				t.Error(err)
			}
		})
		if published.Load() != 1 || changed.Load() != 1 {
			t.Errorf("%d publications, and the pages were marked %d times", published.Load(), changed.Load())
		}
	})
}

// Readers of the feed are told when a note changes, not when a page does.
func TestPublishedContentSaysWhenANoteChanged(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
		var changed atomic.Int64
		s := service(db, func() time.Time { return now }, &changed)
		for _, path := range []string{"notes/kept.md", "notes/changed.md", "about.md"} {
			publish(t, s, path, "# 1", 1, "")
		}
		now = now.Add(time.Hour)
		publish(t, s, "notes/changed.md", "# 2", 2, "")
		publish(t, s, "about.md", "# 2", 2, "")
		now = now.Add(time.Hour)
		publish(t, s, "notes/kept.md", "# 2", 2, publishAt(now.Add(time.Hour)))
		published, err := s.PublishedFiles(t.Context())
		noError(t, err)
		want := map[string]string{"notes/changed.md": "2026-11-28T10:00:00Z"}
		if !maps.Equal(published.Changed, want) {
			t.Errorf("changed: %v, want %v", published.Changed, want)
		}
	})
}

// The time to list a text that was published thousands of times grows with that number, not with its square.
func TestManyPublicationsOfOneTextAreListed(t *testing.T) {
	if testing.Short() {
		t.Skip("compares durations: scripts/test all runs it")
	}
	db := servertest.NewDatabase(t)
	var changed atomic.Int64
	s := service(db, time.Now, &changed)
	publish(t, s, "about.md", "# 0", 1, "")
	shortest := func(from, to int) time.Duration {
		_, err := db.Exec(t.Context(), `
			WITH RECURSIVE n (n) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT n + 1 FROM n WHERE n < ?)
			INSERT INTO content_versions (publication_id, path, title, source, text, saved_at)
			SELECT 1, 'about.md', '', 'browser', '# ' || n, '2026-05-01T12:00:00.000Z' FROM n`, from, to)
		noError(t, err)
		least := time.Hour
		for range 10 {
			start := time.Now()
			published, err := s.PublishedFiles(t.Context())
			if err != nil || published.Files["about.md"] != fmt.Sprint("# ", to) {
				t.Fatalf("%+v, %v", published, err)
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	few, many := shortest(1, 2000), shortest(2001, 8000)
	t.Logf("2,000: %v, 8,000: %v", few, many)
	if many > 10*few {
		t.Errorf("four times as many take %v instead of %v", many, few)
	}
}

// An export writes the files of the photos that texts show, where the folder has no such file.
func TestAnExportHasThePhotosOfItsTexts(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		s := service(db, time.Now, &changed)
		openPhoto := func(_ context.Context, id int64) (io.ReadCloser, error) {
			if id == 3 {
				return nil, fmt.Errorf("find an image: %w", httpx.NotFound())
			}
			return io.NopCloser(strings.NewReader(fmt.Sprint("image ", id))), nil
		}
		publish(t, s, "about.md", "![A](photos/crane-1.jpg)\n![B]( ./photos/the-quay-2.png 'Quay')\n![C](photos/gone-3.jpg)\n![D](crane-1.jpg)\n"+
			`![E](photos\ship-6.jpg) ![F](photos/tug\-7.jpg) ![G](photos/tug&#45;8.jpg)`, 1, "")
		publish(t, s, "cv/experience/a.md", "![A](../../photos/crane-1.jpg)\n\n![B][b] ![C](../photos/crane-4.jpg)\n\n[b]: ../../photos/ship-5.jpg\n", 1, "")
		publish(t, s, "terms.md", "![A](photos/gone-3.jpg)\n", 1, "")
		folder := t.TempDir()
		write := func(name string) {
			t.Helper()
			noError(t, os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o644))
		}
		noError(t, os.Mkdir(filepath.Join(folder, "photos"), 0o755))
		write("photos/the-quay-2.png")
		done, err := s.Export(t.Context(), folder, nil, openPhoto)
		want := "[about.md photos/crane-1.jpg photos/ship-6.jpg photos/tug-7.jpg photos/tug-8.jpg cv/experience/a.md photos/ship-5.jpg terms.md] [photos/gone-3.jpg]"
		if got := fmt.Sprint(done.Written, " ", done.Missing); err != nil || got != want {
			t.Errorf("%s, %v", got, err)
		}
		if photo, err := os.ReadFile(filepath.Join(folder, "photos/crane-1.jpg")); err != nil || string(photo) != "image 1" {
			t.Errorf("%q, %v", photo, err)
		}
		// What is there stays as it is, and an image that was lost comes again.
		write("photos/crane-1.jpg")
		noError(t, os.Remove(filepath.Join(folder, "photos/ship-5.jpg")))
		done, err = s.Export(t.Context(), folder, nil, openPhoto)
		if got := fmt.Sprint(done.Written, " ", done.Missing); err != nil || got != "[photos/ship-5.jpg] [photos/gone-3.jpg]" {
			t.Errorf("%s, %v", got, err)
		}
		if photo, err := os.ReadFile(filepath.Join(folder, "photos/crane-1.jpg")); err != nil || string(photo) != "mine" {
			t.Errorf("%q, %v", photo, err)
		}
	})
}

// What the owner's other programs see stays as it was: the link, and the mark at the beginning of the file.
func TestExportKeepsSymbolicLinksAndByteOrderMarks(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		s := service(db, time.Now, &changed)
		folder := t.TempDir()
		file := filepath.Join(folder, "texts", "about-me.md")
		before, after := "\ufeff# Before", "\ufeff# After"
		err := errors.Join(os.Mkdir(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(before), 0o644),
			os.Symlink("texts/about-me.md", filepath.Join(folder, "about.md")), os.Symlink(file, filepath.Join(folder, "terms.md")))
		noError(t, err)
		for _, path := range []string{"about.md", "terms.md"} {
			noError(t, os.WriteFile(file, []byte(before), 0o644))
			_, err := s.Import(t.Context(), map[string]string{path: before})
			noError(t, err)
			publish(t, s, path, after, 1, "")
			done, err := s.Export(t.Context(), folder, nil, nil)
			if got := fmt.Sprint(done.Written, done.InConflict); err != nil || got != "["+path+"] []" {
				t.Errorf("%s: %s, %v", path, got, err)
			}
			if written, err := os.ReadFile(file); err != nil || string(written) != after {
				t.Errorf("%s: %q, %v", path, written, err)
			}
			if link, err := os.Lstat(filepath.Join(folder, path)); err != nil || link.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s is no link any more: %v", path, err)
			}
			noError(t, db.InTx(t.Context(), func(tx *database.Tx) error { return s.Clear(t.Context(), tx) }))
		}
	})
}

// Of replicas whose clocks differ, the one that publishes later has the newer text, for all of them.
func TestTheLaterPublicationIsTheNewerOneWhateverTheClocks(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		now := time.Now()
		ahead := service(db, func() time.Time { return now.Add(time.Minute) }, &changed)
		behind := service(db, func() time.Time { return now }, &changed)
		publishOn := func(s *content.Service, revision int) {
			t.Helper()
			publish(t, s, "about.md", fmt.Sprint("text ", revision), revision, "")
			for _, replica := range []*content.Service{ahead, behind} {
				published, err := replica.PublishedFiles(t.Context())
				if err != nil || published.Files["about.md"] != fmt.Sprint("text ", revision) || published.Publications != int64(revision) {
					t.Fatalf("after %d: %+v, %v", revision, published, err)
				}
			}
		}
		publishOn(ahead, 1)
		publishOn(behind, 2)
		publishOn(ahead, 3)
		publishOn(behind, 4)
		publish(t, behind, "about.md", "text 5", 5, publishAt(now.Add(time.Second)))
		now = now.Add(2 * time.Minute)
		for _, replica := range []*content.Service{ahead, behind} {
			if published, err := replica.PublishedFiles(t.Context()); err != nil || published.Files["about.md"] != "text 5" {
				t.Errorf("%+v, %v", published, err)
			}
		}
	})
}

// A clock that once was ahead neither hides nor delays what is published later.
func TestAPublicationFromTheFutureHoldsNothingUp(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		now := time.Now().AddDate(1, 0, 0)
		s := service(db, func() time.Time { return now }, &changed)
		want := func(revision int) {
			t.Helper()
			published, err := s.PublishedFiles(t.Context())
			if err != nil || published.Files["about.md"] != fmt.Sprint("text ", revision) || published.Publications != int64(revision) {
				t.Errorf("%+v, %v", published, err)
			}
		}
		publish(t, s, "about.md", "text 1", 1, "")
		publish(t, s, "about.md", "text 2", 2, "")
		want(2)
		now = now.AddDate(-1, 0, 0)
		publish(t, s, "about.md", "text 3", 3, "")
		want(3)
		soon := now.Add(time.Hour).UTC().Truncate(time.Second)
		if scheduled := publish(t, s, "about.md", "text 4", 4, publishAt(soon)); !scheduled.PublishAt.Equal(soon) {
			t.Errorf("scheduled for %v, not %v", scheduled.PublishAt, soon)
		}
		now = soon
		noError(t, s.AnnounceDue(t.Context()))
		want(4)
	})
}

var noError = servertest.NoError
