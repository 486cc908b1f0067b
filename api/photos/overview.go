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

// Uploaded is an image as disclosed to the user who uploaded it. Bytes is the size of the uploaded
// file.
type Uploaded struct {
	ID          int64         `db:"id" json:"id"`
	Title       string        `db:"title" json:"title"`
	Description string        `db:"description" json:"description"`
	AltText     string        `db:"alt_text" json:"alt_text"`
	AltTexts    AltTexts      `db:"alt_texts" json:"alt_texts,omitempty"`
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
		SELECT i.id, i.title, i.description, i.alt_text, i.alt_texts, g.name AS gallery, i.original_name, i.content_type, i.byte_size,
		       i.width, i.height, i.uploaded_at, i.deleted_at
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id
		 WHERE i.uploaded_by = ? ORDER BY i.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the images of a user: %w", err)
	}
	return uploaded, nil
}
