package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/accounts"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// change answers 204 after apply has applied the JSON body to the user in the path.
func change[In any](w http.ResponseWriter, r *http.Request, apply func(ctx context.Context, id int64, in In) error) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	var in In
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	if err := apply(r.Context(), id, in); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// act answers 204 after do has done something with the user in the path.
func act(w http.ResponseWriter, r *http.Request, do func(ctx context.Context, id int64) error) error {
	return httpx.Delete(w, r, do)
}

// RenameUser answers PATCH /api/admin/users/{id}/ {first_name?, last_name?}: 200 with the user, 400 for a name that is
// blank or too long, 404.
func (h *Handler) RenameUser(w http.ResponseWriter, r *http.Request) error {
	return httpx.Change(w, r, h.Accounts.Rename)
}

// WriteNotes answers PUT /api/admin/users/{id}/notes/ {notes}: 204, 400 for notes that are too long, 404.
func (h *Handler) WriteNotes(w http.ResponseWriter, r *http.Request) error {
	type form struct {
		Notes *string `json:"notes"`
	}
	return change(w, r, func(ctx context.Context, id int64, in form) error {
		if in.Notes == nil {
			return apperror.InvalidField("notes", apperror.FieldRequired)
		}
		return h.Accounts.SetStaffNotes(ctx, id, *in.Notes)
	})
}

// ChangeEmail answers PUT /api/admin/users/{id}/email/ {email}: 204, and the user has the address
// at once and is signed out everywhere; 400 for an invalid or taken address, 404. The caller's own
// address answers 409: the profile mails a link first, so that a typing error does not lock staff
// out.
func (h *Handler) ChangeEmail(w http.ResponseWriter, r *http.Request) error {
	type form struct {
		Email *string `json:"email"`
	}
	return change(w, r, func(ctx context.Context, id int64, in form) error {
		v := apperror.NewValidator()
		email := v.Required(in.Email, "email")
		if err := v.Err(); err != nil {
			return err
		}
		if id == accounts.UserID(ctx) {
			return apperror.Conflict(apperror.EmailOwn)
		}
		account, err := h.Accounts.Details(ctx, id)
		if address, _ := mailer.Address(email); err != nil || account.Email == address {
			return err // sent twice, it means the same
		}
		return h.Accounts.ChangeEmail(ctx, id, email)
	})
}

// ConfirmEmail answers POST /api/admin/users/{id}/email/confirm/: 204, and the address counts as confirmed; 404.
func (h *Handler) ConfirmEmail(w http.ResponseWriter, r *http.Request) error {
	return act(w, r, func(ctx context.Context, id int64) error {
		err := h.Accounts.ConfirmEmail(ctx, id)
		var public *apperror.Error
		if errors.As(err, &public) && public.Kind == apperror.KindConflict {
			return nil // it is confirmed already
		}
		return err
	})
}

// SetStaff answers PUT /api/admin/users/{id}/staff/ {is_staff}: 204, 404, or 409 for the last active staff account and
// for an unconfirmed address.
func (h *Handler) SetStaff(w http.ResponseWriter, r *http.Request) error {
	type form struct {
		IsStaff *bool `json:"is_staff"`
	}
	return change(w, r, func(ctx context.Context, id int64, in form) error {
		if in.IsStaff == nil {
			return apperror.InvalidField("is_staff", apperror.FieldRequired)
		}
		return h.Accounts.SetStaff(ctx, id, *in.IsStaff)
	})
}

// SetActive answers PUT /api/admin/users/{id}/active/ {is_active}: 204, 404, or 409 for the last active staff account. A
// deactivated user is signed out everywhere.
func (h *Handler) SetActive(w http.ResponseWriter, r *http.Request) error {
	type form struct {
		IsActive *bool `json:"is_active"`
	}
	return change(w, r, func(ctx context.Context, id int64, in form) error {
		switch {
		case in.IsActive == nil:
			return apperror.InvalidField("is_active", apperror.FieldRequired)
		case *in.IsActive:
			return h.Accounts.Activate(ctx, id)
		}
		return h.Accounts.Deactivate(ctx, id)
	})
}

// SendReset answers POST /api/admin/users/{id}/reset/: 204, and a mail with a link to a new password is queued; 404, 409
// for a deactivated account, 429 after too many.
func (h *Handler) SendReset(w http.ResponseWriter, r *http.Request) error {
	return act(w, r, func(ctx context.Context, id int64) error {
		user, err := h.Accounts.Details(ctx, id)
		if err != nil {
			return err
		}
		if !user.IsActive {
			return apperror.Conflict(apperror.ResetInactive)
		}
		return h.Accounts.RequestReset(ctx, user.Email, accounts.DeviceOf(r))
	})
}

// EndSessions answers DELETE /api/admin/users/{id}/sessions/: 204, and the user is signed out everywhere; 404.
func (h *Handler) EndSessions(w http.ResponseWriter, r *http.Request) error {
	return act(w, r, h.Accounts.EndSessions)
}

// EndSession answers DELETE /api/admin/users/{id}/sessions/{session}/: 204, or 404 for a session that has ended.
func (h *Handler) EndSession(w http.ResponseWriter, r *http.Request) error {
	return act(w, r, func(ctx context.Context, id int64) error {
		return h.Accounts.EndSession(ctx, id, chi.URLParam(r, "session"))
	})
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
	return httpx.JSON(w, http.StatusOK, document)
}

// DeleteUser answers DELETE /api/admin/users/{id}/: 204, 404, or 409 for the last active staff
// account. The user's uploads are kept.
func (h *Handler) DeleteUser(w http.ResponseWriter, r *http.Request) error {
	return act(w, r, h.Accounts.Delete)
}
