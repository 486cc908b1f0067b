package publishing

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/golang-jwt/jwt/v5"
)

// Only reports signed by the build service for these bytes are read. Their messages are short and
// on one line, and their states are known ones.
func FuzzReport(f *testing.F) {
	const secret = "0123456789abcdef"
	sign := func(body []byte) string {
		sum := sha256.Sum256(body)
		signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"iss": "netlify", "sha256": hex.EncodeToString(sum[:])}).SignedString([]byte(secret))
		if err != nil {
			f.Fatal(err)
		}
		return signed
	}
	const ready = `{"state":"ready","context":"production","updated_at":"2026-05-01T12:00:00Z"}`
	for _, body := range []string{
		ready, `{"state":"error","error_message":"\u001b[31mline\n2","updated_at":"2026-05-01T12:00:00Z"}`, `{"state":7}`, `null`, `[]`, ``, `{"updated_at":"x"}`,
		`{"state":"error","error_message":"\ud800","updated_at":"0001-01-01T00:00:01Z"}`, "{\"state\":\"error\",\"error_message\":\"\xff\u202e\",\"updated_at\":\"2026-05-01T12:00:00Z\"}",
	} {
		f.Add(sign([]byte(ready)), []byte(body))
	}
	signed := sign([]byte(ready))
	for _, signature := range []string{
		"", signed + "\n", signed + "=", signed[:len(signed)-1] + "J", "eyJhbGciOiJub25lIn0.eyJpc3MiOiJuZXRsaWZ5In0.",
	} {
		f.Add(signature, []byte(ready))
	}
	f.Fuzz(func(t *testing.T, signature string, body []byte) {
		genuine := sign(body)
		if _, _, err := readReport(secret, signature, body); err == nil && signature != genuine {
			t.Errorf("taken: %q with the signature %q", body, signature)
		}
		report, ok, err := readReport(secret, genuine, body)
		if err != nil || !ok {
			return
		}
		if report.State != Ready && report.State != Error || utf8.RuneCountInString(report.Message) > maxMessage+2 || !utf8.ValidString(report.Message) {
			t.Errorf("%q is read as %+v", body, report)
		}
		for _, r := range report.Message {
			if unicode.IsControl(r) {
				t.Errorf("%q: the message is %q", body, report.Message)
			}
		}
	})
}
