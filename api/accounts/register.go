package accounts

import (
	"context"
	"errors"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// Limits of a client network: on new accounts, and on attempts to send the form.
var (
	registrationRule = throttle.Rule{Name: "register", Limit: 5, Period: time.Hour, Network: networkOf}
	registrationTry  = throttle.Rule{Name: "try to register", Limit: 30, Period: 10 * time.Minute, Network: networkOf}
)

// Register creates an account for a visitor from the given IP address, never a staff account. It
// returns Forbidden if registration is closed, and an apperror that names the wrong fields. Forms
// with errors count against a looser limit. A taken address counts as an account, so that visitors
// cannot ask for free which addresses have one.
func (s *Service) Register(ctx context.Context, in NewUser, repeated, ip string) (User, error) {
	if s.registrationClosed {
		return User{}, &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.RegistrationClosed}
	}
	network := httpx.ClientNetwork(ip)
	if err := s.limiter.Allow(ctx, registrationTry.Of(network)); err != nil {
		return User{}, err
	}
	in.IsStaff = false
	v := apperror.NewValidator()
	v.Check(prepare(in.Password) == prepare(repeated), "password", apperror.PasswordMismatch)
	in, err := checkNewUser(in, v)
	if err != nil {
		return User{}, err
	}
	if err := s.limiter.Allow(ctx, registrationRule.Of(network)); err != nil {
		return User{}, err
	}
	if err := s.checkDelivery(ctx, in.Email); err != nil {
		return User{}, err
	}
	user, err := s.createUser(ctx, in, audit.UserRegistered)
	var public *apperror.Error
	if err != nil && (!errors.As(err, &public) || public.Kind != apperror.KindInvalid) {
		err = s.refund(ctx, err, registrationRule.Of(network))
	}
	return user, err
}
