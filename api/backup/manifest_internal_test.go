package backup

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// writeArchive writes an archive of files with those names, whose seal is right and whose manifest is what text makes of
// what is to be said of each.
func writeArchive(t *testing.T, names []string, text func(files []string) string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "site.backup")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	archive, err := newArchiveWriter(out, time.Now(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	add := func(name, content string) {
		t.Helper()
		if err := archive.add(t.Context(), name, int64(len(content)), strings.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	var files []string
	for _, name := range names {
		add(name, "content of "+name)
		file, err := json.Marshal(archive.last)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(file))
	}
	add(manifestName, text(files))
	last, _, err := makeChecksum(archive.last, archive.now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Write(last); err != nil {
		t.Fatal(err)
	}
	return path
}

// A seal can be right and the manifest made by somebody else, or by a program with a mistake.
func TestManifestsThatAreNotWellFormedAreRefused(t *testing.T) {
	list := func(files []string) string { return strings.Join(files, ",") }
	for name, test := range map[string]struct {
		text func(files []string) string
		want string // "" for none
	}{
		"as it is written":   {func(f []string) string { return `{"format":1,"files":[` + list(f) + `]}` }, ""},
		"blanks":             {func(f []string) string { return "{ \"files\"\n : \t[ " + list(f) + " ] , \"format\":1 }\n" }, ""},
		"two lists":          {func(f []string) string { return `{"files":[` + f[0] + `],"files":[` + list(f[1:]) + `]}` }, "it has two lists of files"},
		"no list":            {func([]string) string { return `{"format":1}` }, "it has no list of files"},
		"a null list":        {func([]string) string { return `{"files":null}` }, "<nil> is where [ has to be"},
		"an object as list":  {func([]string) string { return `{"files":{}}` }, "{ is where [ has to be"},
		"a list in an array": {func(f []string) string { return `["files",[` + list(f) + `]]` }, "[ is where { has to be"},
		"a list left open":   {func(f []string) string { return `{"files":[` + list(f) + `}` }, "invalid character"},
		"cut in the list":    {func(f []string) string { return `{"files":[` + list(f) }, "EOF"},
		"cut after the list": {func(f []string) string { return `{"files":[` + list(f) + `]` }, "EOF"},
		"a file too few":     {func(f []string) string { return `{"files":[` + list(f[:2]) + `]}` }, "does not list all that is in the archive"},
		"a long member": {func(f []string) string {
			return `{"x":"` + strings.Repeat("x", 2*maxPart) + `","files":[` + list(f) + `]}`
		}, "a part of it has more than 1048576 bytes"},
		"many members": {func(f []string) string {
			return `{` + strings.Repeat(`"x":"`+strings.Repeat("x", maxPart/4)+`",`, 5) + `"files":[` + list(f) + `]}`
		}, "a part of it has more than 1048576 bytes"},
		"a long file": {func([]string) string {
			return `{"files":[{"name":"` + strings.Repeat("x", 2*maxPart) + `"}]}`
		}, "a part of it has more than 1048576 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			archive, err := Open(writeArchive(t, []string{readmeName, "files/a", "files/b"}, test.text))
			if err == nil {
				defer func() { _ = archive.Close() }()
				err = archive.Check(t.Context(), func(Progress) {})
				if _, stored := archive.Count(); stored != 2 {
					t.Errorf("%d stored files are counted", stored)
				}
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestRowsOfTooManyTablesAreRefused(t *testing.T) {
	var names []string
	for i := range maxTables + 1 {
		names = append(names, rowsPrefix+time.Duration(i).String())
	}
	for n, want := range map[int]string{maxTables: "", maxTables + 1: "lists the rows of more than 1000 tables"} {
		archive, err := Open(writeArchive(t, names[:n], func(files []string) string { return `{"files":[` + strings.Join(files, ",") + `]}` }))
		if err == nil {
			_ = archive.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("with %d: %v", n, err)
		}
	}
}

// failing fails at the second read, and only there.
type failing struct {
	parts []string
	reads int
}

func (f *failing) Read(p []byte) (int, error) {
	if f.reads++; f.reads == 2 {
		return 0, syscall.EIO
	}
	if len(f.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.parts[0])
	f.parts = f.parts[1:]
	return n, nil
}

func TestAListThatCannotBeReadIsNotTakenForItsEnd(t *testing.T) {
	decoder := newManifestDecoder(&failing{parts: []string{`[{"name":"a"}`, `]`}})
	if err := decoder.expect('['); err != nil {
		t.Fatal(err)
	}
	if err := decoder.files(func(File) error { return nil }); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v", err)
	}
}

func TestAFailedListLeavesNoFileOpen(t *testing.T) {
	dir := t.TempDir()
	open := func() (files int) {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("only Linux tells which files are open")
		}
		for _, entry := range entries {
			if to, err := os.Readlink("/proc/self/fd/" + entry.Name()); err == nil && strings.HasPrefix(to, dir) {
				files++
			}
		}
		return files
	}
	var ended *database.Tx
	err := databasetest.New(t).InSnapshot(t.Context(), func(tx *database.Tx) error {
		ended = tx
		list, err := listFiles(t.Context(), tx, dir)
		if err == nil && open() != 1 {
			t.Errorf("%d files are open while there is a list", open())
		}
		return errors.Join(err, list.spool.Close())
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := listFiles(t.Context(), ended, dir); err == nil || open() != 0 {
		t.Errorf("%d files are left open, %v", open(), err)
	}
}
