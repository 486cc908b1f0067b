package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// TrashKinds returns the kinds of this feature in the trash: images, replaced files of images,
// and galleries.
func (s *Service) TrashKinds() []files.TrashKind {
	return []files.TrashKind{
		{
			Name: audit.Image, Table: "images", Restore: noteGallery,
			Files: `SELECT name FROM image_files WHERE image_id = ?`,
		},
		{
			Name: audit.ImageFile, Table: "replaced_images", Restore: s.swapFiles,
			Files: `SELECT name FROM image_files WHERE replaced_id = ?`,
		},
		{Name: audit.Gallery, Table: "galleries", Restore: s.restoreSlug},
	}
}

// noteGallery returns a note if the gallery of an image is in the trash.
func noteGallery(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	var galleries []string
	err = tx.Select(ctx, &galleries, `
		SELECT g.name FROM images i JOIN galleries g ON g.id = i.gallery_id WHERE i.id = ? AND g.deleted_at IS NOT NULL`, id)
	for _, gallery := range galleries {
		notes = append(notes, fmt.Sprintf("Its gallery “%s” is in the trash: the photo is in none until that is restored.", gallery))
	}
	return notes, err
}

// swapFiles gives an image its replaced file, and moves the current one into the trash. It
// returns a Conflict if the image is in the trash.
func (s *Service) swapFiles(ctx context.Context, tx *database.Tx, replaced int64) (notes []string, err error) {
	var image int64
	there, err := tx.Find(ctx, &image, `
		UPDATE images SET title = title WHERE id = (SELECT image_id FROM replaced_images WHERE id = ?) AND deleted_at IS NULL
		RETURNING id`, replaced)
	if err != nil {
		return nil, err
	}
	if !there {
		return nil, httpx.Conflict(httpx.ImageOfFileGone)
	}
	if err := s.keepFile(ctx, tx, image); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		UPDATE images SET (renditions, file_hash, original_name, content_type, byte_size, width, height, focal_x, focal_y) = (
		       SELECT renditions, file_hash, original_name, content_type, byte_size, width, height, focal_x, focal_y
		         FROM replaced_images WHERE id = ?)
		 WHERE id = ?`, replaced, image)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE image_files SET replaced_id = NULL WHERE replaced_id = ?`, replaced); err != nil {
		return nil, err
	}
	if _, err = tx.Exec(ctx, `DELETE FROM replaced_images WHERE id = ?`, replaced); err != nil {
		return nil, err
	}
	restored, err := findImage(ctx, tx, image)
	if err != nil {
		return nil, err
	}
	return nil, s.noteShown(ctx, tx, true, []int64{image}, restored.Gallery)
}

// restoreSlug gives a gallery its former slug, which an empty gallery gives up for it, or else the
// next free one.
func (s *Service) restoreSlug(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	var former string
	if err := tx.Get(ctx, &former, `SELECT slug FROM galleries WHERE id = ?`, id); err != nil {
		return nil, err
	}
	free, err := freeSlug(ctx, tx, former)
	if err != nil || free == former {
		return nil, err
	}
	var empty Gallery
	given, err := tx.Find(ctx, &empty, `
		UPDATE galleries SET slug = ?
		 WHERE slug = ? AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM live_images i WHERE i.gallery_id = galleries.id)
		RETURNING id, name`, free, former)
	if err != nil {
		return nil, err
	}
	if !given {
		_, err = tx.Exec(ctx, `UPDATE galleries SET slug = ? WHERE id = ?`, free, id)
		return []string{fmt.Sprintf("Another gallery has the slug “%s” by now: this one is “%s”. Move its photos into the other to show them where that is shown.",
			former, free)}, err
	}
	note := fmt.Sprintf("The gallery “%s”, which is empty, had the slug “%s” by now: it is “%s” instead.", empty.Name, former, free)
	return []string{note}, s.recordGallery(ctx, tx, audit.GalleryChanged, empty)
}

// freeSlug returns the slug, with a number if another gallery has it.
func freeSlug(ctx context.Context, tx *database.Tx, slug string) (string, error) {
	var taken int
	for n := 1; ; n++ {
		candidate := numbered(slug, n)
		err := tx.Get(ctx, &taken, `SELECT COUNT(*) FROM live_galleries WHERE slug = ?`, candidate)
		if err != nil || taken == 0 {
			return candidate, err
		}
	}
}
