package documents

import (
	"context"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// Change changes a document and returns it, or NotFound, Conflict for the CV for an audience, or an
// httpx.Error that names every invalid field. Missing fields are unchanged. A document that becomes current replaces the previous one of
// its category. A replaced file becomes a version.
func (s *Service) Change(ctx context.Context, id int64, in Fields) (Document, error) {
	v := httpx.NewValidator()
	category, err := s.findCategory(ctx, v, in.Category)
	if err != nil {
		return Document{}, err
	}
	v.Check(in.FileFault == "" || in.FileFault == httpx.NoFile, "file", in.FileFault)
	found, err := findDocument(ctx, s.DB, id)
	if err == nil {
		err = found.checkOwn()
	}
	if err != nil {
		return Document{}, err
	}
	v.Check(in.File == nil || !found.FromContent, "file", httpx.FileFromContent)
	var stored []*files.Temporary
	if in.File != nil && (in.File.Hash != found.Hash || in.FileName != found.OriginalName) {
		in.File.Name = newName()
		stored = append(stored, in.File)
	}
	in.apply(v, &found, category)
	if err := v.Err(); err != nil {
		return Document{}, err
	}
	var changed row
	err = s.Files.Write(ctx, stored, s.changing(ctx, func(tx *database.Tx) (err error) {
		changed, err = s.storeChange(ctx, tx, id, in, category, len(stored) > 0)
		return err
	}))
	if err != nil {
		return Document{}, fmt.Errorf("change a document: %w", err)
	}
	return s.document(changed), nil
}

func (s *Service) storeChange(ctx context.Context, tx *database.Tx, id int64, in Fields, category *int64, replaced bool) (changed row, err error) {
	before, err := findDocument(ctx, tx, id)
	if err != nil {
		return row{}, err
	}
	v, found := httpx.NewValidator(), before
	in.apply(v, &found, category)
	if err := v.Err(); err != nil {
		return row{}, err
	}
	if err := update(ctx, tx, found, in.Category.Sent || found.IsCurrent); err != nil {
		return row{}, err
	}
	if replaced {
		if err := s.addVersion(ctx, tx, id, in.version()); err != nil {
			return row{}, err
		}
	}
	if changed, err = findDocument(ctx, tx, id); err != nil {
		return row{}, err
	}
	return changed, s.recordChange(ctx, tx, before, changed)
}

// update writes the fields of the document. A category in the trash, which looks like none, is kept
// with its mark unless the document is moved.
func update(ctx context.Context, tx *database.Tx, d row, move bool) error {
	if d.IsCurrent {
		if err := unmarkOthers(ctx, tx, *d.Category, d.ID); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE documents SET name = ?, description = ? WHERE id = ?`, d.Document.Name, d.Description, d.ID)
	if err != nil || !move && d.Category == nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE documents SET category_id = ?, is_current = ? WHERE id = ?`, d.Category, d.IsCurrent, d.ID)
	return err
}

// checkOwn returns a Conflict for the CV for an audience, which changes with its file in the content alone.
func (r row) checkOwn() error {
	if r.Audience != nil {
		return httpx.Conflict(httpx.CVFromContent)
	}
	return nil
}

// Delete moves a document with its versions into the trash, or returns NotFound, or Conflict for the CV for an audience.
func (s *Service) Delete(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, s.changing(ctx, func(tx *database.Tx) error {
		found, err := findDocument(ctx, tx, id)
		if err == nil {
			err = found.checkOwn()
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE documents SET deleted_at = ?, deleted_by = ? WHERE id = ?`, database.At(s.Clock()), audit.ActorID(ctx), id)
		if err != nil {
			return err
		}
		files.Failpoint("document deleted")
		return s.record(ctx, tx, audit.DocumentDeleted, id, found.Document.Name, "")
	}))
	if err != nil {
		return fmt.Errorf("delete a document: %w", err)
	}
	files.Failpoint("document gone")
	return nil
}
