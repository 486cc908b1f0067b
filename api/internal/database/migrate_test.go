package database_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	ctx := context.Background()
	lite := openAt(t, servertest.SQLiteURL(t))
	post := openAt(t, servertest.PostgresURL(t))

	liteSteps, err := lite.Migrate(ctx)
	noError(t, err)
	postSteps, err := post.Migrate(ctx)
	noError(t, err)
	check(t, slices.Equal(liteSteps, postSteps) && len(liteSteps) != 0, "steps differ: %v, %v", liteSteps, postSteps)

	compare(t, "column", sqliteColumns(t, lite), postgresColumns(t, post))
	compare(t, "index", sqliteIndexes(t, lite), postgresIndexes(t, post))
	compare(t, "foreign key", sqliteForeignKeys(t, lite), postgresForeignKeys(t, post))
}

// SQLite accepts NULL in a primary key that is not declared NOT NULL, except in an INTEGER PRIMARY KEY.
func TestPrimaryKeysOfSQLiteAreNotNull(t *testing.T) {
	db := openAt(t, servertest.SQLiteURL(t))
	_, err := db.Migrate(t.Context())
	noError(t, err)
	nullable := facts(t, db, `
		SELECT m.name || '.' || c.name AS name, c.type AS value
		  FROM sqlite_master m JOIN pragma_table_info(m.name) c
		 WHERE m.type = 'table' AND m.name NOT LIKE 'goose_%' AND c.pk > 0 AND c."notnull" = 0 AND c.type <> 'INTEGER'`)
	check(t, len(nullable) == 0, "accept NULL: %v", nullable)
}

func TestRefusesANewerSchema(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		exec(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`)
		const want = "run a newer program, or restore the backup that was made before it ran"
		if _, err := db.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("migrate: %v", err)
		}
		if _, err := db.Plan(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("plan: %v", err)
		}
	})
}

func TestRefusesASchemaOfOtherMigrations(t *testing.T) {
	const want = "the database was made by an earlier program, whose tables this program cannot update"
	for name, change := range map[string]string{
		"without fingerprints": `DROP TABLE goose_fingerprints`,
		"with another one":     `UPDATE goose_fingerprints SET fingerprint = 'f00d' WHERE name = '0001_3.0.sql'`,
		"with another name":    `UPDATE goose_fingerprints SET name = '0001_initial.sql' WHERE name = '0001_3.0.sql'`,
	} {
		t.Run(name, func(t *testing.T) {
			servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
				_, err := db.Plan(t.Context())
				noError(t, err)
				exec(t, db, change)
				_, planErr := db.Plan(t.Context())
				_, err = db.Migrate(t.Context())
				for _, err := range []error{planErr, err} {
					check(t, err != nil && strings.HasPrefix(err.Error(), want), "%v", err)
				}
			})
		})
	}
}

func TestThePlanForAnEmptyDatabaseLeavesItEmpty(t *testing.T) {
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		db := openAt(t, url)
		plan, err := db.Plan(t.Context())
		check(t, err == nil && plan.Version == 0 && plan.Newest != 0 && plan.Pending[0] == "0001_3.0.sql", "%+v, %v", plan, err)
		if _, err := db.Exec(t.Context(), `DROP TABLE goose_db_version`); err == nil {
			t.Error("the plan made goose's table")
		}
		if steps, err := db.Migrate(t.Context()); err != nil || !slices.Equal(steps, plan.Pending) {
			t.Errorf("%v, %v; planned %v", steps, err, plan.Pending)
		}
	})
}

func TestReplicasMigrateTogether(t *testing.T) {
	url := servertest.PostgresURL(t)
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

func exec(t *testing.T, db *database.DB, statement string) {
	t.Helper()
	_, err := db.Exec(t.Context(), statement)
	noError(t, err)
}

func compare(t *testing.T, what string, lite, post map[string]string) {
	t.Helper()
	check(t, len(lite) != 0, "no %s was read", what)
	names := maps.Clone(lite)
	maps.Copy(names, post)
	for name := range names {
		if lite[name] != post[name] {
			t.Errorf("%s %s: SQLite has %q, PostgreSQL %q", what, name, lite[name], post[name])
		}
	}
}

// These read a schema as comparable lines: "users.email" → "text not null", and so on.

type fact struct {
	Name  string `db:"name"`
	Value string `db:"value"`
}

func sqliteColumns(t *testing.T, db *database.DB) map[string]string {
	return facts(t, db, `
		SELECT m.name || '.' || c.name AS name,
		       replace(lower(c.type), 'bigint', 'integer') || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' not null' ELSE '' END AS value
		  FROM sqlite_master m JOIN pragma_table_info(m.name) c
		 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'goose_%'`)
}

// A moment is text in SQLite and timestamptz in PostgreSQL; database.Time reads and writes both.
func postgresColumns(t *testing.T, db *database.DB) map[string]string {
	return facts(t, db, `
		SELECT table_name || '.' || column_name AS name,
		       CASE data_type WHEN 'bigint' THEN 'integer' WHEN 'timestamp with time zone' THEN 'text' ELSE data_type END
		       || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END AS value
		  FROM information_schema.columns
		 WHERE table_schema = 'public' AND table_name NOT LIKE 'goose_%'
		   AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')`)
}

func sqliteIndexes(t *testing.T, db *database.DB) map[string]string {
	return facts(t, db, `
		SELECT m.name || '(' || (SELECT group_concat(name, ',') FROM pragma_index_info(i.name)) || ')' AS name,
		       (CASE WHEN i."unique" = 1 THEN 'unique' ELSE 'plain' END)
		       || (CASE WHEN i.partial = 1 THEN ' partial' ELSE '' END) AS value
		  FROM sqlite_master m JOIN pragma_index_list(m.name) i
		 WHERE m.type = 'table' AND i.origin <> 'pk' AND m.name NOT LIKE 'goose_%'`)
}

func postgresIndexes(t *testing.T, db *database.DB) map[string]string {
	return facts(t, db, `
		SELECT c.relname || '(' || (SELECT string_agg(a.attname, ',' ORDER BY k.n)
		                              FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, n)
		                              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum) || ')' AS name,
		       CASE WHEN i.indisunique THEN 'unique' ELSE 'plain' END
		       || CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END AS value
		  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		 WHERE n.nspname = 'public' AND NOT i.indisprimary AND c.relname NOT LIKE 'goose_%'`)
}

func sqliteForeignKeys(t *testing.T, db *database.DB) map[string]string {
	return facts(t, db, `
		SELECT m.name || '.' || f."from" AS name, f."table" || ' ' || lower(f.on_delete) AS value
		  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
		 WHERE m.type = 'table'`)
}

func postgresForeignKeys(t *testing.T, db *database.DB) map[string]string {
	return facts(t, db, `
		SELECT k.table_name || '.' || k.column_name AS name, u.table_name || ' ' || lower(r.delete_rule) AS value
		  FROM information_schema.referential_constraints r
		  JOIN information_schema.key_column_usage k USING (constraint_name)
		  JOIN information_schema.constraint_column_usage u USING (constraint_name)`)
}

func facts(t *testing.T, db *database.DB, query string) map[string]string {
	t.Helper()
	var rows []fact
	noError(t, db.Select(context.Background(), &rows, query))
	named := map[string]string{}
	for _, row := range rows {
		if _, twice := named[row.Name]; twice {
			t.Fatal(fmt.Errorf("%s appears twice", row.Name))
		}
		named[row.Name] = row.Value
	}
	return named
}

func openAt(t *testing.T, url string) *database.DB {
	t.Helper()
	db, err := database.Open(context.Background(), url)
	noError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}
