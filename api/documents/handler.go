package documents

import (
	"context"
	"net/http"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
	"portfolio/api/visits"
)

// maxPDFForm is the maximum size of the reported PDFs as JSON, in bytes.
const maxPDFForm = 16 << 20

// Handler answers the calls about documents.
type Handler struct {
	Service *Service
	// Public keeps the answers that are the same for everybody.
	Public *httpx.PublicAnswers
	// Library receives the files of forms.
	Library *media.Library
	// SeesPages reports whether who sent a request may see the pages, and so the current documents.
	SeesPages func(*http.Request) (bool, error)
	// RendersPages means that this server renders the pages, and with them the CV.
	RendersPages bool
	Visits       *visits.Service
}

// ListCategories answers GET /api/documents/categories/: 200 with all categories, sorted by name.
func (h *Handler) ListCategories(w http.ResponseWriter, r *http.Request) error {
	categories, err := h.Service.ListCategories(r.Context())
	return httpx.Respond(w, http.StatusOK, categories, err)
}

// CreateCategory answers POST /api/documents/categories/ {name, description}: 201 with the category, 400 for wrong fields.
func (h *Handler) CreateCategory(w http.ResponseWriter, r *http.Request) error {
	var in CategoryFields
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	category, err := h.Service.CreateCategory(r.Context(), in)
	return httpx.Respond(w, http.StatusCreated, category, err)
}

// ChangeCategory answers PATCH /api/documents/categories/:id/ {name, description}: 200 with the
// category, 400 for invalid fields, 404.
func (h *Handler) ChangeCategory(w http.ResponseWriter, r *http.Request) error {
	var in CategoryFields
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	category, err := h.Service.ChangeCategory(r.Context(), id, in)
	return httpx.Respond(w, http.StatusOK, category, err)
}

// DeleteCategory answers DELETE /api/documents/categories/:id/: 204 when it is in the trash, 404.
func (h *Handler) DeleteCategory(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.DeleteCategory)
}

// ListDocuments answers GET /api/documents/documents/: 200 with all of them, newest first.
func (h *Handler) ListDocuments(w http.ResponseWriter, r *http.Request) error {
	documents, err := h.Service.ListDocuments(r.Context())
	return httpx.Respond(w, http.StatusOK, documents, err)
}

// Upload answers POST /api/documents/documents/, a form of file, name, description, category and is_current: 201 with the
// document, 400 for wrong fields, 413 for too many bytes, 415 for another type than multipart/form-data.
func (h *Handler) Upload(w http.ResponseWriter, r *http.Request) error {
	in, err := h.receive(w, r)
	defer in.close()
	if err != nil {
		return err
	}
	document, err := h.Service.Upload(r.Context(), in)
	return httpx.Respond(w, http.StatusCreated, document, err)
}

// Change answers PATCH /api/documents/documents/:id/, with a form like that of Upload or JSON
// without the file: 200 with the document. Missing fields are unchanged; a replaced file is kept as
// a version. 400 for invalid fields, 404, 409 for the CV for an audience, 413.
func (h *Handler) Change(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	var in Fields
	if httpx.IsForm(r) {
		in, err = h.receive(w, r)
		defer in.close()
	} else {
		err = httpx.DecodeJSON(r, &in)
	}
	if err != nil {
		return err
	}
	document, err := h.Service.Change(r.Context(), id, in)
	return httpx.Respond(w, http.StatusOK, document, err)
}

// Delete answers DELETE /api/documents/documents/:id/: 204 when it is in the trash, 404, 409 for the CV for an audience.
func (h *Handler) Delete(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.Delete)
}

// CurrentCV answers GET /api/documents/documents/current_cv/: 200 with the name and the address of
// the CV, null for none.
func (h *Handler) CurrentCV(w http.ResponseWriter, r *http.Request) error {
	return h.Public.Serve(w, r, "current CV", func(ctx context.Context) (any, error) { return h.Service.CurrentCV(ctx) })
}

// ListVersions answers GET /api/documents/documents/:id/versions/: 200 with the versions, newest first; 404.
func (h *Handler) ListVersions(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	versions, err := h.Service.ListVersions(r.Context(), id)
	return httpx.Respond(w, http.StatusOK, versions, err)
}

// RestoreVersion answers POST /api/documents/documents/:id/versions/:number/restore/: 200 with the
// document, which gets the file of the version as a new version; 404, even if that file was
// deleted.
func (h *Handler) RestoreVersion(w http.ResponseWriter, r *http.Request) error {
	id, number, err := versionOf(r)
	if err != nil {
		return err
	}
	document, err := h.Service.RestoreVersion(r.Context(), id, number)
	return httpx.Respond(w, http.StatusOK, document, err)
}

// DeleteVersion answers DELETE /api/documents/documents/:id/versions/:number/: 204, and the file of that version is gone for
// good; 404, and 409 for the document's own file.
func (h *Handler) DeleteVersion(w http.ResponseWriter, r *http.Request) error {
	id, number, err := versionOf(r)
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.DeleteVersion(r.Context(), id, number))
}

// versionOf returns the document and the number of the version that the URL names.
func versionOf(r *http.Request) (id, number int64, err error) {
	if id, err = httpx.ID(r, "id"); err == nil {
		number, err = httpx.ID(r, "number")
	}
	return id, number, err
}

// MakeFromContent answers POST /api/documents/documents/from_content/: 204, and the document is made with the next
// rendering.
func (h *Handler) MakeFromContent(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.Service.AddFromContent(r.Context()))
}

// ReportPDFs answers PUT /api/documents/documents/from_content/ with a PDFForm: 204, 400 for wrong fields, 409 if this
// server renders the pages, 413.
func (h *Handler) ReportPDFs(w http.ResponseWriter, r *http.Request) error {
	if h.RendersPages {
		return httpx.Conflict(httpx.RendersPages)
	}
	var in PDFForm
	if err := httpx.DecodeLargeJSON(r, maxPDFForm, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.ReportPDFs(r.Context(), in))
}
