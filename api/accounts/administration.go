package accounts

import (
	"context"
	"errors"

	"portfolio/api/apperror"
	"portfolio/api/audit"
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
	action := audit.StaffTaken
	if staff {
		action = audit.StaffGiven
	}
	return s.change(ctx, action, `UPDATE users SET is_staff = ? WHERE id = ? RETURNING id, email`, staff, userID)
}

// Deactivate keeps an account from signing in and ends its sessions.
func (s *Service) Deactivate(ctx context.Context, userID int64) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		err := s.changeIn(ctx, tx, audit.Deactivated, `UPDATE users SET is_active = FALSE WHERE id = ? RETURNING id, email`, userID)
		if err != nil {
			return err
		}
		return endSessionsOf(ctx, tx, userID, "", database.At(s.now()))
	})
}

// Activate lets an account sign in again.
func (s *Service) Activate(ctx context.Context, userID int64) error {
	return s.change(ctx, audit.Activated, `UPDATE users SET is_active = TRUE WHERE id = ? RETURNING id, email`, userID)
}

// Delete removes an account and its sessions. What it uploaded stays.
func (s *Service) Delete(ctx context.Context, userID int64) error {
	return s.change(ctx, audit.UserDeleted, `DELETE FROM users WHERE id = ? RETURNING id, email`, userID)
}

func (s *Service) change(ctx context.Context, action, statement string, args ...any) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.changeIn(ctx, tx, action, statement, args...) })
}

// changeIn runs a statement that returns the id and the address of the one account that it changed, and records the action.
func (s *Service) changeIn(ctx context.Context, tx *database.Tx, action, statement string, args ...any) error {
	var user User
	err := tx.Get(ctx, &user, statement, args...)
	if errors.Is(err, database.ErrNoRows) {
		return apperror.NotFound()
	}
	if err != nil {
		return err
	}
	return s.record(ctx, tx, action, user, "")
}
