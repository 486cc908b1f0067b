package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"portfolio/api/app"
	"portfolio/api/documents"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/files"
)

// addDocument makes a document in DATA_DIR and returns the path of its file.
func addDocument(t *testing.T, data string) string {
	t.Helper()
	name, category, stored := "A document", "1", ""
	err := withApp(t.Context(), func(parts *app.App) error {
		file, err := parts.Media.ReceiveFile(strings.NewReader("content"), documents.MaxBytes, "document")
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		file.ContentType = "text/plain"
		_, err = parts.Documents.Upload(t.Context(), documents.Fields{
			Name: &name, Category: apperror.ValueOf(&category), File: file, FileName: "a.txt",
		})
		stored = file.Name
		return err
	})
	noError(t, err)
	return filepath.Join(data, "media", filepath.FromSlash(stored))
}

func TestFsck(t *testing.T) {
	data := t.TempDir()
	t.Setenv("DATA_DIR", data)
	name := files.NewName("", ".jpg")
	document, orphan := addDocument(t, data), filepath.Join(data, "media", name)
	write := func(path, content string) {
		t.Helper()
		noError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		noError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	now := []string{"fsck", "--older-than", "0s"}
	check := func(code int, want string, args ...string) {
		t.Helper()
		if got := portfolio(t, "", args...); got.code != code || !strings.Contains(got.out+got.err, want) {
			t.Errorf("portfolio %s: %d %s%s\nwant %d %s", strings.Join(args, " "), got.code, got.out, got.err, code, want)
		}
	}
	check(0, "1 file named by rows, 1 file stored.\n", now...)
	write(orphan, "x")
	check(0, "1 file named by rows, 2 files stored.\n", "fsck")
	check(65, "file without a row: "+name+", 1 bytes, of ", now...)
	check(65, "portfolio: 1 file without a row: portfolio fsck --repair removes them\n", now...)
	check(0, "Removed 1 file.\n", append(now, "--repair")...)
	check(0, "1 file stored.\n", now...)
	if _, err := os.Stat(orphan); !os.IsNotExist(err) {
		t.Errorf("the left-over file: %v", err)
	}

	noError(t, os.Remove(document))
	check(65, `row without its file: version 1 of document 1 "A document": documents/`, "fsck")
	check(65, "portfolio: 1 file missing or damaged", "fsck", "--repair")
	write(document, "cont")
	check(65, "has 4 bytes and not 7", "fsck")
	write(document, "content")
	check(0, "1 file stored.\n", "fsck")
	check(2, "", "fsck", "--no-such-flag")
}

func TestFsckAsksBeforeItRemovesEveryFile(t *testing.T) {
	data, empty := t.TempDir(), "sqlite://"+filepath.Join(t.TempDir(), "another.db")
	t.Setenv("DATA_DIR", data)
	document := addDocument(t, data)
	t.Setenv("DATABASE_URL", empty)
	for _, step := range []struct {
		code int
		want string
		args []string
	}{
		{65, "1 file without a row, and no row refers to a file: check DATABASE_URL", nil},
		{2, "Is this the right database?\n  database  SQLite, " + strings.TrimPrefix(empty, "sqlite://"), []string{"--repair"}},
		{2, "portfolio fsck: cannot ask without a terminal; --yes skips the question", []string{"--repair"}},
	} {
		got := portfolio(t, "", append([]string{"fsck", "--older-than", "0s"}, step.args...)...)
		if got.code != step.code || !strings.Contains(got.out+got.err, step.want) {
			t.Errorf("fsck %v: %d %s%s\nwant %d %s", step.args, got.code, got.out, got.err, step.code, step.want)
		}
	}
	if _, err := os.Stat(document); err != nil {
		t.Fatal(err)
	}
	if got := portfolio(t, "", "fsck", "--older-than", "0s", "--repair", "--yes"); got.code != 0 || !strings.Contains(got.out, "Removed 1 file.") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
}
