package accounts

import (
	"context"
	"sync"
)

// HoldHashing lets nobody hash a password until release is called; they wait in the queue.
func (s *Service) HoldHashing() (release func()) {
	var started sync.WaitGroup
	done := make(chan struct{})
	for range s.hasher.queue.slots {
		started.Add(1)
		go func() {
			_ = s.hasher.queue.run(context.Background(), "", func() {
				started.Done()
				<-done
			})
		}()
	}
	started.Wait()
	return func() { close(done) }
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
