package httpx

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// ErrInvalidToken is returned for any token that is not valid. It does not give the reason.
var ErrInvalidToken = errors.New("invalid token")

// Key signs the tokens of one kind.
type Key []byte

// NewKey derives 32 bytes for one purpose from the secret of the site, by HKDF with SHA-256 (RFC
// 5869), so that a token of one kind never verifies as another.
func NewKey(secret []byte, purpose string) Key {
	derived, err := hkdf.Key(sha256.New, secret, nil, "portfolio "+purpose, 32)
	if err != nil {
		panic(err) // HKDF with SHA-256 makes up to 8160 bytes
	}
	return derived
}

// MAC returns the HMAC-SHA-256 (RFC 2104) of text.
func (k Key) MAC(text string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Made reports whether mac is that of text.
func (k Key) Made(mac, text string) bool { return hmac.Equal([]byte(mac), []byte(k.MAC(text))) }

// Sign returns text with its signature: text.mac.
func (k Key) Sign(text string) string { return text + "." + k.MAC(text) }

// Parse returns the text that was signed, or ErrInvalidToken.
func (k Key) Parse(signed string) (string, error) {
	end := strings.LastIndexByte(signed, '.')
	if end < 0 || !k.Made(signed[end+1:], signed[:end]) {
		return "", ErrInvalidToken
	}
	return signed[:end], nil
}
