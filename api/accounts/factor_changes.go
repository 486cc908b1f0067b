package accounts

import (
	"context"
	"errors"
	"net/url"
	"time"

	"portfolio/api/factors"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/throttle"
)

// factorChanges limits the new factors and recovery codes of an account. Each change is mailed to
// its owner.
var factorChanges = throttle.Rule{Name: "change second factor", Limit: 10, Period: time.Hour}

// Factors returns the second factors of an account.
func (s *Service) Factors(ctx context.Context, userID int64) (factors.Factors, error) {
	return factors.Of(ctx, s.db, userID)
}

// BeginTOTP returns the setup of an authenticator app, which ConfirmTOTP activates. It returns
// Conflict if one is set up.
func (s *Service) BeginTOTP(ctx context.Context, who Identity) (setup factors.Setup, err error) {
	site, err := url.Parse(s.publicURL)
	if err != nil {
		return factors.Setup{}, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		setup, err = s.factors.BeginTOTP(ctx, tx, who.ID, site.Hostname(), who.Email)
		return err
	})
	if errors.Is(err, factors.ErrSetUp) {
		err = apperror.Conflict(apperror.AuthenticatorSetUp)
	}
	return setup, err
}

// ConfirmTOTP activates the authenticator app of BeginTOTP with one of its codes. It returns
// recovery codes if the account has none. A wrong code is an apperror under "code", and too many
// are Throttled.
func (s *Service) ConfirmTOTP(ctx context.Context, who Identity, code string) ([]string, error) {
	return s.addFactor(ctx, who, func(tx *database.Tx) (string, error) {
		ok, err := s.factors.ConfirmTOTP(ctx, tx, who.ID, code)
		if err == nil && !ok {
			err = apperror.InvalidField("code", apperror.SecondFactorWrong)
		}
		return "authenticator app", err
	})
}

// RemoveTOTP removes the authenticator app of a user, or returns NotFound. The last second factor
// takes the recovery codes with it.
func (s *Service) RemoveTOTP(ctx context.Context, who Identity) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		had, err := s.factors.RemoveTOTP(ctx, tx, who.ID)
		if err == nil && !had {
			err = apperror.NotFound()
		}
		if err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.FactorRemoved, who.User, "authenticator app")
	})
}

// NewRecoveryCodes replaces the recovery codes of a user. It returns NotFound without a second
// factor, and Throttled after too many.
func (s *Service) NewRecoveryCodes(ctx context.Context, who Identity) (codes []string, err error) {
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
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
	return codes, err
}

// BeginPasskey returns a challenge for a new passkey, or Conflict if passkeys do not work at the
// site's address.
func (s *Service) BeginPasskey(ctx context.Context, who Identity) (factors.Challenge, error) {
	challenge, err := s.factors.BeginPasskey(ctx, s.db, who.ID, who.Email)
	return challenge, s.noPasskeys(err)
}

// AddPasskey adds the passkey that a browser made for BeginPasskey's challenge. It returns recovery
// codes if the account has none. A refused passkey is an apperror under "credential". It returns
// Conflict if the account has the maximum number, and Throttled after too many changes.
func (s *Service) AddPasskey(ctx context.Context, who Identity, answer PasskeyAnswer, name string) (added factors.Passkey, codes []string, err error) {
	codes, err = s.addFactor(ctx, who, func(tx *database.Tx) (_ string, err error) {
		added, err = s.factors.AddPasskey(ctx, tx, who.ID, answer.Token, []byte(answer.Credential), name)
		return "passkey " + name, err
	})
	if errors.Is(err, factors.ErrPasskeysFull) {
		err = apperror.Conflict(apperror.PasskeysFull)
	}
	if _, told, refused := refusedPasskey(err); refused {
		err = apperror.InvalidField("credential", told)
	}
	return added, codes, s.noPasskeys(err)
}

// RenamePasskey renames a passkey of a user and returns it, or NotFound.
func (s *Service) RenamePasskey(ctx context.Context, who Identity, id int64, name string) (renamed factors.Passkey, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		renamed, err = s.factors.RenamePasskey(ctx, tx, who.ID, id, name)
		return err
	})
	return renamed, orNotFound(err)
}

// RemovePasskey removes a passkey of a user, or returns NotFound. The last second factor takes the
// recovery codes with it.
func (s *Service) RemovePasskey(ctx context.Context, who Identity, id int64) error {
	return orNotFound(s.db.InTx(ctx, func(tx *database.Tx) error {
		name, err := s.factors.RemovePasskey(ctx, tx, who.ID, id)
		if err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.FactorRemoved, who.User, "passkey "+name)
	}))
}

// orNotFound turns ErrNoRows into NotFound.
func orNotFound(err error) error {
	if errors.Is(err, database.ErrNoRows) {
		return apperror.NotFound()
	}
	return err
}

// lockFactors returns the second factors of an account. Until the transaction ends the account gets
// no other factor and no session: a sign-in locks the same row.
func lockFactors(ctx context.Context, tx *database.Tx, userID int64) (factors.Factors, error) {
	if _, err := tx.Exec(ctx, `UPDATE users SET is_active = is_active WHERE id = ?`, userID); err != nil {
		return factors.Factors{}, err
	}
	return factors.Of(ctx, tx, userID)
}

// addFactor calls add, which stores a second factor and names it for the audit log. If it is the
// first one, the other sessions of the user end, because the password alone has opened them. It
// returns recovery codes if the account has none, and Throttled after too many changes.
func (s *Service) addFactor(ctx context.Context, who Identity, add func(tx *database.Tx) (added string, err error)) (codes []string, err error) {
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		had, err := lockFactors(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		added, err := add(tx)
		if err != nil {
			return err
		}
		if !had.Any() {
			if err := endUserSessions(ctx, tx, who.ID, who.Session, database.At(s.now())); err != nil {
				return err
			}
		}
		codes = []string{}
		if had.RecoveryCodes == 0 {
			if codes, err = s.factors.NewRecoveryCodes(ctx, tx, who.ID); err != nil {
				return err
			}
		}
		return s.recordFactor(ctx, tx, audit.FactorAdded, who.User, added)
	})
	return codes, err
}

// recordFactor records a change of the second factors in the audit log, and notifies the owner of
// the account.
func (s *Service) recordFactor(ctx context.Context, tx *database.Tx, action string, user User, detail string) error {
	kind := noticeFactorAdded
	if action == audit.FactorRemoved {
		kind = noticeFactorRemoved
	}
	if err := s.notify(ctx, tx, kind, user); err != nil {
		return err
	}
	return s.record(ctx, tx, action, user, detail)
}

// ResetFactors removes all second factors of an account and ends its sessions. It returns false if
// the account had none.
func (s *Service) ResetFactors(ctx context.Context, user User) (had bool, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if had, err = s.factors.Remove(ctx, tx, user.ID); err != nil || !had {
			return err
		}
		if err := endUserSessions(ctx, tx, user.ID, "", database.At(s.now())); err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.FactorRemoved, user, "all, by the owner")
	})
	return had, err
}
