package accounts

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/boombuler/barcode/qr"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

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

// BeginTOTP makes a secret for an authenticator app, which ConfirmTOTP activates. It replaces an
// unconfirmed one, and returns Conflict if there is a confirmed one.
func (s *Service) BeginTOTP(ctx context.Context, who Identity) (Setup, error) {
	site, err := url.Parse(s.publicURL)
	if err != nil {
		return Setup{}, err
	}
	secret := make([]byte, secretLength)
	_, _ = rand.Read(secret) // it never fails: the program ends instead
	uri := totpURI(secret, site.Hostname(), who.Email)
	code, err := drawQR(uri)
	if err != nil {
		return Setup{}, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `
			INSERT INTO totp_secrets (user_id, secret, created_at) VALUES (?, ?, ?)
			ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
			 WHERE totp_secrets.confirmed_at IS NULL`, who.ID, s.box.Seal(secret, totpPurpose(who.ID)), database.At(s.now()))
		if err == nil && n == 0 {
			err = httpx.Conflict(httpx.AuthenticatorSetUp)
		}
		return err
	})
	if err != nil {
		return Setup{}, err
	}
	return Setup{Secret: grouped(base32Text.EncodeToString(secret)), URI: uri, QR: code}, nil
}

// ConfirmTOTP activates the authenticator app of BeginTOTP with one of its codes. It returns
// recovery codes if the account has none. A wrong code is an httpx.Error under "code", and too many
// are Throttled.
func (s *Service) ConfirmTOTP(ctx context.Context, who Identity, code string) ([]string, error) {
	return s.addFactor(ctx, who, "authenticator app", func(tx *database.Tx) error {
		right, err := s.useTOTP(ctx, tx, who.ID, code, `confirmed_at IS NULL`)
		if errors.Is(err, errAuthenticatorLost) || err == nil && !right {
			err = httpx.InvalidField("code", httpx.SecondFactorWrong)
		}
		return err
	})
}

// RemoveTOTP removes the authenticator app of a user, or returns NotFound. The last second factor
// takes the recovery codes with it.
func (s *Service) RemoveTOTP(ctx context.Context, who Identity) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		had, err := readFactors(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if !had.TOTP {
			return httpx.NotFound()
		}
		if err := removeTOTP(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.SecondFactorRemoved, who.User, "authenticator app")
	})
}

// removeTOTP deletes the secret of an authenticator app, confirmed or not.
func removeTOTP(ctx context.Context, tx *database.Tx, userID int64) error {
	if _, err := tx.Exec(ctx, `DELETE FROM totp_secrets WHERE user_id = ?`, userID); err != nil {
		return err
	}
	return removeLooseCodes(ctx, tx, userID)
}

// totpPurpose binds a sealed secret to its account.
func totpPurpose(userID int64) string { return fmt.Sprintf("totp secret of %d", userID) }

// errAuthenticatorLost means that the secret of an authenticator app was sealed with another secret key.
var errAuthenticatorLost = errors.New("an authenticator app of another secret key")

// useTOTP uses a code of the account once, if its secret meets the condition. It returns errAuthenticatorLost for a secret that
// cannot be read.
func (s *Service) useTOTP(ctx context.Context, tx *database.Tx, userID int64, code, condition string) (bool, error) {
	var row struct {
		Secret   string `db:"secret"`
		LastStep int64  `db:"last_step"`
	}
	known, err := tx.Find(ctx, &row, `SELECT secret, last_step FROM totp_secrets WHERE user_id = ? AND `+condition, userID)
	if err != nil || !known {
		return false, err
	}
	secret, err := s.box.Open(row.Secret, totpPurpose(userID))
	if err != nil {
		return false, errAuthenticatorLost
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

// LostAuthenticators returns how many authenticator apps box cannot read, because they were set up with another secret key.
func LostAuthenticators(ctx context.Context, from database.Reader, box *httpx.Box) (lost int, err error) {
	var rows []struct {
		UserID int64  `db:"user_id"`
		Secret string `db:"secret"`
	}
	err = from.Select(ctx, &rows, `SELECT user_id, secret FROM totp_secrets WHERE confirmed_at IS NOT NULL`)
	for _, row := range rows {
		if _, err := box.Open(row.Secret, totpPurpose(row.UserID)); err != nil {
			lost++
		}
	}
	return lost, err
}

// hasLostAuthenticator reports whether the account has an authenticator app whose secret cannot be read.
func (s *Service) hasLostAuthenticator(ctx context.Context, from database.Reader, userID int64) (bool, error) {
	var secret string
	found, err := from.Find(ctx, &secret, `SELECT secret FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL`, userID)
	if err != nil || !found {
		return false, err
	}
	_, err = s.box.Open(secret, totpPurpose(userID))
	return err != nil, nil
}
