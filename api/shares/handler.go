package shares

import (
	"net/http"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
	"portfolio/api/visits"
)

// Handler answers the calls about shares, and shows their pages.
type Handler struct {
	Service *Service
	Visits  *visits.Service
	// Visitor returns the signed-in user with a confirmed address whom the cookie of a request names.
	Visitor func(r *http.Request) (accounts.User, bool, error)
	// SetCookie has the browser keep the cookie of a session.
	SetCookie func(w http.ResponseWriter, session string)
	// SignIn returns the document of the screen to sign in, nil for none. The server sets it.
	SignIn func(r *http.Request) *httpx.Content
}

// List answers GET /api/shares/?state=…&search=…&limit=…&offset=…: 200 with a page of the shares; 400.
func (h *Handler) List(w http.ResponseWriter, r *http.Request) error {
	filter, err := readFilter(r)
	if err != nil {
		return err
	}
	list, total, err := h.Service.List(r.Context(), filter)
	return httpx.RespondList(w, list, total, err)
}

// Create answers POST /api/shares/ with Fields: 201 with the share and its link; 400.
func (h *Handler) Create(w http.ResponseWriter, r *http.Request) error {
	var in Fields
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	created, err := h.Service.Create(r.Context(), in)
	return httpx.Respond(w, http.StatusCreated, created, err)
}

// Counts answers GET /api/shares/counts/: 200 with the Counts.
func (h *Handler) Counts(w http.ResponseWriter, r *http.Request) error {
	counts, err := h.Service.Counts(r.Context())
	return httpx.Respond(w, http.StatusOK, counts, err)
}

// Received answers GET /api/shares/received/: 200 with the active shares for the user.
func (h *Handler) Received(w http.ResponseWriter, r *http.Request) error {
	list, err := h.Service.ListReceived(r.Context(), accounts.IdentityOf(r.Context()).User)
	return httpx.Respond(w, http.StatusOK, list, err)
}

// Extend answers PATCH /api/shares/:id/ {until}: 200 with the share; 400, 404, 409.
func (h *Handler) Extend(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Until httpx.Value `json:"until"`
	}
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	share, err := h.Service.Extend(r.Context(), id, in.Until)
	return httpx.Respond(w, http.StatusOK, share, err)
}

// Revoke answers POST /api/shares/:id/revoke/: 200 with the share; 404.
func (h *Handler) Revoke(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	share, err := h.Service.Revoke(r.Context(), id)
	return httpx.Respond(w, http.StatusOK, share, err)
}

// Invite answers POST /api/shares/:id/invitation/: 204; 404, 409, 429.
func (h *Handler) Invite(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.Invite(r.Context(), id))
}
