package database_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

func contentVersion(t *testing.T, db *database.DB) string {
	t.Helper()
	version, _, err := db.ContentVersion()
	if err != nil || version == "" {
		t.Fatalf("version %q, %v", version, err)
	}
	return version
}

func TestEveryChangeOfContentReplacesItsVersion(t *testing.T) {
	databasetest.EachMigratedURL(t, func(t *testing.T, url string) {
		db, other := openAt(t, url), openAt(t, url)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		at, seen := now(), map[string]bool{}
		change := func(statement string, want bool) {
			t.Helper()
			before := contentVersion(t, db)
			seen[before] = true
			args := slices.Repeat([]any{at}, strings.Count(statement, "?"))
			if _, err := other.Exec(t.Context(), statement, args...); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
			after := contentVersion(t, db)
			if changed := after != before; changed != want || changed && seen[after] {
				t.Errorf("%s: the version %s became %s", statement, before, after)
			}
		}
		for _, statement := range []string{
			`INSERT INTO galleries (name, slug, created_at) VALUES ('G', 'g', ?)`,
			`INSERT INTO images (title, gallery_id, file_hash, original_name, content_type, byte_size, width, height, uploaded_at)
			 SELECT 'T', id, 'h', 'o', 'image/png', 1, 1, 1, ? FROM galleries`,
			`UPDATE galleries SET name = 'H'`,
			`UPDATE images SET title = 'U'`,
			`DELETE FROM galleries`,
			`DELETE FROM images`,
			`INSERT INTO document_categories (name) VALUES ('C')`,
			`UPDATE document_categories SET name = 'D' WHERE name = 'C'`,
			`INSERT INTO stored_files (name, bytes, content_type, state, touched_at) VALUES ('n', 1, 'c', 'stored', ?)`,
			`INSERT INTO documents (name, category_id, file_id, original_name, content_type, uploaded_at)
			 SELECT 'N', c.id, f.id, 'o', 'c', ? FROM stored_files f, document_categories c WHERE c.name = 'D'`,
			`UPDATE documents SET is_current = TRUE`,
			`DELETE FROM document_categories WHERE name = 'D'`,
			`DELETE FROM documents`,
		} {
			change(statement, !strings.Contains(statement, "INTO stored_files"))
		}
		change(`UPDATE publishing SET changed_at = ?`, false)
		change(`DELETE FROM images`, false)

		before := contentVersion(t, db)
		refused := errors.New("refused")
		err := other.InTx(t.Context(), func(tx *database.Tx) error {
			if _, err := tx.Exec(t.Context(), `INSERT INTO galleries (name, slug, created_at) VALUES ('G', 'g', ?)`, at); err != nil {
				return err
			}
			if during := contentVersion(t, db); during != before {
				t.Errorf("before the commit the version is %s, and was %s", during, before)
			}
			return refused
		})
		if after := contentVersion(t, db); !errors.Is(err, refused) || after != before {
			t.Errorf("after a rollback the version is %s, and was %s; %v", after, before, err)
		}
	})
}

// The last connection that is closed removes the files beside SQLite's, so none may be left open.
func TestTheVersionLeavesNoConnectionOpen(t *testing.T) {
	url := databasetest.SQLiteURL(t)
	db := openAt(t, url)
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	contentVersion(t, db)
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(strings.TrimPrefix(url, "sqlite://") + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}
}

// The version's row is locked at the commit only: on PostgreSQL changes go on beside each other, and none waits for another
// in a circle.
func TestAChangeDoesNotWaitForAnotherThatIsNotCommitted(t *testing.T) {
	db := openAt(t, databasetest.PostgresURL(t))
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	add := func(ctx context.Context, tx *database.Tx, slug string) error {
		_, err := tx.Exec(ctx, `INSERT INTO galleries (name, slug, created_at) VALUES ('G', ?, ?)`, slug, now())
		return err
	}
	err := db.InTx(t.Context(), func(first *database.Tx) error {
		if err := add(t.Context(), first, "first"); err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		return db.InTx(limited, func(second *database.Tx) error { return add(limited, second, "second") })
	})
	if err != nil {
		t.Error(err)
	}
}
