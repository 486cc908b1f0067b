// Package photos keeps the owner's pictures and the galleries they hang in.
package photos

import (
	"time"

	"portfolio/api/database"
	"portfolio/api/media"
)

// Service holds the rules of galleries and images.
type Service struct {
	db      *database.DB
	library *media.Library
	now     func() time.Time
}

// New returns a service on db whose files are library's. clock tells when something is made.
func New(db *database.DB, library *media.Library, clock func() time.Time) *Service {
	return &Service{db: db, library: library, now: clock}
}

// The longest texts, in characters. A title has room for a base title, " - " and any file's name.
const (
	maxName        = 100
	maxTitle       = 500
	maxAltText     = 500
	maxDescription = 2000
)
