package photos

import (
	"context"
	"fmt"

	"portfolio/api/database"
)

// sortKeyOf returns the key that a text is sorted by, nil if the text is not sent.
func sortKeyOf(text *string) *string {
	if text == nil {
		return nil
	}
	return new(database.SortKey(*text))
}

// searchKeyOf returns the key that a text is searched by, nil if the text is not sent.
func searchKeyOf(text *string) *string {
	if text == nil {
		return nil
	}
	return new(database.SearchKey(*text))
}

// keyBatch is how many images get their keys in one transaction.
const keyBatch = 500

// FillSearchKeys computes the keys of texts that have none, because a program that knows of none
// stored them.
func (s *Service) FillSearchKeys(ctx context.Context) error {
	for filled := keyBatch; filled == keyBatch; {
		err := s.DB.InTx(ctx, func(tx *database.Tx) (err error) {
			filled, err = fillImages(ctx, tx)
			return err
		})
		if err != nil {
			return fmt.Errorf("fill the search keys of images: %w", err)
		}
	}
	if err := s.DB.InTx(ctx, func(tx *database.Tx) error { return fillGalleries(ctx, tx) }); err != nil {
		return fmt.Errorf("fill the search keys of galleries: %w", err)
	}
	return nil
}

func fillImages(ctx context.Context, tx *database.Tx) (filled int, err error) {
	var images []struct {
		ID          int64  `db:"id"`
		Title       string `db:"title"`
		Description string `db:"description"`
		AltText     string `db:"alt_text"`
	}
	err = tx.Select(ctx, &images, `SELECT id, title, description, alt_text FROM images WHERE description_key IS NULL ORDER BY id LIMIT ?`, keyBatch)
	if err != nil {
		return 0, err
	}
	for _, image := range images {
		// Not of texts that changed meanwhile: these have keys.
		_, err := tx.Exec(ctx, `UPDATE images SET title_key = ?, description_key = ?, alt_text_key = ? WHERE id = ? AND description_key IS NULL`,
			database.SortKey(image.Title), database.SearchKey(image.Description), database.SearchKey(image.AltText), image.ID)
		if err != nil {
			return 0, err
		}
	}
	return len(images), nil
}

func fillGalleries(ctx context.Context, tx *database.Tx) error {
	var galleries []Gallery
	if err := tx.Select(ctx, &galleries, `SELECT id, name FROM galleries WHERE name_key IS NULL ORDER BY id`); err != nil {
		return err
	}
	for _, gallery := range galleries {
		_, err := tx.Exec(ctx, `UPDATE galleries SET name_key = ? WHERE id = ? AND name_key IS NULL`, database.SortKey(gallery.Name), gallery.ID)
		if err != nil {
			return err
		}
	}
	return nil
}
