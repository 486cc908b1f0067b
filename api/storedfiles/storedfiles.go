// Package storedfiles manages the table of the files in the store: a row for each, with a state that says who may touch it.
// Files are named by their bytes, so one file may be used by several rows of several features. They go when nothing uses
// them any more.
package storedfiles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"portfolio/api/database"
	"portfolio/api/storage"
)

// Use is a table whose column file_id refers to stored files.
type Use struct {
	Table string
	// Owners is a statement whose rows say what a file belongs to: file_id, kind, id and title.
	Owners string
	// Trash says that these files are not served while nothing else uses them.
	Trash bool
}

// File is a row of the table.
type File struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

// Files is the table and the store whose files it lists.
type Files struct {
	DB      *database.DB
	Storage storage.Store
	Clock   func() time.Time
	// Uses are all tables that refer to the files.
	Uses []Use
}

// used is the condition that something uses the file of a row, which usedBeyondTrash does not say of the trash.
func (f *Files) used() string { return f.usedBy(true) }

func (f *Files) usedBeyondTrash() string { return f.usedBy(false) }

// usedBy counts, because PostgreSQL answers EXISTS with a hash of the whole table, once for each statement: to look at many
// files batch by batch would be to read all tables for each batch.
func (f *Files) usedBy(trash bool) string {
	condition := "FALSE"
	for _, use := range f.Uses {
		if trash || !use.Trash {
			condition += ` OR (SELECT COUNT(*) FROM ` + use.Table + ` u WHERE u.file_id = stored_files.id) > 0`
		}
	}
	return "(" + condition + ")"
}

// Open returns the file of that name, to be closed by the caller, or an error that is fs.ErrNotExist when nothing but the trash
// uses such a file, also while its bytes are still in the store.
func (f *Files) Open(ctx context.Context, name string) (*storage.Object, error) {
	return f.open(ctx, name, "state = 'stored'")
}

// OpenTrashed is Open for files that may be in the trash.
func (f *Files) OpenTrashed(ctx context.Context, name string) (*storage.Object, error) {
	return f.open(ctx, name, "state IN ('stored', 'trashed')")
}

func (f *Files) open(ctx context.Context, name, condition string) (*storage.Object, error) {
	var size int64
	err := f.DB.Get(ctx, &size, `SELECT bytes FROM stored_files WHERE name = ? AND `+condition, name)
	if errors.Is(err, database.ErrNoRows) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, fmt.Errorf("open a stored file: %w", err)
	}
	return f.Storage.Open(ctx, name)
}

// Used returns the bytes of all files that something but the trash uses.
func (f *Files) Used(ctx context.Context) (bytes int64, err error) {
	err = f.DB.Get(ctx, &bytes, `SELECT bytes FROM stored_bytes`)
	if err != nil {
		return 0, fmt.Errorf("sum up the stored files: %w", err)
	}
	return bytes, nil
}

// Trashed returns the bytes of all files that only the trash uses.
func (f *Files) Trashed(ctx context.Context) (bytes int64, err error) {
	err = f.DB.Get(ctx, &bytes, `SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM stored_files WHERE state = 'trashed'`)
	if err != nil {
		return 0, fmt.Errorf("sum up the files of the trash: %w", err)
	}
	return bytes, nil
}

// Owner returns what a file belongs to, in words for the owner of the site; of several rows the first.
func (f *Files) Owner(ctx context.Context, id int64) (string, error) {
	for _, use := range f.Uses {
		var owner struct {
			Kind  string `db:"kind"`
			ID    int64  `db:"id"`
			Title string `db:"title"`
		}
		err := f.DB.Get(ctx, &owner, `SELECT o.kind, o.id, o.title FROM (`+use.Owners+`) o WHERE o.file_id = ? ORDER BY o.id LIMIT 1`, id)
		if err == nil {
			return fmt.Sprintf("%s %d %q", owner.Kind, owner.ID, owner.Title), nil
		}
		if !errors.Is(err, database.ErrNoRows) {
			return "", fmt.Errorf("find what a stored file belongs to: %w", err)
		}
	}
	return "nothing", nil
}
