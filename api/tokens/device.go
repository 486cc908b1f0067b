package tokens

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Device signs and parses what a client that has signed in keeps, to be recognised by at the next sign-in: id.mac. It carries
// no right.
type Device struct{ key []byte }

// NewDevice returns a Device whose key is derived from secret.
func NewDevice(secret []byte) (*Device, error) {
	key, err := deriveKey(secret, "known device")
	return &Device{key: key}, err
}

// Sign returns the device of that id, a NewID, as text.
func (d *Device) Sign(id string) string { return id + "." + d.mac(id) }

// Parse returns the id in text, or ErrInvalid when it was not signed here.
func (d *Device) Parse(text string) (id string, err error) {
	id, mac, _ := strings.Cut(text, ".")
	if !hmac.Equal([]byte(mac), []byte(d.mac(id))) {
		return "", ErrInvalid
	}
	return id, nil
}

func (d *Device) mac(id string) string {
	mac := hmac.New(sha256.New, d.key)
	mac.Write([]byte(id))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
