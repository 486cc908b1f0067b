package documents

import (
	"context"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/failpoint"
	"portfolio/api/storedfiles"
	"portfolio/api/validate"
)

// Change is the fields that a client sent to change a document; those that it did not send stay.
type Change struct {
	Name        *string            `json:"name"`
	Description *string            `json:"description"`
	Category    validate.Reference `json:"category"`
	IsCurrent   validate.Flag      `json:"is_current"`
	// File, FileFault and FileName are as of a NewDocument.
	File      *storedfiles.Temporary `json:"-"`
	FileFault string                 `json:"-"`
	FileName  string                 `json:"-"`
}

// Change changes a document and returns it as it is then, or an apperror: NotFound, or one that names every wrong field.
// A document that becomes current replaces the previous current one of its category. One that moves to another
// category is current there only when the client says so. The file that is replaced stays as a version.
func (s *Service) Change(ctx context.Context, id int64, in Change) (Document, error) {
	v := validate.New()
	category, err := s.findCategory(ctx, v, in.Category)
	if err != nil {
		return Document{}, err
	}
	v.Check(in.FileFault == "" || in.FileFault == apperror.NoFile, "file", in.FileFault)
	found, err := findDocument(ctx, s.DB, `d.id = ?`, id)
	if err != nil {
		return Document{}, err
	}
	in.apply(v, &found, category)
	if err := v.Err(); err != nil {
		return Document{}, err
	}
	var files []*storedfiles.Temporary
	if in.File != nil {
		in.File.Name = storeName(in.File.Hash())
		files = append(files, in.File)
	}
	var changed row
	err = s.Files.Store(ctx, files, func(tx *database.Tx) error {
		return s.withPublications(ctx, tx, func() (err error) {
			changed, err = s.storeChange(ctx, tx, id, in, category)
			return err
		})
	})
	if err != nil {
		return Document{}, fmt.Errorf("change a document: %w", err)
	}
	return s.document(changed), nil
}

func (s *Service) storeChange(ctx context.Context, tx *database.Tx, id int64, in Change, category *int64) (changed row, err error) {
	before, err := findDocument(ctx, tx, `d.id = ?`, id)
	if err != nil {
		return row{}, err
	}
	v, found := validate.New(), before
	in.apply(v, &found, category)
	if err := v.Err(); err != nil {
		return row{}, err
	}
	if err := update(ctx, tx, found); err != nil {
		return row{}, err
	}
	if in.File != nil && (in.File.Name != before.StoredName || in.FileName != before.OriginalName) {
		err := s.Files.ChangeReferences(ctx, tx, []storedfiles.File{in.File.File}, func() error {
			return s.setFile(ctx, tx, id, file{FileID: in.File.ID, OriginalName: in.FileName, ContentType: in.File.ContentType})
		})
		if err != nil {
			return row{}, err
		}
	}
	if changed, err = findDocument(ctx, tx, `d.id = ?`, id); err != nil {
		return row{}, err
	}
	return changed, s.recordChange(ctx, tx, before, changed)
}

// apply puts what the client sent into the document, and records what is wrong with it.
func (in Change) apply(v *validate.Validator, to *row, category *int64) {
	to.Name = v.ChangedText(in.Name, to.Name, maxName, "name")
	if in.Description != nil {
		to.Description = v.OptionalText(in.Description, maxDescription, "description")
	}
	if in.Category.Sent && !sameID(category, to.Category) {
		to.Category, to.IsCurrent = category, false
	}
	to.IsCurrent = v.Flag(in.IsCurrent, to.IsCurrent, "is_current")
	if v.Valid("category") {
		v.Check(!to.IsCurrent || to.Category != nil, "category", apperror.CurrentNowhere)
	}
}

func sameID(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func update(ctx context.Context, tx *database.Tx, d row) error {
	if d.IsCurrent {
		if err := unmarkOthers(ctx, tx, *d.Category, d.ID); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		UPDATE documents SET name = ?, description = ?, category_id = ?, is_current = ? WHERE id = ?`,
		d.Name, d.Description, d.Category, d.IsCurrent, d.ID)
	return err
}

// Delete puts a document with its versions into the trash and returns the id of the item there, or NotFound.
func (s *Service) Delete(ctx context.Context, id int64) (item int64, err error) {
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		return s.withPublications(ctx, tx, func() error {
			found, err := findDocument(ctx, tx, `d.id = ?`, id)
			if err != nil {
				return err
			}
			if item, err = s.moveToTrash(ctx, tx, found); err != nil {
				return err
			}
			failpoint.Reach("document deleted")
			return s.record(ctx, tx, audit.DocumentDeleted, id, found.Name, "")
		})
	})
	if err != nil {
		return 0, fmt.Errorf("delete a document: %w", err)
	}
	failpoint.Reach("document gone")
	return item, nil
}
