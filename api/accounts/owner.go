package accounts

import (
	"context"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Prepared is a valid account that is not stored yet, with the hash of its password.
type Prepared struct {
	in   NewUser
	hash string
}

// PrepareStaff checks a staff account for AddStaff, and hashes its password, which takes too long for
// a transaction. It returns an httpx.Error that names every wrong field.
func (s *Service) PrepareStaff(ctx context.Context, in NewUser) (Prepared, error) {
	in.IsStaff = true
	in, err := checkNewUser(in, httpx.NewValidator())
	if err != nil {
		return Prepared{}, err
	}
	hash, err := s.hasher.Hash(ctx, in.Password)
	return Prepared{in, hash}, err
}

// AddStaff adds a prepared account, or returns an httpx.Error for a taken address.
func (s *Service) AddStaff(ctx context.Context, tx *database.Tx, prepared Prepared) (User, error) {
	return s.insertUser(ctx, tx, prepared.in, prepared.hash, audit.UserCreated)
}

// AddSignedIn is AddStaff, and opens a session for the account.
func (s *Service) AddSignedIn(ctx context.Context, tx *database.Tx, prepared Prepared, device Device) (Tokens, User, error) {
	user, err := s.AddStaff(ctx, tx, prepared)
	if err != nil {
		return Tokens{}, User{}, err
	}
	opened, err := s.startSession(ctx, tx, account{User: user, Password: prepared.hash, IsActive: true}, device)
	if err != nil {
		return Tokens{}, User{}, fmt.Errorf("open the first session: %w", err)
	}
	return opened, user, nil
}

// DeleteIn is Delete in a transaction that adds another staff account. A missing account is not an error.
func (s *Service) DeleteIn(ctx context.Context, tx *database.Tx, userID int64) error {
	err := s.delete(ctx, tx, `DELETE FROM users WHERE id = ? RETURNING id, email`, userID)
	if httpx.IsNotFound(err) {
		return nil
	}
	return err
}
