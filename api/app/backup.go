package app

import (
	"context"
	"errors"
	"time"

	"portfolio/api/backup"
	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/documents"
	"portfolio/api/photos"
	"portfolio/api/storage"
	"portfolio/api/storedfiles"
	"portfolio/api/trash"
)

// OpenSite opens the database and the storage that settings name for fn, to be backed up, and closes them. Unlike Open it
// migrates nothing, so that a backup can be made before a newer version of this program changes the database. It returns
// database.ErrNoDatabase where there is none.
func OpenSite(ctx context.Context, settings config.Config, clock func() time.Time, fn func(*backup.Site) error) error {
	return openSite(ctx, settings, clock, database.OpenExisting, fn)
}

// OpenEmptySite is OpenSite for a site that is to be restored: what is missing is made.
func OpenEmptySite(ctx context.Context, settings config.Config, clock func() time.Time, fn func(*backup.Site) error) error {
	if err := settings.MakeDataDir(); err != nil {
		return err
	}
	return openSite(ctx, settings, clock, database.Open, fn)
}

func openSite(ctx context.Context, settings config.Config, clock func() time.Time,
	open func(context.Context, string) (*database.DB, error), fn func(*backup.Site) error) (err error) {
	db, err := open(ctx, settings.DatabaseURL)
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	store, err := storage.Open(ctx, settings.StorageURL, settings.DataDir)
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return fn(&backup.Site{DB: db, Store: store, Uses: Uses(), Clock: clock})
}

// Uses are all tables that refer to stored files.
func Uses() []storedfiles.Use {
	return []storedfiles.Use{photos.FileUse, photos.UploadUse, documents.FileUse, documents.VersionFileUse, trash.FileUse}
}
