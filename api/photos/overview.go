package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// FrontPageGallery is the slug of the gallery whose images the home page shows in its banner.
const FrontPageGallery = "page-logos"

// ImageCounts is how many images and galleries there are, and how many of the images are in the gallery FrontPageGallery
// and how many lack an alternative text.
type ImageCounts struct {
	Images          int64 `db:"images" json:"images"`
	Galleries       int64 `db:"galleries" json:"galleries"`
	FrontPageImages int64 `db:"front_page_images" json:"front_page_images"`
	WithoutAltText  int64 `db:"images_without_alt_text" json:"images_without_alt_text"`
}

// Counts counts the images and the galleries.
func (s *Service) Counts(ctx context.Context) (ImageCounts, error) {
	var counts ImageCounts
	err := s.DB.Get(ctx, &counts, `
		SELECT (SELECT COUNT(*) FROM live_images) AS images,
		       (SELECT COUNT(*) FROM live_galleries) AS galleries,
		       (SELECT COUNT(*) FROM live_images i JOIN live_galleries g ON g.id = i.gallery_id WHERE g.slug = ?) AS front_page_images,
		       (SELECT COUNT(*) FROM live_images i WHERE `+withoutAltText+`) AS images_without_alt_text`,
		FrontPageGallery)
	if err != nil {
		return ImageCounts{}, fmt.Errorf("count images: %w", err)
	}
	return counts, nil
}

// FrontPageImage is an image as the home page shows it. FileHash changes with the file.
type FrontPageImage struct {
	ID       int64  `db:"id"`
	Title    string `db:"title"`
	AltText  string `db:"alt_text"`
	FileHash string `db:"file_hash"`
	// FocalPoint is the focal point, "" for the centre.
	FocalPoint string `db:"focal_point" json:",omitempty"`
}

// FrontPageImages returns the images of the gallery FrontPageGallery, in the order in which the home page shows them.
func FrontPageImages(ctx context.Context, from database.Reader) ([]FrontPageImage, error) {
	var images []FrontPageImage
	err := from.Select(ctx, &images, `
		SELECT i.id, i.title, i.alt_text, i.file_hash, COALESCE(i.focal_x || ' ' || i.focal_y, '') AS focal_point
		  FROM live_images i JOIN live_galleries g ON g.id = i.gallery_id
		 WHERE g.slug = ? ORDER BY i.rank, i.id`, FrontPageGallery)
	if err != nil {
		return nil, fmt.Errorf("list the images of the front page: %w", err)
	}
	return images, nil
}

// StoredImage is an image with the hash of the file that it was made of.
type StoredImage struct {
	ID       int64  `db:"id"`
	FileHash string `db:"file_hash"`
}

// StoredImages returns the existing images with one of the IDs, by ID.
func StoredImages(ctx context.Context, from database.Reader, ids []int64) (images []StoredImage, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	where, args := among("id", ids)
	if err := from.Select(ctx, &images, `SELECT id, file_hash FROM live_images WHERE `+where+` ORDER BY id`, args...); err != nil {
		return nil, fmt.Errorf("list images: %w", err)
	}
	return images, nil
}

// Uploaded is an image as disclosed to the user who uploaded it. Bytes is the size of the uploaded
// file.
type Uploaded struct {
	ID          int64         `db:"id" json:"id"`
	Title       string        `db:"title" json:"title"`
	Description string        `db:"description" json:"description"`
	AltText     string        `db:"alt_text" json:"alt_text"`
	Gallery     *string       `db:"gallery" json:"gallery"`
	FileName    string        `db:"original_name" json:"file_name"`
	ContentType string        `db:"content_type" json:"content_type"`
	Bytes       int64         `db:"byte_size" json:"bytes"`
	Width       int64         `db:"width" json:"width"`
	Height      int64         `db:"height" json:"height"`
	UploadedAt  database.Time `db:"uploaded_at" json:"uploaded_at"`
	// DeletedAt is null unless the image is in the trash.
	DeletedAt *database.Time `db:"deleted_at" json:"deleted_at"`
}

// UploadedBy returns the images that the user uploaded, including those in the trash, oldest first.
func UploadedBy(ctx context.Context, from database.Reader, userID int64) ([]Uploaded, error) {
	uploaded := []Uploaded{}
	err := from.Select(ctx, &uploaded, `
		SELECT i.id, i.title, i.description, i.alt_text, g.name AS gallery, i.original_name, i.content_type, i.byte_size,
		       i.width, i.height, i.uploaded_at, i.deleted_at
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id
		 WHERE i.uploaded_by = ? ORDER BY i.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the images of a user: %w", err)
	}
	return uploaded, nil
}
