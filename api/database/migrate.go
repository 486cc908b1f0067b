package database

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrations holds the steps of the schema, a folder for each engine.
//
//go:embed migrations
var Migrations embed.FS

// Migrate brings the schema to the newest version and returns the names of the steps it took, none when it was there already.
// Replicas that start together on PostgreSQL wait for each other by an advisory lock. It refuses what Plan and CheckAccess
// refuse.
func (db *DB) Migrate(ctx context.Context) ([]string, error) {
	provider, err := db.migrator()
	if err != nil {
		return nil, err
	}
	if err := db.CheckAccess(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, schemaTimeout)
	defer cancel()
	results, err := provider.Up(ctx)
	if refused := refusedRight(err); refused != nil {
		return nil, refused
	}
	if _, refused := db.plan(ctx, provider); refused != nil {
		return nil, refused
	}
	if err != nil {
		return nil, fmt.Errorf("migrate the database: %w", err)
	}
	steps := make([]string, len(results))
	for i, result := range results {
		steps[i] = result.Source.Path
	}
	return steps, nil
}

// MigrateTo brings the schema to a version, up or down. Going down drops tables with what is in them; version 0 has none.
func (db *DB) MigrateTo(ctx context.Context, version int64) error {
	provider, err := db.migrator()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, schemaTimeout)
	defer cancel()
	if _, err = provider.DownTo(ctx, version); err == nil && version > 0 {
		_, err = provider.UpTo(ctx, version)
	}
	if err != nil {
		return fmt.Errorf("migrate the database to version %d: %w", version, err)
	}
	return nil
}

// NewestVersion returns the version of the schema that this program works with.
func (db *DB) NewestVersion() (int64, error) {
	provider, err := db.migrator()
	if err != nil {
		return 0, err
	}
	sources := provider.ListSources()
	return sources[len(sources)-1].Version, nil
}

// Version returns the version of the schema that the transaction sees, 0 for a database without one.
func (tx *Tx) Version(ctx context.Context) (version int64, err error) {
	known := `SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'goose_db_version'`
	if tx.engine() == SQLite {
		known = `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`
	}
	var tables int
	if err := tx.Get(ctx, &tables, known); err != nil || tables == 0 {
		return 0, err
	}
	err = tx.Get(ctx, &version, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`)
	return version, err
}

func (db *DB) migrator() (*goose.Provider, error) {
	steps, err := fs.Sub(Migrations, "migrations/"+string(db.engine))
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

// Plan is what Migrate does to a database.
type Plan struct {
	// Version is the number of the newest step that the database has; a newer program has taken it when that is above Newest.
	Version int64
	// Newest is the number of the newest step that this program has.
	Newest int64
	// Steps are the files of the steps that are to be taken, in their order.
	Steps []string
	// OldestProgram is the least Newest of a program that works with the database afterwards, 0 for an empty one.
	OldestProgram int64
}

// compatibilityStep is the step that makes schema_compatibility.
const compatibilityStep = 25

// raised finds the number that a step sets schema_compatibility.oldest_program to.
var raised = regexp.MustCompile(`(?i)UPDATE schema_compatibility SET oldest_program = (\d+)`)

// Plan returns what Migrate would do, and changes nothing. The error says that a newer program has changed the database so that
// this one does not work with it, or that the database lacks a step that comes before those it has.
func (db *DB) Plan(ctx context.Context) (Plan, error) {
	ctx, cancel := context.WithTimeout(ctx, schemaTimeout)
	defer cancel()
	provider, err := db.migrator()
	if err != nil {
		return Plan{}, err
	}
	var version int64
	err = db.InSnapshot(ctx, func(tx *Tx) error {
		version, err = tx.Version(ctx)
		return err
	})
	if err != nil {
		return Plan{}, fmt.Errorf("read the version of the database: %w", err)
	}
	if version == 0 {
		return planForEmpty(provider), nil
	}
	return db.plan(ctx, provider)
}

// planForEmpty asks no database, because goose makes its table in an empty one.
func planForEmpty(provider *goose.Provider) (plan Plan) {
	for _, source := range provider.ListSources() {
		plan.Newest = source.Version
		plan.Steps = append(plan.Steps, source.Path)
	}
	return plan
}

func (db *DB) plan(ctx context.Context, provider *goose.Provider) (plan Plan, err error) {
	if plan.Version, plan.Newest, err = provider.GetVersions(ctx); err != nil {
		return Plan{}, fmt.Errorf("read the version of the database: %w", err)
	}
	if plan.Version >= compatibilityStep {
		if err := db.Get(ctx, &plan.OldestProgram, `SELECT oldest_program FROM schema_compatibility`); err != nil {
			return Plan{}, fmt.Errorf("read which programs work with the database: %w", err)
		}
	}
	if plan.OldestProgram > plan.Newest {
		return Plan{}, fmt.Errorf("the database is of version %d and this program of %d: run a newer program, or restore the backup that was made before it ran",
			plan.Version, plan.Newest)
	}
	all, err := provider.Status(ctx)
	if err != nil {
		return Plan{}, fmt.Errorf("list the steps of the database: %w", err)
	}
	for _, step := range all {
		if step.State != goose.StatePending {
			continue
		}
		if step.Source.Version < plan.Version {
			return Plan{}, fmt.Errorf("the database is of version %d and lacks the step %s, which comes before: it was made while the steps had another order; back it up, and restore the backup to a new database",
				plan.Version, step.Source.Path)
		}
		text, err := fs.ReadFile(Migrations, "migrations/"+string(db.engine)+"/"+step.Source.Path)
		if err != nil {
			return Plan{}, fmt.Errorf("read the step %s: %w", step.Source.Path, err)
		}
		if number := raised.FindSubmatch(text); number != nil {
			plan.OldestProgram, _ = strconv.ParseInt(string(number[1]), 10, 64)
		}
		plan.Steps = append(plan.Steps, step.Source.Path)
	}
	return plan, nil
}

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
