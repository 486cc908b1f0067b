package tokens

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// ResetLifetime is how long a password-reset link is good for.
const ResetLifetime = time.Hour

// Reset signs and checks the tokens of password-reset links, in the form of Django's: when it was made in base 36, a
// dash, and a signature over that moment and the account's state. A token dies with its state, so nothing is stored.
type Reset struct{ key []byte }

// NewReset returns a Reset whose key is derived from secret.
func NewReset(secret []byte) (*Reset, error) {
	key, err := deriveKey(secret, "password reset")
	return &Reset{key: key}, err
}

// Sign returns a token for an account in the given state, made at now.
func (r *Reset) Sign(state string, now time.Time) string {
	made := strconv.FormatInt(now.Unix(), 36)
	return made + "-" + r.mac(made, state)
}

// Check returns ErrInvalid unless token was signed for state within ResetLifetime before now.
func (r *Reset) Check(token, state string, now time.Time) error {
	made, mac, found := strings.Cut(token, "-")
	if !found || !hmac.Equal([]byte(mac), []byte(r.mac(made, state))) {
		return ErrInvalid
	}
	seconds, err := strconv.ParseInt(made, 36, 64)
	if err != nil {
		return ErrInvalid
	}
	if age := now.Sub(time.Unix(seconds, 0)); age < 0 || age >= ResetLifetime {
		return ErrInvalid
	}
	return nil
}

func (r *Reset) mac(made, state string) string {
	mac := hmac.New(sha256.New, r.key)
	mac.Write([]byte(made + "\n" + state))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// EncodeID returns an account's number as reset links carry it (uidb64).
func EncodeID(id int64) string {
	return base64.RawURLEncoding.EncodeToString(strconv.AppendInt(nil, id, 10))
}

// DecodeID returns the number of an EncodeID, or ErrInvalid.
func DecodeID(text string) (int64, error) {
	digits, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return 0, ErrInvalid
	}
	id, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || id < 1 || EncodeID(id) != text {
		return 0, ErrInvalid
	}
	return id, nil
}
