package photos

import (
	"context"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/media"
)

// Image is a picture as clients see it. URLs are paths on this server, sizes are in pixels. Gallery and GalleryName are
// null together.
type Image struct {
	ID           int64         `db:"id" json:"id"`
	Title        string        `db:"title" json:"title"`
	Description  string        `db:"description" json:"description"`
	AltText      string        `db:"alt_text" json:"alt_text"`
	Gallery      *int64        `db:"gallery_id" json:"gallery"`
	GalleryName  *string       `db:"gallery_name" json:"gallery_name"`
	Image        string        `db:"-" json:"image"`
	ImageURL     string        `db:"-" json:"image_url"`
	ThumbnailURL string        `db:"-" json:"thumbnail_url"`
	Width        int           `db:"width" json:"width"`
	Height       int           `db:"height" json:"height"`
	Srcset       []Source      `db:"-" json:"srcset"`
	UploadedAt   database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// Source is one file of an image among which a browser chooses by width.
type Source struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// row is an image with one of its files, as the database has them.
type row struct {
	Image
	FileName   string `db:"file_name"`
	FileWidth  int    `db:"file_width"`
	FileHeight int    `db:"file_height"`
}

// findImage returns the image of that id, or NotFound.
func findImage(ctx context.Context, from database.Reader, id int64) (Image, error) {
	found, err := selectImages(ctx, from, `WHERE i.id = ?`, `ORDER BY i.id`, ``, id)
	if err != nil {
		return Image{}, err
	}
	if len(found) == 0 {
		return Image{}, apperror.NotFound()
	}
	return found[0], nil
}

// selectImages returns the images that a WHERE chooses, in the order and as far as the other clauses say. They know an
// image as i and its gallery as g.
func selectImages(ctx context.Context, from database.Reader, where, order, limit string, args ...any) ([]Image, error) {
	var rows []row
	err := from.Select(ctx, &rows, `
		SELECT i.id, i.title, i.description, i.alt_text, i.gallery_id, i.gallery_name, i.width, i.height, i.uploaded_at,
		       f.name AS file_name, r.width AS file_width, r.height AS file_height
		  FROM (SELECT i.id, i.title, i.description, i.alt_text, i.gallery_id, g.name AS gallery_name, i.width, i.height,
		               i.uploaded_at
		          FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id
		        `+where+` `+order+` `+limit+`) i
		  JOIN image_renditions r ON r.image_id = i.id JOIN stored_files f ON f.id = r.file_id
		 `+order+`, r.position`, args...)
	if err != nil {
		return nil, err
	}
	images := []Image{}
	for start := 0; start < len(rows); {
		var picture media.Picture
		image := rows[start].Image
		for ; start < len(rows) && rows[start].ID == image.ID; start++ {
			file := rows[start]
			picture = append(picture, media.Rendition{Name: file.FileName, Width: file.FileWidth, Height: file.FileHeight})
		}
		image.Image, image.ImageURL, image.ThumbnailURL = picture.Full().URL(), picture.Full().URL(), picture.Thumbnail().URL()
		for _, rendition := range picture.Srcset() {
			image.Srcset = append(image.Srcset, Source{URL: rendition.URL(), Width: rendition.Width, Height: rendition.Height})
		}
		images = append(images, image)
	}
	return images, nil
}
