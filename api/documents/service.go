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

// Options is what a Service is made of.
type Options struct {
	DB    *database.DB
	Files *storedfiles.Files
	Audit *audit.Log
	// Secret is what the key of download links is derived from.
	Secret []byte
	Clock  func() time.Time
	// Changed is called at the end of each transaction that changes a document.
	Changed func(ctx context.Context, tx *database.Tx) error
}

// Service creates, changes, lists and deletes documents and categories.
type Service struct {
	db      *database.DB
	files   *storedfiles.Files
	audit   *audit.Log
	links   *tokens.Download
	now     func() time.Time
	changed func(ctx context.Context, tx *database.Tx) error
}

// New returns the documents in o.DB.
func New(o Options) (*Service, error) {
	links, err := tokens.NewDownload(o.Secret)
	if err != nil {
		return nil, err
	}
	return &Service{db: o.DB, files: o.Files, audit: o.Audit, links: links, now: o.Clock, changed: o.Changed}, nil
}
