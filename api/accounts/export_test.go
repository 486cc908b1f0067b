package accounts

import (
	"context"
	"strings"
)

// HoldHashing keeps all passwords waiting until release is called.
func (s *Service) HoldHashing() (release func()) {
	queue := s.hasher.queue
	if err := queue.all.Acquire(context.Background(), queue.slots); err != nil {
		panic(err)
	}
	return func() { queue.all.Release(queue.slots) }
}

// StatementOf returns the statement that SearchUsers lists with, and its arguments.
func StatementOf(f UserFilter) (string, []any) {
	where, args := f.where()
	return f.statement(where), append(args, f.Size(), f.Offset)
}

// Knows reports whether the account of that address has signed in on the device.
func (s *Service) Knows(ctx context.Context, email string, device Device) (bool, error) {
	id, err := s.trustedDevice(ctx, email, device)
	return id != "", err
}

// ResetByLink sets a password with a link that is mailed to the address.
func (s *Service) ResetByLink(ctx context.Context, email, password, ip string) error {
	_, path, err := s.resetLink(ctx, email)
	if err != nil {
		return err
	}
	parts := strings.Split(path, "/")
	_, err = s.ConfirmReset(ctx, parts[2], parts[3], password, password, Device{IP: ip})
	return err
}
