package documents

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// TrashKinds returns the kinds of this feature in the trash: documents, with all their versions,
// and categories.
func (s *Service) TrashKinds() []files.TrashKind {
	return []files.TrashKind{
		{
			Name: audit.Document, Table: "documents", Lock: database.LockCurrent, Restore: restoreDocument,
			Files: `SELECT file_name FROM document_versions WHERE document_id = ? AND file_name IS NOT NULL`,
		},
		{
			Name: audit.Category, Table: "document_categories", Lock: database.LockCurrent,
			Restore: restoreCategory, Purge: purgeCategory,
		},
	}
}

// restoreDocument unmarks the document if another one of its category is current now. If another one is made from the
// content now, this one does not change.
func restoreDocument(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	if _, exists, err := findFromContent(ctx, tx, ""); err != nil {
		return nil, err
	} else if exists {
		n, err := tx.Exec(ctx, `UPDATE documents SET content_pdf_hash = NULL WHERE id = ? AND content_pdf_hash IS NOT NULL`, id)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			notes = append(notes, "Another document is made from your content now, so this one is no longer updated.")
		}
	}
	var category struct {
		Name    string  `db:"name"`
		Trashed bool    `db:"trashed"`
		Current *string `db:"current_name"`
	}
	filed, err := tx.Find(ctx, &category, `
		SELECT c.name, c.deleted_at IS NOT NULL AS trashed,
		       (SELECT other.name FROM documents other
		         WHERE other.category_id = c.id AND other.is_current AND d.is_current AND other.deleted_at IS NULL) AS current_name
		  FROM documents d JOIN document_categories c ON c.id = d.category_id
		 WHERE d.id = ?`, id)
	if err != nil || !filed {
		return notes, err
	}
	if category.Current != nil {
		notes = append(notes, fmt.Sprintf("“%s” is the current document of “%s” by now, so this one is not.", *category.Current, category.Name))
		_, err = tx.Exec(ctx, `UPDATE documents SET is_current = FALSE WHERE id = ?`, id)
	}
	if category.Trashed {
		notes = append(notes, fmt.Sprintf("Its category “%s” is in the trash: the document is in none until that is restored.", category.Name))
	}
	return notes, err
}

// restoreCategory returns a Conflict if another category has the name of this one.
func restoreCategory(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	category := Category{ID: id}
	if err := tx.Get(ctx, &category.Name, `SELECT name FROM document_categories WHERE id = ?`, id); err != nil {
		return nil, err
	}
	err = checkCategoryName(ctx, tx, &category)
	var taken *httpx.Error
	if errors.As(err, &taken) {
		err = httpx.Conflict(httpx.PlaceTaken)
	}
	return nil, err
}

// purgeCategory takes the documents out of the category.
func purgeCategory(ctx context.Context, tx *database.Tx, id int64) error {
	_, err := tx.Exec(ctx, `UPDATE documents SET category_id = NULL, is_current = FALSE WHERE category_id = ?`, id)
	return err
}
