package documents

import (
	"errors"
	"io"
	"net/http"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
	"portfolio/api/media"
)

// maxForm is the largest form that is read, in bytes: the document and room for the other fields.
const maxForm = MaxBytes + 1<<20

// readForm reads the form of an upload as it comes in, the document into a temporary file, which the caller closes. What
// is wrong with the document is noted in FileFault, so that it can be answered together with the other fields.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request) (NewDocument, error) {
	var in NewDocument
	form, err := httpx.ReadForm(w, r, httpx.FormSpec{
		Limit: maxForm,
		Texts: []string{"name", "description", "category", "is_current"},
		File:  "file",
		Receive: func(name string, content io.Reader) error {
			in.FileName = name
			return h.receive(&in, content)
		},
	})
	if err != nil {
		if in.File != nil {
			_ = in.File.Close()
		}
		return NewDocument{}, err
	}
	if form.FileFault != "" {
		in.FileFault = form.FileFault
	}
	in.Name, in.Description = form.Texts["name"], form.Texts["description"]
	in.Category, in.IsCurrent = form.Texts["category"], form.Texts["is_current"]
	return in, nil
}

// receive takes the document as it comes in, and looks at what it is.
func (h *Handler) receive(in *NewDocument, content io.Reader) error {
	file, err := h.Library.ReceiveFile(content, MaxBytes, "document")
	if err == nil {
		file.ContentType, err = recognise(file, file.Size, in.FileName)
		if err != nil {
			_ = file.Close()
		}
	}
	var invalid *media.ValidationError
	var wrong unsupportedFormat
	switch {
	case errors.As(err, &invalid) && invalid.TooLarge:
		return apperror.TooLarge(invalid.Text)
	case errors.As(err, &invalid):
		in.FileFault = invalid.Text
	case errors.As(err, &wrong):
		in.FileFault = wrong.Error()
	case err != nil:
		return err
	default:
		in.File = file
	}
	return nil
}
