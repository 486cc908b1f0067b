package database_test

import (
	"context"
	"fmt"
	"testing"

	"portfolio/api/internal/database"
)

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
