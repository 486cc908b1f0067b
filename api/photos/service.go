// Package photos manages the owner's images and their galleries.
package photos

import (
	"context"
	"slices"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
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
	// Changed is called at the end of each transaction that changes what pages may show.
	Changed func(ctx context.Context, tx *database.Tx) error
	// Published is called instead if the change is wanted at once: images, their files or a gallery
	// leave the pages, or a gallery comes to them.
	Published func(ctx context.Context, tx *database.Tx) error
	// PagesShow reports whether a published text shows one of the images.
	PagesShow func(ctx context.Context, tx *database.Tx, images []int64) (bool, error)
	// TextsShow reports whether a published text shows an image, without a transaction.
	TextsShow func(ctx context.Context, image int64) (bool, error)
}

// noteShown calls Changed if pages show one of the galleries, or Published if images left it for good
// or for another one, or if pages show an image whose file is gone.
func (s *Service) noteShown(ctx context.Context, tx *database.Tx, left bool, gone []int64, galleries ...*int64) error {
	var shown []int64
	if err := tx.Select(ctx, &shown, `SELECT id FROM live_galleries WHERE `+onPages); err != nil {
		return err
	}
	isShown := slices.ContainsFunc(galleries, func(id *int64) bool { return id != nil && slices.Contains(shown, *id) })
	atOnce := isShown && left
	if len(gone) > 0 && !atOnce {
		var err error
		if atOnce, err = s.PagesShow(ctx, tx, gone); err != nil {
			return err
		}
	}
	switch {
	case atOnce:
		return s.Published(ctx, tx)
	case isShown:
		return s.Changed(ctx, tx)
	}
	return nil
}

// The longest texts, in characters. A title has room for a base title, " - " and any file's name.
const (
	maxName        = 100
	maxTitle       = 500
	maxAltText     = 500
	maxDescription = 2000
)
