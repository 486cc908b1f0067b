package documents

import (
	"io"
	"net/http"

	"portfolio/api/internal/httpx"
)

// maxForm is the largest form that is read, in bytes: the document and room for the other fields.
const maxForm = MaxBytes + 1<<20

// readForm reads the form of an upload, and the document into a temporary file. The caller closes
// it, even after an error.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request) (in NewDocument, err error) {
	form, err := httpx.ReadForm(w, r, httpx.FormSpec{
		Limit: maxForm,
		Texts: []string{"name", "description", "category", "is_current"},
		File:  "file",
		Receive: func(name string, content io.Reader) (err error) {
			in.FileName = name
			if in.File, err = h.Library.ReceiveFile(content, MaxBytes, "document"); err != nil {
				return err
			}
			in.File.ContentType, err = recognise(in.File, in.File.Size, name)
			return err
		},
	})
	in.FileFault = form.FileFault
	in.Name, in.Description = form.Texts["name"], form.Texts["description"]
	in.Category, in.IsCurrent = form.Texts["category"], form.Texts["is_current"]
	return in, err
}

func (in NewDocument) close() {
	if in.File != nil {
		_ = in.File.Close()
	}
}
