package personaldata

import (
	"net/http"

	"portfolio/api/httpx"
)

// Handler answers the call for one's own data.
type Handler struct {
	exporter *Exporter
	allow    func(*http.Request) (int64, error)
}

// NewHandler returns the handler of exporter's call. allow returns the account that sent a request, or why it may not have
// the document now.
func NewHandler(exporter *Exporter, allow func(*http.Request) (int64, error)) *Handler {
	return &Handler{exporter: exporter, allow: allow}
}

// Show answers GET /api/users/data/: 200 with everything that is known of the person who asks, 429 after too many times.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	userID, err := h.allow(r)
	if err != nil {
		return err
	}
	document, err := h.exporter.Of(r.Context(), userID)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, document)
}
