package accounts

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/httpx"
)

// refreshToken is the content of a refresh token. Random distinguishes tokens of one session and
// generation.
type refreshToken struct {
	Session  string
	Gen      int64
	IssuedAt time.Time
	Random   string
}

// sign returns the token as text: session.gen.issued_at.random.mac.
func (t refreshToken) sign(key httpx.Key) string {
	return key.Sign(strings.Join([]string{
		t.Session, strconv.FormatInt(t.Gen, 10), strconv.FormatInt(t.IssuedAt.Unix(), 10), t.Random,
	}, "."))
}

// parseRefresh returns the content of text, or httpx.ErrInvalidToken if it was not signed here.
func parseRefresh(key httpx.Key, signed string) (refreshToken, error) {
	text, err := key.Parse(signed)
	parts := strings.Split(text, ".")
	if err != nil || len(parts) != 4 {
		return refreshToken{}, httpx.ErrInvalidToken
	}
	gen, genErr := strconv.ParseInt(parts[1], 10, 64)
	issued, issuedErr := strconv.ParseInt(parts[2], 10, 64)
	if genErr != nil || issuedErr != nil {
		return refreshToken{}, httpx.ErrInvalidToken
	}
	return refreshToken{Session: parts[0], Gen: gen, IssuedAt: time.Unix(issued, 0).UTC(), Random: parts[3]}, nil
}

// newID returns 128 random bits as text for tokens and URLs.
func newID() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // which never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// IsSessionID reports whether text has the form of the ID of a session.
func IsSessionID(text string) bool {
	random, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && len(random) == 16 && len(text) == 22
}
