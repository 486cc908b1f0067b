package database

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Table describes a table of the database.
type Table struct {
	Name    string
	Columns []string
	// Numbered is the column with numbers from the database, "" for none.
	Numbered string

	booleans []int // the indexes of the columns that hold a boolean, which SQLite stores as 0 and 1
}

// portableTypes are the types of columns that both engines hold alike.
var portableTypes = map[Engine][]string{
	SQLite:     {"text", "integer", "bigint", "boolean"},
	PostgreSQL: {"text", "bigint", "boolean", "timestamp with time zone"},
}

const sqliteTables = `
	SELECT m.name AS table_name, c.name AS column_name, lower(c.type) AS type,
	       c.pk = 1 AND m.sql LIKE '%AUTOINCREMENT%' AS numbered
	  FROM sqlite_master m JOIN pragma_table_info(m.name) c
	 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND m.name NOT LIKE 'goose!_%' ESCAPE '!'
	 ORDER BY m.name, c.cid`

const postgresTables = `
	SELECT c.table_name, c.column_name, c.data_type AS type, c.is_identity = 'YES' AS numbered
	  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
	 WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE 'goose!_%' ESCAPE '!'
	 ORDER BY c.table_name COLLATE "C", c.ordinal_position`

// Tables returns all tables except those of the migration tool, sorted by name. A column with a
// type that the engines do not share is an error.
func (tx *Tx) Tables(ctx context.Context) ([]Table, error) {
	var columns []struct {
		Table    string `db:"table_name"`
		Column   string `db:"column_name"`
		Type     string `db:"type"`
		Numbered bool   `db:"numbered"`
	}
	query := postgresTables
	if tx.engine() == SQLite {
		query = sqliteTables
	}
	if err := tx.Select(ctx, &columns, query); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	var tables []Table
	for _, c := range columns {
		if !slices.Contains(portableTypes[tx.engine()], c.Type) {
			return nil, fmt.Errorf("the column %s.%s is of the type %s, which cannot be moved to another database", c.Table, c.Column, c.Type)
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != c.Table {
			tables = append(tables, Table{Name: c.Table})
		}
		table := &tables[len(tables)-1]
		if c.Type == "boolean" {
			table.booleans = append(table.booleans, len(table.Columns))
		}
		table.Columns = append(table.Columns, c.Column)
		if c.Numbered {
			table.Numbered = c.Column
		}
	}
	return tables, nil
}

// Count returns how many rows the table has.
func (tx *Tx) Count(ctx context.Context, table Table) (n int64, err error) {
	err = tx.Get(ctx, &n, `SELECT count(*) FROM `+quote(table.Name))
	return n, err
}

// All calls fn with the values of each row of the table, in the order of its Columns, without
// keeping them in memory. A value is nil, a bool, an int64, a float64, a string, a []byte or a
// Time. The slice is reused for the next row.
func (tx *Tx) All(ctx context.Context, table Table, fn func(values []any) error) error {
	order := ""
	if table.Numbered != "" {
		order = " ORDER BY " + quote(table.Numbered)
	}
	return tx.each(ctx, `SELECT `+quoteAll(table.Columns)+` FROM `+quote(table.Name)+order, func(values []any) error {
		for _, at := range table.booleans {
			if n, ok := values[at].(int64); ok {
				values[at] = n != 0
			}
		}
		return fn(values)
	})
}

// Insert adds rows, each with values in the order of the table's Columns.
func (tx *Tx) Insert(ctx context.Context, table Table, rows [][]any) error {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(table.Columns)), ", ") + ")"
	marks := strings.TrimSuffix(strings.Repeat(row+", ", len(rows)), ", ")
	_, err := tx.Exec(ctx, `INSERT INTO `+quote(table.Name)+` (`+quoteAll(table.Columns)+`) VALUES `+marks, slices.Concat(rows...)...)
	return err
}

// LockTables keeps other transactions from writing to the tables until this one ends. On SQLite
// every transaction that writes does so.
func (tx *Tx) LockTables(ctx context.Context, tables []Table) error {
	if tx.engine() == SQLite || len(tables) == 0 {
		return nil
	}
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.Name
	}
	_, err := tx.Exec(ctx, `LOCK TABLE `+quoteAll(names)+` IN SHARE ROW EXCLUSIVE MODE`)
	return err
}

// Clear deletes every row of the table.
func (tx *Tx) Clear(ctx context.Context, table Table) error {
	_, err := tx.Exec(ctx, `DELETE FROM `+quote(table.Name))
	return err
}

// LastNumber returns the last number that was given to a row of the table, which may be deleted by now; 0 for none.
func (tx *Tx) LastNumber(ctx context.Context, table Table) (n int64, err error) {
	switch {
	case table.Numbered == "":
		return 0, nil
	case tx.engine() == SQLite:
		err = tx.Get(ctx, &n, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?`, table.Name)
	default:
		err = tx.Get(ctx, &n, `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(?), ?)::regclass), 0)`,
			table.Name, table.Numbered)
	}
	return n, err
}

// SetLastNumber makes n the last number that was given to a row of the table.
func (tx *Tx) SetLastNumber(ctx context.Context, table Table, n int64) error {
	if table.Numbered == "" || n == 0 {
		return nil
	}
	if tx.engine() == PostgreSQL {
		_, err := tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence(quote_ident(?), ?)::regclass, ?)`, table.Name, table.Numbered, n)
		return err
	}
	changed, err := tx.Exec(ctx, `UPDATE sqlite_sequence SET seq = ? WHERE name = ?`, n, table.Name)
	if err == nil && changed == 0 {
		_, err = tx.Exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, table.Name, n)
	}
	return err
}

// quote writes a name of the schema so that it is taken literally.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return strings.Join(quoted, ", ")
}
