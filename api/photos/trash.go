package photos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/storedfiles"
	"portfolio/api/trash"
)

// TrashKinds are the kinds of what this feature puts into the trash: images, galleries, and the previous pictures of images.
func (s *Service) TrashKinds() []trash.Kind {
	return []trash.Kind{
		{Name: audit.Image, Restore: s.restoreImage, Thumbnail: thumbnailOf, Parts: audit.ImageFile},
		{Name: audit.ImageFile, Restore: s.restorePicture, Thumbnail: thumbnailOf},
		{Name: audit.Gallery, Restore: s.restoreGallery},
	}
}

// trashedImage is what the trash has of an image, or of its previous picture.
type trashedImage struct {
	Row     database.Row `json:"row"`
	Gallery *string      `json:"gallery"` // its name
}

// trashedGallery is what the trash has of a gallery.
type trashedGallery struct {
	Row    database.Row `json:"row"`
	Images []int64      `json:"images"` // that were in it
}

// readImage returns what the trash has of an image, and its picture.
func readImage(item trash.Item) (content trashedImage, picture media.Picture, err error) {
	if err := json.Unmarshal([]byte(item.Content), &content); err != nil {
		return content, nil, err
	}
	renditions, _ := content.Row["renditions"].(string)
	picture, err = media.ParsePicture(nil, renditions)
	return content, picture, err
}

func thumbnailOf(item trash.Item) string {
	_, picture, err := readImage(item)
	if err != nil {
		return ""
	}
	return picture.Thumbnail().Name
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

// addToTrash puts an image, or its picture, into the trash, with the files that it has. The caller deletes or changes the rows.
func (s *Service) addToTrash(ctx context.Context, tx *database.Tx, kind string, image Image, files []storedfiles.File) (int64, error) {
	row, err := tx.ReadRow(ctx, "images", image.ID)
	if err != nil {
		return 0, err
	}
	item := trash.Item{Kind: kind, FormerID: image.ID, Name: image.Title, Files: files}
	if uploader, ok := row["uploaded_by"].(int64); ok {
		item.UploadedBy = &uploader
	}
	delete(row, "uploaded_by")
	return s.Trash.Add(ctx, tx, item, trashedImage{Row: row, Gallery: image.GalleryName})
}

func (s *Service) restoreImage(ctx context.Context, tx *database.Tx, item trash.Item, remove func() error) (notes []string, err error) {
	content, picture, err := readImage(item)
	if err != nil {
		return nil, err
	}
	content.Row["uploaded_by"] = item.UploadedBy
	if content.Row["gallery_id"] != nil {
		// An update, so that nobody deletes the gallery meanwhile.
		n, err := tx.Exec(ctx, `UPDATE galleries SET name = name WHERE id = ?`, content.Row["gallery_id"])
		if err != nil {
			return nil, err
		}
		if n == 0 {
			note, err := s.leaveToTrashedGallery(ctx, tx, content, item.FormerID)
			if err != nil {
				return nil, err
			}
			content.Row["gallery_id"] = nil
			notes = append(notes, note)
		}
	}
	return notes, s.Files.ChangeReferences(ctx, tx, item.Files, func() error {
		if err := remove(); err != nil {
			return err
		}
		if err := tx.InsertRow(ctx, "images", content.Row); err != nil {
			return err
		}
		return insertRenditions(ctx, tx, item.FormerID, picture, item.Files)
	})
}

// leaveToTrashedGallery has an image that is restored before its gallery come into it again with that, where the gallery is in the trash,
// and returns what is not as it was.
func (s *Service) leaveToTrashedGallery(ctx context.Context, tx *database.Tx, content trashedImage, image int64) (note string, err error) {
	id, ok := content.Row["gallery_id"].(int64)
	if !ok {
		return "", fmt.Errorf("the gallery of image %d is %v", image, content.Row["gallery_id"])
	}
	var gallery trashedGallery
	found, err := s.Trash.ChangeContent(ctx, tx, audit.Gallery, id, &gallery, func() { gallery.Images = append(gallery.Images, image) })
	if !found {
		return fmt.Sprintf("Its gallery “%s” is no longer there, so the picture is in none.", *content.Gallery), err
	}
	return fmt.Sprintf("Its gallery “%s” is in the trash: the picture is in none until that is restored.", *content.Gallery), nil
}

// restorePicture gives an image its previous picture again, and puts the one that it has into the trash instead.
func (s *Service) restorePicture(ctx context.Context, tx *database.Tx, item trash.Item, remove func() error) (notes []string, err error) {
	content, picture, err := readImage(item)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ?`, item.FormerID); err != nil {
		return nil, err
	}
	image, err := findImage(ctx, tx, item.FormerID)
	var missing *apperror.Error
	if errors.As(err, &missing) {
		return nil, apperror.Conflict(apperror.PictureOfNothing)
	}
	if err != nil {
		return nil, err
	}
	row := content.Row
	return nil, s.setPicture(ctx, tx, image, picture, item.Files, func() error {
		if err := remove(); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, updatePicture, row["file_hash"], row["original_name"], row["content_type"], row["byte_size"],
			row["width"], row["height"], item.FormerID)
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE images SET focal_x = ?, focal_y = ? WHERE id = ?`, row["focal_x"], row["focal_y"], item.FormerID)
		}
		return err
	})
}

// restoreGallery puts a gallery back under its slug, which an empty gallery gives up for it, or the next that is free, and into it those
// of its images that are in none.
func (s *Service) restoreGallery(ctx context.Context, tx *database.Tx, item trash.Item, remove func() error) (notes []string, err error) {
	var content trashedGallery
	if err := json.Unmarshal([]byte(item.Content), &content); err != nil {
		return nil, err
	}
	if err := remove(); err != nil {
		return nil, err
	}
	former, _ := content.Row["slug"].(string)
	slug, note, err := s.freeSlug(ctx, tx, former)
	if err != nil {
		return nil, err
	}
	if note != "" {
		notes = append(notes, note)
	}
	content.Row["slug"] = slug
	if err := tx.InsertRow(ctx, "galleries", content.Row); err != nil {
		return nil, err
	}
	returned := int64(0)
	for ids := range slices.Chunk(content.Images, 500) {
		args := []any{item.FormerID}
		for _, id := range ids {
			args = append(args, id)
		}
		// With another rank, or a trigger would put each of them at the end.
		n, err := tx.Exec(ctx, `
			UPDATE images SET gallery_id = ?, rank = rank + 1 WHERE gallery_id IS NULL AND id IN (?`+strings.Repeat(", ?", len(ids)-1)+`)`, args...)
		if err != nil {
			return nil, err
		}
		returned += n
	}
	if missing := int64(len(content.Images)) - returned; missing > 0 {
		notes = append(notes, fmt.Sprintf("Not in it again: %d of its %d pictures, which were deleted or are in another gallery.", missing, len(content.Images)))
	}
	return notes, nil
}

// freeSlug returns the slug under which a gallery comes back that had the former one, and what is not as it was. An empty gallery
// that has that slug by now gives it up.
func (s *Service) freeSlug(ctx context.Context, tx *database.Tx, former string) (slug, note string, err error) {
	var taken []string
	if err := tx.Select(ctx, &taken, `SELECT slug FROM galleries WHERE slug LIKE ?`, former+"%"); err != nil {
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
		 WHERE slug = ? AND NOT EXISTS (SELECT 1 FROM images i WHERE i.gallery_id = galleries.id)
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
