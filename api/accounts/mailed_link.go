package accounts

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/httpx"
)

// The lifetimes of mailed links: to choose a new password, to confirm a changed address, and to
// confirm the address of a new account.
const (
	resetLifetime        = time.Hour
	emailLinkLifetime    = time.Hour
	confirmationLifetime = 48 * time.Hour
)

// mailedLink signs and checks the tokens of mailed links in Django's format: the time in base 36, a
// dash, and a signature of the time and the account's fingerprint. A change of the fingerprint
// invalidates the token.
type mailedLink struct {
	key      httpx.Key
	lifetime time.Duration
}

// sign returns a token for an account with the fingerprint, made at now.
func (l mailedLink) sign(fingerprint string, now time.Time) string {
	made := strconv.FormatInt(now.Unix(), 36)
	return made + "-" + l.key.MAC(made+"\n"+fingerprint)
}

// check returns httpx.ErrInvalidToken unless token was signed for fingerprint within the lifetime
// before now.
func (l mailedLink) check(token, fingerprint string, now time.Time) error {
	made, mac, found := strings.Cut(token, "-")
	if !found || !l.key.Made(mac, made+"\n"+fingerprint) {
		return httpx.ErrInvalidToken
	}
	seconds, err := strconv.ParseInt(made, 36, 64)
	if err != nil {
		return httpx.ErrInvalidToken
	}
	if age := now.Sub(time.Unix(seconds, 0)); age < 0 || age >= l.lifetime {
		return httpx.ErrInvalidToken
	}
	return nil
}

// encodeID returns the ID of an account as mailed links contain it (uidb64).
func encodeID(id int64) string {
	return base64.RawURLEncoding.EncodeToString(strconv.AppendInt(nil, id, 10))
}

// decodeID returns the ID of an encodeID, or httpx.ErrInvalidToken.
func decodeID(text string) (int64, error) {
	digits, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return 0, httpx.ErrInvalidToken
	}
	id, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || id < 1 || encodeID(id) != text {
		return 0, httpx.ErrInvalidToken
	}
	return id, nil
}
