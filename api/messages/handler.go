package messages

import (
	"net/http"

	"portfolio/api/internal/httpx"
)

// Handler answers the calls about messages.
type Handler struct {
	Service *Service
}

// IssueTime answers GET /api/messages/time/: 200 with the signed time, 404 if the site has no form.
func (h *Handler) IssueTime(w http.ResponseWriter, r *http.Request) error {
	time, err := h.Service.IssueTime(r.Context())
	return httpx.Respond(w, http.StatusOK, map[string]string{"time": time}, err)
}

// Send answers POST /api/messages/ {name, email, message, website, time}: 201, 400 for wrong fields, 404 if the site has no
// form, 429 after too many messages.
func (h *Handler) Send(w http.ResponseWriter, r *http.Request) error {
	var in Form
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.Respond(w, http.StatusCreated, struct{}{}, h.Service.Send(r.Context(), in))
}

// List answers GET /api/messages/?search&limit&offset: 200 with the messages, the newest first, and their number on all pages
// in X-Total-Count; 400 for wrong fields.
func (h *Handler) List(w http.ResponseWriter, r *http.Request) error {
	filter, err := ReadFilter(r.URL.Query())
	if err != nil {
		return err
	}
	messages, total, err := h.Service.List(r.Context(), filter)
	return httpx.RespondList(w, messages, total, err)
}

// CountUnread answers GET /api/messages/unread/: 200 with the number of unread messages.
func (h *Handler) CountUnread(w http.ResponseWriter, r *http.Request) error {
	unread, err := h.Service.CountUnread(r.Context())
	return httpx.Respond(w, http.StatusOK, map[string]int64{"count": unread}, err)
}

// Mark answers PATCH /api/messages/:id/ {read}: 200 with the message, 400, 404.
func (h *Handler) Mark(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Read bool `json:"read" required:"true"`
	}
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	message, err := h.Service.Mark(r.Context(), id, in.Read)
	return httpx.Respond(w, http.StatusOK, message, err)
}

// Delete answers DELETE /api/messages/:id/: 204 when it is in the trash, 404.
func (h *Handler) Delete(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.Delete)
}
