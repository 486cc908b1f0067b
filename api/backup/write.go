package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// Write writes an archive to the file at path while others work with the site, and returns its size.
// Only the owner can read the file. It appears once it is complete and on the disk. If Write fails,
// nothing has changed. It returns fs.ErrExist if the file exists and force is false.
func (s *Site) Write(ctx context.Context, path string, force bool) (size int64, err error) {
	if _, err := os.Lstat(path); err == nil && !force {
		return 0, fs.ErrExist
	}
	err = files.WriteFile(path, (*os.Root).Rename, func(file *os.File) error {
		buffer := bufio.NewWriterSize(file, 1<<20)
		if err := errors.Join(s.WriteTo(ctx, buffer, filepath.Dir(path)), buffer.Flush()); err != nil {
			return err
		}
		size, err = file.Seek(0, io.SeekCurrent)
		return err
	})
	return size, err
}

// WriteTo writes an archive to out while the site is in use. An archive that was cut off by an error is
// damaged. Files that are deleted meanwhile stay in the store for files.RemovalDelay. The rows of the
// moment are kept in a file in tempDir, so that the snapshot does not wait for a slow place.
func (s *Site) WriteTo(ctx context.Context, out io.Writer, tempDir string) error {
	rows, err := files.Unnamed(tempDir, ".rows-")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	archive := &writer{ctx: ctx, tar: tar.NewWriter(out)}
	archive.manifest.MadeAt, archive.manifest.Program, archive.manifest.Engine = s.Clock().UTC(), s.Program, string(s.DB.Engine())
	sizes, files, err := s.takeSnapshot(ctx, &archive.manifest, rows)
	if err != nil {
		return err
	}
	if _, err := rows.Seek(0, io.SeekStart); err != nil {
		return err
	}
	for i, table := range archive.manifest.Tables {
		if err := archive.add(tablesPrefix+table.Name+tablesSuffix, sizes[i], io.LimitReader(rows, sizes[i])); err != nil {
			return err
		}
	}
	for i, file := range files {
		if err := s.copyFile(ctx, archive, file); err != nil {
			return err
		}
		s.report("files copied", i+1, len(files))
	}
	return errors.Join(archive.finish(out), ctx.Err())
}

// takeSnapshot writes the rows of each table at one moment to rows, and returns how many bytes each
// table has, and the files that the rows own.
func (s *Site) takeSnapshot(ctx context.Context, manifest *Manifest, rows *os.File) (sizes []int64, files []files.Info, err error) {
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		if manifest.SchemaVersion, err = tx.Version(ctx); err != nil {
			return err
		}
		newest, err := s.DB.NewestVersion()
		if err != nil {
			return err
		}
		if manifest.SchemaVersion != newest {
			return fmt.Errorf("the database is of version %d, and this program backs up version %d: use the program that runs on it",
				manifest.SchemaVersion, newest)
		}
		if manifest.Schema, err = database.Fingerprint(); err != nil {
			return err
		}
		included, err := tables(ctx, tx)
		if err != nil {
			return err
		}
		start := int64(0)
		for _, table := range included {
			entry, err := s.dumpTable(ctx, tx, table, rows)
			if err != nil {
				return fmt.Errorf("back up the table %s: %w", table.Name, err)
			}
			end, err := rows.Seek(0, io.SeekCurrent)
			if err != nil {
				return err
			}
			manifest.Tables, sizes = append(manifest.Tables, entry), append(sizes, end-start)
			start = end
		}
		files, err = ownedFiles(ctx, tx)
		return err
	})
	return sizes, files, err
}

// dumpTable writes each row of the table as a JSON object, whose times are text in UTC.
func (s *Site) dumpTable(ctx context.Context, tx *database.Tx, table database.Table, to io.Writer) (entry Table, err error) {
	entry.Name = table.Name
	if entry.LastNumber, err = tx.LastNumber(ctx, table); err != nil {
		return Table{}, err
	}
	buffer := bufio.NewWriter(to)
	encoder := json.NewEncoder(buffer)
	row := map[string]any{}
	err = tx.All(ctx, table, func(values []any) error {
		for i, column := range table.Columns {
			row[column] = values[i]
		}
		entry.Rows++
		s.report("rows of "+table.Name, entry.Rows, 0)
		return encoder.Encode(row)
	})
	return entry, errors.Join(err, buffer.Flush())
}

func (s *Site) copyFile(ctx context.Context, archive *writer, file files.Info) error {
	object, err := s.Store.Open(ctx, file.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the file %s is missing in the store: portfolio fsck names its row", file.Name)
	}
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	return archive.add(filesPrefix+file.Name, file.Size, object)
}

// writer writes the entries of an archive and lists them in the manifest.
type writer struct {
	ctx      context.Context
	tar      *tar.Writer
	manifest Manifest
}

// add writes an entry. It returns an error if content does not have exactly size bytes.
func (w *writer) add(name string, size int64, content io.Reader) error {
	err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.manifest.MadeAt})
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	digest := sha256.New()
	n, err := io.Copy(w.tar, io.TeeReader(files.ContextReader{Context: w.ctx, Reader: content}, digest))
	if err == nil && n != size {
		err = fmt.Errorf("it has %d bytes and not %d", n, size)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	w.manifest.Entries = append(w.manifest.Entries, Entry{name, size, hex.EncodeToString(digest.Sum(nil))})
	return nil
}

// finish writes the manifest and its digest.
func (w *writer) finish(out io.Writer) error {
	text, err := json.MarshalIndent(w.manifest, "", " ")
	if err != nil {
		return err
	}
	if err := w.add(manifestName, int64(len(text)), bytes.NewReader(text)); err != nil {
		return err
	}
	if err := w.tar.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%x\n", sha256.Sum256(text))
	return err
}
