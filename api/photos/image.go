package photos

import (
	"context"
	"encoding/json"
	"errors"
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

// row is an image as the database has it.
type row struct {
	ID          int64         `db:"id"`
	Title       string        `db:"title"`
	Description string        `db:"description"`
	AltText     string        `db:"alt_text"`
	GalleryID   *int64        `db:"gallery_id"`
	GalleryName *string       `db:"gallery_name"`
	Width       int           `db:"width"`
	Height      int           `db:"height"`
	Variants    string        `db:"variants"`
	UploadedAt  database.Time `db:"uploaded_at"`
}

// findImage returns the row of that id, or NotFound.
func findImage(ctx context.Context, from database.Reader, id int64) (row, error) {
	var found row
	err := from.Get(ctx, &found, `
		SELECT i.id, i.title, i.description, i.alt_text, i.gallery_id, g.name AS gallery_name, i.width, i.height,
		       i.variants, i.uploaded_at
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id
		 WHERE i.id = ?`, id)
	if errors.Is(err, database.ErrNoRows) {
		return row{}, apperror.NotFound()
	}
	return found, err
}

func images(rows []row) ([]Image, error) {
	images := make([]Image, 0, len(rows))
	for _, row := range rows {
		image, err := row.image()
		if err != nil {
			return nil, err
		}
		images = append(images, image)
	}
	return images, nil
}

func (r row) image() (Image, error) {
	var picture media.Picture
	if err := json.Unmarshal([]byte(r.Variants), &picture); err != nil || len(picture) == 0 {
		return Image{}, fmt.Errorf("image %d: its files %q cannot be read: %w", r.ID, r.Variants, err)
	}
	image := Image{
		ID: r.ID, Title: r.Title, Description: r.Description, AltText: r.AltText,
		Gallery: r.GalleryID, GalleryName: r.GalleryName,
		Image: picture.Full().URL(), ImageURL: picture.Full().URL(), ThumbnailURL: picture.Thumbnail().URL(),
		Width: r.Width, Height: r.Height, UploadedAt: r.UploadedAt,
	}
	for _, rendition := range picture.Srcset() {
		image.Srcset = append(image.Srcset, Source{URL: rendition.URL(), Width: rendition.Width, Height: rendition.Height})
	}
	return image, nil
}
