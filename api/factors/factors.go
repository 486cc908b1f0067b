// Package factors has the second factors of accounts: passkeys (WebAuthn), authenticator apps
// (TOTP, RFC 6238) and recovery codes. It knows accounts only as numbers.
package factors

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/boombuler/barcode/qr"
	"github.com/go-webauthn/webauthn/webauthn"
	"golang.org/x/text/unicode/norm"

	"portfolio/api/internal/database"
	"portfolio/api/internal/tokens"
)

const (
	recoveryCodes  = 10
	recoveryLength = 15 // bytes: 24 letters, enough for a plain hash (OWASP ASVS 5.0.0, 6.5.2)
	groupLength    = 4
)

// Service has the second factors of all accounts.
type Service struct {
	box      *tokens.Box
	webauthn *webauthn.WebAuthn // nil where passkeys cannot be
	now      func() time.Time
}

// New returns the second factors of the site at publicURL. The box seals their secrets.
func New(box *tokens.Box, publicURL string, clock func() time.Time) *Service {
	return &Service{box, relyingParty(publicURL), clock}
}

// Factors are the second factors of an account.
type Factors struct {
	// TOTP is true if an authenticator app is set up.
	TOTP bool `json:"totp"`
	// RecoveryCodes is the number of unused recovery codes.
	RecoveryCodes int `json:"recovery_codes"`
	// Passkeys are the passkeys, the oldest first.
	Passkeys []Passkey `json:"passkeys"`
}

// Kinds reports whether an account has passkeys and an authenticator app. It is cheaper than Of.
func Kinds(ctx context.Context, from database.Reader, userID int64) (passkeys, totp bool, err error) {
	var has struct {
		Passkeys bool `db:"passkeys"`
		TOTP     bool `db:"totp"`
	}
	err = from.Get(ctx, &has, `
		SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?) AS passkeys,
		       EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL) AS totp`, userID, userID)
	if err != nil {
		return false, false, fmt.Errorf("read the kinds of second factors: %w", err)
	}
	return has.Passkeys, has.TOTP, nil
}

// Any reports whether there is a second factor.
func (f Factors) Any() bool { return f.TOTP || len(f.Passkeys) > 0 }

// Of returns the second factors of an account.
func Of(ctx context.Context, from database.Reader, userID int64) (found Factors, err error) {
	found.Passkeys = []Passkey{}
	err = errors.Join(
		from.Get(ctx, &found.TOTP, `SELECT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL)`, userID),
		from.Get(ctx, &found.RecoveryCodes, `SELECT count(*) FROM recovery_codes WHERE user_id = ?`, userID),
		from.Select(ctx, &found.Passkeys, `SELECT `+passkeyColumns+` FROM passkeys WHERE user_id = ? ORDER BY id`, userID))
	if err != nil {
		return Factors{}, fmt.Errorf("read second factors: %w", err)
	}
	return found, nil
}

// Setup is the setup of an authenticator app: the secret as text, and the QR code of its address.
type Setup struct {
	Secret string `json:"secret"`
	URI    string `json:"uri"`
	QR     QR     `json:"qr"`
}

// QR is a QR code as an SVG path in a square of Size units, including the quiet zone.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// ErrSetUp is returned if an authenticator app is set up.
var ErrSetUp = errors.New("an authenticator app is set up already")

// BeginTOTP makes a secret for the account, which ConfirmTOTP activates. It replaces an unconfirmed
// one, and returns ErrSetUp if there is a confirmed one.
func (s *Service) BeginTOTP(ctx context.Context, tx *database.Tx, userID int64, site, account string) (Setup, error) {
	secret := make([]byte, secretLength)
	_, _ = rand.Read(secret) // it never fails: the program ends instead
	n, err := tx.Exec(ctx, `
		INSERT INTO totp_secrets (user_id, secret, created_at) VALUES (?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
		 WHERE totp_secrets.confirmed_at IS NULL`, userID, s.box.Seal(secret, purpose(userID)), database.At(s.now()))
	if err != nil {
		return Setup{}, err
	}
	if n == 0 {
		return Setup{}, ErrSetUp
	}
	uri := address(secret, site, account)
	code, err := drawQR(uri)
	return Setup{Secret: grouped(base32Text.EncodeToString(secret)), URI: uri, QR: code}, err
}

// purpose binds a sealed secret to its account.
func purpose(userID int64) string { return fmt.Sprintf("totp secret of %d", userID) }

// drawQR returns text as a QR code, one rectangle for each run of dark squares.
func drawQR(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, fmt.Errorf("draw QR code: %w", err)
	}
	const quiet = 4
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		run := 0
		for x := range size {
			if red, _, _, _ := code.At(x, y).RGBA(); red == 0 {
				run++
			} else if run > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x-run+quiet, y+quiet, run, run)
				run = 0
			}
		}
		if run > 0 {
			fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", size-run+quiet, y+quiet, run, run)
		}
	}
	return QR{Size: size + 2*quiet, Path: path.String()}, nil
}

// ConfirmTOTP activates the secret of BeginTOTP if code is valid, and reports whether it is.
func (s *Service) ConfirmTOTP(ctx context.Context, tx *database.Tx, userID int64, code string) (bool, error) {
	return s.useTOTP(ctx, tx, userID, code, `confirmed_at IS NULL`)
}

// useTOTP uses a code of the account once, if its secret meets the condition.
func (s *Service) useTOTP(ctx context.Context, tx *database.Tx, userID int64, code, condition string) (bool, error) {
	var row struct {
		Secret   string `db:"secret"`
		LastStep int64  `db:"last_step"`
	}
	err := tx.Get(ctx, &row, `SELECT secret, last_step FROM totp_secrets WHERE user_id = ? AND `+condition, userID)
	if errors.Is(err, database.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	secret, err := s.box.Open(row.Secret, purpose(userID))
	if err != nil {
		return false, nil // it was sealed with another key: no code is of it
	}
	now := s.now()
	at, ok := matchingStep(secret, plain(code), now, row.LastStep)
	if !ok {
		return false, nil
	}
	// One of several simultaneous uses wins. A secret that was replaced meanwhile does not count.
	n, err := tx.Exec(ctx, `
		UPDATE totp_secrets SET last_step = ?, confirmed_at = COALESCE(confirmed_at, ?) WHERE user_id = ? AND secret = ? AND last_step = ?`,
		at, database.At(now), userID, row.Secret, row.LastStep)
	return n == 1, err
}

// Use reports whether code is a valid code of the authenticator app or a recovery code, and uses it
// up.
func (s *Service) Use(ctx context.Context, tx *database.Tx, userID int64, code string) (bool, error) {
	ok, err := s.useTOTP(ctx, tx, userID, code, `confirmed_at IS NOT NULL`)
	if ok || err != nil {
		return ok, err
	}
	n, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = ? AND hash = ?`, userID, hashCode(code))
	return n == 1, err
}

// NewRecoveryCodes replaces the recovery codes of an account. Each is valid for one sign-in.
func (s *Service) NewRecoveryCodes(ctx context.Context, tx *database.Tx, userID int64) ([]string, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = ?`, userID); err != nil {
		return nil, err
	}
	codes := make([]string, recoveryCodes)
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

// Remove removes all second factors of an account, and reports whether it had any.
func (s *Service) Remove(ctx context.Context, tx *database.Tx, userID int64) (bool, error) {
	had, err := Of(ctx, tx, userID)
	if err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM passkeys WHERE user_id = ?`, userID); err != nil {
		return false, err
	}
	_, err = s.RemoveTOTP(ctx, tx, userID)
	return had.Any(), err
}

// RemoveTOTP removes the authenticator app of an account, and reports whether it had one. The last
// second factor takes the recovery codes with it.
func (s *Service) RemoveTOTP(ctx context.Context, tx *database.Tx, userID int64) (bool, error) {
	had, err := Of(ctx, tx, userID)
	if err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM totp_secrets WHERE user_id = ?`, userID); err != nil {
		return false, err
	}
	return had.TOTP, removeLooseCodes(ctx, tx, userID)
}

// removeLooseCodes deletes the recovery codes of an account that has no second factor.
func removeLooseCodes(ctx context.Context, tx *database.Tx, userID int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM recovery_codes WHERE user_id = ?
		   AND NOT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL)
		   AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?)`, userID, userID, userID)
	return err
}

// PersonalData is the personal data about second factors. AuthenticatorSince is nil without an
// authenticator app.
type PersonalData struct {
	AuthenticatorSince *database.Time `json:"authenticator_since"`
	RecoveryCodes      int            `json:"recovery_codes"`
	Passkeys           []Passkey      `json:"passkeys"`
}

// ReadPersonalData returns a user's personal data.
func ReadPersonalData(ctx context.Context, from database.Reader, userID int64) (PersonalData, error) {
	found, err := Of(ctx, from, userID)
	if err != nil {
		return PersonalData{}, err
	}
	data := PersonalData{RecoveryCodes: found.RecoveryCodes, Passkeys: found.Passkeys}
	var since []database.Time
	err = from.Select(ctx, &since, `SELECT confirmed_at FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL`, userID)
	if err != nil {
		return PersonalData{}, fmt.Errorf("read second factors: %w", err)
	}
	if len(since) > 0 {
		data.AuthenticatorSince = &since[0]
	}
	return data, nil
}
