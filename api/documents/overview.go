package documents

import (
	"context"
	"fmt"

	"portfolio/api/database"
)

// DocumentCounts is how many documents and categories there are, and how many of the documents are current in their category.
type DocumentCounts struct {
	Documents        int64 `db:"documents" json:"documents"`
	Categories       int64 `db:"categories" json:"categories"`
	CurrentDocuments int64 `db:"current_documents" json:"current_documents"`
}

// Counts counts the documents and their categories.
func (s *Service) Counts(ctx context.Context) (DocumentCounts, error) {
	var counts DocumentCounts
	err := s.DB.Get(ctx, &counts, `
		SELECT (SELECT COUNT(*) FROM documents) AS documents,
		       (SELECT COUNT(*) FROM document_categories) AS categories,
		       (SELECT COUNT(*) FROM documents WHERE is_current) AS current_documents`)
	if err != nil {
		return DocumentCounts{}, fmt.Errorf("count documents: %w", err)
	}
	return counts, nil
}

// CurrentCV is the document that visitors download as the CV.
type CurrentCV struct {
	ID         int64         `db:"id" json:"-"`
	Name       string        `db:"name" json:"name"`
	UploadedAt database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// FindCurrentCV returns the current document of the category CVCategory, or nil where there is none.
func FindCurrentCV(ctx context.Context, from database.Reader) (*CurrentCV, error) {
	var found []CurrentCV
	err := from.Select(ctx, &found, `
		SELECT d.id, d.name, d.uploaded_at
		  FROM documents d JOIN document_categories c ON c.id = d.category_id
		 WHERE c.name = ? AND d.is_current`, CVCategory)
	if err != nil {
		return nil, fmt.Errorf("find the current CV: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// Uploaded is a document as it is disclosed to the person who uploaded it. Bytes is the size of its file.
type Uploaded struct {
	ID          int64         `db:"id" json:"id"`
	Name        string        `db:"name" json:"name"`
	Description string        `db:"description" json:"description"`
	Category    *string       `db:"category" json:"category"`
	IsCurrent   bool          `db:"is_current" json:"is_current"`
	FileName    string        `db:"original_name" json:"file_name"`
	ContentType string        `db:"content_type" json:"content_type"`
	Bytes       int64         `db:"byte_size" json:"bytes"`
	UploadedAt  database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// UploadedBy returns the documents that the user uploaded, oldest first.
func UploadedBy(ctx context.Context, from database.Reader, userID int64) ([]Uploaded, error) {
	uploaded := []Uploaded{}
	err := from.Select(ctx, &uploaded, `
		SELECT d.id, d.name, d.description, c.name AS category, d.is_current, d.original_name, d.content_type,
		       f.bytes AS byte_size, d.uploaded_at
		  FROM documents d JOIN stored_files f ON f.id = d.file_id LEFT JOIN document_categories c ON c.id = d.category_id
		 WHERE d.uploaded_by = ? ORDER BY d.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the documents of a user: %w", err)
	}
	return uploaded, nil
}
