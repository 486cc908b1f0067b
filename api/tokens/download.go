package tokens

import (
	"errors"
	"strconv"
	"time"
)

// DownloadLifetime is how long a signed link to a file is good for.
const DownloadLifetime = 15 * time.Minute

// ErrExpired is what Download.Check returns for a token that was good.
var ErrExpired = errors.New("expired token")

// Download signs and checks links to files that are not for everybody. What a link says is the file and its last moment;
// whoever has the link may read the file until then.
type Download struct{ key key }

// NewDownload returns a Download whose key is derived from secret.
func NewDownload(secret []byte) *Download {
	return &Download{key: deriveKey(secret, "download link")}
}

// Sign returns the last second of a link to file that is made at now, since 1970, and the signature of both.
func (d *Download) Sign(file string, now time.Time) (expires, signature string) {
	expires = strconv.FormatInt(now.Add(DownloadLifetime).Unix(), 10)
	return expires, d.key.mac(expires + "\n" + file)
}

// Check returns nil when the signature was made for file and expires and this moment is not past; ErrExpired when it is
// past, else ErrInvalid.
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
