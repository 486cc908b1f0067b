package httpx

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// minGzip is the length from which NewContent compresses: less fits into one packet.
const minGzip = 1024

// Content is a body in one or more encodings, with the headers of its answer. It is never changed
// after it was made, so that many requests may share it.
type Content struct {
	Header http.Header
	// Encodings are in order of preference. The last one is not compressed.
	Encodings []Encoded
}

// Encoded is a body in one encoding, "" for none. Its ETag includes the quotes.
type Encoded struct {
	Encoding string
	ETag     string
	Bytes    []byte
}

// NewContent returns the content of body, compressed if that makes it smaller.
func NewContent(header http.Header, body []byte) *Content {
	c := &Content{Header: header}
	if len(body) >= minGzip {
		var compressed bytes.Buffer
		writer := gzip.NewWriter(&compressed)
		// Writes to memory do not fail.
		_, _ = writer.Write(body)
		_ = writer.Close()
		c.Encodings = append(c.Encodings, NewEncoded("gzip", compressed.Bytes()))
	}
	c.Encodings = append(c.Encodings, NewEncoded("", body))
	return c
}

// NewEncoded returns body, which is in that encoding already, with its ETag.
func NewEncoded(encoding string, body []byte) Encoded {
	sum := sha256.Sum256(body)
	return Encoded{Encoding: encoding, ETag: `"` + hex.EncodeToString(sum[:16]) + `"`, Bytes: body}
}

// Serve answers with the first encoding that the client accepts. If status is 200, it honors
// conditional requests and, for the uncompressed body, ranges (RFC 9110, 13 and 14).
func (c *Content) Serve(w http.ResponseWriter, r *http.Request, status int) {
	found := c.negotiate(r.Header.Get("Accept-Encoding"))
	header := w.Header()
	for name, values := range c.Header {
		header[name] = values
	}
	if len(c.Encodings) > 1 {
		header.Add("Vary", "Accept-Encoding")
	}
	if status == http.StatusOK {
		header.Set("ETag", found.ETag)
		if found.Encoding == "" && (r.Header.Get("Range") != "" || r.Header.Get("If-Match") != "") {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(found.Bytes))
			return
		}
		if matchesETag(r.Header.Get("If-None-Match"), found.ETag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if found.Encoding != "" {
		header.Set("Content-Encoding", found.Encoding)
	}
	header.Set("Content-Length", strconv.Itoa(len(found.Bytes)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		// A client that disconnected is not a failure.
		_, _ = w.Write(found.Bytes)
	}
}

func (c *Content) negotiate(accepted string) Encoded {
	last := len(c.Encodings) - 1
	for _, encoded := range c.Encodings[:last] {
		if acceptsEncoding(accepted, encoded.Encoding) {
			return encoded
		}
	}
	return c.Encodings[last]
}

// acceptsEncoding reports whether an Accept-Encoding header (RFC 9110, 12.5.3) names encoding and
// does not forbid it by q=0.
func acceptsEncoding(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		quality, given := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
		q, err := strconv.ParseFloat(quality, 64)
		return !given || err == nil && q > 0
	}
	return false
}

// matchesETag reports whether an If-None-Match header (RFC 9110, 13.1.2) names the ETag.
func matchesETag(header, etag string) bool { return header == "*" || strings.Contains(header, etag) }
