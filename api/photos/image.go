package photos

import (
	"context"
	"database/sql"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/media"
)

// Image is an image that is not in the trash. Gallery and GalleryName are nil together.
type Image struct {
	ID          int64  `db:"id"`
	Title       string `db:"title"`
	Description string `db:"description"`
	AltText     string `db:"alt_text"`
	// Decorative means that AltText is empty on purpose.
	Decorative  bool    `db:"decorative"`
	Gallery     *int64  `db:"gallery_id"`
	GalleryName *string `db:"gallery_name"`
	// FileHash is the SHA-256 of the uploaded file, in hexadecimal.
	FileHash string `db:"file_hash"`
	// FocalX and FocalY are the focal point in percent from the left and upper edge, NULL for the centre.
	FocalX     sql.NullInt64 `db:"focal_x"`
	FocalY     sql.NullInt64 `db:"focal_y"`
	UploadedAt database.Time `db:"uploaded_at"`
	Picture    media.Picture `db:"-"`
}

// imageRow is a row of live_images. Renditions is the text of the picture.
type imageRow struct {
	Image
	Renditions string `db:"renditions"`
}

// findImage returns the image of that ID, or NotFound.
func findImage(ctx context.Context, from database.Reader, id int64) (Image, error) {
	found, err := selectImages(ctx, from, `WHERE i.id = ?`, id)
	if err == nil && len(found) == 0 {
		err = apperror.NotFound()
	}
	if err != nil {
		return Image{}, err
	}
	return found[0], nil
}

// selectImages returns the images that the clauses of a SELECT from live_images i choose.
func selectImages(ctx context.Context, from database.Reader, clauses string, args ...any) ([]Image, error) {
	var rows []imageRow
	err := from.Select(ctx, &rows, `
		SELECT i.id, i.title, i.description, i.alt_text, i.decorative, i.gallery_id, i.gallery_name, i.uploaded_at, i.renditions,
		       i.file_hash, i.focal_x, i.focal_y
		  FROM live_images i `+clauses, args...)
	if err != nil {
		return nil, err
	}
	images := make([]Image, len(rows))
	for i, row := range rows {
		images[i] = row.Image
		if images[i].Picture, err = media.ParsePicture(nil, row.Renditions); err != nil {
			return nil, fmt.Errorf("image %d: %w", row.ID, err)
		}
	}
	return images, nil
}
