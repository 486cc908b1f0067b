package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/httpx"
)

// Register answers POST /api/users/register/ {email, password, password2, first_name, last_name,
// interest_notes?} with 201 and the new user. 400 names the wrong fields; 403: registration is
// closed; 429: too many accounts from one network.
func (h *Handler) Register(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email         string `json:"email" required:"true"`
		Password      string `json:"password" required:"true"`
		Repeated      string `json:"password2" required:"true"`
		FirstName     string `json:"first_name" required:"true"`
		LastName      string `json:"last_name" required:"true"`
		InterestNotes string `json:"interest_notes"`
		Invitation    string `json:"invitation"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	user := NewUser{
		Email: in.Email, Password: in.Password, FirstName: in.FirstName, LastName: in.LastName, InterestNotes: in.InterestNotes,
		Invitation: in.Invitation,
	}
	created, err := h.service.Register(r.Context(), user, in.Repeated, httpx.ClientIP(r.Context()))
	return httpx.Respond(w, http.StatusCreated, profile{User: created}, err)
}

// Registration answers GET /api/users/register/ with whether visitors may register.
func (h *Handler) Registration(w http.ResponseWriter, r *http.Request) error {
	open, err := h.service.RegistrationOpen(r.Context())
	return httpx.Respond(w, http.StatusOK, struct {
		Open bool `json:"open"`
	}{open}, err)
}

// ForgotPassword answers POST /backend/forgotpasswordreset/ {email} with the same detail for known
// and unknown addresses. The mail is written afterwards. 400: not an address; 429: too many for one
// address or network.
func (h *Handler) ForgotPassword(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email string `json:"email" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	err := h.service.RequestReset(r.Context(), in.Email, DeviceOf(r))
	return httpx.Respond(w, http.StatusOK, detail{httpx.ResetRequested}, err)
}

// ConfirmReset answers POST /backend/password-reset-confirm/{uidb64}/{token}/ {new_password,
// new_password2} with a detail, and ends all sessions of the user. The client gets a cookie with which
// its sign-ins are counted apart from those of strangers. 400: the link is not valid, or fields are
// wrong; 429: too many links that are not valid.
func (h *Handler) ConfirmReset(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		New      string `json:"new_password" required:"true"`
		Repeated string `json:"new_password2" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	uid, token := chi.URLParam(r, "uidb64"), chi.URLParam(r, "token")
	cookie, err := h.service.ConfirmReset(r.Context(), uid, token, in.New, in.Repeated, DeviceOf(r))
	if err == nil {
		h.service.SetDeviceCookie(w, cookie)
	}
	return httpx.Respond(w, http.StatusOK, detail{httpx.ResetDone}, err)
}
