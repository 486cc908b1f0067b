package visits

import (
	"net/http"

	"portfolio/api/internal/httpx"
)

// Handler answers the calls of visits.
type Handler struct {
	Service *Service
}

// Count answers POST /api/visits/ {path, referrer} with 204, even if the visit does not count, so that
// no browser reports an error.
func (h *Handler) Count(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Path     string `json:"path" required:"true"`
		Referrer string `json:"referrer"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	// The middleware refuses pages of other sites.
	if r.Header.Get("Origin") == "" || !h.Service.isVisitor(r) {
		return httpx.RespondEmpty(w, nil)
	}
	ctx := r.Context()
	return httpx.RespondEmpty(w, h.Service.Count(ctx, Visit{
		Network: httpx.ClientNetwork(httpx.ClientIP(ctx)), Origin: r.Header.Get("Origin"), Path: in.Path, Referrer: in.Referrer,
	}))
}
