package personaldata

import (
	"net/http"

	"portfolio/api/internal/httpx"
)

// Handler answers the call for one's own data.
type Handler struct {
	Exporter *Exporter
	// Allow returns the account that sent a request, or why it may not have the document now.
	Allow func(*http.Request) (int64, error)
}

// Show answers GET /api/users/data/: 200 with everything that is known of the person who asks, 429 after too many times.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	userID, err := h.Allow(r)
	if err != nil {
		return err
	}
	document, err := h.Exporter.Of(r.Context(), userID)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, document)
}
