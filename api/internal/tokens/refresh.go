package tokens

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// Refresh signs and parses refresh tokens: session.gen.issued_at.random.mac. The mac is an
// HMAC-SHA-256 (RFC 2104) of the rest.
type Refresh struct{ key key }

// RefreshToken is the content of a refresh token. Random distinguishes tokens of one session and
// generation.
type RefreshToken struct {
	Session  string
	Gen      int64
	IssuedAt time.Time
	Random   string
}

// NewRefresh returns a Refresh whose key is derived from secret.
func NewRefresh(secret []byte) *Refresh { return &Refresh{key: deriveKey(secret, "refresh token")} }

// NewID returns 128 random bits as text for tokens and URLs.
func NewID() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // which never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// IsID reports whether text has the form of a NewID.
func IsID(text string) bool {
	random, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && len(random) == 16 && len(text) == 22
}

// Sign returns token as text.
func (r *Refresh) Sign(token RefreshToken) string {
	text := strings.Join([]string{
		token.Session, strconv.FormatInt(token.Gen, 10), strconv.FormatInt(token.IssuedAt.Unix(), 10), token.Random,
	}, ".")
	return text + "." + r.key.mac(text)
}

// Parse returns the content of text, or ErrInvalid if it was not signed here.
func (r *Refresh) Parse(text string) (RefreshToken, error) {
	end := strings.LastIndexByte(text, '.')
	if end < 0 || !r.key.signed(text[end+1:], text[:end]) {
		return RefreshToken{}, ErrInvalid
	}
	parts := strings.Split(text[:end], ".")
	if len(parts) != 4 {
		return RefreshToken{}, ErrInvalid
	}
	gen, genErr := strconv.ParseInt(parts[1], 10, 64)
	issued, issuedErr := strconv.ParseInt(parts[2], 10, 64)
	if genErr != nil || issuedErr != nil {
		return RefreshToken{}, ErrInvalid
	}
	return RefreshToken{Session: parts[0], Gen: gen, IssuedAt: time.Unix(issued, 0).UTC(), Random: parts[3]}, nil
}
