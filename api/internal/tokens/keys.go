// Package tokens signs and parses all tokens: access and refresh tokens, mailed links, links to
// files and trusted devices. It uses no database: whether a session is active is for accounts to
// check.
package tokens

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// ErrInvalid is returned for any token that is not valid. It does not give the reason.
var ErrInvalid = errors.New("invalid token")

// key signs the tokens of one kind.
type key []byte

// deriveKey returns 32 bytes for one purpose, by HKDF with SHA-256 (RFC 5869), so that a token of one kind
// never verifies as another.
func deriveKey(secret []byte, purpose string) key {
	derived, err := hkdf.Key(sha256.New, secret, nil, "portfolio "+purpose, 32)
	if err != nil {
		panic(err) // HKDF with SHA-256 makes up to 8160 bytes
	}
	return derived
}

// mac returns the HMAC-SHA-256 (RFC 2104) of text.
func (k key) mac(text string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// signed reports whether mac is that of text.
func (k key) signed(mac, text string) bool { return hmac.Equal([]byte(mac), []byte(k.mac(text))) }
