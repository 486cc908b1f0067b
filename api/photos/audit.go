package photos

import (
	"context"
	"maps"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// recordImage adds an entry about an image to the audit log, in the transaction of the action.
func (s *Service) recordImage(ctx context.Context, tx *database.Tx, action string, id int64, title, detail string) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Image, TargetID: id, Target: title, Detail: detail})
}

// recordGallery is recordImage for a gallery.
func (s *Service) recordGallery(ctx context.Context, tx *database.Tx, action string, gallery Gallery) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Gallery, TargetID: gallery.ID, Target: gallery.Name})
}

// changedFields names the changed fields of an image, "" for none. A replacement is named by its
// file.
func changedFields(before, after Image, fileName string) string {
	var names []string
	for _, field := range []struct {
		name    string
		changed bool
	}{
		{"title", before.Title != after.Title}, {"description", before.Description != after.Description},
		{"alternative text", before.AltText != after.AltText || !maps.Equal(before.AltTexts, after.AltTexts)}, {"decorative", before.Decorative != after.Decorative}, {"gallery", !httpx.Same(before.Gallery, after.Gallery)},
		{"focal point", before.FocalX != after.FocalX || before.FocalY != after.FocalY},
		{"photo " + fileName, before.FileHash != after.FileHash},
	} {
		if field.changed {
			names = append(names, field.name)
		}
	}
	return strings.Join(names, ", ")
}
