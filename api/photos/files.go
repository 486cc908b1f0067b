package photos

import (
	"context"
	"errors"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/failpoint"
	"portfolio/api/media"
	"portfolio/api/storedfiles"
)

// FileUse says which stored files the images use.
var FileUse = storedfiles.Use{
	Table:  "image_renditions",
	Owners: `SELECT r.file_id, 'image' AS kind, i.id, i.title FROM image_renditions r JOIN images i ON i.id = r.image_id`,
}

// encode makes the renditions of a received picture, which the caller closes. For a damaged picture it returns an apperror
// under "image".
func (s *Service) encode(ctx context.Context, file *media.Upload) (media.Picture, error) {
	picture, err := s.Library.Encode(ctx, file)
	var invalid *apperror.Error
	if errors.As(err, &invalid) {
		return nil, apperror.InvalidField("image", invalid.Detail)
	}
	failpoint.Reach("picture encoded")
	return picture, err
}

// setRenditions gives the image the picture, whose files are stored. The previous files are deleted, unless another image
// has the same.
func (s *Service) setRenditions(ctx context.Context, tx *database.Tx, id int64, picture media.Picture) error {
	files, err := filesOf(ctx, tx, id)
	if err != nil {
		return err
	}
	for _, rendition := range picture {
		files = append(files, rendition.Temporary.File)
	}
	return s.Files.ChangeReferences(ctx, tx, files, func() error {
		if _, err := tx.Exec(ctx, `DELETE FROM image_renditions WHERE image_id = ?`, id); err != nil {
			return err
		}
		for i, rendition := range picture {
			_, err := tx.Exec(ctx, `INSERT INTO image_renditions (image_id, position, width, height, file_id) VALUES (?, ?, ?, ?, ?)`,
				id, i, rendition.Width, rendition.Height, rendition.Temporary.ID)
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `UPDATE images SET renditions = ? WHERE id = ?`, picture.String(), id)
		return err
	})
}

// filesOf returns the stored files of an image.
func filesOf(ctx context.Context, tx *database.Tx, id int64) (files []storedfiles.File, err error) {
	err = tx.Select(ctx, &files, `
		SELECT f.id, f.name FROM image_renditions r JOIN stored_files f ON f.id = r.file_id WHERE r.image_id = ?`, id)
	return files, err
}
