package admin

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// RenameUser answers PATCH /api/admin/users/{id}/ {first_name?, last_name?}: 200 with the user, 400 for a name that is
// blank or too long, 404.
func (h *Handler) RenameUser(w http.ResponseWriter, r *http.Request) error {
	var in accounts.Names
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	user, err := h.Accounts.Rename(r.Context(), id, in)
	return httpx.Respond(w, http.StatusOK, user, err)
}

// WriteNotes answers PUT /api/admin/users/{id}/notes/ {notes}: 204, 400 for notes that are too long, 404.
func (h *Handler) WriteNotes(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Notes *string `json:"notes" required:"true"` // may be blank
	}
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Accounts.SetStaffNotes(r.Context(), id, *in.Notes))
}

// ChangeEmail answers PUT /api/admin/users/{id}/email/ {email}: 204, and the user has the address
// at once and is signed out everywhere; 400 for an invalid or taken address, 404. The caller's own
// address answers 409: the profile mails a link first, so that a typing error does not lock staff
// out.
func (h *Handler) ChangeEmail(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email string `json:"email" required:"true"`
	}
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	if id == accounts.UserID(r.Context()) {
		return httpx.Conflict(httpx.EmailOwn)
	}
	account, err := h.Accounts.Details(r.Context(), id)
	if address, _ := mailer.Address(in.Email); err == nil && account.Email != address { // sent twice, it means the same
		err = h.Accounts.ChangeEmail(r.Context(), id, in.Email)
	}
	return httpx.RespondEmpty(w, err)
}

// ConfirmEmail answers POST /api/admin/users/{id}/email/confirm/: 204, and the address counts as confirmed; 404.
func (h *Handler) ConfirmEmail(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	err = h.Accounts.ConfirmEmail(r.Context(), id)
	var public *httpx.Error
	if errors.As(err, &public) && public.Kind == httpx.KindConflict {
		err = nil // it is confirmed already
	}
	return httpx.RespondEmpty(w, err)
}

// SetStaff answers PUT /api/admin/users/{id}/staff/ {is_staff}: 204, 404, or 409 for the last active staff account and
// for an unconfirmed address.
func (h *Handler) SetStaff(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		IsStaff bool `json:"is_staff" required:"true"`
	}
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Accounts.SetStaff(r.Context(), id, in.IsStaff))
}

// SetActive answers PUT /api/admin/users/{id}/active/ {is_active}: 204, 404, or 409 for the last active staff account. A
// deactivated user is signed out everywhere.
func (h *Handler) SetActive(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		IsActive bool `json:"is_active" required:"true"`
	}
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Accounts.SetActive(r.Context(), id, in.IsActive))
}

// SendReset answers POST /api/admin/users/{id}/reset/: 204, and a mail with a link to a new password is queued; 404, 409
// for a deactivated account, 429 after too many.
func (h *Handler) SendReset(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	user, err := h.Accounts.Details(r.Context(), id)
	if err != nil {
		return err
	}
	if !user.IsActive {
		return httpx.Conflict(httpx.ResetInactive)
	}
	return httpx.RespondEmpty(w, h.Accounts.RequestReset(r.Context(), user.Email, accounts.DeviceOf(r)))
}

// EndSessions answers DELETE /api/admin/users/{id}/sessions/: 204, and the user is signed out everywhere; 404.
func (h *Handler) EndSessions(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Accounts.EndSessions)
}

// EndSession answers DELETE /api/admin/users/{id}/sessions/{session}/: 204, or 404 for a session that has ended.
func (h *Handler) EndSession(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Accounts.EndSession(r.Context(), id, chi.URLParam(r, "session")))
}

// ExportUser answers GET /api/admin/users/{id}/data/: 200 with everything that is stored about the user, or 404.
func (h *Handler) ExportUser(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	document, err := h.PersonalData.Of(r.Context(), id)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="account-%d.json"`, id))
	return httpx.Respond(w, http.StatusOK, document, nil)
}

// DeleteUser answers DELETE /api/admin/users/{id}/: 204, 404, or 409 for the last active staff
// account. The user's uploads are kept.
func (h *Handler) DeleteUser(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Accounts.Delete)
}
