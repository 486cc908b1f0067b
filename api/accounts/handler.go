package accounts

import (
	"context"
	"net/http"

	"portfolio/api/internal/httpx"
)

// Handler answers the calls about accounts.
type Handler struct {
	service *Service
	// backendAdminURL is part of the profiles of staff, unless it is empty.
	backendAdminURL string
}

// NewHandler returns the handlers of service's calls.
func NewHandler(service *Service, backendAdminURL string) *Handler {
	return &Handler{service: service, backendAdminURL: backendAdminURL}
}

// profile is a user as its owner sees it.
type profile struct {
	User
	BackendAdminURL string `json:"backend_admin_url,omitempty"`
	// LacksMail tells staff that the site cannot send mail yet.
	LacksMail bool `json:"lacks_mail,omitempty"`
}

func (h *Handler) profile(ctx context.Context, user User) (profile, error) {
	if !user.IsStaff {
		return profile{User: user}, nil
	}
	lacksMail, err := h.service.LacksMail(ctx, user)
	return profile{User: user, BackendAdminURL: h.backendAdminURL, LacksMail: lacksMail}, err
}

type detail struct {
	Detail string `json:"detail"`
}

type passwordField struct {
	Password string `json:"password" required:"true"`
}

// Profile answers GET /api/users/profile/ with the signed-in user.
func (h *Handler) Profile(w http.ResponseWriter, r *http.Request) error {
	if who := identity(r); who.IsStaff {
		h.service.SetPreviewCookie(w, who.Session)
	}
	found, err := h.profile(r.Context(), identity(r).User)
	return httpx.Respond(w, http.StatusOK, found, err)
}

// UpdateProfile answers PATCH /api/users/profile/ {first_name?, last_name?} with the changed user.
// 400: a name is blank or too long; 429: too many changes.
func (h *Handler) UpdateProfile(w http.ResponseWriter, r *http.Request) error {
	var in Names
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	user, err := h.service.RenameOwn(r.Context(), identity(r), in)
	if err != nil {
		return err
	}
	renamed, err := h.profile(r.Context(), user)
	return httpx.Respond(w, http.StatusOK, renamed, err)
}

// ChangePassword answers POST /api/users/password/ {old_password, new_password, new_password2} with
// 204 and ends all other sessions of the user. 400 names the wrong fields; 429: too many attempts.
func (h *Handler) ChangePassword(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Old      string `json:"old_password" required:"true"`
		New      string `json:"new_password" required:"true"`
		Repeated string `json:"new_password2" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	change := PasswordChange{Old: in.Old, New: in.New, Repeated: in.Repeated}
	return httpx.RespondEmpty(w, h.service.ChangePassword(r.Context(), identity(r), change))
}

// DeleteAccount answers POST /api/users/delete/ {password} with 204. 400: wrong password; 409:
// the site would have no staff left; 429: too many attempts.
func (h *Handler) DeleteAccount(w http.ResponseWriter, r *http.Request) error {
	var in passwordField
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.service.DeleteOwn(r.Context(), identity(r), in.Password))
}

// Reauthenticate answers POST /api/users/reauthentication/ {password} with 204. For ten minutes the session may make
// calls that need recent authentication. 400: wrong password; 429: too many attempts.
func (h *Handler) Reauthenticate(w http.ResponseWriter, r *http.Request) error {
	var in passwordField
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.service.ReauthenticateByPassword(r.Context(), identity(r), in.Password))
}

// ReauthenticateByPasskey answers POST /api/users/reauthentication/passkey/ {passkey_token, credential} as Reauthenticate does.
// 400: the passkey is refused.
func (h *Handler) ReauthenticateByPasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct{ passkeyFields }
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.service.ReauthenticateByPasskey(r.Context(), identity(r), in.answer()))
}
