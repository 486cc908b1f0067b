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

// Limits of a client network: on new accounts, and on attempts to send the form.
var (
	registrationRule = throttle.Rule{Name: "register", Limit: 5, Period: time.Hour, Network: networkOf}
	registrationTry  = throttle.Rule{Name: "try to register", Limit: 30, Period: 10 * time.Minute, Network: networkOf}
)

// Register makes an account for a visitor at the given address on the network. It is never a staff account.
// Where registration is closed, it returns Forbidden.
// Mistakes in the form use a looser limit up. An address that is taken counts as an account: else anybody could ask for free,
// as often as they like, who has an account here.
func (s *Service) Register(ctx context.Context, in NewUser, repeated, ip string) (User, error) {
	if s.registrationClosed {
		return User{}, &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.RegistrationClosed}
	}
	network := httpx.ClientNetwork(ip)
	if err := s.limiter.Allow(ctx, registrationTry.Of(network)); err != nil {
		return User{}, err
	}
	in.IsStaff = false
	v := validate.New()
	v.Check(prepare(in.Password) == prepare(repeated), "password", apperror.PasswordMismatch)
	in, err := checkNewUser(in, v)
	if err != nil {
		return User{}, err
	}
	if err := s.limiter.Allow(ctx, registrationRule.Of(network)); err != nil {
		return User{}, err
	}
	user, err := s.createUser(ctx, in, audit.UserRegistered)
	var public *apperror.Error
	if err != nil && (!errors.As(err, &public) || public.Kind != apperror.KindInvalid) {
		err = errors.Join(err, s.limiter.Refund(context.WithoutCancel(ctx), registrationRule.Of(network)))
	}
	return user, err
}
