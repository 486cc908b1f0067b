package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"portfolio/api/internal/database"
)

// ErrNotUndone means that files of a failed restore are still in the store.
var ErrNotUndone = errors.New("files of the backup are still in the store: portfolio fsck --repair --older-than 0s removes them")

// Restore makes the site of the archive in an empty database and an empty store of either kind. It
// reads the whole archive before it writes anything. A server may run on the same database and store:
// all rows are inserted in one transaction, which fails if the database has rows by then. If Restore
// fails, it removes the files that it stored and nothing else, or the error is also ErrNotUndone.
func (s *Site) Restore(ctx context.Context, archive *Archive) error {
	if err := s.DB.CheckAccess(ctx); err != nil {
		return err
	}
	if err := s.checkEmpty(ctx); err != nil {
		return err
	}
	if err := s.prepare(ctx, archive); err != nil {
		return err
	}
	stored, err := s.putFiles(ctx, archive)
	if err == nil {
		err = s.insertRows(ctx, archive)
	}
	if err != nil {
		// Even if ctx has ended.
		return errors.Join(err, s.removeFiles(context.WithoutCancel(ctx), stored))
	}
	return nil
}

// Verify checks that a site can be made of the archive. It reads every byte, restores the rows to a
// temporary database in tempDir ("" is the system's folder), checks the database's integrity, and looks
// for the file of each row. It leaves nothing in tempDir.
func Verify(ctx context.Context, archive *Archive, tempDir string, report func(step string, done, all int)) (err error) {
	dir, err := os.MkdirTemp(tempDir, "portfolio-verify-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := database.Open(ctx, "sqlite://"+filepath.Join(dir, "portfolio.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	site := &Site{DB: db, Clock: time.Now, Report: report}
	if err := site.prepare(ctx, archive); err != nil {
		return err
	}
	if err := site.insertRows(ctx, archive); err != nil {
		return err
	}
	if err := db.CheckIntegrity(ctx); err != nil {
		return err
	}
	owned, err := ownedFiles(ctx, db)
	for _, file := range owned {
		if content := archive.contents[filesPrefix+file.Name]; content == nil || content.Size() != file.Size {
			return &Damage{filesPrefix + file.Name, "is missing or has another size than its row says"}
		}
	}
	return err
}

// prepare returns an error if the archive is damaged or of another version or schema, and makes the tables.
func (s *Site) prepare(ctx context.Context, archive *Archive) error {
	newest, err := s.DB.NewestVersion()
	if err != nil {
		return err
	}
	if version := archive.Manifest.SchemaVersion; version != newest {
		return fmt.Errorf("the backup is of version %d and this program of %d: restore it with the program that made it, %s, and upgrade then",
			version, newest, archive.Manifest.Program)
	}
	schema, err := database.Fingerprint()
	if err != nil {
		return err
	}
	if archive.Manifest.Schema != schema {
		return fmt.Errorf("the backup has other tables than this program: restore it with the program that made it, %s, "+
			"and import here what its content export writes", archive.Manifest.Program)
	}
	if err := archive.Check(ctx, s.report); err != nil {
		return err
	}
	_, err = s.DB.Migrate(ctx)
	return err
}

// checkEmpty returns an error that names rows or a file in the way.
func (s *Site) checkEmpty(ctx context.Context) error {
	err := s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		existing, err := tables(ctx, tx)
		if err != nil {
			return err
		}
		return checkNoRows(ctx, tx, existing)
	})
	if err != nil {
		return err
	}
	for info, err := range s.Store.List(ctx, "") {
		if err != nil {
			return err
		}
		return fmt.Errorf("the storage is not empty: it has the file %s; restore to a new one, or remove what is in it", info.Name)
	}
	return nil
}

func checkNoRows(ctx context.Context, tx *database.Tx, existing []database.Table) error {
	var occupied []string
	for _, table := range existing {
		n, err := tx.Count(ctx, table)
		if err != nil {
			return err
		}
		if n > replaceableRows[table.Name] {
			occupied = append(occupied, table.Name)
		}
	}
	if len(occupied) > 0 {
		return fmt.Errorf("the database is not empty: there are rows in %s; restore to a new one, so that nothing is lost", strings.Join(occupied, ", "))
	}
	return nil
}

// putFiles stores the files of the archive. It returns the names of those that may be stored, even if it
// fails.
func (s *Site) putFiles(ctx context.Context, archive *Archive) (stored []string, err error) {
	names := archive.Files()
	for i, name := range names {
		contentType := mime.TypeByExtension(path.Ext(name))
		if contentType == "" {
			contentType = "application/octet-stream"
		}
		if err := s.Store.Put(ctx, name, archive.open(filesPrefix+name), contentType); err != nil {
			return names[:i+1], err
		}
		s.report("files restored", i+1, len(names))
	}
	return names, nil
}

// removeFiles removes the files of a failed restore, except those that rows own by now.
func (s *Site) removeFiles(ctx context.Context, names []string) error {
	owned, err := ownedFiles(ctx, s.DB)
	keep := map[string]bool{}
	for _, file := range owned {
		keep[file.Name] = true
	}
	for _, name := range names {
		if err == nil && !keep[name] {
			err = s.Store.Delete(ctx, name)
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotUndone, err)
	}
	return nil
}

// insertRows fills an empty database with the rows of the archive, in one transaction.
func (s *Site) insertRows(ctx context.Context, archive *Archive) error {
	entries := map[string]Table{}
	for _, entry := range archive.Manifest.Tables {
		entries[entry.Name] = entry
	}
	err := s.DB.InLoad(ctx, func(tx *database.Tx) error {
		existing, err := tables(ctx, tx)
		if err != nil {
			return err
		}
		if err := tx.LockTables(ctx, existing); err != nil {
			return err
		}
		if err := checkNoRows(ctx, tx, existing); err != nil {
			return err
		}
		for _, table := range existing {
			if err := s.insertTable(ctx, tx, archive, table, entries[table.Name]); err != nil {
				return fmt.Errorf("%s: %w", table.Name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("restore the rows: %w", err)
	}
	return nil
}

// maxValues is how many values are inserted at once. SQLite takes 32,766 and PostgreSQL 65,535.
const maxValues = 5000

// insertTable replaces the rows of a table by those of the archive.
func (s *Site) insertTable(ctx context.Context, tx *database.Tx, archive *Archive, table database.Table, entry Table) error {
	name := tablesPrefix + table.Name + tablesSuffix
	if archive.contents[name] == nil {
		return errors.New("the backup does not have this table")
	}
	if err := tx.Clear(ctx, table); err != nil {
		return err
	}
	rows := json.NewDecoder(archive.open(name))
	rows.UseNumber()
	var batch [][]any
	for done := range entry.Rows {
		values, err := readRow(rows, table)
		if err != nil {
			return err
		}
		batch = append(batch, values)
		if done+1 < entry.Rows && len(batch)*len(values) < maxValues {
			continue
		}
		if err := tx.Insert(ctx, table, batch); err != nil {
			return err
		}
		batch = nil
		s.report("rows of "+table.Name, done+1, entry.Rows)
	}
	return tx.SetLastNumber(ctx, table, entry.LastNumber)
}

// readRow returns the values of a row in the order of the table's columns.
func readRow(rows *json.Decoder, table database.Table) ([]any, error) {
	var row map[string]any
	if err := rows.Decode(&row); err != nil {
		return nil, err
	}
	values := make([]any, len(table.Columns))
	for i, column := range table.Columns {
		value, found := row[column]
		if !found {
			return nil, fmt.Errorf("a row has no column %s", column)
		}
		if number, ok := value.(json.Number); ok {
			integer, err := number.Int64()
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", column, err)
			}
			value = integer
		}
		values[i] = value
	}
	return values, nil
}
