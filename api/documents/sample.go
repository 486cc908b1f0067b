package documents

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// Exist reports whether there are documents, or categories besides that of the CV, including those in
// the trash.
func Exist(ctx context.Context, from database.Reader) (exist bool, err error) {
	err = from.Get(ctx, &exist, `
		SELECT EXISTS (SELECT 1 FROM documents) OR EXISTS (SELECT 1 FROM document_categories WHERE name <> ?)`, CVCategory)
	if err != nil {
		return false, fmt.Errorf("look for documents: %w", err)
	}
	return exist, nil
}

// FindSampleDocument returns the ID of the sample's document with that file name, and whether there is
// one, maybe in the trash.
func FindSampleDocument(ctx context.Context, from database.Reader, fileName string) (id int64, exists bool, err error) {
	exists, err = from.Find(ctx, &id, `
		SELECT d.id FROM documents d JOIN document_versions v ON v.document_id = d.id WHERE d.is_sample AND v.original_name = ?`, fileName)
	return id, exists, err
}

// FindSampleCategory is FindSampleDocument for a category's name.
func FindSampleCategory(ctx context.Context, from database.Reader, name string) (id int64, exists bool, err error) {
	exists, err = from.Find(ctx, &id, `SELECT id FROM document_categories WHERE is_sample AND name = ?`, name)
	return id, exists, err
}

// ClearSample deletes the documents and categories of the sample for good, with those in the trash and
// the document made from its content. It brings the CV category back.
func (s *Service) ClearSample(ctx context.Context, tx *database.Tx) error {
	var names []string
	err := tx.Lock(ctx, database.LockCurrent)
	if err == nil {
		err = tx.Select(ctx, &names, `
			SELECT v.file_name FROM document_versions v JOIN documents d ON d.id = v.document_id
			 WHERE v.file_name IS NOT NULL AND (d.is_sample OR d.content_pdf_hash IS NOT NULL)`)
	}
	if err == nil {
		err = s.Files.Delete(ctx, tx, names...)
	}
	for _, statement := range []string{
		`DELETE FROM documents WHERE is_sample OR content_pdf_hash IS NOT NULL`,
		`DELETE FROM document_categories WHERE is_sample`,
		`INSERT INTO document_categories (name, description)
		 SELECT '` + CVCategory + `', 'The current document of this category is the CV that visitors download.'
		  WHERE NOT EXISTS (SELECT 1 FROM live_categories WHERE name = '` + CVCategory + `')`,
	} {
		if err == nil {
			_, err = tx.Exec(ctx, statement)
		}
	}
	if err != nil {
		return fmt.Errorf("clear the documents of the sample: %w", err)
	}
	return nil
}
