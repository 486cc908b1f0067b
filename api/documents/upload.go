package documents

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// Upload adds a document and returns it, or an httpx.Error that names every invalid field. A document
// that is uploaded as the current one of its category replaces the previous one.
func (s *Service) Upload(ctx context.Context, in Fields) (Document, error) {
	v := httpx.NewValidator()
	v.Check(in.Name != nil, "name", httpx.FieldRequired)
	v.Check(in.IsSample || !in.Category.IsNone(), "category", httpx.FieldRequired)
	v.Check(in.FileFault == "", "file", in.FileFault)
	category, err := s.findCategory(ctx, v, in.Category)
	if err != nil {
		return Document{}, err
	}
	var added row
	in.apply(v, &added, category)
	if err := v.Err(); err != nil {
		return Document{}, err
	}
	in.File.Name = newName()
	err = s.Files.Write(ctx, []*files.Temporary{in.File}, s.changing(ctx, func(tx *database.Tx) (err error) {
		added, err = s.insert(ctx, tx, added, in)
		return err
	}))
	if err != nil {
		return Document{}, fmt.Errorf("upload a document: %w", err)
	}
	files.Failpoint("document added")
	return s.document(added), nil
}

func (s *Service) insert(ctx context.Context, tx *database.Tx, d row, in Fields) (added row, err error) {
	if d.IsCurrent {
		if err := unmarkOthers(ctx, tx, *d.Category, 0); err != nil {
			return row{}, err
		}
	}
	err = tx.Get(ctx, &d.ID, `INSERT INTO documents (name, description, category_id, is_current, is_sample) VALUES (?, ?, ?, ?, ?) RETURNING id`,
		d.Document.Name, d.Description, d.Category, d.IsCurrent, in.IsSample)
	if err != nil {
		return row{}, err
	}
	if err := s.addVersion(ctx, tx, d.ID, in.version()); err != nil {
		return row{}, err
	}
	files.Failpoint("document inserted")
	if added, err = findDocument(ctx, tx, d.ID); err != nil {
		return row{}, err
	}
	return added, s.recordUpload(ctx, tx, added)
}

// unmarkOthers unmarks the current document of the category, unless it is except.
func unmarkOthers(ctx context.Context, tx *database.Tx, category, except int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE documents SET is_current = FALSE WHERE category_id = ? AND is_current AND id <> ? AND deleted_at IS NULL`, category, except)
	files.Failpoint("others unmarked")
	return err
}

// newName returns a name in the store for a file of a document. Names below documents/ are not
// served at /media/.
func newName() string { return files.NewName("documents/", "") }
