package tokens

// Setup makes and checks the token of the link that sets a new site up.
type Setup struct{ key key }

// NewSetup returns a Setup whose key is derived from secret.
func NewSetup(secret []byte) *Setup { return &Setup{key: deriveKey(secret, "setup link")} }

// Token returns the token that belongs to nonce.
func (s *Setup) Token(nonce string) string { return s.key.mac(nonce) }

// Check reports whether token belongs to nonce.
func (s *Setup) Check(token, nonce string) bool { return s.key.signed(token, nonce) }
