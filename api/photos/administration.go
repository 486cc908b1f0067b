package photos

import (
	"context"
	"encoding/json"
	"fmt"

	"portfolio/api/database"
	"portfolio/api/media"
)

// FrontPageGallery is the slug of the gallery whose images the home page's banner shows.
const FrontPageGallery = "page-logos"

// Stored is an image as the back office lists it: where it is used, and what is kept of it.
type Stored struct {
	ID           int64
	Title        string
	AltText      string
	OriginalName string
	GalleryName  *string
	OnFrontPage  bool
	Width        int
	Height       int
	Thumbnail    string
	Files        int64
	Bytes        int64
	UploadedAt   database.Time
	UploadedBy   *string
}

type storedRow struct {
	row
	OriginalName string  `db:"original_name"`
	GallerySlug  *string `db:"gallery_slug"`
	UploadedBy   *string `db:"uploaded_by"`
}

// StoredImages returns a part of the images, the newest first, and how many there are on all parts. A search is for
// titles and files' names.
func (s *Service) StoredImages(ctx context.Context, p database.Part) (_ []Stored, total int64, err error) {
	where, args := p.Where(`i.title`, `i.original_name`)
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM images i`+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count stored images: %w", err)
	}
	var rows []storedRow
	if err := s.db.Select(ctx, &rows, imagesStatement(p, where), append(args, p.Limit, p.Offset)...); err != nil {
		return nil, 0, fmt.Errorf("list stored images: %w", err)
	}
	images := make([]Stored, 0, len(rows))
	for _, row := range rows {
		image, err := row.stored()
		if err != nil {
			return nil, 0, err
		}
		images = append(images, image)
	}
	return images, total, nil
}

func imagesStatement(p database.Part, where string) string {
	order := p.Order(`i.uploaded_at DESC, i.id DESC`, `i.uploaded_at, i.id`)
	return `
		SELECT i.id, i.title, i.alt_text, i.original_name, g.name AS gallery_name, g.slug AS gallery_slug, i.width, i.height,
		       i.variants, i.uploaded_at, u.email AS uploaded_by
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id LEFT JOIN users u ON u.id = i.uploaded_by` + where + `
		 ORDER BY ` + order + `
		 LIMIT ? OFFSET ?`
}

func (r storedRow) stored() (Stored, error) {
	var picture media.Picture
	if err := json.Unmarshal([]byte(r.Variants), &picture); err != nil || len(picture) == 0 {
		return Stored{}, fmt.Errorf("image %d: its files %q cannot be read: %w", r.ID, r.Variants, err)
	}
	image := Stored{
		ID: r.ID, Title: r.Title, AltText: r.AltText, OriginalName: r.OriginalName, GalleryName: r.GalleryName,
		OnFrontPage: r.GallerySlug != nil && *r.GallerySlug == FrontPageGallery, Width: r.Width, Height: r.Height,
		Thumbnail: picture.Thumbnail().URL(), Files: int64(len(picture)), UploadedAt: r.UploadedAt, UploadedBy: r.UploadedBy,
	}
	for _, rendition := range picture {
		image.Bytes += rendition.Bytes
	}
	return image, nil
}

// OnFrontPage reports whether the home page's banner shows the gallery's images.
func (g Gallery) OnFrontPage() bool { return g.Slug == FrontPageGallery }

// StoredGalleries returns a part of the galleries by name, and how many there are on all parts.
func (s *Service) StoredGalleries(ctx context.Context, p database.Part) (_ []Gallery, total int64, err error) {
	where, args := p.Where(`g.name`, `g.slug`)
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM galleries g`+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count galleries: %w", err)
	}
	order := p.Order(`LOWER(g.name), g.id`, `LOWER(g.name) DESC, g.id DESC`)
	galleries := []Gallery{}
	err = s.db.Select(ctx, &galleries, `
		SELECT g.id, g.name, g.slug, g.description,
		       (SELECT COUNT(*) FROM images i WHERE i.gallery_id = g.id) AS image_count
		  FROM galleries g`+where+`
		 ORDER BY `+order+`
		 LIMIT ? OFFSET ?`, append(args, p.Limit, p.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list galleries: %w", err)
	}
	return galleries, total, nil
}
