package photos

import (
	"context"
	"errors"
	"slices"

	"portfolio/api/apperror"
	"portfolio/api/audit"
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

// encode makes the renditions of an uploaded image; the caller closes them. A damaged image is an apperror
// under "image".
func (s *Service) encode(ctx context.Context, file *media.Upload) (media.Picture, error) {
	picture, err := s.Library.Encode(ctx, file)
	var invalid *apperror.Error
	if errors.As(err, &invalid) {
		return nil, apperror.InvalidField("image", invalid.Detail)
	}
	if err != nil {
		return nil, err
	}
	failpoint.Reach("picture encoded")
	return picture, nil
}

// setPicture gives the image another picture, whose files are stored: update changes what the image says of it. The previous picture goes
// into the trash, unless it is the same.
func (s *Service) setPicture(ctx context.Context, tx *database.Tx, image Image, picture media.Picture, files []storedfiles.File, update func() error) error {
	previous, err := filesOf(ctx, tx, image.ID)
	if err != nil {
		return err
	}
	return s.Files.ChangeReferences(ctx, tx, slices.Concat(previous, files), func() error {
		if picture.String() != image.Picture.String() {
			if _, err := s.addToTrash(ctx, tx, audit.ImageFile, image, previous); err != nil {
				return err
			}
		}
		if err := update(); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM image_renditions WHERE image_id = ?`, image.ID); err != nil {
			return err
		}
		return insertRenditions(ctx, tx, image.ID, picture, files)
	})
}

// insertRenditions makes the stored files the renditions of the image, which has none. Both are in the same order.
func insertRenditions(ctx context.Context, tx *database.Tx, id int64, picture media.Picture, files []storedfiles.File) error {
	for i, rendition := range picture {
		_, err := tx.Exec(ctx, `
			INSERT INTO image_renditions (image_id, position, width, height, file_id) VALUES (?, ?, ?, ?, ?)`,
			id, i, rendition.Width, rendition.Height, files[i].ID)
		if err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE images SET renditions = ? WHERE id = ?`, picture.String(), id)
	return err
}

// storedFiles returns the files of a picture that was just stored.
func storedFiles(picture media.Picture) []storedfiles.File {
	files := make([]storedfiles.File, len(picture))
	for i, rendition := range picture {
		files[i] = rendition.Temporary.File
	}
	return files
}

// filesOf returns the stored files of an image, in the order of its renditions.
func filesOf(ctx context.Context, tx *database.Tx, id int64) (files []storedfiles.File, err error) {
	err = tx.Select(ctx, &files, `
		SELECT f.id, f.name FROM image_renditions r JOIN stored_files f ON f.id = r.file_id WHERE r.image_id = ? ORDER BY r.position`, id)
	return files, err
}
