package documents

import (
	"context"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/failpoint"
	"portfolio/api/storedfiles"
	"portfolio/api/validate"
)

// NewDocument is the form of an upload; fields that were not sent are nil.
type NewDocument struct {
	Name, Description, Category, IsCurrent *string
	// File is the received document with its content type; FileFault is why there is none, or what is wrong with it.
	File      *storedfiles.Temporary
	FileFault string
	FileName  string
	// UploadedBy is the id of a user, or 0.
	UploadedBy int64
}

// Upload checks what a client sent and makes the document, or returns an apperror that names every wrong field. A document
// that is uploaded as the current one of its category replaces the previous one.
func (s *Service) Upload(ctx context.Context, in NewDocument) (Document, error) {
	v := validate.New()
	d := Document{
		Name:        v.RequiredText(in.Name, maxName, "name"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
		IsCurrent:   v.Flag(validate.FlagOf(in.IsCurrent), false, "is_current"),
	}
	choice := validate.ReferenceOf(in.Category)
	v.Check(!choice.None(), "category", apperror.FieldRequired)
	var err error
	if d.Category, err = s.findCategory(ctx, v, choice); err != nil {
		return Document{}, err
	}
	v.Check(in.FileFault == "", "file", in.FileFault)
	if err := v.Err(); err != nil {
		return Document{}, err
	}
	return s.add(ctx, in, d)
}

// add stores the file and then its row: there is no row without its file, also after a crash.
func (s *Service) add(ctx context.Context, in NewDocument, d Document) (Document, error) {
	in.File.Name = storeName(in.File.Hash())
	var added row
	err := s.Files.Store(ctx, []*storedfiles.Temporary{in.File}, func(tx *database.Tx) error {
		return s.withPublications(ctx, tx, func() error {
			if d.IsCurrent {
				if err := unmarkOthers(ctx, tx, *d.Category, 0); err != nil {
					return err
				}
			}
			var id int64
			err := s.Files.ChangeReferences(ctx, tx, []storedfiles.File{in.File.File}, func() (err error) {
				id, err = s.insert(ctx, tx, in, d)
				return err
			})
			if err != nil {
				return err
			}
			failpoint.Reach("document inserted")
			if added, err = findDocument(ctx, tx, `d.id = ?`, id); err != nil {
				return err
			}
			return s.recordUpload(ctx, tx, added)
		})
	})
	if err != nil {
		return Document{}, fmt.Errorf("upload a document: %w", err)
	}
	failpoint.Reach("document added")
	return s.document(added), nil
}

func (s *Service) insert(ctx context.Context, tx *database.Tx, in NewDocument, d Document) (id int64, err error) {
	err = tx.Get(ctx, &id, `
		INSERT INTO documents (name, description, category_id, is_current, original_name, content_type, uploaded_at, uploaded_by, file_id)
		VALUES (?, ?, ?, ?, ?, ?, ?, NULLIF(CAST(? AS BIGINT), 0), ?)
		RETURNING id`,
		d.Name, d.Description, d.Category, d.IsCurrent, in.FileName, in.File.ContentType, database.At(s.Clock()), in.UploadedBy, in.File.ID)
	return id, err
}

// unmarkOthers clears the mark of the current document of the category, unless it is except.
func unmarkOthers(ctx context.Context, tx *database.Tx, category, except int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE documents SET is_current = FALSE WHERE category_id = ? AND is_current AND id <> ?`, category, except)
	failpoint.Reach("others unmarked")
	return err
}

// storeName is the name of a document's bytes in the store. Files below documents/ are not served at /media/. The same
// bytes are stored once.
func storeName(hash string) string { return "documents/" + hash[:2] + "/" + hash }
