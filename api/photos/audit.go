package photos

import (
	"context"
	"strings"

	"portfolio/api/audit"
	"portfolio/api/database"
)

// recordImage writes into the audit log what was done to an image, in the transaction in which it was done.
func (s *Service) recordImage(ctx context.Context, tx *database.Tx, action string, id int64, title, detail string) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Image, TargetID: id, Target: title, Detail: detail})
}

// recordGallery is recordImage for a gallery.
func (s *Service) recordGallery(ctx context.Context, tx *database.Tx, action string, gallery Gallery) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Gallery, TargetID: gallery.ID, Target: gallery.Name})
}

// fileDetail names what a change is about.
func (in ImageFields) fileDetail() string {
	var names []string
	for _, member := range []struct {
		name string
		sent bool
	}{
		{"title", in.Title != nil}, {"description", in.Description != nil}, {"alternative text", in.AltText != nil},
		{"gallery", in.Gallery.Sent}, {"picture " + in.FileName, in.File != nil},
	} {
		if member.sent {
			names = append(names, member.name)
		}
	}
	return strings.Join(names, ", ")
}
