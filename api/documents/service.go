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
)

// MaxBytes is the largest document that is accepted.
const MaxBytes = 50 << 20

// FileUse says which stored files the documents use.
var FileUse = storedfiles.Use{
	Table:  "documents",
	Owners: `SELECT file_id, 'document' AS kind, id, name AS title FROM documents`,
}

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
	Audit *audit.Log
	// Links signs the addresses of documents that are not for everybody.
	Links *tokens.Download
	Clock func() time.Time
	// Changed is called at the end of each transaction that changes a document.
	Changed func(ctx context.Context, tx *database.Tx) error
}
