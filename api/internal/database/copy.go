package database

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Copy writes the SQLite database into a file at path, which it replaces, while others use the database. Only the owner can
// read the file. It appears once it is complete and on the disk.
func (db *DB) Copy(ctx context.Context, path string) (err error) {
	if db.engine != SQLite {
		return errors.New("only SQLite can be copied into a file")
	}
	ctx, cancel := context.WithTimeout(ctx, longTimeout)
	defer cancel()
	partial := path + ".partial"
	if err := os.WriteFile(partial, nil, 0o600); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(partial)
		}
	}()
	if _, err := db.write.ExecContext(ctx, `VACUUM INTO ?`, partial); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	file, err := os.OpenFile(partial, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(partial, path)
}
