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

// NewImage is the row of an image that is added with its file.
type NewImage struct {
	Title       string `db:"title"`
	Description string `db:"description"`
	AltText     string `db:"alt_text"`
	Gallery     *int64 `db:"gallery_id"`
	// FileName is the name of the file at the client.
	FileName string `db:"file_name"`
	// UploadID is the ID of the resumable upload that the file arrived by, or "".
	UploadID string `db:"-"`
}

// Upload adds an image and returns it, or an apperror that names every invalid field. The file is
// decoded only if all other fields are valid.
func (s *Service) Upload(ctx context.Context, in ImageFields) (Image, error) {
	v := apperror.NewValidator()
	v.Check(in.FileFault == "", "image", in.FileFault)
	image, err := s.newImage(ctx, v, in)
	if err != nil {
		return Image{}, err
	}
	return s.Add(ctx, image, in.File)
}

// Add adds an image whose fields are valid, and returns it. The files are stored before the rows, so
// that no row lacks its files even after a crash. A damaged file is an apperror under "image". If the
// gallery was deleted meanwhile, the image has none.
func (s *Service) Add(ctx context.Context, image NewImage, file *media.Upload) (added Image, err error) {
	picture, err := s.encode(ctx, file)
	if err != nil {
		return Image{}, err
	}
	defer picture.Close()
	err = s.Files.Write(ctx, picture.Files(), func(tx *database.Tx) error {
		id, err := s.insertImage(ctx, tx, image, file, picture)
		if err != nil {
			return err
		}
		if err := insertFiles(ctx, tx, id, picture); err != nil {
			return err
		}
		if image.UploadID != "" {
			if err := s.setUploadImage(ctx, tx, image.UploadID, id); err != nil {
				return err
			}
		}
		files.Failpoint("image inserted")
		if added, err = findImage(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, audit.ImageUploaded, id, added.Title, image.FileName); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if database.IsForeignKey(err) && image.Gallery != nil {
		image.Gallery = nil // deleted for good since the insert looked for it
		return s.Add(ctx, image, file)
	}
	if err != nil {
		return Image{}, fmt.Errorf("add an image: %w", err)
	}
	files.Failpoint("image added")
	return added, nil
}

func (s *Service) insertImage(ctx context.Context, tx *database.Tx, image NewImage, file *media.Upload, picture media.Picture) (id int64, err error) {
	err = tx.Get(ctx, &id, `
		INSERT INTO images (title, title_key, description, description_key, alt_text, alt_text_key, gallery_id, file_hash, original_name,
		                    content_type, byte_size, width, height, renditions, uploaded_at, uploaded_by)
		VALUES (?, ?, ?, ?, ?, ?, (SELECT id FROM galleries WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		image.Title, database.SortKey(image.Title), image.Description, database.SearchKey(image.Description),
		image.AltText, database.SearchKey(image.AltText), image.Gallery, file.Hash(), image.FileName,
		file.ContentType, file.Size, file.Width, file.Height, picture.String(), database.At(s.Clock()), audit.ActorID(ctx))
	return id, err
}
