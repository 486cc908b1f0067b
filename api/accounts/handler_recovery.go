package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

type detail struct {
	Detail string `json:"detail"`
}

// Register answers POST /api/users/register/ {email, password, password2, first_name, last_name, interest_notes?}:
// 201 with the new user, 400 that names every wrong field, 403 where registration is closed, 429 after too many accounts from
// one client network.
func (h *Handler) Register(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email         *string `json:"email"`
		Password      *string `json:"password"`
		Repeated      *string `json:"password2"`
		FirstName     *string `json:"first_name"`
		LastName      *string `json:"last_name"`
		InterestNotes string  `json:"interest_notes"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	user := NewUser{
		Email: *in.Email, Password: *in.Password,
		FirstName: *in.FirstName, LastName: *in.LastName,
		InterestNotes: in.InterestNotes,
	}
	created, err := h.service.Register(r.Context(), user, *in.Repeated, httpx.ClientIP(r.Context()))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, h.profile(created))
}

// Registration answers GET /api/users/register/: 200 with whether visitors may register.
func (h *Handler) Registration(w http.ResponseWriter, _ *http.Request) error {
	return httpx.JSON(w, http.StatusOK, struct {
		Open bool `json:"open"`
	}{!h.service.registrationClosed})
}

// ForgotPassword answers POST /backend/forgotpasswordreset/ {email}: 200 with the same detail whether there is such an
// account or not, 400 for what is no address, 429 after too many for one address or from one client network. The mail is written afterwards.
func (h *Handler) ForgotPassword(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email *string `json:"email"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	if err := h.service.RequestReset(r.Context(), *in.Email, DeviceOf(r)); err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, detail{apperror.ResetRequested})
}

// ConfirmReset answers POST /backend/password-reset-confirm/{uidb64}/{token}/ {new_password, new_password2}: 200 with
// a detail, and every session of the user has ended; 400 with a detail for a link that is no longer good, or with
// the fields that are wrong, 429 after too many links that are not good.
func (h *Handler) ConfirmReset(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		New      *string `json:"new_password"`
		Repeated *string `json:"new_password2"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	err := h.service.ConfirmReset(r.Context(), chi.URLParam(r, "uidb64"), chi.URLParam(r, "token"), *in.New, *in.Repeated, httpx.ClientIP(r.Context()))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, detail{apperror.ResetDone})
}
