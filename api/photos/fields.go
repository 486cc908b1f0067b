package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// ImageFields are the fields of an image that a client sent; those that it did not send are nil.
type ImageFields struct {
	Title       *string     `json:"title"`
	Description *string     `json:"description"`
	AltText     *string     `json:"alt_text"`
	AltTexts    AltTexts    `json:"alt_texts"`
	Decorative  httpx.Value `json:"decorative"`
	Gallery     httpx.Value `json:"gallery"`
	FocalPoint  httpx.Value `json:"focal_point"`
	// File is the received file, and FileName its name at the client. FileFault says why it is
	// missing or invalid.
	File      *media.Upload `json:"-"`
	FileFault string        `json:"-"`
	FileName  string        `json:"-"`
	// Key is the same in each try of one upload, and "" for an upload that is tried once.
	Key string `json:"-"`
	// IsSample means that ClearSample deletes it.
	IsSample bool `json:"-"`
}

// apply returns the image with the sent texts, mark and focal point, and records invalid ones in v.
// A text without the mark clears it.
func (in ImageFields) apply(v *httpx.Validator, image Image) Image {
	image.Title = v.ChangedText(in.Title, image.Title, maxTitle, "title")
	image.Description = v.ChangedOptionalText(in.Description, image.Description, maxDescription, "description")
	image.AltText = v.ChangedOptionalText(in.AltText, image.AltText, maxAltText, "alt_text")
	image.AltTexts = image.AltTexts.changed(v, in.AltTexts)
	described := in.AltText != nil && image.AltText != ""
	image.Decorative = v.Flag(in.Decorative, image.Decorative && !described, "decorative")
	if in.FocalPoint.Sent {
		image.FocalX, image.FocalY = readFocalPoint(v, in.FocalPoint)
	}
	return image
}

// findGallery returns the ID of the gallery that a client chose, nil for none. It records an
// invalid choice under "gallery".
func (s *Service) findGallery(ctx context.Context, v *httpx.Validator, choice httpx.Value) (*int64, error) {
	return httpx.FindRow(ctx, s.DB, `SELECT COUNT(*) FROM live_galleries WHERE id = ?`, v, choice, "gallery")
}

// noSuchGallery is the error for a gallery that was deleted for good since findGallery found it.
func noSuchGallery(id int64) error {
	return httpx.InvalidField("gallery", fmt.Sprintf(httpx.NoSuchPK, fmt.Sprint(id)))
}
