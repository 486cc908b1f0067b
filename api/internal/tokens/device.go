package tokens

import "strings"

// Device signs and parses the cookie of a trusted device: id.mac. It grants no right.
type Device struct{ key key }

// NewDevice returns a Device whose key is derived from secret.
func NewDevice(secret []byte) *Device { return &Device{key: deriveKey(secret, "trusted device")} }

// NewPreview returns a Device whose ids are those of sessions, for the cookie that shows the pages of a private site to staff.
func NewPreview(secret []byte) *Device { return &Device{key: deriveKey(secret, "preview")} }

// Sign returns the device of that id, a NewID, as text.
func (d *Device) Sign(id string) string { return id + "." + d.key.mac(id) }

// Parse returns the id in text, or ErrInvalid when it was not signed here.
func (d *Device) Parse(text string) (id string, err error) {
	id, mac, _ := strings.Cut(text, ".")
	if !d.key.signed(mac, id) {
		return "", ErrInvalid
	}
	return id, nil
}
