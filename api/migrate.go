package api

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// keptCopies is how many copies of databases are kept, one of each version of the schema.
const keptCopies = 3

// Migrated reports an update of the schema.
type Migrated struct {
	// Steps are the names of the migrations, in order.
	Steps []string
	// Copy is the file with the previous database, "" if there was nothing to copy.
	Copy string
}

// Migrate updates the schema of db. A SQLite database with an older schema is first copied into dataDir/backups.
func Migrate(ctx context.Context, db *database.DB, dataDir string) (done Migrated, err error) {
	plan, err := db.Plan(ctx)
	if err != nil {
		return done, err
	}
	if db.Engine() == database.SQLite && plan.Version > 0 && len(plan.Pending) > 0 {
		if done.Copy, err = copyBefore(ctx, db, filepath.Join(dataDir, "backups"), plan.Version); err != nil {
			return done, fmt.Errorf("back up the database before its update, which did not begin: %w", err)
		}
	}
	done.Steps, err = db.Migrate(ctx)
	return done, err
}

// migrateAtStart is Migrate, but fails for a PostgreSQL database with an older schema: its backup is the owner's, and other
// replicas may use it.
func migrateAtStart(ctx context.Context, db *database.DB, dataDir string) (Migrated, error) {
	plan, err := db.Plan(ctx)
	if err != nil {
		return Migrated{}, err
	}
	if db.Engine() == database.PostgreSQL && plan.Version > 0 && len(plan.Pending) > 0 {
		return Migrated{}, config.Wrong(fmt.Errorf(
			"the database is of version %d and this program needs %d: stop all replicas, back it up with pg_dump, and run portfolio migrate", plan.Version, plan.Newest))
	}
	return Migrate(ctx, db, dataDir)
}

// migrateEmpty is Migrate, but fails for any database with an older schema.
func migrateEmpty(ctx context.Context, db *database.DB, dataDir string) (Migrated, error) {
	plan, err := db.Plan(ctx)
	if err != nil {
		return Migrated{}, err
	}
	if plan.Version > 0 && len(plan.Pending) > 0 {
		return Migrated{}, config.Wrong(fmt.Errorf(
			"the database is of version %d and this program needs %d: a command does not update it, because a server of the older program may be using it; "+
				"stop the server, then start this program's or run portfolio migrate", plan.Version, plan.Newest))
	}
	return Migrate(ctx, db, dataDir)
}

// copyBefore copies the database into a file of folder that names the version of its schema, and removes the oldest copies.
// A repeated start replaces only the copy of its version.
func copyBefore(ctx context.Context, db *database.DB, folder string, version int64) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	path := filepath.Join(folder, fmt.Sprintf("portfolio-v%04d.db", version))
	err := files.WriteFile(path, (*os.Root).Rename, func(file *os.File) error { return db.Copy(ctx, file.Name()) })
	if err != nil {
		return "", err
	}
	copies, err := filepath.Glob(filepath.Join(folder, "portfolio-v*.db"))
	if err != nil {
		return "", err
	}
	slices.Sort(copies)
	copies = slices.DeleteFunc(copies, func(name string) bool { return name == path })
	for _, old := range copies[:max(0, len(copies)+1-keptCopies)] {
		if err := os.Remove(old); err != nil {
			return "", err
		}
	}
	return path, nil
}
