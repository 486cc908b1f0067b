package backup

import (
	"context"
	"fmt"
	"slices"

	"portfolio/api/database"
)

// maxValues is how many values are inserted at once; SQLite takes 32,766 and PostgreSQL 65,535.
const maxValues = 5000

// load fills the tables, which are of the backup's version, and counts what came in.
func (s *Site) load(ctx context.Context, tx *database.Tx, archive *Archive) error {
	tables, err := tx.Tables(ctx)
	if err != nil {
		return err
	}
	for name := range replaceableRows {
		if at := find(tables, name); at >= 0 {
			if err := tx.Clear(ctx, tables[at]); err != nil {
				return err
			}
		}
	}
	for _, entry := range archive.Manifest.Tables {
		at := find(tables, entry.Name)
		if at < 0 {
			return fmt.Errorf("version %d of the database has no table %s", archive.Manifest.SchemaVersion, entry.Name)
		}
		if err := s.loadTable(ctx, tx, archive, tables[at], entry); err != nil {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
	}
	return nil
}

func find(tables []database.Table, name string) int {
	return slices.IndexFunc(tables, func(table database.Table) bool { return table.Name == name })
}

func (s *Site) loadTable(ctx context.Context, tx *database.Tx, archive *Archive, table database.Table, entry Table) error {
	file, found := archive.contents.rows[rowsPrefix+entry.Name+rowsSuffix]
	if !found {
		return fmt.Errorf("the backup has no rows of it")
	}
	perInsert := max(1, maxValues/len(table.Columns))
	var waiting [][]any
	done := 0
	flush := func() error {
		if len(waiting) == 0 {
			return nil
		}
		err := tx.Insert(ctx, table, waiting)
		done += len(waiting)
		waiting = waiting[:0]
		s.report(Progress{Step: "rows of " + table.Name, Done: done, All: int(entry.Rows)})
		return err
	}
	err := readRows(archive.open(file), table, func(values []any) error {
		if waiting = append(waiting, values); len(waiting) < perInsert {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	if err := flush(); err != nil {
		return err
	}
	n, err := tx.Count(ctx, table)
	if err != nil {
		return err
	}
	if n != entry.Rows {
		return fmt.Errorf("%d rows came in, and the backup has %d", n, entry.Rows)
	}
	return tx.SetLastNumber(ctx, table, entry.LastNumber)
}
