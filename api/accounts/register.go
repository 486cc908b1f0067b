package accounts

import (
	"context"
	"errors"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/httpx"
	"portfolio/api/throttle"
	"portfolio/api/validate"
)

var registrationRule = throttle.Rule{Name: "register", Limit: 5, Period: time.Hour, Network: networkOf}

// Register makes an account for a visitor at the given address on the network. It is never a staff account.
// Mistakes in the form do not use the limit up. An address that is taken does: else anybody could ask for free, as often
// as they like, who has an account here.
func (s *Service) Register(ctx context.Context, in NewUser, repeated, ip string) (User, error) {
	in.IsStaff = false
	v := validate.New()
	v.Check(in.Password == repeated, "password", apperror.PasswordMismatch)
	in, err := in.checked(v)
	if err != nil {
		return User{}, err
	}
	if err := s.limiter.Allow(ctx, registrationRule, httpx.ClientNetwork(ip)); err != nil {
		return User{}, err
	}
	user, err := s.createUser(ctx, in, audit.UserRegistered)
	var public *apperror.Error
	if err != nil && (!errors.As(err, &public) || public.Kind != apperror.KindInvalid) {
		err = errors.Join(err, s.limiter.Refund(context.WithoutCancel(ctx), registrationRule, httpx.ClientNetwork(ip)))
	}
	return user, err
}
