// Package documents manages the owner's documents and their categories. In each category one
// document can be the current one, which is public.
package documents

import (
	"context"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
)

// MaxBytes is the maximum size of a document.
const MaxBytes = 50 << 20

// CVCategory is the name of the category whose current document is the owner's CV. The schema
// inserts it.
const CVCategory = "CV"

const cvCategoryDescription = "The current document of this category is the CV that visitors download."

// The maximum lengths of texts, in characters.
const (
	maxCategory    = 100
	maxName        = 200
	maxDescription = 2000
)

// Service creates, changes, lists and deletes documents and categories. Callers set all fields.
type Service struct {
	DB    *database.DB
	Files *files.Files
	Audit *audit.Log
	// Links signs the paths of documents that are not public.
	Links *httpx.DownloadLinks
	Clock func() time.Time
	// Pages are built when another document becomes the current CV, and for a first PDF.
	Pages jobs.Pages
}

// changing returns a transaction that runs fn, which changes documents or categories. Such
// transactions run one after another, so that the versions and the current documents that fn reads
// do not change before the end.
func (s *Service) changing(ctx context.Context, fn func(tx *database.Tx) error) func(tx *database.Tx) error {
	return func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockCurrent); err != nil {
			return err
		}
		before, err := FindCurrentCV(ctx, tx)
		if err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		after, err := FindCurrentCV(ctx, tx)
		if err != nil || before.equals(after) {
			return err
		}
		return s.Pages.ChangedSoon(ctx, tx)
	}
}
