package photos

import (
	"context"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/failpoint"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// ChangeImage changes an image and returns it as it is then, or an apperror: NotFound, or one that names every wrong
// field. A new picture is decoded only when everything else is right. The previous picture goes into the trash. Where everything is so already, nothing is recorded.
func (s *Service) ChangeImage(ctx context.Context, id int64, in ImageFields) (changed Image, err error) {
	if _, err := findImage(ctx, s.DB, id); err != nil {
		return Image{}, err
	}
	gallery, err := s.checkChange(ctx, &in)
	if err != nil {
		return Image{}, err
	}
	var picture media.Picture
	if in.File != nil {
		if picture, err = s.encode(ctx, in.File); err != nil {
			return Image{}, err
		}
		defer picture.Close()
	}
	err = s.Files.Store(ctx, picture.Files(), func(tx *database.Tx) (err error) {
		changed, err = s.storeChange(ctx, tx, id, in, gallery, picture)
		return err
	})
	if database.IsForeignKey(err) && gallery != nil {
		return Image{}, apperror.InvalidField("gallery", fmt.Sprintf(apperror.NoSuchPK, fmt.Sprint(*gallery)))
	}
	if err != nil {
		return Image{}, fmt.Errorf("change an image: %w", err)
	}
	failpoint.Reach("image changed")
	return changed, nil
}

// checkChange brings the texts into the form in which they are stored, and returns the chosen gallery, nil for none.
func (s *Service) checkChange(ctx context.Context, in *ImageFields) (gallery *int64, err error) {
	v := validate.New()
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

// checkDecorative holds that a picture is decorative or has an alternative text: of what is sent, one takes the other away.
func (in *ImageFields) checkDecorative(v *validate.Validator) {
	described := in.AltText != nil && *in.AltText != ""
	if v.Flag(in.Decorative, false, "decorative") {
		v.Check(!described, "decorative", apperror.DecorativeWithText)
		in.AltText = new(string)
	} else if described {
		no := "false"
		in.Decorative = validate.FlagOf(&no)
	}
}

// storeChange updates the columns that were sent; picture has the files of in.File. The others are not written, so that two
// simultaneous changes of different fields are both stored.
func (s *Service) storeChange(ctx context.Context, tx *database.Tx, id int64, in ImageFields, gallery *int64, picture media.Picture) (Image, error) {
	// An update, so that of two changes at once the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ?`, id); err != nil {
		return Image{}, err
	}
	before, err := findImage(ctx, tx, id)
	if err != nil {
		return Image{}, err
	}
	x, y := in.FocalPoint.read(validate.New())
	decorative := validate.New().Flag(in.Decorative, false, "decorative")
	pointChanges := in.FocalPoint.Sent || in.File != nil // another picture begins at its centre
	update := func() error {
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
			in.Title, sortKeyOf(in.Title), in.Description, searchKeyOf(in.Description), in.AltText, searchKeyOf(in.AltText), in.Decorative.Sent, decorative, in.Gallery.Sent, gallery, pointChanges, x, pointChanges, y, id)
		return err
	}
	if in.File == nil {
		err = update()
	} else {
		// Within, because every transaction locks files before it counts images.
		err = s.setPicture(ctx, tx, before, picture, storedFiles(picture), func() error {
			if err := update(); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, updatePicture, in.File.Hash(), in.FileName, in.File.ContentType, in.File.Size, in.File.Width, in.File.Height, id)
			return err
		})
	}
	if err != nil {
		return Image{}, err
	}
	failpoint.Reach("image updated")
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

const updatePicture = `
	UPDATE images SET file_hash = ?, original_name = ?, content_type = ?, byte_size = ?, width = ?, height = ? WHERE id = ?`

// DeleteImage puts an image into the trash and returns the id of the item there, or NotFound, or a Conflict when texts show it.
func (s *Service) DeleteImage(ctx context.Context, id int64) (item int64, err error) {
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		// The update locks the row, so that nobody replaces its files after they are read.
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
		files, err := filesOf(ctx, tx, id)
		if err != nil {
			return err
		}
		err = s.Files.ChangeReferences(ctx, tx, files, func() (err error) {
			if item, err = s.addToTrash(ctx, tx, audit.Image, image, files); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `DELETE FROM images WHERE id = ?`, id)
			return err
		})
		if err != nil {
			return err
		}
		failpoint.Reach("image deleted")
		if err := s.recordImage(ctx, tx, audit.ImageDeleted, id, image.Title, ""); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if err != nil {
		return 0, fmt.Errorf("delete an image: %w", err)
	}
	failpoint.Reach("image gone")
	return item, nil
}
