package accounts

import (
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"portfolio/api/httpx"
	"portfolio/api/validate"
)

// Profile answers GET /api/users/profile/: 200 with the signed-in user.
func (h *Handler) Profile(w http.ResponseWriter, r *http.Request) error {
	return httpx.JSON(w, http.StatusOK, h.profile(identity(r).User))
}

// UpdateProfile answers PATCH /api/users/profile/ {first_name?, last_name?}: 200 with the user as it is now, 400 for
// a name that is blank or too long, 429 after too many changes. Nothing else of an account can be set here.
func (h *Handler) UpdateProfile(w http.ResponseWriter, r *http.Request) error {
	var in Names
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	user, err := h.service.RenameOwn(r.Context(), identity(r), in)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, h.profile(user))
}

// ChangePassword answers POST /api/users/password/ {old_password, new_password, new_password2}: 204, and every other
// session of the user has ended; 400 names what is wrong, 429 after too many tries.
func (h *Handler) ChangePassword(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Old      *string `json:"old_password"`
		New      *string `json:"new_password"`
		Repeated *string `json:"new_password2"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	change := PasswordChange{Old: *in.Old, New: *in.New, Repeated: *in.Repeated}
	if err := h.service.ChangePassword(r.Context(), identity(r), change); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// DeleteAccount answers POST /api/users/delete/ {password}: 204, and the account is gone; 400 for a wrong password, 409 for
// the last account that may manage the site, 429 after too many tries.
func (h *Handler) DeleteAccount(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Password *string `json:"password"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	if err := h.service.DeleteOwn(r.Context(), identity(r), *in.Password); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// Sessions answers GET /api/users/sessions/?limit&offset: 200 with the user's active sessions as an array, the one used last
// first, and in X-Total-Count how many there are; 400 for a limit or an offset that is no number.
func (h *Handler) Sessions(w http.ResponseWriter, r *http.Request) error {
	v := validate.New()
	page := validate.ReadPage(v, r.URL.Query())
	if err := v.Err(); err != nil {
		return err
	}
	who := identity(r)
	sessions, total, err := h.service.Sessions(r.Context(), who.ID, who.Session, page)
	if err != nil {
		return err
	}
	w.Header().Set("X-Total-Count", strconv.FormatInt(total, 10))
	return httpx.JSON(w, http.StatusOK, sessions)
}

// EndSession answers DELETE /api/users/sessions/{id}/: 204, or 404 for a session that is not the user's or has ended.
func (h *Handler) EndSession(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.EndSession(r.Context(), identity(r).ID, chi.URLParam(r, "id")); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// EndSessions answers DELETE /api/users/sessions/: 204, and the user is signed out everywhere, here too.
func (h *Handler) EndSessions(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.EndSessions(r.Context(), identity(r).ID); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// Prove answers POST /api/users/proof/ {password}: 204, and calls that need a fresh proof are allowed for ten minutes in this
// session; 400 for a wrong password, 429 after too many tries.
func (h *Handler) Prove(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Password *string `json:"password"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	if err := h.service.ProveByPassword(r.Context(), identity(r), *in.Password); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// IssueAppToken answers POST /api/users/app-token/: 201 with a one-time token and the seconds for which it is good, 429
// after too many.
func (h *Handler) IssueAppToken(w http.ResponseWriter, r *http.Request) error {
	token, err := h.service.IssueAppToken(r.Context(), identity(r))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, struct {
		Token     string `json:"token"`
		ExpiresIn int    `json:"expires_in"`
	}{token, int(AppTokenLifetime.Seconds())})
}
