package photos

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/crashpoint"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// ImageChange is what a client says of an image to change; what it did not send stays.
type ImageChange struct {
	Title       *string            `json:"title"`
	Description *string            `json:"description"`
	AltText     *string            `json:"alt_text"`
	Gallery     validate.Reference `json:"gallery"`
	// File takes the picture's place, when it is set; FileFault says why one that was sent cannot.
	File      *media.Upload `json:"-"`
	FileFault string        `json:"-"`
	FileName  string        `json:"-"`
}

// ChangeImage changes an image and returns it as it is then, or an apperror: NotFound, or one that names every wrong
// field. A new picture is decoded only when everything else is right. The former picture's files go later, unless another
// image has the same.
func (s *Service) ChangeImage(ctx context.Context, id int64, in ImageChange) (Image, error) {
	if _, err := findImage(ctx, s.db, id); err != nil {
		return Image{}, err
	}
	gallery, err := s.checkChange(ctx, &in)
	if err != nil {
		return Image{}, err
	}
	if in.File == nil {
		return s.storeChange(ctx, id, in, gallery, nil)
	}
	picture, err := s.save(ctx, in.File)
	if err != nil {
		return Image{}, err
	}
	image, err := s.storeChange(ctx, id, in, gallery, picture)
	if errors.Is(err, media.ErrSwept) {
		return s.ChangeImage(ctx, id, in)
	}
	return image, err
}

// checkChange brings the texts into the form in which they are stored, and returns the chosen gallery, nil for none.
func (s *Service) checkChange(ctx context.Context, in *ImageChange) (gallery *int64, err error) {
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
	v.Check(in.FileFault == "", "image", in.FileFault)
	if gallery, err = s.findGallery(ctx, v, in.Gallery); err != nil {
		return nil, err
	}
	return gallery, v.Err()
}

// storeChange writes what was sent, and the picture unless it is nil. Members that were not sent are not even read, so
// that two changes of different members at once both stand.
func (s *Service) storeChange(ctx context.Context, id int64, in ImageChange, gallery *int64, picture media.Picture) (Image, error) {
	var changed row
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE images
			   SET title = COALESCE(?, title), description = COALESCE(?, description), alt_text = COALESCE(?, alt_text),
			       gallery_id = CASE WHEN CAST(? AS BOOLEAN) THEN CAST(? AS BIGINT) ELSE gallery_id END
			 WHERE id = ?`, in.Title, in.Description, in.AltText, in.Gallery.Sent, gallery, id)
		if err != nil {
			return err
		}
		if n == 0 {
			return apperror.NotFound()
		}
		if picture != nil {
			if err := s.replacePicture(ctx, tx, id, in, picture); err != nil {
				return err
			}
		}
		crashpoint.Reach("image updated")
		if changed, err = findImage(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, audit.ImageChanged, id, changed.Title, in.sent()); err != nil {
			return err
		}
		return s.note(ctx, tx)
	})
	if database.IsForeignKey(err) && gallery != nil {
		return Image{}, apperror.InvalidField("gallery", fmt.Sprintf(apperror.NoSuchPK, fmt.Sprint(*gallery)))
	}
	if err != nil {
		return Image{}, fmt.Errorf("change an image: %w", err)
	}
	crashpoint.Reach("image changed")
	return changed.image()
}

func (s *Service) replacePicture(ctx context.Context, tx *database.Tx, id int64, in ImageChange, picture media.Picture) error {
	variants, err := s.holdFiles(ctx, tx, picture)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE images
		   SET file_hash = ?, original_name = ?, content_type = ?, byte_size = ?, width = ?, height = ?, variants = ?
		 WHERE id = ?`,
		in.File.Hash, in.FileName, in.File.ContentType, in.File.Size, in.File.Width, in.File.Height, variants, id)
	return err
}

// DeleteImage removes an image, or returns NotFound. Its files go later, unless another image has the same.
func (s *Service) DeleteImage(ctx context.Context, id int64) error {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		var title string
		err := tx.Get(ctx, &title, `DELETE FROM images WHERE id = ? RETURNING title`, id)
		crashpoint.Reach("image deleted")
		if errors.Is(err, database.ErrNoRows) {
			return apperror.NotFound()
		}
		if err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, audit.ImageDeleted, id, title, ""); err != nil {
			return err
		}
		return s.note(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("delete an image: %w", err)
	}
	crashpoint.Reach("image gone")
	return nil
}
