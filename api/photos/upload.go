package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// Upload validates the fields and adds the image, or returns an apperror that names every wrong one. The picture is decoded
// only when the other fields are valid.
func (s *Service) Upload(ctx context.Context, in ImageFields) (Image, error) {
	v := apperror.NewValidator()
	title := v.RequiredText(in.Title, maxTitle, "title")
	description := v.OptionalText(in.Description, maxDescription, "description")
	altText := v.OptionalText(in.AltText, maxAltText, "alt_text")
	v.Check(in.FileFault == "", "image", in.FileFault)
	gallery, err := s.findGallery(ctx, v, in.Gallery)
	if err != nil {
		return Image{}, err
	}
	if err := v.Err(); err != nil {
		return Image{}, err
	}
	in.Title, in.Description, in.AltText = &title, &description, &altText
	return s.Add(ctx, in, gallery)
}

// findGallery returns the ID of the gallery that a client chose, nil for none. It records an
// invalid choice under "gallery".
func (s *Service) findGallery(ctx context.Context, v *apperror.Validator, choice apperror.Reference) (*int64, error) {
	id := v.Reference(choice, "gallery")
	if choice.None() || !v.Valid("gallery") {
		return nil, nil
	}
	found := 0
	if err := s.DB.Get(ctx, &found, `SELECT COUNT(*) FROM live_galleries WHERE id = ?`, id); err != nil {
		return nil, fmt.Errorf("find a gallery: %w", err)
	}
	if found == 0 {
		v.Missing(choice, "gallery")
	}
	return &id, nil
}

// Add stores the files of a received image and then its rows, so that no row lacks its files even
// after a crash. The fields are trusted, and only the title and the file are required; gallery is
// nil for none. A damaged file is an apperror under "image". If the gallery was deleted meanwhile,
// the image has none.
func (s *Service) Add(ctx context.Context, in ImageFields, gallery *int64) (added Image, err error) {
	picture, err := s.encode(ctx, in.File)
	if err != nil {
		return Image{}, err
	}
	defer picture.Close()
	insert := func(tx *database.Tx) error {
		id, err := s.insertImage(ctx, tx, in, gallery)
		if err != nil {
			return err
		}
		if err := insertFiles(ctx, tx, id, picture); err != nil {
			return err
		}
		if in.UploadID != "" {
			if err := setUploadImage(ctx, tx, in.UploadID, id); err != nil {
				return err
			}
		}
		files.Failpoint("image inserted")
		if added, err = findImage(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, audit.ImageUploaded, id, added.Title, in.FileName); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	}
	err = s.Files.Write(ctx, picture.Files(), insert)
	if database.IsForeignKey(err) && gallery != nil {
		gallery = nil
		err = s.Files.Write(ctx, picture.Files(), insert)
	}
	if err != nil {
		return Image{}, fmt.Errorf("add an image: %w", err)
	}
	files.Failpoint("image added")
	return added, nil
}

func (s *Service) insertImage(ctx context.Context, tx *database.Tx, in ImageFields, gallery *int64) (id int64, err error) {
	err = tx.Get(ctx, &id, `
		INSERT INTO images (title, title_key, description, description_key, alt_text, alt_text_key, gallery_id, file_hash, original_name,
		                    content_type, byte_size, width, height, uploaded_at, uploaded_by)
		VALUES (?, ?, COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''), ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(CAST(? AS BIGINT), 0))
		RETURNING id`,
		in.Title, sortKeyOf(in.Title), in.Description, searchKeyOf(in.Description), in.AltText, searchKeyOf(in.AltText), gallery,
		in.File.Hash(), in.FileName, in.File.ContentType,
		in.File.Size, in.File.Width, in.File.Height, database.At(s.Clock()), in.UploadedBy)
	return id, err
}
