package accounts

import (
	"context"
	"encoding/json"
	"net/http"

	"portfolio/api/factors"
	"portfolio/api/httpx"
	"portfolio/api/validate"
)

// maxPasskeyName is how long the name of a passkey may be.
const maxPasskeyName = 100

// passkeyFields are the members of a body with a browser's answer.
type passkeyFields struct {
	Token      *string          `json:"passkey_token"`
	Credential *json.RawMessage `json:"credential"`
}

func (f passkeyFields) answer() PasskeyAnswer { return PasskeyAnswer{*f.Token, string(*f.Credential)} }

// LoginPasskeyOptions answers POST /api/users/login/passkey/options/: 200 with a challenge for any passkey of the site; 409 where
// passkeys do not work at the site's address.
func (h *Handler) LoginPasskeyOptions(w http.ResponseWriter, _ *http.Request) error {
	challenge, err := h.service.AskForPasskey()
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, challenge)
}

// LoginPasskey answers POST /api/users/login/passkey/ {passkey_token, credential, second_factor_token}: 200 as Login does, 401 for a
// passkey that is refused, with the reason, 429 after too many tries. With second_factor_token, which may be left out, it is the
// second step of a sign-in.
func (h *Handler) LoginPasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		passkeyFields
		FirstStep string `json:"second_factor_token"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.SignInByPasskey(r.Context(), in.answer(), in.FirstStep, DeviceOf(r))
	if err != nil {
		return err
	}
	return h.signedIn(w, opened, user)
}

// ProvePasskey answers POST /api/users/proof/passkey/ {passkey_token, credential}: 204 as Prove does, 400 for a passkey that is
// refused, 429 after too many of them.
func (h *Handler) ProvePasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct{ passkeyFields }
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	if err := h.service.ProveByPasskey(r.Context(), identity(r), in.answer()); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// BeginPasskey answers POST /api/users/factors/passkeys/options/: 200 with a challenge to make a passkey of; 409 where passkeys
// do not work at the site's address.
func (h *Handler) BeginPasskey(w http.ResponseWriter, r *http.Request) error {
	challenge, err := h.service.BeginPasskey(r.Context(), identity(r))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, challenge)
}

// AddPasskey answers POST /api/users/factors/passkeys/ {passkey_token, credential, name}: 201 with the passkey, and recovery codes
// where there were none, and from now on a sign-in by password asks for a second factor, as ConfirmTOTP says; 400 for a wrong field or
// a passkey that is refused, 409 where there are twenty, 429 after too many.
func (h *Handler) AddPasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		passkeyFields
		Name *string `json:"name"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	name, err := passkeyName(in.Name)
	if err != nil {
		return err
	}
	added, codes, err := h.service.AddPasskey(r.Context(), identity(r), in.answer(), name)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, struct {
		Passkey factors.Passkey `json:"passkey"`
		recoveryCodes
	}{added, recoveryCodes{codes}})
}

func passkeyName(sent *string) (string, error) {
	v := validate.New()
	name := v.RequiredText(sent, maxPasskeyName, "name")
	return name, v.Err()
}

// RenamePasskey answers PATCH /api/users/factors/passkeys/{id}/ {name}: 200 with the passkey, 404 for one that is not the user's.
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
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, renamed)
}

// RemovePasskey answers DELETE /api/users/factors/passkeys/{id}/: 204, and the passkey signs nobody in; 404 for one that is not the
// user's. The recovery codes go with the last second factor.
func (h *Handler) RemovePasskey(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, func(ctx context.Context, id int64) error {
		return h.service.RemovePasskey(ctx, identity(r), id)
	})
}
