package accounts

import (
	"context"
)

// HoldHashing keeps all passwords waiting until release is called.
func (s *Service) HoldHashing() (release func()) {
	hasher := s.hasher
	if err := hasher.turns.Acquire(context.Background(), hasher.slots); err != nil {
		panic(err)
	}
	return func() { hasher.turns.Release(hasher.slots) }
}

// StatementOf returns the statement that SearchUsers lists with, and its arguments.
func StatementOf(f UserFilter) (string, []any) {
	where, args := f.where()
	return f.statement(where), append(args, f.Limit, f.Offset)
}

// Knows reports whether the account of that address has signed in on the device.
func (s *Service) Knows(ctx context.Context, email string, device Device) (bool, error) {
	id, err := s.knownDevice(ctx, email, device)
	return id != "", err
}
