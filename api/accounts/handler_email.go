package accounts

import (
	"net/http"

	"portfolio/api/internal/httpx"
)

// RequestEmailChange answers POST /api/users/email/ {email, password} with a detail, and mails a
// link to the new address; for staff of a site that sends no mail, the address is changed. 400 names the wrong fields; 429: too many attempts.
func (h *Handler) RequestEmailChange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email    string `json:"email" required:"true"`
		Password string `json:"password" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	change := EmailChange{Email: in.Email, Password: in.Password}
	changed, err := h.service.RequestEmailChange(r.Context(), identity(r), change, httpx.ClientIP(r.Context()))
	text := httpx.EmailChangeRequested
	if changed {
		text = httpx.EmailChanged
	}
	return httpx.Respond(w, http.StatusOK, struct {
		detail
		Changed bool `json:"changed,omitempty"`
	}{detail{text}, changed}, err)
}

// SendConfirmation answers POST /api/users/email/confirmation/ with a detail, and mails the link
// that confirms the account's address again. 409: it is confirmed; 429: too many.
func (h *Handler) SendConfirmation(w http.ResponseWriter, r *http.Request) error {
	err := h.service.SendConfirmation(r.Context(), identity(r))
	if err != nil {
		return err
	}
	lacksMail, err := h.service.LacksMail(r.Context(), identity(r).User)
	text := httpx.ConfirmationSent
	if lacksMail {
		text = httpx.CannotSendMail
	}
	return httpx.Respond(w, http.StatusOK, detail{text}, err)
}

// ConfirmEmailChange answers POST /api/users/email/confirm/ {token} with a detail and the account's
// address, for links to a changed address and to that of a new account. 400: the link is not valid;
// 409: another account has the address; 429: too many attempts.
func (h *Handler) ConfirmEmailChange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Token string `json:"token" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	confirmed, err := h.service.ConfirmEmailLink(r.Context(), in.Token, httpx.ClientIP(r.Context()))
	text := httpx.EmailConfirmed
	switch {
	case confirmed.Changed:
		text = httpx.EmailChanged
	case confirmed.Already:
		text = httpx.EmailConfirmedAlready
	}
	return httpx.Respond(w, http.StatusOK, struct {
		detail
		ConfirmedEmail
	}{detail{text}, confirmed}, err)
}
