package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// AppTokenLifetime is how long a one-time token may wait to be redeemed.
const AppTokenLifetime = 2 * time.Minute

// IssueAppToken returns a token with which the native app opens the site signed in as the user: 32 random bytes,
// good once. Only its hash is kept.
func (s *Service) IssueAppToken(ctx context.Context, userID int64) (string, error) {
	var random [32]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	token := base64.RawURLEncoding.EncodeToString(random[:])
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO app_tokens (hash, user_id, expires_at) VALUES (?, ?, ?)`,
			hashAppToken(token), userID, database.At(s.now().Add(AppTokenLifetime)))
		return err
	})
	return token, err
}

// RedeemAppToken opens a session for the user of a one-time token, and spends it. It returns BadToken for a token that
// is unknown, spent or expired, or whose user was deactivated.
func (s *Service) RedeemAppToken(ctx context.Context, token string, device Device) (Tokens, User, error) {
	var opened Tokens
	var user User
	now := database.At(s.now())
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		var userID int64
		err := tx.Get(ctx, &userID, `DELETE FROM app_tokens WHERE hash = ? AND expires_at > ? RETURNING user_id`,
			hashAppToken(token), now)
		if err != nil {
			return err
		}
		err = tx.Get(ctx, &user, `
			UPDATE users SET last_login = ? WHERE id = ? AND is_active
			RETURNING id, email, first_name, last_name, is_staff, date_joined`, now, userID)
		if err != nil {
			return err
		}
		opened, err = s.openSession(ctx, tx, user.ID, device)
		return err
	})
	if errors.Is(err, database.ErrNoRows) {
		return Tokens{}, User{}, apperror.BadToken()
	}
	return opened, user, err
}

func hashAppToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
