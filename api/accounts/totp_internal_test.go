package accounts

import (
	"testing"
	"time"
)

var rfcSecret = []byte("12345678901234567890")

// TestHOTPVectors are those of RFC 4226, appendix D.
func TestHOTPVectors(t *testing.T) {
	for counter, want := range []string{"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"} {
		if got := hotp(rfcSecret, int64(counter), 6); got != want {
			t.Errorf("%d: %s, not %s", counter, got, want)
		}
	}
}

// TestTOTPVectors are those of RFC 6238, appendix B, with SHA-1.
func TestTOTPVectors(t *testing.T) {
	for seconds, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		if got := hotp(rfcSecret, step(time.Unix(seconds, 0)), 8); got != want {
			t.Errorf("%d: %s, not %s", seconds, got, want)
		}
	}
}
