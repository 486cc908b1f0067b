package photos

import (
	"context"
	"database/sql"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/media"
)

// Image is a picture as clients see it. URLs are paths on this server, sizes are in pixels. Gallery and GalleryName are
// null together.
type Image struct {
	ID           int64         `json:"id"`
	Title        string        `json:"title"`
	Description  string        `json:"description"`
	AltText      string        `json:"alt_text"`
	Gallery      *int64        `json:"gallery"`
	GalleryName  *string       `json:"gallery_name"`
	Image        string        `json:"image"`
	ImageURL     string        `json:"image_url"`
	ThumbnailURL string        `json:"thumbnail_url"`
	Width        int           `json:"width"`
	Height       int           `json:"height"`
	Srcset       []Source      `json:"srcset"`
	UploadedAt   database.Time `json:"uploaded_at"`
}

// Source is one file of an image among which a browser chooses by width.
type Source struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// findImage returns the image of that id, or NotFound.
func findImage(ctx context.Context, from database.Reader, id int64) (Image, error) {
	found, err := selectImages(ctx, from, `WHERE i.id = ?`, id)
	if err != nil {
		return Image{}, err
	}
	if len(found) == 0 {
		return Image{}, apperror.NotFound()
	}
	return found[0], nil
}

// selectImages returns the images that the clauses of a SELECT choose, which know an image as i and its gallery as g.
func selectImages(ctx context.Context, from database.Reader, clauses string, args ...any) ([]Image, error) {
	rows, err := from.Query(ctx, `
		SELECT i.id, i.title, i.description, i.alt_text, i.gallery_id, g.name, i.uploaded_at, i.renditions
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id `+clauses, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	// All rows are scanned into the same variables: of lists most of the time is spent on memory.
	images := []Image{}
	var row Image
	var gallery sql.NullInt64
	var galleryName sql.NullString
	var renditions string
	var picture media.Picture
	targets := []any{&row.ID, &row.Title, &row.Description, &row.AltText, &gallery, &galleryName, &row.UploadedAt, &renditions}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		if !gallery.Valid {
			row.Gallery, row.GalleryName = nil, nil
		} else if row.Gallery == nil || *row.Gallery != gallery.Int64 {
			id, name := gallery.Int64, galleryName.String
			row.Gallery, row.GalleryName = &id, &name
		}
		if picture, err = media.ParsePicture(picture[:0], renditions); err != nil {
			return nil, fmt.Errorf("image %d: %w", row.ID, err)
		}
		row.setPicture(picture)
		images = append(images, row)
	}
	return images, rows.Err()
}

func (i *Image) setPicture(picture media.Picture) {
	full := picture.Full()
	i.Width, i.Height = full.Width, full.Height
	i.Image, i.ThumbnailURL = full.URL(), picture.Thumbnail().URL()
	i.ImageURL = i.Image
	choices := picture.Srcset()
	i.Srcset = make([]Source, len(choices))
	for n, rendition := range choices {
		i.Srcset[n] = Source{URL: rendition.URL(), Width: rendition.Width, Height: rendition.Height}
	}
}
