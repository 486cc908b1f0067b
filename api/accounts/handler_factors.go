package accounts

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
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
	who, ctx := identity(r), r.Context()
	site, err := url.Parse(h.service.publicURL)
	if err != nil {
		return err
	}
	var setup factors.Setup
	err = h.service.db.InTx(ctx, func(tx *database.Tx) (err error) {
		setup, err = h.service.factors.BeginTOTP(ctx, tx, who.ID, site.Hostname(), who.Email)
		return err
	})
	if errors.Is(err, factors.ErrSetUp) {
		err = apperror.Conflict(apperror.AuthenticatorSetUp)
	}
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
	codes, err := h.service.confirmTOTP(r.Context(), identity(r), *in.Code)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, recoveryCodes{codes})
}

func (s *Service) confirmTOTP(ctx context.Context, who Identity, code string) (codes []string, err error) {
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		had, err := lockFactors(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		ok, err := s.factors.ConfirmTOTP(ctx, tx, who.ID, code)
		if err != nil {
			return err
		}
		if !ok {
			return apperror.InvalidField("code", apperror.SecondFactorWrong)
		}
		codes, err = s.addFactor(ctx, tx, who, had, "authenticator app")
		return err
	})
	return codes, err
}

// RemoveTOTP answers DELETE /api/users/factors/totp/: 204, and a sign-in asks for no code of it; 404 where no authenticator
// app is set up. The recovery codes go with the last second factor.
func (h *Handler) RemoveTOTP(w http.ResponseWriter, r *http.Request) error {
	who, ctx, s := identity(r), r.Context(), h.service
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		had, err := s.factors.RemoveTOTP(ctx, tx, who.ID)
		if err == nil && !had {
			err = apperror.NotFound()
		}
		if err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.FactorRemoved, who.User, "authenticator app")
	})
	if err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// NewRecoveryCodes answers POST /api/users/factors/recovery-codes/: 201 with codes in place of those that there were; 404 where
// there is no second factor, 429 after too many.
func (h *Handler) NewRecoveryCodes(w http.ResponseWriter, r *http.Request) error {
	who, ctx, s := identity(r), r.Context(), h.service
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return err
	}
	var codes []string
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		has, err := factors.Of(ctx, tx, who.ID)
		if err == nil && !has.Any() {
			err = apperror.NotFound()
		}
		if err != nil {
			return err
		}
		if codes, err = s.factors.NewRecoveryCodes(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.FactorAdded, who.User, "new recovery codes")
	})
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, recoveryCodes{codes})
}
