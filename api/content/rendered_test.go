package content_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

// A server that renders the pages has no build that reports files.
func TestContentOfAServerThatRendersThePages(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		s := service(db, time.Now, &changed)
		add := func(about string) {
			t.Helper()
			noError(t, s.SetFiles(t.Context(), map[string]string{"about.md": about, "terms.md": "Terms"}))
		}
		expect := func(publications int64, texts map[string]string) {
			t.Helper()
			got, err := s.PublishedFiles(t.Context())
			if err != nil || got.Publications != publications || !reflect.DeepEqual(got.Files, texts) {
				t.Errorf("the published content is %+v, %v", got, err)
			}
		}
		add("About")
		expect(0, map[string]string{"about.md": "About", "terms.md": "Terms"})

		edit := form[content.DraftForm](t, `{"path":"about.md","text":"Mine ![A](photos/crane-7.jpg)","base":"%x","revision":0}`, sha256.Sum256([]byte("About")))
		_, err := s.SaveDraft(t.Context(), edit)
		noError(t, err)
		remove := form[content.DraftForm](t, `{"path":"terms.md","text":null,"base":"%x","revision":0}`, sha256.Sum256([]byte("Terms")))
		_, err = s.SaveDraft(t.Context(), remove)
		noError(t, err)
		_, err = s.Publish(t.Context(), form[content.PublicationForm](t, `{"drafts":[{"path":"about.md","revision":1},{"path":"terms.md","revision":1}]}`))
		noError(t, err)
		mine := map[string]string{"about.md": "Mine ![A](photos/crane-7.jpg)"}
		expect(1, mine)
		if published, err := s.PublishedFiles(t.Context()); err != nil || fmt.Sprint(published.Photos) != "[7]" {
			t.Errorf("the photos are %v, %v", published.Photos, err)
		}

		unbuilt := func(want int64) {
			t.Helper()
			if n, err := content.CountUnbuilt(t.Context(), db, time.Now()); err != nil || n != want {
				t.Errorf("%d texts are not on the pages, %v", n, err)
			}
		}
		unbuilt(2)
		noError(t, db.InTx(t.Context(), func(tx *database.Tx) error { return s.MarkBuilt(t.Context(), tx, 1) }))
		unbuilt(0)

		// An owner's own content folder replaces the files. Edits of another version of a file are left out, as in a build.
		add("A new version")
		expect(1, map[string]string{"about.md": "A new version"})
		unbuilt(0)
	})
}

func TestAllContentIsExported(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		s := service(db, time.Now, &changed)
		s.Images = fstest.MapFS{"projects/boat.webp": {Data: []byte("a boat")}}
		files := map[string]string{"about.md": "About", "cv/profile.md": "CV", "projects/boat.md": "---\ncover: boat.webp\n---\n"}
		noError(t, s.SetFiles(t.Context(), files))
		folder := t.TempDir()
		noError(t, os.WriteFile(filepath.Join(folder, "about.md"), []byte("mine"), 0o600))
		sample := map[string]string{"about.md": "Sample", "cv/profile.md": "Sample", "terms.md": "Sample"}
		for _, name := range []string{"cv/profile.md", "terms.md"} {
			err := errors.Join(os.MkdirAll(filepath.Join(folder, "cv"), 0o700), os.WriteFile(filepath.Join(folder, name), []byte("Sample"), 0o600))
			noError(t, err)
		}
		for all, want := range map[bool]string{false: "[] []", true: "[cv/profile.md projects/boat.md projects/boat.webp] [terms.md]"} {
			done, err := s.Export(t.Context(), folder, all, sample)
			if got := fmt.Sprint(done.Written, done.Removed); err != nil || got != want {
				t.Errorf("all is %t: written and removed are %s, %v", all, got, err)
			}
		}
		if text, err := os.ReadFile(filepath.Join(folder, "about.md")); string(text) != "mine" || err != nil {
			t.Errorf("the folder's own file is %q, %v", text, err)
		}
	})
}
