package accounts

import (
	"context"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/throttle"
	"portfolio/api/validate"
)

var registrations = throttle.Rule{Name: "register", Limit: 5, Period: time.Hour}

// Register makes an account for a visitor at the given address on the network. It is never a staff account.
// Throttled counts the accounts that were made, so that mistakes in the form do not use the limit up.
func (s *Service) Register(ctx context.Context, in NewUser, repeated, ip string) (User, error) {
	in.IsStaff = false
	v := validate.New()
	if !v.Check(in.Password == repeated, "password", apperror.PasswordMismatch) {
		return User{}, v.Err()
	}
	if err := s.limiter.Take(ctx, registrations, ip); err != nil {
		return User{}, err
	}
	user, err := s.CreateUser(ctx, in)
	if err != nil {
		if err := s.limiter.GiveBack(ctx, registrations, ip); err != nil {
			return User{}, err
		}
	}
	return user, err
}
