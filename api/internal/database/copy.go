package database

import (
	"context"
	"errors"
	"fmt"
)

// Copy writes the SQLite database into the empty file at path, while others use the database.
func (db *DB) Copy(ctx context.Context, path string) error {
	if db.engine != SQLite {
		return errors.New("only SQLite can be copied into a file")
	}
	ctx, cancel := context.WithTimeout(ctx, longTimeout)
	defer cancel()
	if _, err := db.write.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}
