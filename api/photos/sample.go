package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// Exist reports whether there are images or galleries, including those in the trash.
func Exist(ctx context.Context, from database.Reader) (exist bool, err error) {
	err = from.Get(ctx, &exist, `SELECT EXISTS (SELECT 1 FROM images) OR EXISTS (SELECT 1 FROM galleries)`)
	if err != nil {
		return false, fmt.Errorf("look for photos: %w", err)
	}
	return exist, nil
}

// FindSampleImage returns the ID of the sample's image with that file name, and whether there is one,
// maybe in the trash.
func FindSampleImage(ctx context.Context, from database.Reader, fileName string) (id int64, exists bool, err error) {
	exists, err = from.Find(ctx, &id, `SELECT id FROM images WHERE is_sample AND original_name = ?`, fileName)
	return id, exists, err
}

// FindSampleGallery is FindSampleImage for a gallery's name.
func FindSampleGallery(ctx context.Context, from database.Reader, name string) (id int64, exists bool, err error) {
	exists, err = from.Find(ctx, &id, `SELECT id FROM galleries WHERE is_sample AND name = ?`, name)
	return id, exists, err
}

// ClearSample deletes the images and galleries of the sample for good, with those in the trash.
func (s *Service) ClearSample(ctx context.Context, tx *database.Tx) error {
	var names []string
	err := tx.Select(ctx, &names, `SELECT f.name FROM image_files f JOIN images i ON i.id = f.image_id WHERE i.is_sample`)
	if err == nil {
		err = s.Files.Delete(ctx, tx, names...)
	}
	for _, statement := range []string{`DELETE FROM images WHERE is_sample`, `DELETE FROM galleries WHERE is_sample`} {
		if err == nil {
			_, err = tx.Exec(ctx, statement)
		}
	}
	if err != nil {
		return fmt.Errorf("clear the photos of the sample: %w", err)
	}
	return nil
}
