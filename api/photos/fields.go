package photos

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// maxForm is the maximum size of a form in bytes: the picture and room for the other fields.
const maxForm = media.MaxBytes + 1<<20

// ImageFields are the fields of an image that a client sent; those that it did not send are nil.
type ImageFields struct {
	Title       *string        `json:"title"`
	Description *string        `json:"description"`
	AltText     *string        `json:"alt_text"`
	Decorative  apperror.Value `json:"decorative"`
	Gallery     apperror.Value `json:"gallery"`
	FocalPoint  apperror.Value `json:"focal_point"`
	// File is the received file, and FileName its name at the client. FileFault says why it is
	// missing or invalid.
	File      *media.Upload `json:"-"`
	FileFault string        `json:"-"`
	FileName  string        `json:"-"`
}

// readForm reads a form, and the image into a temporary file. The caller closes it, even after an
// error.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request) (in ImageFields, err error) {
	form, err := httpx.ReadForm(w, r, httpx.FormSpec{
		Limit: maxForm,
		Texts: []string{"title", "description", "alt_text", "decorative", "gallery", "focal_point"},
		File:  "image",
		Receive: func(name string, content io.Reader) (err error) {
			in.FileName = name
			in.File, err = h.Service.Library.Receive(r.Context(), content)
			return err
		},
	})
	in.Title, in.Description, in.AltText = form.Texts["title"], form.Texts["description"], form.Texts["alt_text"]
	in.Gallery, in.FileFault = apperror.ValueOf(form.Texts["gallery"]), form.FileFault
	in.Decorative = apperror.ValueOf(form.Texts["decorative"])
	in.FocalPoint = apperror.ValueOf(form.Texts["focal_point"])
	return in, err
}

func (in ImageFields) close() {
	if in.File != nil {
		_ = in.File.Close()
	}
}

// newImage returns the row of a new image, or an apperror that names every field that is invalid or
// was recorded in v before.
func (s *Service) newImage(ctx context.Context, v *apperror.Validator, in ImageFields) (image NewImage, err error) {
	image = NewImage{
		Title:       v.RequiredText(in.Title, maxTitle, "title"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
		AltText:     v.OptionalText(in.AltText, maxAltText, "alt_text"),
		FileName:    in.FileName,
	}
	if image.Gallery, err = s.findGallery(ctx, v, in.Gallery); err != nil {
		return NewImage{}, err
	}
	return image, v.Err()
}

// apply returns the image with the sent texts, mark and focal point, and records invalid ones in v.
// Marking an image as decorative clears its alternative text, and a text clears the mark.
func (in ImageFields) apply(v *apperror.Validator, image Image) Image {
	image.Title = v.ChangedText(in.Title, image.Title, maxTitle, "title")
	image.Description = v.ChangedOptionalText(in.Description, image.Description, maxDescription, "description")
	image.AltText = v.ChangedOptionalText(in.AltText, image.AltText, maxAltText, "alt_text")
	described := in.AltText != nil && image.AltText != ""
	if v.Flag(in.Decorative, false, "decorative") {
		v.Check(!described, "decorative", apperror.DecorativeWithText)
		image.AltText, image.Decorative = "", true
	} else if in.Decorative.Sent || described {
		image.Decorative = false
	}
	if in.FocalPoint.Sent {
		image.FocalX, image.FocalY = readFocalPoint(v, in.FocalPoint)
	}
	return image
}

// findGallery returns the ID of the gallery that a client chose, nil for none. It records an
// invalid choice under "gallery".
func (s *Service) findGallery(ctx context.Context, v *apperror.Validator, choice apperror.Value) (*int64, error) {
	return httpx.FindRow(ctx, s.DB, `SELECT COUNT(*) FROM live_galleries WHERE id = ?`, v, choice, "gallery")
}

// noSuchGallery is the error for a gallery that was deleted for good since findGallery found it.
func noSuchGallery(id int64) error {
	return apperror.InvalidField("gallery", fmt.Sprintf(apperror.NoSuchPK, fmt.Sprint(id)))
}
