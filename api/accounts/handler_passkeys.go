package accounts

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
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
	who := identity(r)
	challenge, err := h.service.factors.BeginPasskey(r.Context(), h.service.db, who.ID, who.Email)
	if err != nil {
		return h.service.noPasskeys(err)
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
	added, codes, err := h.service.addPasskey(r.Context(), identity(r), in.answer(), name)
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

func (s *Service) addPasskey(ctx context.Context, who Identity, answer PasskeyAnswer, name string) (added factors.Passkey, codes []string, err error) {
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return factors.Passkey{}, nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		had, err := lockFactors(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if added, err = s.factors.AddPasskey(ctx, tx, who.ID, answer.Token, []byte(answer.Credential), name); err != nil {
			return err
		}
		codes, err = s.addFactor(ctx, tx, who, had, "passkey "+name)
		return err
	})
	if errors.Is(err, factors.ErrPasskeysFull) {
		err = apperror.Conflict(apperror.PasskeysFull)
	}
	if _, told, refused := refusedPasskey(err); refused {
		err = apperror.InvalidField("credential", told)
	}
	return added, codes, s.noPasskeys(err)
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
	var renamed factors.Passkey
	err = h.withPasskey(r, func(tx *database.Tx, who Identity, id int64) error {
		renamed, err = h.service.factors.RenamePasskey(r.Context(), tx, who.ID, id, name)
		return err
	})
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, renamed)
}

// RemovePasskey answers DELETE /api/users/factors/passkeys/{id}/: 204, and the passkey signs nobody in; 404 for one that is not the
// user's. The recovery codes go with the last second factor.
func (h *Handler) RemovePasskey(w http.ResponseWriter, r *http.Request) error {
	s := h.service
	err := h.withPasskey(r, func(tx *database.Tx, who Identity, id int64) error {
		name, err := s.factors.RemovePasskey(r.Context(), tx, who.ID, id)
		if err != nil {
			return err
		}
		return s.recordFactor(r.Context(), tx, audit.FactorRemoved, who.User, "passkey "+name)
	})
	if err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// withPasskey calls change in a transaction, for the passkey that the path names; it returns NotFound where change finds none.
func (h *Handler) withPasskey(r *http.Request, change func(tx *database.Tx, who Identity, id int64) error) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	err = h.service.db.InTx(r.Context(), func(tx *database.Tx) error { return change(tx, identity(r), id) })
	if errors.Is(err, database.ErrNoRows) {
		err = apperror.NotFound()
	}
	return err
}
