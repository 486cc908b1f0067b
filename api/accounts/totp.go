package accounts

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

// The parameters that authenticator apps assume (RFC 6238, section 4, and RFC 4226, section 5.3).
const (
	stepLength   = 30 * time.Second
	secretLength = 20 // as RFC 4226, section 4, recommends
)

// drift is how many steps before and after the present one are accepted, for inaccurate clocks.
const drift = 1

// step returns the time step of now.
func step(now time.Time) int64 { return now.Unix() / int64(stepLength/time.Second) }

// hotp returns the code of six digits of a counter (RFC 4226, section 5.3).
func hotp(secret []byte, counter int64) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, counter) // a hash takes everything
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
	return fmt.Sprintf("%06d", number%1_000_000)
}

// matchingStep returns the step near now, later than last, of the given code. A last step that is to
// come is from a clock that was ahead, and does not count.
func matchingStep(secret []byte, code string, now time.Time, last int64) (found int64, ok bool) {
	if last > step(now)+drift {
		last = 0
	}
	for at := step(now) - drift; at <= step(now)+drift; at++ {
		same := subtle.ConstantTimeCompare([]byte(hotp(secret, at)), []byte(code)) == 1
		if same && at > last {
			found, ok = at, true
		}
	}
	return found, ok
}

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// totpURI returns the content of the QR code: secret, account and site.
func totpURI(secret []byte, site, account string) string {
	query := url.Values{"secret": {base32Text.EncodeToString(secret)}, "issuer": {site}}
	return "otpauth://totp/" + url.PathEscape(site) + ":" + url.PathEscape(account) + "?" + query.Encode()
}
