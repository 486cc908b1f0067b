package documents

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// DocumentCounts is how many listed documents and categories there are, and how many of the documents are current in their category.
type DocumentCounts struct {
	Documents        int64 `db:"documents" json:"documents"`
	Categories       int64 `db:"categories" json:"categories"`
	CurrentDocuments int64 `db:"current_documents" json:"current_documents"`
}

// Counts counts the documents and their categories.
func (s *Service) Counts(ctx context.Context) (DocumentCounts, error) {
	var counts DocumentCounts
	err := s.DB.Get(ctx, &counts, `
		SELECT (SELECT COUNT(*) FROM live_documents WHERE audience IS NULL) AS documents,
		       (SELECT COUNT(*) FROM live_categories) AS categories,
		       (SELECT COUNT(*) FROM live_documents WHERE is_current) AS current_documents`)
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

// equals reports whether both are the same document, or none.
func (c *CurrentCV) equals(other *CurrentCV) bool {
	return c == nil && other == nil || c != nil && other != nil && c.ID == other.ID
}

// FindCurrentCV returns the current document of the category CVCategory, or nil.
func FindCurrentCV(ctx context.Context, from database.Reader) (*CurrentCV, error) {
	var found []CurrentCV
	err := from.Select(ctx, &found, `
		SELECT id, name, uploaded_at FROM live_documents WHERE category_name = ? AND is_current`, CVCategory)
	if err != nil {
		return nil, fmt.Errorf("find the current CV: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// Uploaded is a document as disclosed to the user who uploaded it. Bytes is the size of its file.
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
	// DeletedAt is null unless the document is in the trash.
	DeletedAt *database.Time `db:"deleted_at" json:"deleted_at"`
}

// UploadedVersion is a file of a document as disclosed to the user who uploaded or restored it.
// Bytes is null if the file was deleted.
type UploadedVersion struct {
	Document    int64         `db:"document_id" json:"document"`
	Number      int64         `db:"number" json:"number"`
	FileName    string        `db:"original_name" json:"file_name"`
	ContentType string        `db:"content_type" json:"content_type"`
	Bytes       *int64        `db:"byte_size" json:"bytes"`
	UploadedAt  database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// VersionsBy returns the versions of documents that the user uploaded or brought back, by document and number.
func VersionsBy(ctx context.Context, from database.Reader, userID int64) ([]UploadedVersion, error) {
	versions := []UploadedVersion{}
	err := from.Select(ctx, &versions, `
		SELECT document_id, number, original_name, content_type, CASE WHEN file_name IS NOT NULL THEN bytes END AS byte_size, uploaded_at
		  FROM document_versions WHERE uploaded_by = ? ORDER BY document_id, number`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the versions of documents of a user: %w", err)
	}
	return versions, nil
}

// UploadedBy returns the documents that the user uploaded, including those in the trash, oldest
// first.
func UploadedBy(ctx context.Context, from database.Reader, userID int64) ([]Uploaded, error) {
	uploaded := []Uploaded{}
	err := from.Select(ctx, &uploaded, `
		SELECT d.id, d.name, d.description, c.name AS category, d.is_current, v.original_name, v.content_type, v.bytes AS byte_size,
		       v.uploaded_at, d.deleted_at
		  FROM documents d
		  JOIN document_versions v ON v.document_id = d.id
		   AND v.number = (SELECT MAX(number) FROM document_versions WHERE document_id = d.id)
		  LEFT JOIN document_categories c ON c.id = d.category_id
		 WHERE v.uploaded_by = ? ORDER BY d.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the documents of a user: %w", err)
	}
	return uploaded, nil
}
