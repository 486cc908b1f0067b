package photos

import (
	"context"
	"database/sql"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// Image is an image that is not in the trash. Gallery and GalleryName are nil together.
type Image struct {
	ID    int64  `db:"id" json:"id"`
	Title string `db:"title" json:"title"`
	// TitleEnd is the end that the upload added to the title, which may have been changed since.
	TitleEnd    string   `db:"title_end" json:"-"`
	Description string   `db:"description" json:"description"`
	AltText     string   `db:"alt_text" json:"alt_text"`
	AltTexts    AltTexts `db:"alt_texts" json:"alt_texts,omitempty"`
	// Decorative means that visitors need no alternative text. AltText is kept, and not shown to them.
	Decorative  bool    `db:"decorative" json:"decorative"`
	Gallery     *int64  `db:"gallery_id" json:"gallery"`
	GalleryName *string `db:"gallery_name" json:"gallery_name"`
	// FileHash is the SHA-256 of the uploaded file, in hexadecimal.
	FileHash string `db:"file_hash" json:"-"`
	// FocalX and FocalY are the focal point in percent from the left and upper edge, NULL for the
	// center.
	FocalX     sql.NullInt64    `db:"focal_x" json:"-"`
	FocalY     sql.NullInt64    `db:"focal_y" json:"-"`
	UploadedAt database.Time    `db:"uploaded_at" json:"-"`
	Renditions media.Renditions `db:"renditions" json:"-"`
}

const selectImages = `
	SELECT i.id, i.title, i.title_end, i.description, i.alt_text, i.alt_texts, i.decorative, i.gallery_id, i.gallery_name, i.uploaded_at, i.renditions,
	       i.file_hash, i.focal_x, i.focal_y
	  FROM live_images i `

// findImage returns the image of that ID, or NotFound.
func findImage(ctx context.Context, from database.Reader, id int64) (image Image, err error) {
	err = from.Get(ctx, &image, selectImages+`WHERE i.id = ?`, id)
	return image, httpx.OrNotFound(err)
}

// lockImage is findImage, and locks the image until the transaction ends.
func lockImage(ctx context.Context, tx *database.Tx, id int64) (Image, error) {
	// An update, so that of two simultaneous changes the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id = ? AND deleted_at IS NULL`, id); err != nil {
		return Image{}, err
	}
	return findImage(ctx, tx, id)
}
