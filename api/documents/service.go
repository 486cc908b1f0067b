// Package documents manages the owner's documents and their categories. In each category one document can be the current
// one, which is public.
package documents

import (
	"context"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/storedfiles"
	"portfolio/api/tokens"
	"portfolio/api/trash"
)

// MaxBytes is the largest document that is accepted.
const MaxBytes = 50 << 20

// FileUse says which stored files the documents use, and VersionFileUse which their versions do.
var (
	FileUse = storedfiles.Use{
		Table:  "documents",
		Owners: `SELECT file_id, 'document' AS kind, id, name AS title FROM documents`,
	}
	VersionFileUse = storedfiles.Use{
		Table:  "document_versions",
		Owners: `SELECT file_id, 'version ' || number || ' of document' AS kind, document_id AS id, original_name AS title FROM document_versions`,
	}
)

// CVCategory is the name of the category whose current document is the owner's CV. The migrations make it.
const CVCategory = "CV"

// The longest texts, in characters.
const (
	maxCategory    = 100
	maxName        = 200
	maxDescription = 2000
)

// Service creates, changes, lists and deletes documents and categories. All fields are set by whoever makes one.
type Service struct {
	DB    *database.DB
	Files *storedfiles.Files
	Trash *trash.Trash
	Audit *audit.Log
	// Links signs the addresses of documents that are not for everybody.
	Links *tokens.Download
	Clock func() time.Time
	// Changed is called at the end of each transaction that changes a document.
	Changed func(ctx context.Context, tx *database.Tx) error
}

// withPublications runs fn, which changes documents or categories, and records what is public from then on. Such transactions run one
// after another: what fn reads of marks and versions does not change before it ends.
func (s *Service) withPublications(ctx context.Context, tx *database.Tx, fn func() error) error {
	if err := tx.Lock(ctx, database.LockCurrent); err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	if err := s.recordPublications(ctx, tx); err != nil {
		return err
	}
	return s.Changed(ctx, tx)
}
