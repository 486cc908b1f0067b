package httpx

import (
	"strconv"
	"strings"
)

// AcceptsEncoding reports whether an Accept-Encoding header (RFC 9110, 12.5.3) names encoding and does not forbid it by q=0.
func AcceptsEncoding(header, encoding string) bool {
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

// MatchesETag reports whether an If-None-Match header (RFC 9110, 13.1.2) names the ETag, which has its quotes.
func MatchesETag(header, etag string) bool { return header == "*" || strings.Contains(header, etag) }
