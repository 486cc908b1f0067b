package backup

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"path"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"portfolio/api/database"
	"portfolio/api/storedfiles"
)

// Restore makes the site that is in the archive, on an empty database and an empty storage of whatever kind. It reads the
// archive through first, so that damage is found before anything is written. When it fails, the database and the storage
// are empty again, or the error is also ErrNotUndone.
func (s *Site) Restore(ctx context.Context, archive *Archive) error {
	newest, err := s.DB.NewestVersion()
	if err != nil {
		return err
	}
	if version := archive.Manifest.SchemaVersion; version > newest {
		return &NewerError{fmt.Sprintf("the backup is of version %d, and this program knows versions up to %d: restore it with the program that made it, %s, or a newer one",
			version, newest, archive.Manifest.Program)}
	}
	if err := s.checkEmpty(ctx); err != nil {
		return err
	}
	if err := archive.Check(ctx, s.report); err != nil {
		return err
	}
	if err := s.restore(ctx, archive); err != nil {
		// What was written goes also when ctx has ended.
		return errors.Join(err, s.undoRestore(context.WithoutCancel(ctx)))
	}
	return nil
}

// restore follows the order of uploads: files first, then the rows that name them.
func (s *Site) restore(ctx context.Context, archive *Archive) error {
	if err := s.putFiles(ctx, archive); err != nil {
		return err
	}
	if err := s.DB.MigrateTo(ctx, archive.Manifest.SchemaVersion); err != nil {
		return err
	}
	if err := s.DB.InLoad(ctx, func(tx *database.Tx) error { return s.load(ctx, tx, archive) }); err != nil {
		return fmt.Errorf("restore the rows: %w", err)
	}
	if _, err := s.DB.Migrate(ctx); err != nil {
		return err
	}
	_, err := s.files().Check(ctx, storedfiles.UploadLease, storedfiles.Findings{Broken: func(fault storedfiles.Fault) error {
		return fmt.Errorf("the backup lacks a file: that of %s, %s, %s", fault.Owner, fault.Name, fault.What)
	}})
	if err != nil {
		return err
	}
	return s.recordRestored(ctx, archive)
}

// recordRestored makes the archive the last backup that the site knows of: its rows are of before it was written, and may
// end with one that failed. A site was made of it, which is what a check does.
func (s *Site) recordRestored(ctx context.Context, archive *Archive) error {
	now := database.At(s.Clock())
	run := Run{FinishedAt: database.At(archive.Manifest.MadeAt), File: archive.Path, Bytes: archive.size, VerifiedAt: &now}
	if err := recordRun(ctx, s.DB, run, archive.Checksum); err != nil {
		return fmt.Errorf("record the backup in the database: %w", err)
	}
	return nil
}

// checkEmpty returns an error that says what is in the way.
func (s *Site) checkEmpty(ctx context.Context) error {
	err := s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		tables, err := tx.Tables(ctx)
		if err != nil {
			return err
		}
		var occupied []string
		for _, table := range tables {
			if Excluded(table.Name) {
				continue
			}
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

// putFiles stores several files at once: each waits for the disk or the network.
func (s *Site) putFiles(ctx context.Context, archive *Archive) error {
	progress := Progress{Step: "files restored", All: archive.contents.stored, AllBytes: archive.contents.storedBytes}
	var mutex sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(concurrency)
	err := archive.eachFile(func(file File) error {
		if !file.stored() {
			return nil
		}
		group.Go(func() error {
			name := strings.TrimPrefix(file.Name, filesPrefix)
			contentType := mime.TypeByExtension(path.Ext(name))
			if contentType == "" {
				contentType = "application/octet-stream"
			}
			if err := s.Store.Put(ctx, name, archive.open(file), contentType); err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			progress.Done++
			progress.Bytes += file.Size
			s.report(progress)
			return nil
		})
		return ctx.Err()
	})
	// What failed first is why ctx has ended.
	if failure := group.Wait(); failure != nil {
		return failure
	}
	return err
}

// ErrNotUndone says that something of a restore that failed is still there.
var ErrNotUndone = errors.New("remove again what was restored")

// undoRestore undoes a restore that failed. It does not ask the archive, which may be why it failed.
func (s *Site) undoRestore(ctx context.Context) error {
	var left faults
	left.add(s.DB.MigrateTo(ctx, 0))
	// The storage was empty before.
	for info, err := range s.Store.List(ctx, "") {
		if err == nil {
			err = s.Store.Delete(ctx, info.Name)
		}
		left.add(err)
	}
	if err := left.join(); err != nil {
		return fmt.Errorf("%w: %w", ErrNotUndone, err)
	}
	return nil
}
