package documents

import (
	"context"
	"fmt"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// record adds an entry about a document to the audit log, in the transaction of the action.
func (s *Service) record(ctx context.Context, tx *database.Tx, action string, id int64, name, detail string) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Document, TargetID: id, Target: name, Detail: detail})
}

// recordUpload records that a document was uploaded, and that it is the current one if it is.
func (s *Service) recordUpload(ctx context.Context, tx *database.Tx, added row) error {
	if err := s.record(ctx, tx, audit.DocumentUploaded, added.ID, added.Document.Name, added.OriginalName); err != nil || !added.IsCurrent {
		return err
	}
	return s.record(ctx, tx, audit.MarkedCurrent, added.ID, added.Document.Name, "in "+*added.CategoryName)
}

// recordChange records that a document is the current one now, and what else was changed.
func (s *Service) recordChange(ctx context.Context, tx *database.Tx, before, after row) error {
	var changed []string
	for _, field := range []struct {
		name string
		same bool
	}{
		{"name, was " + before.Document.Name, before.Document.Name == after.Document.Name},
		{"description", before.Description == after.Description},
		{"category", httpx.Same(before.Category, after.Category)},
		{"no longer current", !before.IsCurrent || after.IsCurrent},
	} {
		if !field.same {
			changed = append(changed, field.name)
		}
	}
	if len(changed) > 0 {
		if err := s.record(ctx, tx, audit.DocumentChanged, after.ID, after.Document.Name, strings.Join(changed, "; ")); err != nil {
			return err
		}
	}
	if before.Version != after.Version {
		detail := fmt.Sprintf("version %d, %s", after.Version, after.OriginalName)
		if err := s.record(ctx, tx, audit.DocumentReplaced, after.ID, after.Document.Name, detail); err != nil {
			return err
		}
	}
	if before.IsCurrent || !after.IsCurrent {
		return nil
	}
	return s.record(ctx, tx, audit.MarkedCurrent, after.ID, after.Document.Name, "in "+*after.CategoryName)
}
