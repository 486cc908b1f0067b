package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// factorChanges limits the new factors and recovery codes of an account. Each change is mailed to
// its owner.
var factorChanges = throttle.Rule{Name: "change second factor", Limit: 10, Period: time.Hour}

// Factors are the second factors of an account.
type Factors struct {
	// TOTP is true if an authenticator app is set up.
	TOTP bool `json:"totp"`
	// TOTPFault says why the codes of the app cannot be checked, "" if they can.
	TOTPFault string `json:"totp_fault"`
	// RecoveryCodes is the number of unused recovery codes.
	RecoveryCodes int `json:"recovery_codes"`
	// Passkeys are the passkeys, the oldest first.
	Passkeys []Passkey `json:"passkeys"`
}

// Any reports whether there is a second factor.
func (f Factors) Any() bool { return f.TOTP || len(f.Passkeys) > 0 }

// Factors returns the second factors of an account.
func (s *Service) Factors(ctx context.Context, userID int64) (Factors, error) {
	found, err := readFactors(ctx, s.db, userID)
	if err != nil || !found.TOTP {
		return found, err
	}
	lost, err := s.hasLostAuthenticator(ctx, s.db, userID)
	if lost {
		found.TOTPFault = httpx.AuthenticatorAgain
	}
	return found, err
}

// readFactors returns the second factors of an account.
func readFactors(ctx context.Context, from database.Reader, userID int64) (Factors, error) {
	found := Factors{Passkeys: []Passkey{}}
	err := errors.Join(
		from.Get(ctx, &found.TOTP, `SELECT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL)`, userID),
		from.Get(ctx, &found.RecoveryCodes, `SELECT count(*) FROM recovery_codes WHERE user_id = ?`, userID),
		from.Select(ctx, &found.Passkeys, `SELECT `+passkeyColumns+` FROM passkeys WHERE user_id = ? ORDER BY id`, userID))
	if err != nil {
		return Factors{}, fmt.Errorf("read second factors: %w", err)
	}
	return found, nil
}

// addFactor calls add, which stores a second factor; added names it for the audit log. If it is the
// first one, the other sessions of the user end, because the password alone has opened them. It
// returns recovery codes if the account has none, and Throttled after too many changes.
func (s *Service) addFactor(ctx context.Context, who Identity, added string, add func(tx *database.Tx) error) ([]string, error) {
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return nil, err
	}
	var codes []string
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		// Until the transaction ends the account gets no other factor and no session: a sign-in locks
		// the same row.
		if _, err := tx.Exec(ctx, `UPDATE users SET is_active = is_active WHERE id = ?`, who.ID); err != nil {
			return err
		}
		had, err := readFactors(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := add(tx); err != nil {
			return err
		}
		if !had.Any() {
			if err := endUserSessions(ctx, tx, who.ID, who.Session, database.At(s.now())); err != nil {
				return err
			}
		}
		codes = []string{}
		if had.RecoveryCodes == 0 {
			if codes, err = replaceRecoveryCodes(ctx, tx, who.ID); err != nil {
				return err
			}
		}
		return s.recordFactor(ctx, tx, audit.SecondFactorAdded, who.User, added)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// recordFactor records a change of the second factors in the audit log, and notifies the owner of
// the account.
func (s *Service) recordFactor(ctx context.Context, tx *database.Tx, action string, user User, detail string) error {
	kind := noticeFactorAdded
	if action == audit.SecondFactorRemoved {
		kind = noticeFactorRemoved
	}
	if err := s.notify(ctx, tx, kind, user); err != nil {
		return err
	}
	return s.record(ctx, tx, action, user, detail)
}

// ResetFactors removes all second factors of an account and ends its sessions. It returns false if
// the account had none.
func (s *Service) ResetFactors(ctx context.Context, user User) (bool, error) {
	var had Factors
	err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if had, err = readFactors(ctx, tx, user.ID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM passkeys WHERE user_id = ?`, user.ID); err != nil {
			return err
		}
		if err := removeTOTP(ctx, tx, user.ID); err != nil || !had.Any() {
			return err
		}
		if err := s.recordFactor(ctx, tx, audit.SecondFactorRemoved, user, "all, by the owner"); err != nil {
			return err
		}
		return endUserSessions(ctx, tx, user.ID, "", database.At(s.now()))
	})
	return had.Any(), err
}

// PersonalFactors is the personal data about second factors. AuthenticatorSince is nil without an
// authenticator app.
type PersonalFactors struct {
	AuthenticatorSince *database.Time `json:"authenticator_since"`
	RecoveryCodes      int            `json:"recovery_codes"`
	Passkeys           []Passkey      `json:"passkeys"`
}

// readPersonalFactors returns the personal data about a user's second factors.
func readPersonalFactors(ctx context.Context, from database.Reader, userID int64) (PersonalFactors, error) {
	found, err := readFactors(ctx, from, userID)
	if err != nil {
		return PersonalFactors{}, err
	}
	data := PersonalFactors{RecoveryCodes: found.RecoveryCodes, Passkeys: found.Passkeys}
	var since database.Time
	confirmed, err := from.Find(ctx, &since, `SELECT confirmed_at FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL`, userID)
	if err != nil {
		return PersonalFactors{}, fmt.Errorf("read second factors: %w", err)
	}
	if confirmed {
		data.AuthenticatorSince = &since
	}
	return data, nil
}
