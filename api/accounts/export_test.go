package accounts

import (
	"context"
)

// HoldHashing keeps all passwords waiting until release is called.
func (s *Service) HoldHashing() (release func()) {
	turns := s.hasher.turns
	if err := turns.all.Acquire(context.Background(), turns.slots); err != nil {
		panic(err)
	}
	return func() { turns.all.Release(turns.slots) }
}

// StatementOf returns the statement that SearchUsers lists with, and its arguments.
func StatementOf(f UserFilter) (string, []any) {
	where, args := f.where()
	return f.statement(where), append(args, f.Limit, f.Offset)
}

// Knows reports whether the account of that address has signed in on the device.
func (s *Service) Knows(ctx context.Context, email string, device Device) (bool, error) {
	id, err := s.trustedDevice(ctx, email, device)
	return id != "", err
}
