// Package tokens makes and reads everything that is signed: the access token and the refresh token of a session, links that are
// mailed to choose a password or to confirm an address, links to files.
// It knows no database: whether a session is still active is the accounts' business.
package tokens

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// ErrInvalid is what reading a token returns for anything but a good one. It does not say what is wrong with it.
var ErrInvalid = errors.New("invalid token")

// deriveKey returns 32 bytes for one purpose, by HKDF with SHA-256 (RFC 5869), so that a token of one kind
// never verifies as another.
func deriveKey(secret []byte, purpose string) ([]byte, error) {
	return hkdf.Key(sha256.New, secret, nil, "portfolio "+purpose, 32)
}
