package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

const (
	recoveryCount  = 10
	recoveryLength = 15 // bytes: 24 letters, enough for a plain hash (OWASP ASVS 5.0.0, 6.5.2)
	groupLength    = 4
)

// NewRecoveryCodes replaces the recovery codes of a user. It returns NotFound without a second
// factor, and Throttled after too many.
func (s *Service) NewRecoveryCodes(ctx context.Context, who Identity) ([]string, error) {
	if err := s.limiter.Allow(ctx, factorChanges.Of(normalizeEmail(who.Email))); err != nil {
		return nil, err
	}
	var codes []string
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		has, err := readFactors(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if !has.Any() {
			return httpx.NotFound()
		}
		if codes, err = replaceRecoveryCodes(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.SecondFactorAdded, who.User, "new recovery codes")
	})
	return codes, err
}

// replaceRecoveryCodes replaces the recovery codes of an account. Each is valid for one sign-in.
func replaceRecoveryCodes(ctx context.Context, tx *database.Tx, userID int64) ([]string, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = ?`, userID); err != nil {
		return nil, err
	}
	codes := make([]string, recoveryCount)
	for i := range codes {
		random := make([]byte, recoveryLength)
		_, _ = rand.Read(random) // it never fails: the program ends instead
		codes[i] = grouped(base32Text.EncodeToString(random))
		_, err := tx.Exec(ctx, `INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)`, userID, hashCode(codes[i]))
		if err != nil {
			return nil, err
		}
	}
	return codes, nil
}

// useCode reports whether code is a valid code of the authenticator app or a recovery code, and uses it
// up. It returns errAuthenticatorLost for another code if the app's secret cannot be read.
func (s *Service) useCode(ctx context.Context, tx *database.Tx, userID int64, code string) (bool, error) {
	ok, err := s.useTOTP(ctx, tx, userID, code, `confirmed_at IS NOT NULL`)
	lost := errors.Is(err, errAuthenticatorLost)
	if ok || err != nil && !lost {
		return ok, err
	}
	n, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = ? AND hash = ?`, userID, hashCode(code))
	if err == nil && n == 0 && lost {
		err = errAuthenticatorLost
	}
	return n == 1, err
}

// removeLooseCodes deletes the recovery codes of an account that has no second factor.
func removeLooseCodes(ctx context.Context, tx *database.Tx, userID int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM recovery_codes WHERE user_id = ?
		   AND NOT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL)
		   AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?)`, userID, userID, userID)
	return err
}

// hashCode returns the stored form of a recovery code, regardless of case and grouping. The code is
// random enough for a plain hash.
func hashCode(code string) string {
	sum := sha256.Sum256([]byte(plain(code)))
	return hex.EncodeToString(sum[:])
}

// plain returns a code in ASCII capitals and digits, from any keyboard's letters and digits and
// without separators.
func plain(code string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '0' + digitValue(r)
		case unicode.IsLetter(r):
			return unicode.ToUpper(r)
		}
		return -1
	}, norm.NFKC.String(code))
}

// digitValue returns the value of a decimal digit. Unicode orders the ten digits of a script from 0.
func digitValue(r rune) rune {
	zero := r
	for unicode.IsDigit(zero - 1) {
		zero--
	}
	return (r - zero) % 10
}

// grouped returns text in groups that are easy to type.
func grouped(text string) string {
	var groups []string
	for ; len(text) > groupLength; text = text[groupLength:] {
		groups = append(groups, text[:groupLength])
	}
	return strings.Join(append(groups, text), "-")
}
