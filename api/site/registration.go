package site

import (
	"context"

	"portfolio/api/internal/config"
)

const registrationVariable = "REGISTRATION"

// Registration returns config.Open or config.Closed, which is open unless staff chose.
func (s *Settings) Registration(ctx context.Context) (Choice, error) {
	return s.readChoice(ctx, registration, registrationVariable, s.Config.Registration, config.Open)
}

// SetRegistration opens or closes the registration.
func (s *Settings) SetRegistration(ctx context.Context, value string) error {
	return s.choose(ctx, registration, registrationVariable, s.Config.Registration, value, config.Open, config.Closed)
}

// RegistrationOpen reports whether visitors may register, which they may not on a private site.
func (s *Settings) RegistrationOpen(ctx context.Context) (bool, error) {
	if s.IsPrivate(ctx) {
		return false, nil
	}
	choice, err := s.Registration(ctx)
	return choice.Value == config.Open, err
}
