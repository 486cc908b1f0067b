package documents

import (
	"io"
	"net/http"

	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// maxForm is the maximum size of a form in bytes: the document and room for the other fields.
const maxForm = MaxBytes + 1<<20

// Fields are the fields of a document that a client sent; those that it did not send are nil.
type Fields struct {
	Name        *string     `json:"name"`
	Description *string     `json:"description"`
	Category    httpx.Value `json:"category"`
	IsCurrent   httpx.Value `json:"is_current"`
	// File is the received document with its content type, and FileName its name at the client.
	// FileFault says why it is missing or invalid.
	File      *files.Temporary `json:"-"`
	FileFault string           `json:"-"`
	FileName  string           `json:"-"`
	// IsSample means that ClearSample deletes it.
	IsSample bool `json:"-"`
}

// receive reads a form, and the document into a temporary file. The caller closes it, even after
// an error.
func (h *Handler) receive(w http.ResponseWriter, r *http.Request) (in Fields, err error) {
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
	in.Category, in.IsCurrent = httpx.ValueOf(form.Texts["category"]), httpx.ValueOf(form.Texts["is_current"])
	return in, err
}

func (in Fields) close() {
	if in.File != nil {
		_ = in.File.Close()
	}
}

// apply sets the fields that the client sent, and records invalid ones in v. category is the row
// that in.Category names. A document that moves to another category is current there only if the
// client says so.
func (in Fields) apply(v *httpx.Validator, to *row, category *int64) {
	to.Document.Name = v.ChangedText(in.Name, to.Document.Name, maxName, "name")
	to.Description = v.ChangedOptionalText(in.Description, to.Description, maxDescription, "description")
	if in.Category.Sent && !httpx.Same(category, to.Category) {
		to.Category, to.IsCurrent = category, false
	}
	to.IsCurrent = v.Flag(in.IsCurrent, to.IsCurrent, "is_current")
	if v.Valid("category") {
		v.Check(!to.IsCurrent || to.Category != nil, "category", httpx.CurrentNowhere)
	}
}

// version returns the received file as a version of a document.
func (in Fields) version() file {
	return file{
		Name: in.File.Name, Hash: in.File.Hash, Bytes: in.File.Size, OriginalName: in.FileName, ContentType: in.File.ContentType,
	}
}
