package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
)

// addDocument makes a document in DATA_DIR and returns the path of its file.
func addDocument(t *testing.T, data string) string {
	t.Helper()
	name, category, stored := "A document", "1", ""
	err := withApp(t.Context(), func(parts *api.App) error {
		file, err := parts.Media.ReceiveFile(strings.NewReader("content"), documents.MaxBytes, "document")
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		file.ContentType = "text/plain"
		_, err = parts.Documents.Upload(t.Context(), documents.Fields{
			Name: &name, Category: httpx.ValueOf(&category), File: file, FileName: "a.txt",
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
	check := wants(t)
	check(0, "1 file named by rows, 1 file stored.\n", now...)
	write(orphan, "x")
	check(0, "1 file named by rows, 2 files stored.\n", "fsck")
	check(65, "file without a row: "+name+", 1 B, of ", now...)
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
	check := wants(t)
	check(65, "1 file without a row, and no row refers to a file: check DATABASE_URL", "fsck", "--older-than", "0s")
	check(2, "Is this the right database?\n  database  SQLite, "+strings.TrimPrefix(empty, "sqlite://"), "fsck", "--older-than", "0s", "--repair")
	check(2, "portfolio fsck: cannot ask without a terminal; --yes skips the question", "fsck", "--older-than", "0s", "--repair")
	_, err := os.Stat(document)
	noError(t, err)
	check(0, "Removed 1 file.", "fsck", "--older-than", "0s", "--repair", "--yes")
}

func TestPublishedTextsAreExported(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("STATIC_DIR", "none") // a renderer would refuse these texts: they are not a whole site
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
	err := withApp(t.Context(), func(parts *api.App) error {
		files := map[string]string{"about.md": "# About\n", "old.md": "# Old\n", "terms.md": "# Terms\n"}
		if _, err := parts.Content.Import(t.Context(), files); err != nil {
			return err
		}
		var publication content.PublicationForm
		for path, text := range map[string]string{
			"about.md": `"# Me\n![A](photos/a-7.jpg)\n"`, "terms.md": `"# Mine\n"`, "old.md": `null`, "cv/jobs/new.md": `"# New\n"`,
		} {
			var draft content.DraftForm
			decode(t, `{"path":"`+path+`","base":3,"text":`+text+`}`, &draft)
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
	const inConflict = "portfolio: 1 file also changed in the folder: terms.md; run portfolio content import first, then compare the versions at /content\n"
	const missing = "portfolio: missing photos: photos/a-7.jpg; choose others at /content, or restore them from the trash\n"
	export(exitFound, "written about.md\nwritten cv/jobs/new.md\nremoved old.md\n", inConflict+missing)
	if read("about.md")+read("cv/jobs/new.md")+read("terms.md")+read("old.md") != "# Me\n![A](photos/a-7.jpg)\n# New\n# Another\n" {
		t.Error("the folder differs from the publication")
	}
	export(exitFound, "", inConflict+missing)
	noError(t, os.Mkdir(filepath.Join(folder, "photos"), 0o755))
	write("photos/a-7.jpg", "mine")
	write("terms.md", "# Terms\n")
	export(exitDone, "written terms.md\n", "")
	export(exitDone, "The folder already has all published content.\n", "")
	imports := func(code int, out, failure string) {
		t.Helper()
		if got := portfolio(t, "", "content", "import", folder); got.code != code || got.out != out || got.err != failure {
			t.Errorf("%d %q %q", got.code, got.out, got.err)
		}
	}
	write("README.md", "# Not content")
	imports(exitDone, "The site already has everything in the folder.\n", "")
	write("about.md", "# Another\n")
	noError(t, os.Remove(filepath.Join(folder, "terms.md")))
	imports(exitDone, "published about.md\nremoved terms.md\n", "")
	write("Wrong.md", "x")
	imports(exitFailed, "", "portfolio: Enter a content path, such as cv/experience/first-job.md.\n")
	noError(t, os.Remove(filepath.Join(folder, "Wrong.md")))
	noError(t, withApp(t.Context(), func(parts *api.App) error {
		var draft content.DraftForm
		decode(t, `{"path":"about.md","base":1000,"text":"# Here\\n"}`, &draft)
		saved, err := parts.Content.SaveDraft(t.Context(), draft)
		noError(t, err)
		choice := []content.DraftChoice{{Path: "about.md", Revision: saved.Revision}}
		_, err = parts.Content.Publish(t.Context(), content.PublicationForm{ChoiceForm: content.ChoiceForm{Drafts: choice}})
		return err
	}))
	write("about.md", "# In the folder\n")
	imports(exitFound, "", "portfolio: Changed here and in the files: about.md. Compare the versions at /content; the texts here are unchanged.\n")
	check := wants(t)
	check(exitUsage, "", "content", "import")
	check(exitFailed, "", "content", "import", filepath.Join(folder, "none"))
	check(exitUsage, "", "content", "export")
	check(exitUsage, "", "content", "export", folder, folder)
	check(exitFailed, "", "content", "export", filepath.Join(folder, "none"))
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	noError(t, json.Unmarshal([]byte(text), into))
}

// The owner's commands are in the audit log, with the command line as the actor.
func TestCommandsAreAudited(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	// The last staff account could not lose its rights.
	portfolio(t, password+"\n", "user", "create", "--email", "bob@example.test", "--first-name", "Bob", "--last-name", "B", "--staff")
	ada := []string{"--email", "ada@example.test"}
	for _, command := range [][]string{
		{"user", "create", "--first-name", "Ada", "--last-name", "L"}, {"user", "set", "--staff", "on"}, {"user", "set", "--staff", "off"},
		{"user", "set", "--active", "off"}, {"user", "set", "--active", "on"}, {"user", "set", "--password"},
		{"user", "set", "--new-email", "Ada@example.test"}, {"user", "set", "--new-email", "ada@example.test"}, {"user", "delete", "--yes"}, {"user", "delete", "--yes"},
	} {
		portfolio(t, password+"\n", append(command, ada...)...)
	}
	var got []string
	err := withApp(t.Context(), func(parts *api.App) error {
		entries, _, err := parts.Audit.List(t.Context(), audit.Filter{Actor: audit.CommandLine})
		entries = slices.DeleteFunc(entries, func(e audit.Entry) bool { return e.Target == "bob@example.test" })
		for _, entry := range entries {
			if !strings.EqualFold(entry.Target, ada[1]) || entry.Kind != audit.User || entry.IP != "" {
				t.Errorf("%+v", entry)
			}
			got = append(got, entry.Action)
		}
		return err
	})
	slices.Reverse(got)
	want := []string{
		audit.UserCreated, audit.StaffGiven, audit.StaffTaken, audit.Deactivated, audit.Activated, audit.PasswordChanged,
		audit.EmailChanged, audit.EmailChanged, audit.UserDeleted,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

// Deletions of the server itself have no actor, though serve is a command too.
func TestTheServersDeletionsAreNotTheOwners(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("STATIC_DIR", "none")
	t.Setenv("LISTEN_ADDR", "127.0.0.1:0")
	t.Setenv("METRICS_ADDR", "127.0.0.1:0")
	portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L", "--staff")
	settings, err := config.Load()
	noError(t, err)
	db := servertest.OpenDatabase(t, settings.DatabaseURL)
	now := time.Now()
	_, err = db.Exec(t.Context(), `INSERT INTO document_categories (name, deleted_at) VALUES ('Old', ?)`, database.At(now.AddDate(0, 0, -31)))
	if err == nil {
		_, err = db.Exec(t.Context(), `INSERT INTO jobs (kind, key, payload, created_at, run_at) VALUES ('cleanup', '', '', ?, ?)`, database.At(now), database.At(now))
	}
	noError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan int)
	go func() { done <- run(ctx, []string{"serve"}, streams{nil, io.Discard, io.Discard}) }()
	defer func() { stop(); <-done }()
	log, entries := audit.New(db, time.Now), []audit.Entry{}
	for limit := time.Now().Add(30 * time.Second); len(entries) == 0; <-time.After(10 * time.Millisecond) {
		if entries, _, err = log.List(t.Context(), audit.Filter{Action: audit.Purged}); err != nil || time.Now().After(limit) {
			t.Fatalf("nothing was purged, %v", err)
		}
	}
	if entries[0].Actor != "" || entries[0].Target != "Old" {
		t.Errorf("%+v", entries[0])
	}
}
