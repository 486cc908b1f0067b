package accounts

import (
	"net/http"

	"portfolio/api/factors"
	"portfolio/api/httpx"
)

// LoginSecondFactor answers POST /api/users/login/second-factor/ {second_factor_token, code}: 200 as Login does, 400 for a wrong code,
// 401 for a sign-in that has to begin anew, 429 after too many wrong codes.
func (h *Handler) LoginSecondFactor(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Token *string `json:"second_factor_token"`
		Code  *string `json:"code"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.SignInBySecondFactor(r.Context(), *in.Token, *in.Code, DeviceOf(r))
	if err != nil {
		return err
	}
	return h.signedIn(w, opened, user)
}

// Factors answers GET /api/users/factors/: 200 with the second factors that the user has, and whether one is required.
func (h *Handler) Factors(w http.ResponseWriter, r *http.Request) error {
	who := identity(r)
	found, err := h.service.Factors(r.Context(), who.ID)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, struct {
		factors.Factors
		Required bool `json:"required"`
	}{found, who.IsStaff && h.service.staffSecondFactor})
}

// BeginTOTP answers POST /api/users/factors/totp/: 201 with what an authenticator app is set up with; 409 where one is.
func (h *Handler) BeginTOTP(w http.ResponseWriter, r *http.Request) error {
	setup, err := h.service.BeginTOTP(r.Context(), identity(r))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, setup)
}

type recoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// ConfirmTOTP answers POST /api/users/factors/totp/confirm/ {code}: 200 with recovery codes where there were none, and from now on a
// sign-in asks for a code; 400 for a wrong one, 429 after too many. With the first second factor the user's other sessions end,
// since the password alone has opened them.
func (h *Handler) ConfirmTOTP(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Code *string `json:"code"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	codes, err := h.service.ConfirmTOTP(r.Context(), identity(r), *in.Code)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, recoveryCodes{codes})
}

// RemoveTOTP answers DELETE /api/users/factors/totp/: 204, and a sign-in asks for no code of it; 404 where no authenticator
// app is set up. The recovery codes go with the last second factor.
func (h *Handler) RemoveTOTP(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.RemoveTOTP(r.Context(), identity(r)); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// NewRecoveryCodes answers POST /api/users/factors/recovery-codes/: 201 with codes in place of those that there were; 404 where
// there is no second factor, 429 after too many.
func (h *Handler) NewRecoveryCodes(w http.ResponseWriter, r *http.Request) error {
	codes, err := h.service.NewRecoveryCodes(r.Context(), identity(r))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, recoveryCodes{codes})
}
