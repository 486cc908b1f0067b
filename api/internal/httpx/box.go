package httpx

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
)

// Box encrypts and signs data for this site only, with AES-256-GCM: secrets in the database, and
// the state of a sign-in between its steps.
type Box struct{ aead cipher.AEAD }

// NewBox returns a Box whose key is derived from secret.
func NewBox(secret []byte) *Box {
	block, err := aes.NewCipher(NewKey(secret, "box"))
	if err != nil {
		panic(err) // the key has the length that AES wants
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // the cipher is AES, as GCM wants it
	}
	return &Box{aead}
}

// Seal returns content as text that Open reads for the same purpose alone.
func (b *Box) Seal(content []byte, purpose string) string {
	return base64.RawURLEncoding.EncodeToString(b.aead.Seal(nil, nil, content, []byte(purpose)))
}

// Open returns the content that was sealed for purpose, or ErrInvalidToken.
func (b *Box) Open(text, purpose string) ([]byte, error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, ErrInvalidToken
	}
	content, err := b.aead.Open(nil, nil, sealed, []byte(purpose))
	if err != nil {
		return nil, ErrInvalidToken
	}
	return content, nil
}
