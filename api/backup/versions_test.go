package backup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/storage/storagetest"
)

// written makes an archive of the given rows, as a program of that version of the schema would have, and opens it.
func written(t *testing.T, manifest Manifest, rows map[string]string) (*Archive, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "old.backup")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	writer, err := newArchiveWriter(file, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	err = writer.add(t.Context(), readmeName, int64(len(readme)), strings.NewReader(readme))
	for _, table := range manifest.Tables {
		if text, ok := rows[table.Name]; ok && err == nil {
			err = writer.add(t.Context(), rowsPrefix+table.Name+rowsSuffix, int64(len(text)), strings.NewReader(text))
		}
	}
	if err == nil {
		_, err = writer.finish(t.Context(), manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	archive, err := Open(path)
	if err == nil {
		t.Cleanup(func() { _ = archive.Close() })
	}
	return archive, err
}

// The rows of a site of version 3, before there were one-time tokens, mails and locks.
var version3 = map[string]string{
	"document_categories": `{"id":1,"name":"CV","description":"The CV"}` + "\n" + `{"id":4,"name":"Papers","description":"<&> \u2028"}` + "\n",
	"users": `{"id":9,"email":"Ada@example.test","email_key":"ada@example.test","first_name":"Ada","last_name":"L","interest_notes":"",` +
		`"password":"x","is_staff":true,"is_active":false,"date_joined":"2024-02-29T23:59:59.999Z","last_login":null}` + "\n",
}

func tablesOf3() []Table {
	return []Table{{Name: "document_categories", Rows: 2, LastNumber: 7}, {Name: "users", Rows: 1, LastNumber: 9}}
}

// A backup of years ago is restored to its own version of the schema, and brought to today's from there. The target may
// have been migrated by a first start.
func TestAnOldBackupIsRestored(t *testing.T) {
	databasetest.EachURL(t, func(t *testing.T, url string) {
		archive, err := written(t, Manifest{Format: format, SchemaVersion: 3, Tables: tablesOf3()}, version3)
		if err != nil {
			t.Fatal(err)
		}
		db, err := database.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		site := &Site{DB: db, Store: storagetest.Files(t), Clock: time.Now}
		if err := site.Restore(t.Context(), archive); err != nil {
			t.Fatal(err)
		}
		var user struct {
			Email      string         `db:"email"`
			IsStaff    bool           `db:"is_staff"`
			IsActive   bool           `db:"is_active"`
			DateJoined database.Time  `db:"date_joined"`
			LastLogin  *database.Time `db:"last_login"`
		}
		if err := db.Get(t.Context(), &user, `SELECT email, is_staff, is_active, date_joined, last_login FROM users WHERE id = 9`); err != nil {
			t.Fatal(err)
		}
		joined := time.Date(2024, 2, 29, 23, 59, 59, 999_000_000, time.UTC)
		if user.Email != "Ada@example.test" || !user.IsStaff || user.IsActive || !user.DateJoined.Equal(joined) || user.LastLogin != nil {
			t.Errorf("got %+v", user)
		}
		err = db.InTx(t.Context(), func(tx *database.Tx) error {
			var version, next int64
			if version, err = tx.Version(t.Context()); err != nil {
				return err
			}
			newest, err := db.NewestVersion()
			if err != nil || version != newest {
				t.Errorf("the schema is of version %d, not %d, %v", version, newest, err)
			}
			err = tx.Get(t.Context(), &next, `INSERT INTO document_categories (name) VALUES ('New') RETURNING id`)
			if next != 8 {
				t.Errorf("the next category is %d", next)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestWhatABackupMayNotSay(t *testing.T) {
	changed := func(change func(m *Manifest, rows map[string]string)) (Manifest, map[string]string) {
		manifest := Manifest{Format: format, Program: "portfolio v9", SchemaVersion: 3, Tables: tablesOf3()}
		rows := map[string]string{}
		for name, text := range version3 {
			rows[name] = text
		}
		change(&manifest, rows)
		return manifest, rows
	}
	for name, test := range map[string]struct {
		change func(m *Manifest, rows map[string]string)
		want   string
	}{
		"a newer schema": {func(m *Manifest, _ map[string]string) { m.SchemaVersion = 9999 },
			"the backup is of version 9999, and this program knows versions up to "},
		"a newer form": {func(m *Manifest, _ map[string]string) { m.Format = 2 },
			"use the program that made it, portfolio v9"},
		"other rows than counted": {func(m *Manifest, _ map[string]string) { m.Tables[1].Rows = 2 },
			"users: 1 rows came in, and the backup has 2"},
		"a table of no schema": {func(m *Manifest, _ map[string]string) { m.Tables[1].Name = "invoices" },
			"version 3 of the database has no table invoices"},
		"no rows": {func(_ *Manifest, rows map[string]string) { delete(rows, "users") },
			"users: the backup has no rows of it"},
		"a row without a column": {func(_ *Manifest, rows map[string]string) {
			rows["document_categories"] = `{"id":1,"name":"CV"}`
		}, "document_categories: a row has 2 columns, and the table document_categories has 3"},
		"a row with another column": {func(_ *Manifest, rows map[string]string) {
			rows["document_categories"] = `{"id":1,"name":"CV","colour":"red"}`
		}, "document_categories: a row has no column description"},
		"a row twice": {func(_ *Manifest, rows map[string]string) { rows["users"] += rows["users"] },
			"users: "},
		"no JSON": {func(_ *Manifest, rows map[string]string) { rows["users"] = "id,email" },
			"users: invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			manifest, rows := changed(test.change)
			db := databasetest.New(t)
			archive, err := written(t, manifest, rows)
			if err == nil {
				err = (&Site{DB: db, Store: storagetest.Files(t), Clock: time.Now}).Restore(t.Context(), archive)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if isOfNewer := strings.HasPrefix(name, "a newer "); IsFault(err) == isOfNewer {
				t.Errorf("the backup's fault is %t: %v", !isOfNewer, err)
			}
			var n int
			if err := db.Get(t.Context(), &n, `SELECT count(*) FROM users`); err == nil && n != 0 {
				t.Errorf("%d users are left", n)
			}
		})
	}
}

// A text that is not UTF-8, which only SQLite holds, comes back as it was.
func TestAnyTextComesBack(t *testing.T) {
	texts := []string{"", "ä €", "<&>\u2028\x00\n", "\xff\xfe cut \xc3", `{"base64":"eA=="}`}
	var lines strings.Builder
	writer := newRowWriter(&lines)
	table := database.Table{Name: "t", Columns: []string{"n", "text", "null", "yes"}}
	for i, text := range texts {
		if err := writer.write(table.Columns, []any{int64(i) << 60, text, nil, true}); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.out.Flush(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(lines.String(), "\n"); n != len(texts) {
		t.Errorf("%d lines: %s", n, lines.String())
	}
	i := 0
	err := readRows(strings.NewReader(lines.String()), table, func(values []any) error {
		if values[0] != int64(i)<<60 || values[1] != texts[i] || values[2] != nil || values[3] != true {
			t.Errorf("%q came back as %v", texts[i], values)
		}
		i++
		return nil
	})
	if err != nil || i != len(texts) {
		t.Errorf("%d rows, %v", i, err)
	}
}
