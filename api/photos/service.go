// Package photos manages the owner's images and their galleries.
package photos

import (
	"context"
	"fmt"
	"slices"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
)

// Service manages galleries and images. Callers set all fields.
type Service struct {
	DB *database.DB
	// Library makes the images, and Files keeps them.
	Library *media.Library
	Files   *files.Files
	Audit   *audit.Log
	Clock   func() time.Time
	// Pages are built after changes of their images and galleries: now if images or a gallery leave
	// them, or a gallery comes to them.
	Pages jobs.Pages
	// FilesShowing returns the paths of the texts that show each of the images, which may then not
	// be deleted. The texts are locked until the transaction ends.
	FilesShowing func(ctx context.Context, tx *database.Tx, images []int64) (map[int64][]string, error)
	// PagesShow reports whether a published text shows the image.
	PagesShow func(ctx context.Context, tx *database.Tx, image int64) (bool, error)
	// TextsShow is PagesShow without a transaction.
	TextsShow func(ctx context.Context, image int64) (bool, error)
}

// Clear deletes all images and galleries for good, with those in the trash.
func (s *Service) Clear(ctx context.Context, tx *database.Tx) error {
	var names []string
	err := tx.Select(ctx, &names, `SELECT name FROM image_files`)
	if err == nil {
		err = s.Files.Delete(ctx, tx, names...)
	}
	for _, statement := range []string{`DELETE FROM images`, `DELETE FROM galleries`} {
		if err == nil {
			_, err = tx.Exec(ctx, statement)
		}
	}
	if err != nil {
		return fmt.Errorf("clear the photos: %w", err)
	}
	return nil
}

// noteShown has the pages built if they show one of the galleries: now if images left it for good or
// for another one, and it has a page.
func (s *Service) noteShown(ctx context.Context, tx *database.Tx, left bool, galleries ...*int64) error {
	var shown []Gallery
	if err := tx.Select(ctx, &shown, `SELECT id, shown FROM live_galleries WHERE `+onPages); err != nil {
		return err
	}
	shown = slices.DeleteFunc(shown, func(g Gallery) bool {
		return !slices.ContainsFunc(galleries, func(id *int64) bool { return id != nil && *id == g.ID })
	})
	switch {
	case len(shown) == 0:
		return nil
	case left && slices.ContainsFunc(shown, func(g Gallery) bool { return g.Shown }):
		return s.Pages.ChangedNow(ctx, tx)
	default:
		return s.Pages.ChangedSoon(ctx, tx)
	}
}

// The longest texts, in characters. A title has room for a base title, " - " and any file's name.
const (
	maxName        = 100
	maxTitle       = 500
	maxAltText     = 500
	maxDescription = 2000
)
