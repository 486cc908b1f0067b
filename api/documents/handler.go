package documents

import (
	"context"
	"net/http"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

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
	Counters     *audit.Counters
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
	in, err := h.readForm(w, r)
	defer in.close()
	if err != nil {
		return err
	}
	document, err := h.Service.Upload(r.Context(), in)
	return httpx.Respond(w, http.StatusCreated, document, err)
}

// Change answers PATCH /api/documents/documents/:id/, with a form like that of Upload or JSON
// without the file: 200 with the document. Missing fields are unchanged; a replaced file is kept as
// a version. 400 for invalid fields, 404, 413.
func (h *Handler) Change(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	var in Fields
	if httpx.IsForm(r) {
		in, err = h.readForm(w, r)
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

// Delete answers DELETE /api/documents/documents/:id/: 204 when it is in the trash, 404.
func (h *Handler) Delete(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.Delete)
}

// CurrentCV answers GET /api/documents/documents/current_cv/: 200 with the name and the address of
// the CV, null for none.
func (h *Handler) CurrentCV(w http.ResponseWriter, r *http.Request) error {
	return h.Public.Serve(w, r, "current CV", func(ctx context.Context) (any, error) { return h.Service.CurrentCV(ctx) })
}
