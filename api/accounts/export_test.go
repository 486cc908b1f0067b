package accounts

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
