package database

import (
	"context"
	"fmt"
)

// State is how large the database is, and how new.
type State struct {
	Bytes int64 `db:"bytes"`
	// Version is the number of the newest migration that it has.
	Version int64 `db:"version"`
}

// State returns the size and the version of the database.
func (db *DB) State(ctx context.Context) (state State, err error) {
	size := `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	if db.engine == PostgreSQL {
		size = `SELECT pg_database_size(current_database())`
	}
	err = db.Get(ctx, &state, `
		SELECT (`+size+`) AS bytes, (SELECT MAX(version_id) FROM goose_db_version WHERE is_applied) AS version`)
	if err != nil {
		return State{}, fmt.Errorf("read the state of the database: %w", err)
	}
	return state, nil
}
