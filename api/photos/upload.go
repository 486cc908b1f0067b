package photos

import (
	"context"
	"fmt"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/failpoint"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// Details are the checked fields of an image beside its file. GalleryID is nil for none.
type Details struct {
	Title, Description, AltText string
	GalleryID                   *int64
	FileName                    string
	UploadedBy                  int64
}

// Upload validates the form and adds the image, or returns an apperror that names every wrong field. The picture is decoded
// only when the other fields are valid.
func (s *Service) Upload(ctx context.Context, in ImageFields) (Image, error) {
	v := validate.New()
	details := Details{FileName: in.FileName, UploadedBy: in.UploadedBy}
	details.Title = v.RequiredText(in.Title, maxTitle, "title")
	details.Description = v.OptionalText(in.Description, maxDescription, "description")
	details.AltText = v.OptionalText(in.AltText, maxAltText, "alt_text")
	v.Check(in.FileFault == "", "image", in.FileFault)
	gallery, err := s.findGallery(ctx, v, in.Gallery)
	if err != nil {
		return Image{}, err
	}
	if err := v.Err(); err != nil {
		return Image{}, err
	}
	details.GalleryID = gallery
	return s.Add(ctx, in.File, details)
}

// findGallery returns the id of the gallery that a client chose, nil for none, and records under "gallery" what is wrong
// with it.
func (s *Service) findGallery(ctx context.Context, v *validate.Validator, choice validate.Reference) (*int64, error) {
	id := v.Reference(choice, "gallery")
	if choice.None() || !v.Valid("gallery") {
		return nil, nil
	}
	found := 0
	if err := s.DB.Get(ctx, &found, `SELECT COUNT(*) FROM galleries WHERE id = ?`, id); err != nil {
		return nil, fmt.Errorf("find a gallery: %w", err)
	}
	if found == 0 {
		v.Missing(choice, "gallery")
	}
	return &id, nil
}

// Add makes the files of a received picture and then its rows: there is no row without its files, also after a crash.
// The details are trusted. A picture that turns out to be damaged is an apperror under "image". When the gallery went away
// meanwhile, the image belongs to none, as those that were there already.
func (s *Service) Add(ctx context.Context, file *media.Upload, details Details) (added Image, err error) {
	picture, err := s.encode(ctx, file)
	if err != nil {
		return Image{}, err
	}
	defer picture.Close()
	insert := func(tx *database.Tx) error {
		id, err := s.insertImage(ctx, tx, file, details)
		if err != nil {
			return err
		}
		if err := s.setRenditions(ctx, tx, id, picture); err != nil {
			return err
		}
		failpoint.Reach("image inserted")
		if added, err = findImage(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, audit.ImageUploaded, id, added.Title, details.FileName); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	}
	err = s.Files.Store(ctx, picture.Files(), insert)
	if database.IsForeignKey(err) && details.GalleryID != nil {
		details.GalleryID = nil
		err = s.Files.Store(ctx, picture.Files(), insert)
	}
	if err != nil {
		return Image{}, fmt.Errorf("add an image: %w", err)
	}
	failpoint.Reach("image added")
	return added, nil
}

func (s *Service) insertImage(ctx context.Context, tx *database.Tx, file *media.Upload, details Details) (id int64, err error) {
	err = tx.Get(ctx, &id, `
		INSERT INTO images (title, description, alt_text, gallery_id, file_hash, original_name, content_type, byte_size,
		                    width, height, uploaded_at, uploaded_by)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(CAST(? AS BIGINT), 0))
		RETURNING id`,
		details.Title, details.Description, details.AltText, details.GalleryID, file.Hash(), details.FileName, file.ContentType,
		file.Size, file.Width, file.Height, database.At(s.Clock()), details.UploadedBy)
	return id, err
}
