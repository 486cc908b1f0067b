package database

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// Migrate brings the schema to the newest version and returns the names of the steps it took, none when it was there already.
// Replicas that start together on PostgreSQL take turns by an advisory lock.
func (db *DB) Migrate(ctx context.Context) ([]string, error) {
	provider, err := db.migrator()
	if err != nil {
		return nil, err
	}
	results, err := provider.Up(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate the database: %w", err)
	}
	steps := make([]string, len(results))
	for i, result := range results {
		steps[i] = result.Source.Path
	}
	return steps, nil
}

func (db *DB) migrator() (*goose.Provider, error) {
	steps, err := fs.Sub(migrations, "migrations/"+string(db.engine))
	if err != nil {
		return nil, err
	}
	if db.engine == SQLite {
		return goose.NewProvider(goose.DialectSQLite3, db.write.DB, steps)
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db.write.DB, steps, goose.WithSessionLocker(locker))
}
