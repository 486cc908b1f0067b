package httpx

import (
	"net/url"
	"strconv"
	"time"
)

// DownloadLifetime is how long a signed link to a file is valid.
const DownloadLifetime = 15 * time.Minute

// DownloadLinks signs and checks links to files that are not public. A link contains the file and
// its expiry, and works for anyone who has it.
type DownloadLinks struct{ key Key }

// NewDownloadLinks returns DownloadLinks whose key is derived from secret.
func NewDownloadLinks(secret []byte) *DownloadLinks {
	return &DownloadLinks{NewKey(secret, "download link")}
}

// Link returns the path with a query that opens file until DownloadLifetime after now.
func (d *DownloadLinks) Link(path, file string, now time.Time) string {
	expires := strconv.FormatInt(now.Add(DownloadLifetime).Unix(), 10)
	query := url.Values{"expires": {expires}, "signature": {d.key.MAC(expires + "\n" + file)}}
	return path + "?" + query.Encode()
}

// Check returns nil for the query of a link to file. It returns Forbidden for an expired link and
// NotFound for any other query.
func (d *DownloadLinks) Check(query url.Values, file string, now time.Time) error {
	expires := query.Get("expires")
	last, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || !d.key.Made(query.Get("signature"), expires+"\n"+file) {
		return NotFound()
	}
	if now.Unix() > last {
		return &Error{Kind: KindForbidden, Detail: LinkExpired}
	}
	return nil
}
