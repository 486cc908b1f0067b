package audit

import (
	"context"
	"fmt"

	"portfolio/api/database"
)

// entryBytes is what an entry takes with its indexes: 150 MB of 300,000 on SQLite. The database knows the bytes of one
// table only by reading all of it.
const entryBytes = 500

// Size is how much there is in the log: entries, and about how many bytes of the database they take.
type Size struct {
	Entries, Bytes int64
}

// ReadSize returns the size of the log in db.
func ReadSize(ctx context.Context, db *database.DB) (size Size, err error) {
	if err := db.Get(ctx, &size.Entries, `SELECT COUNT(*) FROM audit_entries`); err != nil {
		return Size{}, fmt.Errorf("count the entries of the audit log: %w", err)
	}
	size.Bytes = size.Entries * entryBytes
	return size, nil
}
