package accounts

import (
	"context"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// Account is a user as the owner sees it.
type Account struct {
	User
	IsActive  bool           `db:"is_active"`
	LastLogin *database.Time `db:"last_login"`
}

// List returns every account, the oldest first.
func (s *Service) List(ctx context.Context) ([]Account, error) {
	accounts := []Account{}
	err := s.db.Select(ctx, &accounts, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, is_active, last_login FROM users ORDER BY id`)
	return accounts, err
}

// FindUser returns the account of that address, or NotFound.
func (s *Service) FindUser(ctx context.Context, email string) (User, error) {
	user, _, err := s.findByEmail(ctx, email)
	return user, err
}

// SetStaff makes an account staff, or no longer; it counts from the account's next request.
func (s *Service) SetStaff(ctx context.Context, userID int64, staff bool) error {
	return s.change(ctx, `UPDATE users SET is_staff = ? WHERE id = ?`, staff, userID)
}

// Deactivate keeps an account from signing in and ends its sessions.
func (s *Service) Deactivate(ctx context.Context, userID int64) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE users SET is_active = FALSE WHERE id = ?`, userID)
		if err != nil {
			return err
		}
		if n == 0 {
			return apperror.NotFound()
		}
		return endSessionsOf(ctx, tx, userID, "", database.At(s.now()))
	})
}

// Activate lets an account sign in again.
func (s *Service) Activate(ctx context.Context, userID int64) error {
	return s.change(ctx, `UPDATE users SET is_active = TRUE WHERE id = ?`, userID)
}

// Delete removes an account and its sessions. What it uploaded stays.
func (s *Service) Delete(ctx context.Context, userID int64) error {
	return s.change(ctx, `DELETE FROM users WHERE id = ?`, userID)
}

func (s *Service) change(ctx context.Context, statement string, args ...any) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, statement, args...)
		if err == nil && n == 0 {
			return apperror.NotFound()
		}
		return err
	})
}
