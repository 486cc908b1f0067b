package photos

import (
	"io"
	"net/http"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// maxForm is the largest form that is read, in bytes: the picture and room for the other fields.
const maxForm = media.MaxBytes + 1<<20

// ImageFields are the fields of an image that a client sent; those that it did not send are nil.
type ImageFields struct {
	Title       *string            `json:"title"`
	Description *string            `json:"description"`
	AltText     *string            `json:"alt_text"`
	Decorative  apperror.Flag      `json:"decorative"`
	Gallery     apperror.Reference `json:"gallery"`
	FocalPoint  FocalPoint         `json:"focal_point"`
	// File is the received file, and FileName its name at the client. FileFault says why it is
	// missing or invalid.
	File      *media.Upload `json:"-"`
	FileFault string        `json:"-"`
	FileName  string        `json:"-"`
	// UploadedBy is the id of a user, or 0.
	UploadedBy int64 `json:"-"`
	// UploadID is the resumable upload that the picture arrived by, or "".
	UploadID string `json:"-"`
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
	in.Gallery, in.FileFault = apperror.ReferenceOf(form.Texts["gallery"]), form.FileFault
	in.Decorative = apperror.FlagOf(form.Texts["decorative"])
	in.FocalPoint = focalPointOf(form.Texts["focal_point"])
	in.UploadedBy = h.UserID(r.Context())
	return in, err
}

func (in ImageFields) close() {
	if in.File != nil {
		_ = in.File.Close()
	}
}
