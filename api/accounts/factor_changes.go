package accounts

import (
	"context"
	"errors"
	"net/url"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/factors"
	"portfolio/api/throttle"
)

// factorChanges is how often an account may get a passkey, an authenticator app or recovery codes: each change is a mail to its owner.
var factorChanges = throttle.Rule{Name: "change second factor", Limit: 10, Period: time.Hour}

// Factors returns the second factors that an account has.
func (s *Service) Factors(ctx context.Context, userID int64) (factors.Factors, error) {
	return factors.Of(ctx, s.db, userID)
}

// BeginTOTP returns what an authenticator app is set up with, which counts once ConfirmTOTP has seen a code of it. It returns
// Conflict where one is set up.
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

// ConfirmTOTP has the authenticator app of BeginTOTP count, by a code of it, and returns recovery codes where there were none. A
// wrong code is an apperror under "code", and too many are Throttled.
func (s *Service) ConfirmTOTP(ctx context.Context, who Identity, code string) ([]string, error) {
	return s.addFactor(ctx, who, func(tx *database.Tx) (string, error) {
		ok, err := s.factors.ConfirmTOTP(ctx, tx, who.ID, code)
		if err == nil && !ok {
			err = apperror.InvalidField("code", apperror.SecondFactorWrong)
		}
		return "authenticator app", err
	})
}

// RemoveTOTP takes the authenticator app of a user away, or returns NotFound. The recovery codes go with the last second factor.
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

// NewRecoveryCodes returns codes in place of those that a user had; NotFound without a second factor, Throttled after too many.
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

// BeginPasskey returns what a browser makes a passkey of for a user, or Conflict where passkeys do not work at the site's address.
func (s *Service) BeginPasskey(ctx context.Context, who Identity) (factors.Challenge, error) {
	challenge, err := s.factors.BeginPasskey(ctx, s.db, who.ID, who.Email)
	return challenge, s.noPasskeys(err)
}

// AddPasskey gives a user the passkey that a browser has made of BeginPasskey's challenge, and recovery codes where there were none.
// One that is refused is an apperror under "credential"; with as many as an account may have it returns Conflict, and after too many
// changes Throttled.
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

// RenamePasskey gives a passkey of a user another name and returns it, or NotFound.
func (s *Service) RenamePasskey(ctx context.Context, who Identity, id int64, name string) (renamed factors.Passkey, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		renamed, err = s.factors.RenamePasskey(ctx, tx, who.ID, id, name)
		return err
	})
	return renamed, orNotFound(err)
}

// RemovePasskey takes a passkey of a user away, or returns NotFound. The recovery codes go with the last second factor.
func (s *Service) RemovePasskey(ctx context.Context, who Identity, id int64) error {
	return orNotFound(s.db.InTx(ctx, func(tx *database.Tx) error {
		name, err := s.factors.RemovePasskey(ctx, tx, who.ID, id)
		if err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.FactorRemoved, who.User, "passkey "+name)
	}))
}

// orNotFound returns NotFound in the place of a row that is not there.
func orNotFound(err error) error {
	if errors.Is(err, database.ErrNoRows) {
		return apperror.NotFound()
	}
	return err
}

// lockFactors returns the second factors that an account has, which gets no other one and no session until the transaction ends: a
// sign-in has the row locked until its session is there to be ended.
func lockFactors(ctx context.Context, tx *database.Tx, userID int64) (factors.Factors, error) {
	if _, err := tx.Exec(ctx, `UPDATE users SET is_active = is_active WHERE id = ?`, userID); err != nil {
		return factors.Factors{}, err
	}
	return factors.Of(ctx, tx, userID)
}

// addFactor gives a user the second factor that add stores, and names for the audit log, with what comes with it: their other sessions
// end where they had none, since the password alone has opened those, and they get recovery codes where they have none. After too many
// changes it returns Throttled.
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

// recordFactor writes into the audit log that a second factor came or went, and queues a notice to the owner of the account.
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

// ResetFactors takes the second factors of an account away, on the owner's word, and ends its sessions. It returns false
// where the account had none.
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
