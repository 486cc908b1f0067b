package accounts

import (
	"context"
	"errors"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// SignIn opens a session and returns its tokens and the user. A wrong password, an unknown address and a
// deactivated account get the same Unauthenticated, at the same cost.
func (s *Service) SignIn(ctx context.Context, email, password string, device Device) (Tokens, User, error) {
	var found struct {
		User
		Password string `db:"password"`
		IsActive bool   `db:"is_active"`
	}
	err := s.db.Get(ctx, &found, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, password, is_active
		  FROM users WHERE email_key = ?`, emailKey(email))
	if err != nil && !errors.Is(err, database.ErrNoRows) {
		return Tokens{}, User{}, err
	}
	ok, err := s.hasher.Verify(ctx, password, found.Password)
	if err != nil {
		return Tokens{}, User{}, err
	}
	if !ok || !found.IsActive {
		return Tokens{}, User{}, apperror.Unauthenticated(apperror.NoActiveAccount)
	}
	var opened Tokens
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		// The password is matched again: it may have been changed, and sessions ended, since it was read.
		n, err := tx.Exec(ctx, `UPDATE users SET last_login = ? WHERE id = ? AND password = ? AND is_active`,
			database.At(s.now()), found.ID, found.Password)
		if err != nil {
			return err
		}
		if n == 0 {
			return apperror.Unauthenticated(apperror.NoActiveAccount)
		}
		opened, err = s.openSession(ctx, tx, found.ID, device)
		return err
	})
	return opened, found.User, err
}

// SignOut ends the session of a refresh token, of whatever generation. It returns BadToken for one that was not signed here.
func (s *Service) SignOut(ctx context.Context, refresh string) error {
	token, err := s.refresh.Parse(refresh)
	if err != nil {
		return apperror.BadToken()
	}
	return s.endSession(ctx, token.Session)
}
