package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"portfolio/api/app"
	"portfolio/api/content"
)

func TestPublishedTextsAreExported(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		noError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(text)
	}
	write("about.md", "# About\n")
	write("terms.md", "# Terms\n")
	write("old.md", "# Old\n")
	err := withApp(t.Context(), func(parts *app.App) error {
		var files content.FilesForm
		decode(t, `{"files":[{"path":"about.md","text":"# About\n"},{"path":"old.md","text":"# Old\n"},{"path":"terms.md","text":"# Terms\n"}]}`, &files)
		if err := parts.Content.ReportFiles(t.Context(), files); err != nil {
			return err
		}
		var publication content.PublicationForm
		for path, texts := range map[string][2]string{
			"about.md": {"# About\n", `"# Me\n![A](photos/a-7.jpg)\n"`}, "terms.md": {"# Terms\n", `"# Mine\n"`}, "old.md": {"# Old\n", `null`}, "cv/jobs/new.md": {"", `"# New\n"`},
		} {
			var draft content.DraftForm
			hash := ""
			if texts[0] != "" {
				hash = fmt.Sprintf("%x", sha256.Sum256([]byte(texts[0])))
			}
			decode(t, `{"path":"`+path+`","base":"`+hash+`","text":`+texts[1]+`}`, &draft)
			if _, err := parts.Content.SaveDraft(t.Context(), draft); err != nil {
				return err
			}
			publication.Drafts = append(publication.Drafts, content.DraftChoice{Path: path, Revision: 1})
		}
		_, err := parts.Content.Publish(t.Context(), publication)
		return err
	})
	noError(t, err)
	write("terms.md", "# Another\n")
	export := func(code int, out, failure string) {
		t.Helper()
		if got := portfolio(t, "", "content", "export", folder); got.code != code || got.out != out || got.err != failure {
			t.Errorf("%d %q %q", got.code, got.out, got.err)
		}
	}
	const inConflict = "portfolio: 1 file also changed in the folder: resolve terms.md at /content\n"
	const missing = "portfolio: missing photos: photos/a-7.jpg; choose others at /content, or restore them from the trash\n"
	export(exitFound, "written about.md\nwritten cv/jobs/new.md\nremoved old.md\n", inConflict+missing)
	if read("about.md")+read("cv/jobs/new.md")+read("terms.md")+read("old.md") != "# Me\n![A](photos/a-7.jpg)\n# New\n# Another\n" {
		t.Error("the folder is not what was published")
	}
	export(exitFound, "", inConflict+missing)
	noError(t, os.Mkdir(filepath.Join(folder, "photos"), 0o755))
	write("photos/a-7.jpg", "mine")
	write("terms.md", "# Terms\n")
	export(exitDone, "written terms.md\n", "")
	export(exitDone, "The folder already has all published content.\n", "")
	for _, args := range [][]string{{"content", "export"}, {"content", "export", folder, folder}} {
		if got := portfolio(t, "", args...); got.code != exitUsage {
			t.Errorf("%v: %d %s", args, got.code, got.err)
		}
	}
	if got := portfolio(t, "", "content", "export", filepath.Join(folder, "none")); got.code != exitFailed || got.out != "" {
		t.Errorf("%d %s", got.code, got.err)
	}
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	noError(t, json.Unmarshal([]byte(text), into))
}
