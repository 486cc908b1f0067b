package photos

import (
	"errors"
	"io"
	"net/http"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// maxForm is the largest form that is read, in bytes: the picture and room for the other fields.
const maxForm = media.MaxBytes + 1<<20

// imageForm is the form of an upload or a change. It holds a temporary file until close.
type imageForm struct {
	httpx.Form
	file     *media.Upload
	fileName string
}

func (f *imageForm) close() {
	if f.file != nil {
		_ = f.file.Close()
	}
}

// change returns the form as a change. A picture need not be in it.
func (f *imageForm) change() ImageChange {
	in := ImageChange{
		Title: f.Texts["title"], Description: f.Texts["description"], AltText: f.Texts["alt_text"],
		Gallery: validate.ReferenceOf(f.Texts["gallery"]), File: f.file, FileName: f.fileName,
	}
	if f.FileFault != apperror.NoFile {
		in.FileFault = f.FileFault
	}
	return in
}

// readForm reads a form as it comes in, the picture into a temporary file. What is wrong with the picture is noted in
// FileFault, so that it can be answered together with the other fields.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request) (*imageForm, error) {
	form, fault := &imageForm{}, ""
	read, err := httpx.ReadForm(w, r, httpx.FormSpec{
		Limit: maxForm,
		Texts: []string{"title", "description", "alt_text", "gallery"},
		File:  "image",
		Receive: func(name string, content io.Reader) (err error) {
			form.fileName = name
			form.file, err = h.Service.Library.Receive(r.Context(), content)
			var invalid *media.ValidationError
			if !errors.As(err, &invalid) {
				return err
			}
			if invalid.TooLarge {
				return apperror.TooLarge(invalid.Text)
			}
			fault = invalid.Text
			return nil
		},
	})
	if err != nil {
		form.close()
		return nil, err
	}
	form.Form = read
	if fault != "" {
		form.FileFault = fault
	}
	return form, nil
}
