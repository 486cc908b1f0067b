package photos

import (
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// imageAnswer is an image as clients get it. URLs are paths on this server, sizes are in pixels.
type imageAnswer struct {
	ID           int64         `json:"id"`
	Title        string        `json:"title"`
	Description  string        `json:"description"`
	AltText      string        `json:"alt_text"`
	Decorative   bool          `json:"decorative"`
	Gallery      *int64        `json:"gallery"`
	GalleryName  *string       `json:"gallery_name"`
	Image        string        `json:"image"`
	ImageURL     string        `json:"image_url"`
	ThumbnailURL string        `json:"thumbnail_url"`
	Width        int           `json:"width"`
	Height       int           `json:"height"`
	Srcset       []source      `json:"srcset"`
	FocalPoint   *point        `json:"focal_point"`
	UploadedAt   database.Time `json:"uploaded_at"`
}

type source struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

type point struct {
	X int64 `json:"x"`
	Y int64 `json:"y"`
}

// MarshalJSON returns the image as clients get it.
func (i Image) MarshalJSON() ([]byte, error) {
	full := i.Picture.Full()
	answer := imageAnswer{
		ID: i.ID, Title: i.Title, Description: i.Description, AltText: i.AltText, Decorative: i.Decorative,
		Gallery: i.Gallery, GalleryName: i.GalleryName, Image: full.URL(), ImageURL: full.URL(),
		ThumbnailURL: i.Picture.Thumbnail().URL(), Width: full.Width, Height: full.Height,
		Srcset: []source{}, UploadedAt: i.UploadedAt,
	}
	for _, rendition := range i.Picture.Srcset() {
		answer.Srcset = append(answer.Srcset, source{rendition.URL(), rendition.Width, rendition.Height})
	}
	if i.FocalX.Valid {
		answer.FocalPoint = &point{i.FocalX.Int64, i.FocalY.Int64}
	}
	return httpx.EncodeJSON(answer)
}
