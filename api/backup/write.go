package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"portfolio/api/database"
)

// oldestVersion is the first version of the schema that knows of stored files.
const oldestVersion = 14

// ErrExists is returned when there is a file already at the path of a new backup.
var ErrExists = errors.New("there is such a file already")

// Write backs the site up to the file at path, for the owner's eyes only (mode 0600), while others work with it. The file
// appears when it is whole and on the disk; when Write fails there is none, or the previous one. It returns ErrExists when
// there is one and force is false. The database records the result, but not that a call names no place for a file.
func (s *Site) Write(ctx context.Context, path string, force bool) (Run, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Run{}, err
	}
	if err := checkAbsent(path, force); err != nil {
		return Run{}, err
	}
	out, err := create(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Run{}, err
	}
	run := Run{File: path}
	var checksum string
	if err == nil {
		checksum, err = s.write(ctx, out, path, force, &run)
	}
	run.FinishedAt = database.At(s.Clock())
	if ctx.Err() != nil || errors.Is(err, ErrExists) {
		return run, err
	}
	if err != nil {
		run.Problem = err.Error()
	}
	if recordErr := recordRun(ctx, s.DB, run, checksum); recordErr != nil {
		err = errors.Join(err, fmt.Errorf("record the backup in the database: %w", recordErr))
	}
	return run, err
}

// create opens a file beside path, which gets that name when it is whole.
func create(path string) (*os.File, error) {
	dir, name := filepath.Split(path)
	out, err := os.CreateTemp(dir, "."+name+".*.partial")
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return nil, fmt.Errorf("write to the folder %s: %w", filepath.Clean(dir), pathError.Err)
	}
	return out, err
}

func (s *Site) write(ctx context.Context, out *os.File, path string, force bool, run *Run) (checksum string, err error) {
	dir := filepath.Dir(path)
	defer func() {
		_ = out.Close()
		if err != nil {
			_ = os.Remove(out.Name())
		}
	}()
	buffer := bufio.NewWriterSize(out, 1<<20)
	written, err := s.WriteTo(ctx, buffer, dir)
	if err != nil {
		return "", err
	}
	if err := errors.Join(buffer.Flush(), out.Sync(), ctx.Err()); err != nil {
		return "", err
	}
	info, err := out.Stat()
	if err != nil {
		return "", err
	}
	run.Bytes = info.Size()
	if err := checkAbsent(path, force); err != nil {
		return "", err
	}
	if err := os.Rename(out.Name(), path); err != nil {
		return "", err
	}
	return written.Checksum, syncDir(dir)
}

func checkAbsent(path string, force bool) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file that could be replaced", path)
	}
	if err == nil && !force {
		return ErrExists
	}
	return err
}

func syncDir(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Written says what is in an archive.
type Written struct {
	// SchemaVersion and Tables are those of the manifest.
	SchemaVersion int64
	Tables        []Table
	// Stored is how many stored files there are.
	Stored int
	// Checksum is the archive's last digest, which no other has.
	Checksum string
}

// WriteTo writes the archive to out, while others work with the site. dir is for what is too large for memory and does not
// outlive the call. What was written before an error is no backup.
func (s *Site) WriteTo(ctx context.Context, out io.Writer, dir string) (written Written, err error) {
	archive, err := newArchiveWriter(out, s.Clock(), dir)
	if err != nil {
		return Written{}, err
	}
	defer func() { _ = archive.Close() }()
	if err := archive.add(ctx, readmeName, int64(len(readme)), strings.NewReader(readme)); err != nil {
		return Written{}, err
	}
	manifest := Manifest{Format: format, MadeAt: archive.now.UTC(), Program: s.Program, Engine: string(s.DB.Engine())}
	if manifest.SchemaVersion, err = s.version(ctx); err != nil {
		return Written{}, err
	}
	err = s.files().WithLease(ctx, func(ctx context.Context) error {
		files, err := s.dump(ctx, archive, &manifest, dir)
		if err != nil {
			return err
		}
		defer func() { _ = files.spool.Close() }()
		written.Stored = files.count
		return s.copyFiles(ctx, archive, files)
	})
	if err != nil {
		return Written{}, err
	}
	written.SchemaVersion, written.Tables = manifest.SchemaVersion, manifest.Tables
	written.Checksum, err = archive.finish(ctx, manifest)
	return written, err
}

// version returns that of the database's schema, if this program can back it up.
func (s *Site) version(ctx context.Context) (version int64, err error) {
	newest, err := s.DB.NewestVersion()
	if err != nil {
		return 0, err
	}
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		version, err = tx.Version(ctx)
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case version == 0:
		return 0, errors.New("there is nothing to back up: the database is empty")
	case version < oldestVersion:
		return 0, fmt.Errorf("the database is of version %d, and backups can be made from version %d on: run portfolio migrate first", version, oldestVersion)
	case version > newest:
		return 0, fmt.Errorf("the database is of version %d, and this program knows versions up to %d: one that knows the newer version can back it up", version, newest)
	}
	return version, nil
}

// tableTimeout is how long the rows of a table may take to their place, which may be far away, while the snapshot waits.
const tableTimeout = time.Hour

// dump writes the rows of all tables in one snapshot, and lists the files that are in use in it.
func (s *Site) dump(ctx context.Context, archive *archiveWriter, manifest *Manifest, dir string) (files fileList, err error) {
	ctx = database.WithTimeout(ctx, tableTimeout)
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		tables, err := tx.Tables(ctx)
		if err != nil {
			return err
		}
		for _, table := range tables {
			if Excluded(table.Name) {
				continue
			}
			entry, err := s.dumpTable(ctx, tx, archive, table, dir)
			if err != nil {
				return fmt.Errorf("back up the table %s: %w", table.Name, err)
			}
			manifest.Tables = append(manifest.Tables, entry)
		}
		files, err = listFiles(ctx, tx, dir)
		return err
	})
	return files, err
}

// dumpTable writes the rows to an unlinked temporary file first, because a tar header needs their size.
func (s *Site) dumpTable(ctx context.Context, tx *database.Tx, archive *archiveWriter, table database.Table, dir string) (entry Table, err error) {
	spool, err := openSpool(dir)
	if err != nil {
		return Table{}, err
	}
	defer func() { _ = spool.Close() }()
	entry.Name = table.Name
	rows := newRowWriter(spool)
	err = tx.All(ctx, table, func(values []any) error {
		if entry.Rows++; entry.Rows%1000 == 0 {
			s.report(Progress{Step: "rows of " + table.Name, Done: int(entry.Rows)})
		}
		return rows.write(table.Columns, values)
	})
	if err == nil {
		entry.LastNumber, err = tx.LastNumber(ctx, table)
	}
	if err = errors.Join(err, rows.out.Flush()); err != nil {
		return Table{}, err
	}
	size, err := spool.Seek(0, io.SeekCurrent)
	if err != nil {
		return Table{}, err
	}
	return entry, archive.add(ctx, rowsPrefix+table.Name+rowsSuffix, size, io.NewSectionReader(spool, 0, size))
}
