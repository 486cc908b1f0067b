package accounts

import "context"

// HoldHashing lets nobody hash a password until release is called; they wait in the queue.
func (s *Service) HoldHashing() (release func()) {
	for range cap(s.hasher.slots) {
		s.hasher.slots <- struct{}{}
	}
	return func() {
		for range cap(s.hasher.slots) {
			<-s.hasher.slots
		}
	}
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
