package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/media"
)

// ChangeImage changes an image and returns it, or NotFound, or an apperror that names the invalid
// fields. A new file is decoded only if all other fields are valid. The replaced file goes to the
// trash. It records nothing if nothing changed.
func (s *Service) ChangeImage(ctx context.Context, id int64, in ImageFields) (changed Image, err error) {
	before, err := findImage(ctx, s.DB, id)
	if err != nil {
		return Image{}, err
	}
	gallery, err := s.checkChange(ctx, &in)
	if err != nil {
		return Image{}, err
	}
	if in.File != nil && in.File.Hash() == before.FileHash {
		in.File = nil // the image has this picture
	}
	var picture media.Picture
	if in.File != nil {
		if picture, err = s.encode(ctx, in.File); err != nil {
			return Image{}, err
		}
		defer picture.Close()
	}
	err = s.Files.Write(ctx, picture.Files(), func(tx *database.Tx) (err error) {
		changed, err = s.storeChange(ctx, tx, id, in, gallery, picture)
		return err
	})
	if database.IsForeignKey(err) && gallery != nil {
		return Image{}, apperror.InvalidField("gallery", fmt.Sprintf(apperror.NoSuchPK, fmt.Sprint(*gallery)))
	}
	if err != nil {
		return Image{}, fmt.Errorf("change an image: %w", err)
	}
	files.Failpoint("image changed")
	return changed, nil
}

// checkChange brings the texts into the form in which they are stored, and returns the chosen gallery, nil for none.
func (s *Service) checkChange(ctx context.Context, in *ImageFields) (gallery *int64, err error) {
	v := apperror.NewValidator()
	if in.Title != nil {
		*in.Title = v.RequiredText(in.Title, maxTitle, "title")
	}
	if in.Description != nil {
		*in.Description = v.OptionalText(in.Description, maxDescription, "description")
	}
	if in.AltText != nil {
		*in.AltText = v.OptionalText(in.AltText, maxAltText, "alt_text")
	}
	in.checkDecorative(v)
	v.Check(in.FileFault == "" || in.FileFault == apperror.NoFile, "image", in.FileFault)
	in.FocalPoint.read(v)
	if gallery, err = s.findGallery(ctx, v, in.Gallery); err != nil {
		return nil, err
	}
	return gallery, v.Err()
}

// checkDecorative requires that an image is decorative or has an alternative text: setting one
// clears the other.
func (in *ImageFields) checkDecorative(v *apperror.Validator) {
	described := in.AltText != nil && *in.AltText != ""
	if v.Flag(in.Decorative, false, "decorative") {
		v.Check(!described, "decorative", apperror.DecorativeWithText)
		in.AltText = new(string)
	} else if described {
		no := "false"
		in.Decorative = apperror.FlagOf(&no)
	}
}

// storeChange updates the columns that were sent; picture has the files of in.File. The others are not written, so that two
// simultaneous changes of different fields are both stored.
func (s *Service) storeChange(ctx context.Context, tx *database.Tx, id int64, in ImageFields, gallery *int64, picture media.Picture) (Image, error) {
	// An update, so that of two changes at once the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ? AND deleted_at IS NULL`, id); err != nil {
		return Image{}, err
	}
	before, err := findImage(ctx, tx, id)
	if err != nil {
		return Image{}, err
	}
	if in.File != nil {
		if err := s.replacePicture(ctx, tx, id, in, picture); err != nil {
			return Image{}, err
		}
	}
	if err := updateFields(ctx, tx, id, in, gallery); err != nil {
		return Image{}, err
	}
	files.Failpoint("image updated")
	changed, err := findImage(ctx, tx, id)
	if err != nil {
		return Image{}, err
	}
	detail := changedFields(before, changed, in.FileName)
	if detail == "" {
		return changed, nil
	}
	if err := s.recordImage(ctx, tx, audit.ImageChanged, id, changed.Title, detail); err != nil {
		return Image{}, err
	}
	return changed, s.Changed(ctx, tx)
}

// updateFields updates the columns of the fields that were sent.
func updateFields(ctx context.Context, tx *database.Tx, id int64, in ImageFields, gallery *int64) error {
	x, y := in.FocalPoint.read(apperror.NewValidator())
	decorative := apperror.NewValidator().Flag(in.Decorative, false, "decorative")
	_, err := tx.Exec(ctx, `
		UPDATE images
		   SET title = COALESCE(?, title), title_key = COALESCE(?, title_key),
		       description = COALESCE(?, description), description_key = COALESCE(?, description_key),
		       alt_text = COALESCE(?, alt_text), alt_text_key = COALESCE(?, alt_text_key),
		       decorative = CASE WHEN CAST(? AS BOOLEAN) THEN CAST(? AS BOOLEAN) ELSE decorative END,
		       gallery_id = CASE WHEN CAST(? AS BOOLEAN) THEN CAST(? AS BIGINT) ELSE gallery_id END,
		       focal_x = CASE WHEN CAST(? AS BOOLEAN) THEN CAST(? AS BIGINT) ELSE focal_x END,
		       focal_y = CASE WHEN CAST(? AS BOOLEAN) THEN CAST(? AS BIGINT) ELSE focal_y END
		 WHERE id = ?`,
		in.Title, sortKeyOf(in.Title), in.Description, searchKeyOf(in.Description), in.AltText, searchKeyOf(in.AltText), in.Decorative.Sent,
		decorative, in.Gallery.Sent, gallery, in.FocalPoint.Sent, x, in.FocalPoint.Sent, y, id)
	return err
}

// replacePicture gives the image another picture, whose focal point is its centre, and moves the previous one into the
// trash.
func (s *Service) replacePicture(ctx context.Context, tx *database.Tx, id int64, in ImageFields, picture media.Picture) error {
	if err := s.keepPicture(ctx, tx, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE images SET file_hash = ?, original_name = ?, content_type = ?, byte_size = ?, width = ?, height = ?, focal_x = NULL, focal_y = NULL
		 WHERE id = ?`, in.File.Hash(), in.FileName, in.File.ContentType, in.File.Size, in.File.Width, in.File.Height, id)
	if err != nil {
		return err
	}
	return insertFiles(ctx, tx, id, picture)
}

// DeleteImage moves an image into the trash. It returns NotFound, or a Conflict if texts show the image.
func (s *Service) DeleteImage(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		// The update locks the row until the texts are checked.
		if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ?`, id); err != nil {
			return err
		}
		image, err := findImage(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.checkUnused(ctx, tx, []chosenImage{{ID: id, Title: image.Title}}); err != nil {
			return err
		}
		if err := s.moveToTrash(ctx, tx, []int64{id}); err != nil {
			return err
		}
		files.Failpoint("image deleted")
		if err := s.recordImage(ctx, tx, audit.ImageDeleted, id, image.Title, ""); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("delete an image: %w", err)
	}
	files.Failpoint("image gone")
	return nil
}

func (s *Service) moveToTrash(ctx context.Context, tx *database.Tx, ids []int64) error {
	where, args := among("id", ids)
	_, err := tx.Exec(ctx, `UPDATE images SET deleted_at = ?, deleted_by = ? WHERE `+where,
		append([]any{database.At(s.Clock()), audit.ActorID(ctx)}, args...)...)
	return err
}
