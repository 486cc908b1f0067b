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
