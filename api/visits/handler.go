package visits

import (
	"net/http"
	"regexp"

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
	if !counts(r) {
		return httpx.RespondEmpty(w, nil)
	}
	ctx := r.Context()
	return httpx.RespondEmpty(w, h.Service.Count(ctx, Visit{
		Network: httpx.ClientNetwork(httpx.ClientIP(ctx)), Origin: r.Header.Get("Origin"), Path: in.Path, Referrer: in.Referrer,
	}))
}

// robot matches the user agents of programs. Many name a page about them, and browsers never do.
var robot = regexp.MustCompile(`(?i)^$|bot\b|crawl|spider|headless|lighthouse|https?:|^(curl|wget|python|go-http|okhttp|java)\b`)

// counts reports whether a browser sent a request for a page of the site, and its user minds no
// counting. The middleware refuses pages of other sites.
func counts(r *http.Request) bool {
	return r.Header.Get("Origin") != "" && r.Header.Get("DNT") != "1" && r.Header.Get("Sec-GPC") != "1" &&
		r.Header.Get("Authorization") == "" && !robot.MatchString(r.UserAgent())
}
