// Package photos manages the owner's images and their galleries.
package photos

import (
	"context"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/storedfiles"
)

// Options is what a Service is made of.
type Options struct {
	DB *database.DB
	// Library makes the pictures, and Files keeps them.
	Library *media.Library
	Files   *storedfiles.Files
	Audit   *audit.Log
	Clock   func() time.Time
	// Changed is called at the end of each transaction that changes an image or a gallery.
	Changed func(ctx context.Context, tx *database.Tx) error
}

// Service holds the rules of galleries and images.
type Service struct {
	db      *database.DB
	library *media.Library
	files   *storedfiles.Files
	audit   *audit.Log
	now     func() time.Time
	changed func(ctx context.Context, tx *database.Tx) error
}

// New returns the galleries and images in o.DB.
func New(o Options) *Service {
	return &Service{db: o.DB, library: o.Library, files: o.Files, audit: o.Audit, now: o.Clock, changed: o.Changed}
}

// The longest texts, in characters. A title has room for a base title, " - " and any file's name.
const (
	maxName        = 100
	maxTitle       = 500
	maxAltText     = 500
	maxDescription = 2000
)
