package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// AppTokenLifetime is how long a one-time token is valid.
const AppTokenLifetime = 2 * time.Minute

// appTokens limits the one-time tokens of an account. Each can open a session.
var appTokens = throttle.Rule{Name: "app token", Limit: 30, Period: time.Hour}

// appTokenGuesses limits the invalid one-time tokens from a client network.
var appTokenGuesses = throttle.Rule{Name: "app token by network", Limit: 20, Period: time.Hour, Network: networkOf}

// IssueAppToken returns a one-time token with which the native app opens the site as the user of
// the session. It is valid once, and only while the session is active. Only its hash is stored. It
// returns Throttled after too many.
func (s *Service) IssueAppToken(ctx context.Context, who Identity) (string, error) {
	if err := s.limiter.Allow(ctx, appTokens.Of(normalizeEmail(who.Email))); err != nil {
		return "", err
	}
	token, err := newToken()
	if err != nil {
		return "", err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO app_tokens (hash, session_id, expires_at) VALUES (?, ?, ?)`,
			hashToken(token), who.Session, database.At(s.now().Add(AppTokenLifetime)))
		if err != nil {
			return err
		}
		return s.record(ctx, tx, audit.AppTokenIssued, who.User, "")
	})
	return token, err
}

// RedeemAppToken spends a one-time token and opens a session for its user. The new session ends
// with the one that issued the token, so that a copied session gains nothing that outlives it. It
// returns BadToken for a token that is unknown, spent or expired, whose session ended or whose user
// was deactivated, and Throttled after too many of these from one network.
func (s *Service) RedeemAppToken(ctx context.Context, token string, device Device) (opened Tokens, user User, err error) {
	guess := appTokenGuesses.Of(httpx.ClientNetwork(device.IP))
	err = s.limitGuesses(ctx, guess, httpx.KindUnauthenticated, func() (err error) {
		opened, user, err = s.redeemAppToken(ctx, token, device)
		return err
	})
	return opened, user, err
}

func (s *Service) redeemAppToken(ctx context.Context, token string, device Device) (Tokens, User, error) {
	var opened Tokens
	var user User
	hash, now := hashToken(token), database.At(s.now())
	valid, err := database.Found(s.db.InTx(ctx, func(tx *database.Tx) error {
		var issuer struct {
			ID        string        `db:"id"`
			UserID    int64         `db:"user_id"`
			ExpiresAt database.Time `db:"expires_at"`
		}
		err := tx.Get(ctx, &issuer, `
			SELECT s.id, s.user_id, s.expires_at FROM app_tokens t JOIN sessions s ON s.id = t.session_id
			 WHERE t.hash = ? AND t.expires_at > ? AND s.expires_at > ?`, hash, now, now)
		if err != nil {
			return err
		}
		// Rows are locked in the same order as for a new password: account, session, token. The
		// update of the session makes its end wait.
		err = tx.Get(ctx, &user, `
			UPDATE users SET last_login = ? WHERE id = ? AND is_active
			RETURNING id, email, first_name, last_name, is_staff, date_joined, email_confirmed_at IS NULL AS email_unconfirmed`, now, issuer.UserID)
		if err != nil {
			return err
		}
		err = oneRow(tx.Exec(ctx, `UPDATE sessions SET last_used_at = ? WHERE id = ? AND revoked_at IS NULL`, now, issuer.ID))
		if err != nil {
			return err
		}
		if err := oneRow(tx.Exec(ctx, `DELETE FROM app_tokens WHERE hash = ?`, hash)); err != nil {
			return err
		}
		opened, err = s.openSession(ctx, tx, user.ID, device, parentSession{ID: &issuer.ID, ExpiresAt: issuer.ExpiresAt.Time})
		if err != nil {
			return err
		}
		return s.record(audit.WithActor(ctx, user.ID, user.Email), tx, audit.AppTokenUsed, user, device.UserAgent)
	}))
	if err == nil && !valid {
		s.audit.RecordLimited(ctx, aboutUser(audit.SignInRefused, User{}, "a used or expired one-time token"))
		return Tokens{}, User{}, httpx.BadToken()
	}
	return opened, user, err
}

// oneRow returns ErrNoRows if a statement changed no row.
func oneRow(touched int64, err error) error {
	if err == nil && touched == 0 {
		return database.ErrNoRows
	}
	return err
}

// newToken returns 32 random bytes as text.
func newToken() (string, error) {
	var random [32]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(random[:]), nil
}

// hashToken returns the stored form of a secret token.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
