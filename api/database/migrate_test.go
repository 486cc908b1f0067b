package database_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// The two timelines are written by hand; this is what keeps them one schema.
func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	ctx := context.Background()
	lite := openAt(t, databasetest.SQLiteURL(t))
	post := openAt(t, databasetest.PostgresURL(t))

	liteSteps, err := lite.Migrate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	postSteps, err := post.Migrate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(liteSteps, postSteps) || len(liteSteps) == 0 {
		t.Errorf("steps differ: %v, %v", liteSteps, postSteps)
	}

	compare(t, "column", sqliteColumns(t, lite), postgresColumns(t, post))
	compare(t, "index", sqliteIndexes(t, lite), postgresIndexes(t, post))
	compare(t, "foreign key", sqliteForeignKeys(t, lite), postgresForeignKeys(t, post))
}

func TestMigrateTwiceDoesNothing(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		steps, err := db.Migrate(context.Background())
		if err != nil || len(steps) != 0 {
			t.Errorf("second run: %v, %v", steps, err)
		}
	})
}

func TestADatabaseThatThisProgramCannotBringOnIsRefused(t *testing.T) {
	for name, test := range map[string]struct{ change, want string }{
		"a newer program's":      {`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`, "run a newer program, or restore the backup that was made before it ran"},
		"steps in another order": {`DELETE FROM goose_db_version WHERE version_id = 7`, "lacks the step 0007_locks.sql, which comes before"},
	} {
		t.Run(name, func(t *testing.T) {
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				err := db.InTx(t.Context(), func(tx *database.Tx) error {
					_, err := tx.Exec(t.Context(), test.change)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := db.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("migrate: %v", err)
				}
				if _, err := db.Pending(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("pending: %v", err)
				}
			})
		})
	}
}

func TestReplicasMigrateTogether(t *testing.T) {
	url := databasetest.PostgresURL(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			db, err := database.Open(context.Background(), url)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = db.Close() }()
			if _, err := db.Migrate(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func compare(t *testing.T, what string, lite, post map[string]string) {
	t.Helper()
	if len(lite) == 0 {
		t.Errorf("no %s was read", what)
	}
	names := maps.Clone(lite)
	maps.Copy(names, post)
	for name := range names {
		if lite[name] != post[name] {
			t.Errorf("%s %s: SQLite has %q, PostgreSQL %q", what, name, lite[name], post[name])
		}
	}
}
