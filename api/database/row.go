package database

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Row is a row of a table by its columns. As JSON it is the same from both engines, and either reads it.
type Row map[string]any

// UnmarshalJSON reads what json.Marshal made of a Row: numbers are int64, times are text.
func (r *Row) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return err
	}
	for column, value := range members {
		if number, ok := value.(json.Number); ok {
			whole, err := number.Int64()
			if err != nil {
				return fmt.Errorf("column %s: %w", column, err)
			}
			members[column] = whole
		}
	}
	*r = members
	return nil
}

// ReadRow returns the row of that id with every column that the table has, or ErrNoRows.
func (tx *Tx) ReadRow(_ context.Context, table string, id int64) (Row, error) {
	tx.step()
	found := tx.tx.QueryRowxContext(tx.ctx, tx.tx.Rebind(`SELECT * FROM `+quote(table)+` WHERE id = ?`), id)
	types, err := found.ColumnTypes()
	if err != nil {
		return nil, err
	}
	row := Row{}
	if err := found.MapScan(row); err != nil {
		return nil, err
	}
	for _, column := range types {
		switch value := row[column.Name()].(type) {
		case time.Time:
			row[column.Name()] = At(value)
		case int64:
			if column.DatabaseTypeName() == "BOOLEAN" {
				row[column.Name()] = value != 0
			}
		}
	}
	return row, nil
}

// InsertRow adds a row to the table. Columns that the table no longer has are left out; those that it got since the row was read
// take their defaults.
func (tx *Tx) InsertRow(ctx context.Context, table string, row Row) error {
	rows, err := tx.Query(ctx, `SELECT * FROM `+quote(table)+` WHERE FALSE`)
	if err != nil {
		return err
	}
	known, err := rows.Columns()
	if err != nil {
		return err
	}
	if err := rows.Close(); err != nil {
		return err
	}
	columns := slices.DeleteFunc(slices.Sorted(maps.Keys(row)), func(column string) bool { return !slices.Contains(known, column) })
	values := make([]any, len(columns))
	for i, column := range columns {
		values[i] = row[column]
	}
	return tx.Insert(ctx, Table{Name: table, Columns: columns}, [][]any{values})
}
