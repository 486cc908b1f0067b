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
	if err := clearReplaceable(ctx, tx, tables); err != nil {
		return err
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

// clearReplaceable deletes the rows that a restore replaces.
func clearReplaceable(ctx context.Context, tx *database.Tx, tables []database.Table) error {
	for _, table := range tables {
		if _, replaceable := replaceableRows[table.Name]; !replaceable {
			continue
		}
		if err := tx.Clear(ctx, table); err != nil {
			return err
		}
	}
	return nil
}

func (s *Site) loadTable(ctx context.Context, tx *database.Tx, archive *Archive, table database.Table, entry Table) error {
	file, found := archive.contents.rows[rowsPrefix+entry.Name+rowsSuffix]
	if !found {
		return fmt.Errorf("the backup has no rows of it")
	}
	return s.fill(ctx, tx, table, entry, func(add func(values []any) error) error {
		return readRows(archive.open(file), table, add)
	})
}

// copyRows replaces the rows of an empty database by those of another one with the same schema, in
// one transaction. It fails if there are rows that a restore does not replace.
func (s *Site) copyRows(ctx context.Context, from *database.DB, archive *Archive) error {
	err := from.InSnapshot(database.WithTimeout(ctx, tableTimeout), func(source *database.Tx) error {
		return s.DB.InLoad(ctx, func(tx *database.Tx) error {
			tables, err := tx.Tables(ctx)
			if err != nil {
				return err
			}
			if err := tx.LockTables(ctx, tables); err != nil {
				return err
			}
			if err := checkNoRows(ctx, tx, tables); err != nil {
				return err
			}
			if err := clearReplaceable(ctx, tx, tables); err != nil {
				return err
			}
			for _, table := range tables {
				if Excluded(table.Name) {
					continue
				}
				if err := s.copyTable(ctx, tx, source, table); err != nil {
					return fmt.Errorf("%s: %w", table.Name, err)
				}
			}
			return s.recordRestored(ctx, tx, archive)
		})
	})
	if err != nil {
		return fmt.Errorf("restore the rows: %w", err)
	}
	return nil
}

func (s *Site) copyTable(ctx context.Context, tx, source *database.Tx, table database.Table) error {
	rows, err := source.Count(ctx, table)
	if err != nil {
		return err
	}
	last, err := source.LastNumber(ctx, table)
	if err != nil {
		return err
	}
	entry := Table{Name: table.Name, Rows: rows, LastNumber: last}
	return s.fill(ctx, tx, table, entry, func(add func(values []any) error) error {
		return source.All(ctx, table, func(values []any) error { return add(slices.Clone(values)) })
	})
}

// fill inserts the rows that each hands to add, and compares their number with that in entry.
func (s *Site) fill(ctx context.Context, tx *database.Tx, table database.Table, entry Table,
	each func(add func(values []any) error) error) error {
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
	err := each(func(values []any) error {
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
