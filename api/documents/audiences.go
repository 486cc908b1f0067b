package documents

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// audiencePrefix begins the name of a CV for an audience.
const audiencePrefix = "CV: "

// AudienceCV is a CV for an audience, which shares alone show. Slug is the name of its file in cv/audiences, without ".md".
// Document and UpdatedAt are nil, and Pages and Bytes 0, before its first PDF. Undrawn means that the PDF lacks letters of
// the content.
type AudienceCV struct {
	Slug      string         `db:"slug" json:"slug"`
	Title     string         `db:"name" json:"title"`
	Document  *int64         `db:"document" json:"document"`
	Pages     int64          `db:"pages" json:"pages"`
	Bytes     int64          `db:"bytes" json:"bytes"`
	UpdatedAt *database.Time `db:"updated_at" json:"updated_at"`
	Undrawn   bool           `db:"undrawn" json:"undrawn"`
}

// ListAudiences returns the CVs for an audience, sorted by slug.
func ListAudiences(ctx context.Context, from database.Reader) ([]AudienceCV, error) {
	all := []AudienceCV{}
	err := from.Select(ctx, &all, `
		SELECT d.audience AS slug, d.name, v.id AS document, COALESCE(v.pages, 0) AS pages, COALESCE(v.bytes, 0) AS bytes,
		       v.uploaded_at AS updated_at, d.content_undrawn AS undrawn
		  FROM documents d LEFT JOIN live_documents v ON v.id = d.id
		 WHERE d.audience IS NOT NULL ORDER BY d.audience`)
	if err != nil {
		return nil, fmt.Errorf("list the CVs for an audience: %w", err)
	}
	for i := range all {
		all[i].Title = strings.TrimPrefix(all[i].Title, audiencePrefix)
	}
	return all, nil
}

// nameAudience adds the document of a PDF, unless it is found, or renames it.
func (s *Service) nameAudience(ctx context.Context, tx *database.Tx, found fromContent, pdf StoredPDF) (fromContent, error) {
	before := found.Name
	found.Name = audiencePrefix + pdf.title
	switch {
	case found.ID == 0:
		err := tx.Get(ctx, &found.ID, `
			INSERT INTO documents (name, audience, content_pdf_hash) VALUES (?, ?, '') RETURNING id`, found.Name, pdf.audience)
		if err != nil {
			return found, err
		}
		return found, s.record(ctx, tx, audit.DocumentUploaded, found.ID, found.Name, "made from the content")
	case found.Name != before:
		if _, err := tx.Exec(ctx, `UPDATE documents SET name = ? WHERE id = ?`, found.Name, found.ID); err != nil {
			return found, err
		}
		return found, s.record(ctx, tx, audit.DocumentChanged, found.ID, found.Name, "name, was "+before)
	}
	return found, nil
}

// deleteAudiences moves the CVs for audiences without a PDF into the trash, where they are usual documents, or deletes those
// that never had one.
func (s *Service) deleteAudiences(ctx context.Context, tx *database.Tx, kept []StoredPDF) error {
	var all []struct {
		fromContent
		Audience string `db:"audience"`
	}
	err := tx.Select(ctx, &all, `SELECT id, name, content_pdf_hash, content_undrawn, audience FROM documents WHERE audience IS NOT NULL`)
	for _, cv := range all {
		if err != nil || slices.ContainsFunc(kept, func(pdf StoredPDF) bool { return pdf.audience == cv.Audience }) {
			continue
		}
		if cv.Hash == "" {
			_, err = tx.Exec(ctx, `DELETE FROM documents WHERE id = ?`, cv.ID)
		} else {
			_, err = tx.Exec(ctx, `
				UPDATE documents SET audience = NULL, content_pdf_hash = NULL, content_undrawn = FALSE, deleted_at = ?, deleted_by = ? WHERE id = ?`,
				database.At(s.Clock()), audit.ActorID(ctx), cv.ID)
		}
		if err == nil {
			err = s.record(ctx, tx, audit.DocumentDeleted, cv.ID, cv.Name, "made from the content")
		}
	}
	return err
}
