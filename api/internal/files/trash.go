package files

import (
	"context"
	"strconv"

	"portfolio/api/internal/database"
)

// TrashKind describes the rows of one kind that can be in the trash, with their files. Features have such rows, which
// deleted_at marks; the view trash lists them.
type TrashKind struct {
	Name string
	// Table has the rows. deleted_at is set for those in the trash. It is "" for a kind whose Restore and
	// Purge take the row out of the trash.
	Table string
	// Lock is taken before a row is restored or deleted, if it is not "".
	Lock database.Lock
	// Restore prepares a row before its deletion mark is removed, and returns a sentence for each
	// difference from before. It is optional.
	Restore func(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error)
	// Purge prepares a row before it is deleted. It is optional.
	Purge func(ctx context.Context, tx *database.Tx, id int64) error
	// Files is the query for the names of a row's files, or "".
	Files string
}

// TrashID returns the ID of a row in the trash, such as image-12.
func TrashID(kind string, row int64) string { return kind + "-" + strconv.FormatInt(row, 10) }
