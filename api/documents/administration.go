package documents

import (
	"context"
	"fmt"

	"portfolio/api/database"
)

// Stored is a document as the back office lists it: where it is used, and what is kept of it.
type Stored struct {
	ID           int64         `db:"id"`
	Name         string        `db:"name"`
	CategoryName *string       `db:"category_name"`
	IsCurrent    bool          `db:"is_current"`
	OriginalName string        `db:"original_name"`
	Bytes        int64         `db:"byte_size"`
	UploadedAt   database.Time `db:"uploaded_at"`
	UploadedBy   *string       `db:"uploaded_by"`
}

// OnCVPage reports whether visitors download the document as the CV.
func (d Stored) OnCVPage() bool {
	return d.IsCurrent && d.CategoryName != nil && *d.CategoryName == CVCategory
}

// DownloadPath is where visitors find a current document.
func (d Stored) DownloadPath() string { return downloadPath(d.ID) }

// StoredDocuments returns a part of the documents, the newest first, and how many there are on all parts. A search is
// for names and files' names.
func (s *Service) StoredDocuments(ctx context.Context, p database.Part) (_ []Stored, total int64, err error) {
	where, args := p.Where(`d.name`, `d.original_name`)
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM documents d`+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count stored documents: %w", err)
	}
	documents := []Stored{}
	err = s.db.Select(ctx, &documents, documentsStatement(p, where), append(args, p.Limit, p.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list stored documents: %w", err)
	}
	return documents, total, nil
}

func documentsStatement(p database.Part, where string) string {
	order := p.Order(`d.uploaded_at DESC, d.id DESC`, `d.uploaded_at, d.id`)
	return `
		SELECT d.id, d.name, c.name AS category_name, d.is_current, d.original_name, d.byte_size, d.uploaded_at,
		       u.email AS uploaded_by
		  FROM documents d
		  LEFT JOIN document_categories c ON c.id = d.category_id LEFT JOIN users u ON u.id = d.uploaded_by` + where + `
		 ORDER BY ` + order + `
		 LIMIT ? OFFSET ?`
}

// StoredCategory is a category as the back office lists it. Current is the name of its current document; nil for none.
type StoredCategory struct {
	Category
	Documents int64   `db:"documents"`
	Current   *string `db:"current_name"`
}

// OnCVPage reports whether visitors download the category's current document as the CV.
func (c StoredCategory) OnCVPage() bool { return c.Name == CVCategory }

// StoredCategories returns a part of the categories by name, and how many there are on all parts.
func (s *Service) StoredCategories(ctx context.Context, p database.Part) (_ []StoredCategory, total int64, err error) {
	where, args := p.Where(`c.name`)
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM document_categories c`+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count categories: %w", err)
	}
	order := p.Order(`LOWER(c.name), c.id`, `LOWER(c.name) DESC, c.id DESC`)
	categories := []StoredCategory{}
	err = s.db.Select(ctx, &categories, `
		SELECT c.id, c.name, c.description,
		       (SELECT COUNT(*) FROM documents d WHERE d.category_id = c.id) AS documents,
		       (SELECT d.name FROM documents d WHERE d.category_id = c.id AND d.is_current) AS current_name
		  FROM document_categories c`+where+`
		 ORDER BY `+order+`
		 LIMIT ? OFFSET ?`, append(args, p.Limit, p.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list categories: %w", err)
	}
	return categories, total, nil
}
