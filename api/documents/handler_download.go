package documents

import (
	"fmt"
	"net/http"
	"path"
	"strings"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
	"portfolio/api/visits"
)

// Download answers GET /api/documents/documents/:id/download/: the file, as an attachment, if the
// document is current and the site not private, or the query has a valid signature; otherwise 404, or 403 for an expired
// signature. It supports ranges and conditional requests. Caches may not store the file, so that a
// document that is no longer current is no longer public.
func (h *Handler) Download(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	public, err := h.SeesPages(r)
	if err != nil {
		return err
	}
	found, err := h.Service.findDownload(r.Context(), id, r.URL.Query(), public)
	if err != nil {
		return err
	}
	if found.IsCurrent {
		h.count(r, found)
	}
	return h.Service.serve(w, r, found.file)
}

// count counts a download of a current document.
func (h *Handler) count(r *http.Request, found row) {
	h.Visits.CountDownload(r, func() {
		h.Visits.Counters.AddTotal(fmt.Sprint("downloads of document ", found.ID)) // the view live_documents reads it
		if *found.CategoryName == CVCategory {
			h.Visits.Counters.Add(visits.CountCVDownloads)
		}
	})
}

// DownloadCV answers GET /cv-download: the file of the current CV, like Download; 303 to the page
// of the CV without one. The address is the same for every current document, and caches may not
// store the answer.
func (h *Handler) DownloadCV(w http.ResponseWriter, r *http.Request) error {
	found, err := h.Service.findCV(r.Context())
	if httpx.IsNotFound(err) {
		w.Header().Set("Location", "/cv")
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
	if err != nil {
		return err
	}
	h.count(r, found)
	return h.Service.serve(w, r, found.file)
}

// DownloadVersion answers GET /api/documents/documents/:id/versions/:number/download/ like
// Download, with the file of that version. It needs a valid signature, even if the document is
// current.
func (h *Handler) DownloadVersion(w http.ResponseWriter, r *http.Request) error {
	id, number, err := versionOf(r)
	if err != nil {
		return err
	}
	found, err := h.Service.findVersionDownload(r.Context(), id, number, r.URL.Query())
	if err != nil {
		return err
	}
	return h.Service.serve(w, r, found)
}

// ServeFile answers with the current file of a document, to be saved: whole, or a range. It returns NotFound without having answered.
func (s *Service) ServeFile(w http.ResponseWriter, r *http.Request, id int64) error {
	found, err := findDocument(r.Context(), s.DB, id)
	if err != nil {
		return err
	}
	return s.serve(w, r, found.file)
}

// serve answers with a file, to be saved.
func (s *Service) serve(w http.ResponseWriter, r *http.Request, found file) error {
	object, err := s.Files.Storage.Open(r.Context(), found.Name)
	if err != nil {
		return fmt.Errorf("download a document: %w", err)
	}
	defer func() { _ = object.Close() }()
	w.Header().Set("Cache-Control", "no-store, no-transform") // nothing on the way may change an uploaded page
	w.Header().Set("Content-Disposition", media.Attachment(found.OriginalName))
	media.Serve(w, r, object, withCharset(found.ContentType), path.Base(found.Name))
	return nil
}

// withCharset adds the charset to the type of a text that was uploaded when it was not looked at.
func withCharset(contentType string) string {
	if strings.HasPrefix(contentType, "text/") && !strings.Contains(contentType, "charset=") {
		return contentType + "; charset=utf-8"
	}
	return contentType
}
