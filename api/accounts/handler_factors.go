package accounts

import (
	"encoding/json"
	"net/http"

	"portfolio/api/internal/httpx"
)

// maxPasskeyName is the maximum length of a passkey's name.
const maxPasskeyName = 100

type recoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// passkeyFields are a browser's answer in a body.
type passkeyFields struct {
	Token      string          `json:"passkey_token" required:"true"`
	Credential json.RawMessage `json:"credential" required:"true"`
}

func (f passkeyFields) answer() PasskeyAnswer { return PasskeyAnswer{f.Token, string(f.Credential)} }

// Factors answers GET /api/users/factors/ with the user's second factors, and whether one is
// required.
func (h *Handler) Factors(w http.ResponseWriter, r *http.Request) error {
	who := identity(r)
	found, err := h.service.Factors(r.Context(), who.ID)
	return httpx.Respond(w, http.StatusOK, struct {
		Factors
		Required bool `json:"required"`
	}{found, who.IsStaff && h.service.staffSecondFactor}, err)
}

// BeginTOTP answers POST /api/users/factors/totp/ with 201 and the setup of an authenticator app.
// 409: one is set up.
func (h *Handler) BeginTOTP(w http.ResponseWriter, r *http.Request) error {
	setup, err := h.service.BeginTOTP(r.Context(), identity(r))
	return httpx.Respond(w, http.StatusCreated, setup, err)
}

// ConfirmTOTP answers POST /api/users/factors/totp/confirm/ {code} with recovery codes if there
// were none; sign-ins ask for a code from now on. The first second factor ends the user's other
// sessions. 400: wrong code; 429: too many.
func (h *Handler) ConfirmTOTP(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Code string `json:"code" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	codes, err := h.service.ConfirmTOTP(r.Context(), identity(r), in.Code)
	return httpx.Respond(w, http.StatusOK, recoveryCodes{codes}, err)
}

// RemoveTOTP answers DELETE /api/users/factors/totp/ with 204. 404: no authenticator app is set up.
func (h *Handler) RemoveTOTP(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.service.RemoveTOTP(r.Context(), identity(r)))
}

// NewRecoveryCodes answers POST /api/users/factors/recovery-codes/ with 201 and codes that replace
// the previous ones. 404: no second factor; 429: too many.
func (h *Handler) NewRecoveryCodes(w http.ResponseWriter, r *http.Request) error {
	codes, err := h.service.NewRecoveryCodes(r.Context(), identity(r))
	return httpx.Respond(w, http.StatusCreated, recoveryCodes{codes}, err)
}

// BeginPasskey answers POST /api/users/factors/passkeys/options/ with a challenge for a new
// passkey. 409: passkeys do not work at the site's address.
func (h *Handler) BeginPasskey(w http.ResponseWriter, r *http.Request) error {
	challenge, err := h.service.BeginPasskey(r.Context(), identity(r))
	return httpx.Respond(w, http.StatusOK, challenge, err)
}

// AddPasskey answers POST /api/users/factors/passkeys/ {passkey_token, credential, name} with 201,
// the passkey, and recovery codes if there were none, as ConfirmTOTP does. 400: a wrong field or a
// refused passkey; 409: there are twenty; 429: too many changes.
func (h *Handler) AddPasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		passkeyFields
		Name *string `json:"name" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	name, err := passkeyName(in.Name)
	if err != nil {
		return err
	}
	added, codes, err := h.service.AddPasskey(r.Context(), identity(r), in.answer(), name)
	return httpx.Respond(w, http.StatusCreated, struct {
		Passkey Passkey `json:"passkey"`
		recoveryCodes
	}{added, recoveryCodes{codes}}, err)
}

func passkeyName(sent *string) (string, error) {
	v := httpx.NewValidator()
	name := v.RequiredText(sent, maxPasskeyName, "name")
	return name, v.Err()
}

// RenamePasskey answers PATCH /api/users/factors/passkeys/{id}/ {name} with the passkey. 404: not a
// passkey of the user.
func (h *Handler) RenamePasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Name *string `json:"name"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	name, err := passkeyName(in.Name)
	if err != nil {
		return err
	}
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	renamed, err := h.service.RenamePasskey(r.Context(), identity(r), id, name)
	return httpx.Respond(w, http.StatusOK, renamed, err)
}

// RemovePasskey answers DELETE /api/users/factors/passkeys/{id}/ with 204. 404: not a passkey of
// the user.
func (h *Handler) RemovePasskey(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.service.RemovePasskey(r.Context(), identity(r), id))
}
