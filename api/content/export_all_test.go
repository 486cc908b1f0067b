package content_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

func TestAllContentIsExported(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var changed atomic.Int64
		s := service(db, time.Now, &changed)
		s.Images = fstest.MapFS{"projects/boat.webp": {Data: []byte("a boat")}}
		files := map[string]string{"about.md": "About", "cv/profile.md": "CV", "projects/boat.md": "---\ncover: boat.webp\n---\n"}
		_, err := s.Import(t.Context(), files)
		noError(t, err)
		folder := t.TempDir()
		noError(t, os.WriteFile(filepath.Join(folder, "about.md"), []byte("mine"), 0o600))
		sample := map[string]string{"about.md": "Sample", "cv/profile.md": "Sample", "terms.md": "Sample"}
		for _, name := range []string{"cv/profile.md", "terms.md"} {
			err := errors.Join(os.MkdirAll(filepath.Join(folder, "cv"), 0o700), os.WriteFile(filepath.Join(folder, name), []byte("Sample"), 0o600))
			noError(t, err)
		}
		done, err := s.Export(t.Context(), folder, sample, nil)
		want := "[cv/profile.md projects/boat.md projects/boat.webp] [terms.md] [about.md]"
		if got := fmt.Sprint(done.Written, done.Removed, done.InConflict); err != nil || got != want {
			t.Errorf("written, removed and in conflict are %s, %v", got, err)
		}
		if text, err := os.ReadFile(filepath.Join(folder, "about.md")); string(text) != "mine" || err != nil {
			t.Errorf("the folder's own file is %q, %v", text, err)
		}
	})
}
