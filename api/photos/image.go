package photos

import (
	"cmp"
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

// eachImage calls fn with one image after another of those that the clauses of a SELECT choose, which know an image as i, and
// returns how many they are. The image is used again for the next one, because lists are long. Its gallery's name comes from names,
// "" where that gallery had no image yet when they were read. With nil it comes from the database, which takes a third of the time
// of a list.
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
	var row Image
	var gallery sql.NullInt64
	var name sql.NullString
	var renditions string
	targets := []any{&row.ID, &row.Title, &row.Description, &row.AltText, &row.Decorative, &gallery, &name, &row.UploadedAt, &renditions, &row.FocalX, &row.FocalY}
	for ; rows.Next(); n++ {
		if err := rows.Scan(targets...); err != nil {
			return n, err
		}
		row.Gallery, row.GalleryName = nil, nil
		if gallery.Valid {
			row.Gallery, row.GalleryName = &gallery.Int64, cmp.Or(names[gallery.Int64], &name.String)
		}
		if row.Picture, err = media.ParsePicture(row.Picture[:0], renditions); err != nil {
			return n, fmt.Errorf("image %d: %w", row.ID, err)
		}
		fn(&row)
	}
	return n, rows.Err()
}
