package documents

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/trash"
)

// TrashKinds returns the kinds of this feature in the trash: documents, with all their versions, and categories.
func (s *Service) TrashKinds() []trash.Kind {
	return []trash.Kind{
		{Name: audit.Document, Restore: s.restoreDocument, Purge: s.purgeDocument},
		{Name: audit.Category, Restore: s.restoreCategory, Purge: s.purgeCategory},
	}
}

// restoreDocument restores a document in its category. It is current unless another document is by now.
func (s *Service) restoreDocument(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	if err := tx.Lock(ctx, database.LockCurrent); err != nil {
		return nil, err
	}
	var document struct {
		IsCurrent    bool    `db:"is_current"`
		Category     *int64  `db:"category_id"`
		CategoryName *string `db:"category_name"`
		Trashed      bool    `db:"trashed"`
	}
	err = tx.Get(ctx, &document, `
		SELECT d.is_current, c.id AS category_id, c.name AS category_name, c.deleted_at IS NOT NULL AS trashed
		  FROM documents d LEFT JOIN document_categories c ON c.id = d.category_id
		 WHERE d.id = ? AND d.deleted_at IS NOT NULL`, id)
	if errors.Is(err, database.ErrNoRows) {
		return nil, trash.Missing()
	}
	if err != nil {
		return nil, err
	}
	if document.IsCurrent && document.Category != nil {
		var other string
		err := tx.Get(ctx, &other, `SELECT name FROM documents WHERE category_id = ? AND is_current AND deleted_at IS NULL`, *document.Category)
		if err != nil && !errors.Is(err, database.ErrNoRows) {
			return nil, err
		}
		if err == nil {
			document.IsCurrent = false
			notes = append(notes, fmt.Sprintf("“%s” is the current document of “%s” by now, so this one is not.", other, *document.CategoryName))
		}
	}
	if document.Trashed {
		notes = append(notes, fmt.Sprintf("Its category “%s” is in the trash: the document is in none until that is restored.", *document.CategoryName))
	}
	_, err = tx.Exec(ctx, `UPDATE documents SET deleted_at = NULL, deleted_by = NULL, is_current = ? WHERE id = ?`, document.IsCurrent, id)
	return notes, err
}

// purgeDocument deletes a document with its versions.
func (s *Service) purgeDocument(ctx context.Context, tx *database.Tx, id int64) error {
	n, err := tx.Exec(ctx, `UPDATE documents SET name = name WHERE id = ? AND deleted_at IS NOT NULL`, id)
	if err != nil {
		return err
	}
	if n == 0 {
		return trash.Missing()
	}
	var names []string
	err = tx.Select(ctx, &names, `SELECT file_name FROM document_versions WHERE document_id = ? AND file_name IS NOT NULL`, id)
	if err != nil {
		return err
	}
	if err := s.Files.Delete(ctx, tx, names...); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM documents WHERE id = ?`, id)
	return err
}

// restoreCategory restores a category with the documents that are still in it. It returns a Conflict if another category
// has its name.
func (s *Service) restoreCategory(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	if err := tx.Lock(ctx, database.LockCurrent); err != nil {
		return nil, err
	}
	var category Category
	err = tx.Get(ctx, &category, `
		UPDATE document_categories SET name = name WHERE id = ? AND deleted_at IS NOT NULL RETURNING id, name, description`, id)
	if errors.Is(err, database.ErrNoRows) {
		return nil, trash.Missing()
	}
	if err != nil {
		return nil, err
	}
	var taken *apperror.Error
	if err := checkCategoryName(ctx, tx, &category); errors.As(err, &taken) {
		return nil, apperror.Conflict(apperror.PlaceTaken)
	} else if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `UPDATE document_categories SET deleted_at = NULL, deleted_by = NULL WHERE id = ?`, id)
	return nil, err
}

// purgeCategory deletes a category. Its documents are in none.
func (s *Service) purgeCategory(ctx context.Context, tx *database.Tx, id int64) error {
	n, err := tx.Exec(ctx, `UPDATE document_categories SET name = name WHERE id = ? AND deleted_at IS NOT NULL`, id)
	if err != nil {
		return err
	}
	if n == 0 {
		return trash.Missing()
	}
	if _, err := tx.Exec(ctx, `UPDATE documents SET category_id = NULL, is_current = FALSE WHERE category_id = ?`, id); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM document_categories WHERE id = ?`, id)
	return err
}
