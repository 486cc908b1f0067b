package photos

import (
	"context"
	"database/sql"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/media"
)

// Image is a picture as the database has it. Gallery and GalleryName are nil together.
type Image struct {
	ID          int64
	Title       string
	Description string
	AltText     string
	// Decorative says that AltText is empty on purpose.
	Decorative  bool
	Gallery     *int64
	GalleryName *string
	Picture     media.Picture
	// FocalX and FocalY are the point that stays in sight where the picture is cropped, in percent from its left and upper edge. Both
	// are NULL for the centre.
	FocalX, FocalY sql.NullInt64
	UploadedAt     database.Time
}

// findImage returns the image of that id, or NotFound.
func findImage(ctx context.Context, from database.Reader, id int64) (found Image, err error) {
	n, err := eachImage(ctx, from, nil, func(image *Image) { found = *image }, `WHERE i.id = ?`, id)
	if err == nil && n == 0 {
		err = apperror.NotFound()
	}
	return found, err
}

// eachImage calls fn for each image that the clauses of a SELECT choose, which call an image i, and
// returns how many there are. A gallery's name comes from names, "" if it is not there; with nil
// names it comes from the database.
func eachImage(ctx context.Context, from database.Reader, names map[int64]*string, fn func(*Image), clauses string, args ...any) (n int64, err error) {
	galleryName, galleries := `''`, ``
	if names == nil {
		galleryName, galleries = `g.name`, `LEFT JOIN galleries g ON g.id = i.gallery_id `
	}
	rows, err := from.Query(ctx, `
		SELECT i.id, i.title, i.description, i.alt_text, i.decorative, i.gallery_id, `+galleryName+`, i.uploaded_at, i.renditions, i.focal_x, i.focal_y
		  FROM images i `+galleries+clauses, args...)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	for ; rows.Next(); n++ {
		var row Image
		var renditions string
		err := rows.Scan(&row.ID, &row.Title, &row.Description, &row.AltText, &row.Decorative, &row.Gallery, &row.GalleryName,
			&row.UploadedAt, &renditions, &row.FocalX, &row.FocalY)
		if err != nil {
			return n, err
		}
		if row.Gallery == nil {
			row.GalleryName = nil
		} else if name := names[*row.Gallery]; name != nil {
			row.GalleryName = name
		}
		if row.Picture, err = media.ParsePicture(nil, renditions); err != nil {
			return n, fmt.Errorf("image %d: %w", row.ID, err)
		}
		fn(&row)
	}
	return n, rows.Err()
}
