// Package files stores the files that rows own, in a folder or a bucket. Each file belongs to one row and has a random name. A row's
// transaction queues the file that it no longer needs, and the store loses it later. Files without a row stay until
// the owner removes them with portfolio fsck.
package files

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/database"
)

// Files is the store and the database whose rows own its files.
type Files struct {
	DB      *database.DB
	Storage Store
	Clock   func() time.Time
	// BackupRuns reports whether an off-site backup runs, which may still copy deleted files; nil: none does.
	BackupRuns func(context.Context) (bool, error)
}

// Owned is a file that a row owns. Kind, OwnerID and Title describe the row.
type Owned struct {
	Name    string `db:"name"`
	Bytes   int64  `db:"bytes"`
	Kind    string `db:"kind"`
	OwnerID int64  `db:"owner_id"`
	Title   string `db:"title"`
}

// Owner describes the row for the owner of the site.
func (o Owned) Owner() string { return fmt.Sprintf("%s %d %q", o.Kind, o.OwnerID, o.Title) }

// ListOwned returns all files that rows own, sorted by name.
func ListOwned(ctx context.Context, from database.Reader) (owned []Owned, err error) {
	err = from.Select(ctx, &owned, `SELECT name, bytes, kind, owner_id, title FROM owned_files ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("list the files of rows: %w", err)
	}
	return owned, nil
}

// isOwned reports whether a row owns the file.
func isOwned(ctx context.Context, from database.Reader, name string) (bool, error) {
	var rows int
	if err := from.Get(ctx, &rows, `SELECT COUNT(*) FROM owned_files WHERE name = ?`, name); err != nil {
		return false, fmt.Errorf("find the owner of a file: %w", err)
	}
	return rows > 0, nil
}

// Used returns the total size of the files whose rows are not in the trash.
func (f *Files) Used(ctx context.Context) (bytes int64, err error) {
	err = f.DB.Get(ctx, &bytes, `SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM owned_files WHERE NOT in_trash`)
	if err != nil {
		return 0, fmt.Errorf("add up the files of rows: %w", err)
	}
	return bytes, nil
}
