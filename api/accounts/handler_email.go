package accounts

import (
	"net/http"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

// RequestEmailChange answers POST /api/users/email/ {email, password}: 200 with a detail, and a link is on its way to the new
// address; 400 names what is wrong, 429 after too many tries.
func (h *Handler) RequestEmailChange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email    *string `json:"email"`
		Password *string `json:"password"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	change := EmailChange{Email: *in.Email, Password: *in.Password}
	if err := h.service.RequestEmailChange(r.Context(), identity(r), change, httpx.ClientIP(r.Context())); err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, detail{apperror.EmailChangeRequested})
}

// SendConfirmation answers POST /api/users/email/confirmation/: 200 with a detail, and the link that confirms the account's
// address is on its way once more; 409 where it is confirmed already, 429 after too many.
func (h *Handler) SendConfirmation(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.SendConfirmation(r.Context(), identity(r)); err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, detail{apperror.ConfirmationSent})
}

// ConfirmEmailChange answers POST /api/users/email/confirm/ {token}: 200 with a detail and the address that the account
// has now, of a link for another address or for that of a new account; 400 with a detail for a link that is no longer good, 409 for an address that is another account's by now, 429
// after too many tries.
func (h *Handler) ConfirmEmailChange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Token *string `json:"token"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	confirmed, err := h.service.ConfirmEmailChange(r.Context(), *in.Token, httpx.ClientIP(r.Context()))
	if err != nil {
		return err
	}
	text := apperror.EmailConfirmed
	if confirmed.Changed {
		text = apperror.EmailChanged
	}
	return httpx.JSON(w, http.StatusOK, struct {
		detail
		ConfirmedEmail
	}{detail{text}, confirmed})
}
