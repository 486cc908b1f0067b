package backup

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"portfolio/api/database"
	"portfolio/api/storage"
	"portfolio/api/storedfiles"
)

// Restore makes the site that is in the archive, on an empty database and an empty storage of
// whatever kind. It reads the archive through and makes the rows in a temporary database first, so
// that damage is found before anything is written. A server may use the database and the storage at
// the same time: the rows are inserted in one transaction, which fails if the database is no longer
// empty. If Restore fails, it removes the files that it stored and nothing else, or the error is
// also ErrNotUndone.
func (s *Site) Restore(ctx context.Context, archive *Archive) error {
	if err := s.DB.CheckAccess(ctx); err != nil {
		return err
	}
	if err := s.checkEmpty(ctx); err != nil {
		return err
	}
	return withTemporarySite(ctx, *s, "", func(staged *Site) error {
		staged.Store = s.Store
		if err := staged.loadRows(ctx, archive); err != nil {
			return err
		}
		if _, err := s.DB.Migrate(ctx); err != nil {
			return err
		}
		err := staged.loadFiles(ctx, archive)
		if err == nil {
			err = s.copyRows(ctx, staged.DB, archive)
		}
		if err != nil {
			// Also after ctx has ended.
			return errors.Join(err, s.discardFiles(context.WithoutCancel(ctx), staged.DB))
		}
		return nil
	})
}

// withTemporarySite calls fn with a copy of site that has an empty database and an empty storage in
// a temporary folder below parent, "" for the system's. Nothing is left in the folder.
func withTemporarySite(ctx context.Context, site Site, parent string, fn func(*Site) error) (err error) {
	dir, err := os.MkdirTemp(parent, "portfolio-restore-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := database.Open(ctx, "sqlite://"+filepath.Join(dir, "portfolio.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	store, err := storage.OpenFiles(filepath.Join(dir, "media"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	store.NoSync = true
	site.DB, site.Store = db, store
	return fn(&site)
}

// loadRows checks the archive, makes its rows in the version of the schema that they have, and
// migrates them.
func (s *Site) loadRows(ctx context.Context, archive *Archive) error {
	newest, err := s.DB.NewestVersion()
	if err != nil {
		return err
	}
	if version := archive.Manifest.SchemaVersion; version > newest {
		return &NewerError{fmt.Sprintf("the backup is of version %d, and this program knows versions up to %d: restore it with the program that made it, %s, or a newer one",
			version, newest, archive.Manifest.Program)}
	}
	if err := archive.Check(ctx, s.report); err != nil {
		return err
	}
	if err := s.DB.MigrateTo(ctx, archive.Manifest.SchemaVersion); err != nil {
		return err
	}
	if err := s.DB.InLoad(ctx, func(tx *database.Tx) error { return s.load(ctx, tx, archive) }); err != nil {
		return fmt.Errorf("restore the rows: %w", err)
	}
	_, err = s.DB.Migrate(ctx)
	return err
}

// loadFiles stores the files of the archive, and checks that the rows lack none.
func (s *Site) loadFiles(ctx context.Context, archive *Archive) error {
	if err := s.putFiles(ctx, archive); err != nil {
		return err
	}
	_, err := s.files().Check(ctx, storedfiles.UploadLease, storedfiles.Findings{Broken: func(fault storedfiles.Fault) error {
		return fmt.Errorf("the backup lacks a file: that of %s, %s, %s", fault.Owner, fault.Name, fault.What)
	}})
	return err
}

// recordRestored makes the archive the last backup that the site knows of: its rows are of before it was written, and may
// end with one that failed. A site was made of it, which is what a check does.
func (s *Site) recordRestored(ctx context.Context, tx *database.Tx, archive *Archive) error {
	now := database.At(s.Clock())
	run := Run{FinishedAt: database.At(archive.Manifest.MadeAt), File: archive.Path, Bytes: archive.size, VerifiedAt: &now}
	if err := recordRun(ctx, tx, run, archive.Checksum); err != nil {
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
		return checkNoRows(ctx, tx, tables)
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

func checkNoRows(ctx context.Context, tx *database.Tx, tables []database.Table) error {
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

// ErrNotUndone says that files of a restore that failed are still there.
var ErrNotUndone = errors.New("files of the backup are still in the storage: portfolio fsck --repair --older-than 0s removes them")

// discardFiles removes the files of a restore that failed, except those that an upload has stored
// too.
func (s *Site) discardFiles(ctx context.Context, staged *database.DB) error {
	var left faults
	for last := ""; ; {
		var batch []storage.Info
		err := staged.Select(ctx, &batch, `
			SELECT name, bytes AS size FROM stored_files WHERE state IN ('stored', 'trashed') AND name > ? ORDER BY name LIMIT ?`,
			last, listBatch)
		if left.add(err); len(batch) == 0 {
			break
		}
		left.add(s.files().Discard(ctx, batch...))
		last = batch[len(batch)-1].Name
	}
	if err := left.join(); err != nil {
		return fmt.Errorf("%w: %w", ErrNotUndone, err)
	}
	return nil
}
