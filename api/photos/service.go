// Package photos keeps the owner's pictures and the galleries they hang in.
package photos

import (
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/validate"
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
	maxDescription = 2000
)

// optionalText returns value without the space around it, "" for nil, and records what is wrong with it under field.
func optionalText(v *validate.Validator, value *string, limit int, field string) string {
	if value == nil {
		return ""
	}
	text := strings.TrimSpace(*value)
	v.Length(text, limit, field)
	return text
}

// requiredText is optionalText for what must be there.
func requiredText(v *validate.Validator, value *string, limit int, field string) string {
	text := optionalText(v, value, limit, field)
	if v.Check(value != nil, field, apperror.FieldRequired) {
		v.Check(text != "", field, apperror.FieldBlank)
	}
	return text
}
