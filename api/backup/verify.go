package backup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"
	"time"

	"portfolio/api/database"
	"portfolio/api/storedfiles"
)

// Options are what Verify needs to know.
type Options struct {
	// TempDir is where a temporary site is made, of the size of the backup; "" is the system's folder for that.
	TempDir string
	Uses    []storedfiles.Use
	Report  func(Progress)
}

// Verify proves that a site can be made of the backup: it reads every byte, restores all into a temporary folder, and
// looks there at the database's integrity, the number of rows, and each row's files. Nothing is left in the folder.
func Verify(ctx context.Context, archive *Archive, options Options) error {
	site := Site{Uses: options.Uses, Clock: time.Now, Report: options.Report}
	return withTemporarySite(ctx, site, options.TempDir, func(site *Site) error {
		if err := site.loadRows(ctx, archive); err != nil {
			return err
		}
		if err := site.loadFiles(ctx, archive); err != nil {
			return err
		}
		return site.DB.CheckIntegrity(ctx)
	})
}

// IsFault reports whether err, which Open or Verify returned, is the backup's fault, and not that of the machine on which
// it was looked at: a full disk, a folder that may not be written; nor that of the caller, who has not decrypted it or has an older
// program.
func IsFault(err error) bool {
	var system syscall.Errno
	var newer *NewerError
	return err != nil && !errors.As(err, &system) && !database.IsDiskFault(err) && !errors.Is(err, context.Canceled) &&
		!errors.Is(err, ErrEncrypted) && !errors.As(err, &newer)
}

// RecordCheck stores the result of a check in the site's database, where it knows of that backup: by the checksum, else by its
// path. The checksum is "" for a file whose checksum is not to be trusted.
func (s *Site) RecordCheck(ctx context.Context, path, checksum string, found error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	problem := ""
	if found != nil {
		problem = found.Error()
	}
	if _, err := recordCheck(ctx, s.DB, path, checksum, database.At(s.Clock()), problem); err != nil {
		return fmt.Errorf("record the check in the database: %w", err)
	}
	return nil
}
