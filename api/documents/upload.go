package documents

import (
	"context"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// NewDocument is the form of an upload. Fields that were not sent are nil.
type NewDocument struct {
	Name, Description, Category, IsCurrent *string
	// File is the received document with its content type. FileFault says why it is missing or
	// invalid.
	File      *files.Temporary
	FileFault string
	FileName  string
	// UploadedBy is the ID of a user, or 0.
	UploadedBy int64
}

// Upload checks the form and adds the document, or returns an apperror that names every invalid field. A document that
// is uploaded as the current one of its category replaces the previous one.
func (s *Service) Upload(ctx context.Context, in NewDocument) (Document, error) {
	v := apperror.NewValidator()
	d := Document{
		Name:        v.RequiredText(in.Name, maxName, "name"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
		IsCurrent:   v.Flag(apperror.FlagOf(in.IsCurrent), false, "is_current"),
	}
	choice := apperror.ReferenceOf(in.Category)
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

// add stores the file and then inserts its rows.
func (s *Service) add(ctx context.Context, in NewDocument, d Document) (Document, error) {
	in.File.Name = newName()
	var added row
	err := s.Files.Write(ctx, []*files.Temporary{in.File}, func(tx *database.Tx) error {
		return s.changing(ctx, tx, func() error {
			id, err := s.insert(ctx, tx, in, d)
			if err != nil {
				return err
			}
			files.Failpoint("document inserted")
			if added, err = findDocument(ctx, tx, `d.id = ?`, id); err != nil {
				return err
			}
			return s.recordUpload(ctx, tx, added)
		})
	})
	if err != nil {
		return Document{}, fmt.Errorf("upload a document: %w", err)
	}
	files.Failpoint("document added")
	return s.document(added), nil
}

func (s *Service) insert(ctx context.Context, tx *database.Tx, in NewDocument, d Document) (id int64, err error) {
	if d.IsCurrent {
		if err := unmarkOthers(ctx, tx, *d.Category, 0); err != nil {
			return 0, err
		}
	}
	err = tx.Get(ctx, &id, `INSERT INTO documents (name, description, category_id, is_current) VALUES (?, ?, ?, ?) RETURNING id`,
		d.Name, d.Description, d.Category, d.IsCurrent)
	if err != nil {
		return 0, err
	}
	var uploader *int64
	if in.UploadedBy != 0 {
		uploader = &in.UploadedBy
	}
	first := file{Name: in.File.Name, Hash: in.File.Hash(), Bytes: in.File.Size, OriginalName: in.FileName, ContentType: in.File.ContentType}
	return id, s.addVersion(ctx, tx, id, first, uploader)
}

// unmarkOthers unmarks the current document of the category, unless it is except.
func unmarkOthers(ctx context.Context, tx *database.Tx, category, except int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE documents SET is_current = FALSE WHERE category_id = ? AND is_current AND id <> ? AND deleted_at IS NULL`, category, except)
	files.Failpoint("others unmarked")
	return err
}

// newName returns a name in the store for a file of a document. Names below documents/ are not served at /media/.
func newName() string {
	id := files.NewID()
	return "documents/" + id[:2] + "/" + id
}
