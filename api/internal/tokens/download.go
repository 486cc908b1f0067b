package tokens

import (
	"net/url"
	"strconv"
	"time"

	"portfolio/api/internal/httpx"
)

// DownloadLifetime is how long a signed link to a file is valid.
const DownloadLifetime = 15 * time.Minute

// Download signs and checks links to files that are not public. A link contains the file and its
// expiry, and works for anyone who has it.
type Download struct{ key key }

// NewDownload returns a Download whose key is derived from secret.
func NewDownload(secret []byte) *Download {
	return &Download{key: deriveKey(secret, "download link")}
}

// Link returns the path with a query that opens file until DownloadLifetime after now.
func (d *Download) Link(path, file string, now time.Time) string {
	expires := strconv.FormatInt(now.Add(DownloadLifetime).Unix(), 10)
	query := url.Values{"expires": {expires}, "signature": {d.key.mac(expires + "\n" + file)}}
	return path + "?" + query.Encode()
}

// Check returns nil for the query of a link to file. It returns Forbidden for an expired link and
// NotFound for any other query.
func (d *Download) Check(query url.Values, file string, now time.Time) error {
	expires := query.Get("expires")
	last, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || !d.key.signed(query.Get("signature"), expires+"\n"+file) {
		return httpx.NotFound()
	}
	if now.Unix() > last {
		return &httpx.Error{Kind: httpx.KindForbidden, Detail: httpx.LinkExpired}
	}
	return nil
}
