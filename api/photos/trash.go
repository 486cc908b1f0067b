package photos

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/trash"
)

// TrashKinds returns the kinds of this feature in the trash: images, galleries, and replaced pictures of images.
func (s *Service) TrashKinds() []trash.Kind {
	return []trash.Kind{
		{Name: audit.Image, Restore: s.restoreImage, Purge: s.purgeImage},
		{Name: audit.ImageFile, Restore: s.restorePicture, Purge: s.purgePicture},
		{Name: audit.Gallery, Restore: s.restoreGallery, Purge: s.purgeGallery},
	}
}

// checkUnused returns a Conflict that names those of the images that texts show, and the texts.
func (s *Service) checkUnused(ctx context.Context, tx *database.Tx, images []chosenImage) error {
	texts, err := s.TextsShowing(ctx, tx, idsOf(images))
	if err != nil || len(texts) == 0 {
		return err
	}
	var shown []string
	for _, image := range images {
		if paths := texts[image.ID]; len(paths) > 0 {
			shown = append(shown, fmt.Sprintf("“%s” in %s", image.Title, strings.Join(paths, ", ")))
		}
	}
	return apperror.Conflict(fmt.Sprintf(apperror.ImagesAreShown, strings.Join(shown, "; ")))
}

func (s *Service) restoreImage(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	n, err := tx.Exec(ctx, `UPDATE images SET deleted_at = NULL, deleted_by = NULL WHERE id = ? AND deleted_at IS NOT NULL`, id)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, trash.Missing()
	}
	var gallery string
	err = tx.Get(ctx, &gallery, `
		SELECT g.name FROM images i JOIN galleries g ON g.id = i.gallery_id WHERE i.id = ? AND g.deleted_at IS NOT NULL`, id)
	if errors.Is(err, database.ErrNoRows) {
		return nil, nil
	}
	return []string{fmt.Sprintf("Its gallery “%s” is in the trash: the picture is in none until that is restored.", gallery)}, err
}

// purgeImage deletes an image with its replaced pictures.
func (s *Service) purgeImage(ctx context.Context, tx *database.Tx, id int64) error {
	n, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ? AND deleted_at IS NOT NULL`, id)
	if err != nil {
		return err
	}
	if n == 0 {
		return trash.Missing()
	}
	if err := s.deleteFiles(ctx, tx, `SELECT name FROM image_files WHERE image_id = ?`, id); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM images WHERE id = ?`, id)
	return err
}

// restorePicture swaps the picture of an image and a replaced one.
func (s *Service) restorePicture(ctx context.Context, tx *database.Tx, replaced int64) (notes []string, err error) {
	image, err := lockReplaced(ctx, tx, replaced)
	if err != nil {
		return nil, err
	}
	n, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ? AND deleted_at IS NULL`, image)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, apperror.Conflict(apperror.PictureOfNothing)
	}
	if err := s.keepPicture(ctx, tx, image); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		UPDATE images SET (renditions, file_hash, original_name, content_type, byte_size, width, height, focal_x, focal_y) = (
		       SELECT renditions, file_hash, original_name, content_type, byte_size, width, height, focal_x, focal_y
		         FROM replaced_pictures WHERE id = ?)
		 WHERE id = ?`, replaced, image)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE image_files SET replaced_id = NULL WHERE replaced_id = ?`, replaced); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `DELETE FROM replaced_pictures WHERE id = ?`, replaced)
	return nil, err
}

func (s *Service) purgePicture(ctx context.Context, tx *database.Tx, replaced int64) error {
	if _, err := lockReplaced(ctx, tx, replaced); err != nil {
		return err
	}
	if err := s.deleteFiles(ctx, tx, `SELECT name FROM image_files WHERE replaced_id = ?`, replaced); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM replaced_pictures WHERE id = ?`, replaced)
	return err
}

// lockReplaced locks a replaced picture and returns the ID of its image, or trash.Missing.
func lockReplaced(ctx context.Context, tx *database.Tx, replaced int64) (image int64, err error) {
	err = tx.Get(ctx, &image, `UPDATE replaced_pictures SET file_hash = file_hash WHERE id = ? RETURNING image_id`, replaced)
	if errors.Is(err, database.ErrNoRows) {
		err = trash.Missing()
	}
	return image, err
}

// deleteFiles queues the files that the query names for removal.
func (s *Service) deleteFiles(ctx context.Context, tx *database.Tx, query string, id any) error {
	var names []string
	if err := tx.Select(ctx, &names, query, id); err != nil {
		return err
	}
	return s.Files.Delete(ctx, tx, names...)
}

// restoreGallery restores a gallery with the images that are still in it. Its slug is the former one, which an empty
// gallery gives up for it, or else the next free one.
func (s *Service) restoreGallery(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	var former string
	err = tx.Get(ctx, &former, `UPDATE galleries SET name = name WHERE id = ? AND deleted_at IS NOT NULL RETURNING slug`, id)
	if errors.Is(err, database.ErrNoRows) {
		return nil, trash.Missing()
	}
	if err != nil {
		return nil, err
	}
	slug, note, err := s.freeSlug(ctx, tx, former)
	if err != nil {
		return nil, err
	}
	if note != "" {
		notes = append(notes, note)
	}
	_, err = tx.Exec(ctx, `UPDATE galleries SET slug = ?, deleted_at = NULL, deleted_by = NULL WHERE id = ?`, slug, id)
	return notes, err
}

// purgeGallery deletes a gallery. Its images are in none.
func (s *Service) purgeGallery(ctx context.Context, tx *database.Tx, id int64) error {
	n, err := tx.Exec(ctx, `DELETE FROM galleries WHERE id = ? AND deleted_at IS NOT NULL`, id)
	if err == nil && n == 0 {
		err = trash.Missing()
	}
	return err
}

// freeSlug returns the slug for a restored gallery, and a note if it differs from the former one.
// An empty gallery with the former slug gets another one.
func (s *Service) freeSlug(ctx context.Context, tx *database.Tx, former string) (slug, note string, err error) {
	var taken []string
	if err := tx.Select(ctx, &taken, `SELECT slug FROM live_galleries WHERE slug LIKE ?`, former+"%"); err != nil {
		return "", "", err
	}
	for slug = range slugCandidates(former, taken) {
		break
	}
	if slug == former {
		return former, "", nil
	}
	var empty Gallery
	err = tx.Get(ctx, &empty, `
		UPDATE galleries SET slug = ?
		 WHERE slug = ? AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM live_images i WHERE i.gallery_id = galleries.id)
		RETURNING id, name`, slug, former)
	if errors.Is(err, database.ErrNoRows) {
		return slug, fmt.Sprintf("Another gallery has the slug “%s” by now: this one is “%s”. Move its pictures into the other to show them where that is shown.",
			former, slug), nil
	}
	if err == nil {
		err = s.recordGallery(ctx, tx, audit.GalleryChanged, empty)
	}
	return former, fmt.Sprintf("The gallery “%s”, which is empty, had the slug “%s” by now: it is “%s” instead.", empty.Name, former, slug), err
}
