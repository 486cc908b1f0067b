package photos

import (
	"context"
	"database/sql"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// ChangeImage changes an image and returns it, or NotFound, or an httpx.Error that names the invalid
// fields. A new file is decoded only if all other fields are valid. The replaced file goes to the
// trash. It records nothing if nothing changed.
func (s *Service) ChangeImage(ctx context.Context, id int64, in ImageFields) (changed Image, err error) {
	before, err := findImage(ctx, s.DB, id)
	if err != nil {
		return Image{}, err
	}
	v := httpx.NewValidator()
	v.Check(in.FileFault == "" || in.FileFault == httpx.NoFile, "image", in.FileFault)
	gallery, err := s.findGallery(ctx, v, in.Gallery)
	if err != nil {
		return Image{}, err
	}
	in.apply(v, before)
	if err := v.Err(); err != nil {
		return Image{}, err
	}
	var renditions media.Renditions
	if in.File != nil && in.File.Hash != before.FileHash {
		if renditions, err = s.encode(ctx, in.File); err != nil {
			return Image{}, err
		}
		defer renditions.Close()
	}
	err = s.Files.Write(ctx, renditions.Files(), func(tx *database.Tx) (err error) {
		changed, err = s.storeChange(ctx, tx, id, in, gallery, renditions)
		return err
	})
	if database.IsForeignKey(err) && gallery != nil {
		return Image{}, noSuchGallery(*gallery)
	}
	if err != nil {
		return Image{}, fmt.Errorf("change an image: %w", err)
	}
	files.Failpoint("image changed")
	return changed, nil
}

// storeChange stores the fields that were sent. renditions is nil unless the image gets another file.
func (s *Service) storeChange(ctx context.Context, tx *database.Tx, id int64, in ImageFields, gallery *int64, renditions media.Renditions) (Image, error) {
	before, err := lockImage(ctx, tx, id)
	if err != nil {
		return Image{}, err
	}
	image := before
	if renditions != nil {
		if err := s.replaceFile(ctx, tx, id, in, renditions); err != nil {
			return Image{}, err
		}
		image.FocalX, image.FocalY = sql.NullInt64{}, sql.NullInt64{}
	}
	if err := updateImage(ctx, tx, image, in, gallery); err != nil {
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
	var gone []int64
	if renditions != nil {
		gone = []int64{id}
	}
	left := renditions != nil || !httpx.Same(before.Gallery, changed.Gallery)
	return changed, s.noteShown(ctx, tx, left, gone, before.Gallery, changed.Gallery)
}

// updateImage stores the fields that were sent. A gallery in the trash, which looks like none, is
// kept unless the image is moved.
func updateImage(ctx context.Context, tx *database.Tx, image Image, in ImageFields, gallery *int64) error {
	v := httpx.NewValidator()
	image = in.apply(v, image)
	if err := v.Err(); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE images
		   SET title = ?, title_key = ?, description = ?, description_key = ?, alt_text = ?, alt_text_key = ?, alt_texts = ?,
		       decorative = ?, focal_x = ?, focal_y = ?,
		       gallery_id = CASE WHEN CAST(? AS BOOLEAN) THEN CAST(? AS BIGINT) ELSE gallery_id END
		 WHERE id = ?`,
		image.Title, database.SortKey(image.Title), image.Description, database.SearchKey(image.Description),
		image.AltText, database.SearchKey(image.AltText), image.AltTexts, image.Decorative, image.FocalX, image.FocalY,
		in.Gallery.Sent, gallery, image.ID)
	return err
}

// replaceFile gives the image another file and moves the previous one into the trash. The
// caller resets the focal point.
func (s *Service) replaceFile(ctx context.Context, tx *database.Tx, id int64, in ImageFields, renditions media.Renditions) error {
	if err := s.keepFile(ctx, tx, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE images SET file_hash = ?, original_name = ?, content_type = ?, byte_size = ?, width = ?, height = ?, renditions = ?
		 WHERE id = ?`, in.File.Hash, in.FileName, in.File.ContentType, in.File.Size, in.File.Width, in.File.Height, renditions.String(), id)
	if err != nil {
		return err
	}
	return insertFiles(ctx, tx, id, renditions)
}

// DeleteImage moves an image into the trash, or returns NotFound. Texts that show it then show its
// alternative text.
func (s *Service) DeleteImage(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		image, err := lockImage(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.moveToTrash(ctx, tx, []int64{id}); err != nil {
			return err
		}
		files.Failpoint("image deleted")
		if err := s.recordImage(ctx, tx, audit.ImageDeleted, id, image.Title, ""); err != nil {
			return err
		}
		return s.noteShown(ctx, tx, true, []int64{id}, image.Gallery)
	})
	if err != nil {
		return fmt.Errorf("delete an image: %w", err)
	}
	files.Failpoint("image gone")
	return nil
}
