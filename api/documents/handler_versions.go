package documents

import (
	"net/http"

	"portfolio/api/internal/httpx"
)

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
