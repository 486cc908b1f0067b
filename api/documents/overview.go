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

// UploadedVersion is a file of a document as it is disclosed to the person who uploaded it or brought it back. Bytes is null when
// the file was deleted.
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
		SELECT v.document_id, v.number, v.original_name, v.content_type, f.bytes AS byte_size, v.uploaded_at
		  FROM document_versions v LEFT JOIN stored_files f ON f.id = v.file_id
		 WHERE v.uploaded_by = ? ORDER BY v.document_id, v.number`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the versions of documents of a user: %w", err)
	}
	return versions, nil
}

// Published is a document as it is disclosed to the person who made it public.
type Published struct {
	Document     int64          `db:"document_id" json:"document"`
	DocumentName string         `db:"document_name" json:"document_name"`
	Version      int64          `db:"version" json:"version"`
	CategoryName string         `db:"category_name" json:"category_name"`
	BeganAt      database.Time  `db:"began_at" json:"began_at"`
	EndedAt      *database.Time `db:"ended_at" json:"ended_at"`
}

// PublishedBy returns what the user made public, oldest first.
func PublishedBy(ctx context.Context, from database.Reader, userID int64) ([]Published, error) {
	published := []Published{}
	err := from.Select(ctx, &published, `
		SELECT document_id, document_name, version, category_name, began_at, ended_at
		  FROM document_publications WHERE began_by = ? ORDER BY id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list what a user made public: %w", err)
	}
	return published, nil
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
