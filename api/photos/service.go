// Package photos keeps the owner's pictures and the galleries they hang in.
package photos

import (
	"context"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/storedfiles"
)

// Service holds the rules of galleries and images.
type Service struct {
	db      *database.DB
	library *media.Library
	files   *storedfiles.Files
	audit   *audit.Log
	now     func() time.Time
	note    Note
}

// Note is told of each change, at the end of its transaction.
type Note func(ctx context.Context, tx *database.Tx) error

// New returns a service on db whose pictures library makes and files keeps, and what is done log's. clock tells when
// something is made.
func New(db *database.DB, library *media.Library, files *storedfiles.Files, log *audit.Log, clock func() time.Time, note Note) *Service {
	return &Service{db: db, library: library, files: files, audit: log, now: clock, note: note}
}

// The longest texts, in characters. A title has room for a base title, " - " and any file's name.
const (
	maxName        = 100
	maxTitle       = 500
	maxAltText     = 500
	maxDescription = 2000
)
