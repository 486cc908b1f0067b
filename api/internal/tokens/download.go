package tokens

import (
	"errors"
	"strconv"
	"time"
)

// DownloadLifetime is how long a signed link to a file is good for.
const DownloadLifetime = 15 * time.Minute

// ErrExpired is returned by Download.Check for a token that has expired.
var ErrExpired = errors.New("expired token")

// Download signs and checks links to files that are not public. A link contains the file and its
// expiry, and works for anyone who has it.
type Download struct{ key key }

// NewDownload returns a Download whose key is derived from secret.
func NewDownload(secret []byte) *Download {
	return &Download{key: deriveKey(secret, "download link")}
}

// Sign returns the expiry of a link to file made at now, in Unix seconds, and the signature of
// both.
func (d *Download) Sign(file string, now time.Time) (expires, signature string) {
	expires = strconv.FormatInt(now.Add(DownloadLifetime).Unix(), 10)
	return expires, d.key.mac(expires + "\n" + file)
}

// Check returns nil for a valid signature of file and expires, ErrExpired after its expiry, and
// otherwise ErrInvalid.
func (d *Download) Check(file, expires, signature string, now time.Time) error {
	if !d.key.signed(signature, expires+"\n"+file) {
		return ErrInvalid
	}
	last, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return ErrInvalid
	}
	if now.Unix() > last {
		return ErrExpired
	}
	return nil
}
