package tokens

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// The lifetimes of mailed links: to choose a new password, to confirm a changed address, and to
// confirm the address of a new account.
const (
	ResetLifetime        = time.Hour
	EmailChangeLifetime  = time.Hour
	ConfirmationLifetime = 48 * time.Hour
)

// Link signs and checks the tokens of mailed links in Django's format: the time in base 36, a dash,
// and a signature of the time and the account's state. A change of the state invalidates the token.
type Link struct {
	key      key
	lifetime time.Duration
}

// NewReset returns a Link for new passwords, whose key is derived from secret.
func NewReset(secret []byte) *Link { return newLink(secret, "password reset", ResetLifetime) }

// NewEmailChange returns a Link for new addresses, whose key is derived from secret.
func NewEmailChange(secret []byte) *Link {
	return newLink(secret, "email change", EmailChangeLifetime)
}

// NewConfirmation returns a Link for the addresses of new accounts, whose key is derived from secret.
func NewConfirmation(secret []byte) *Link {
	return newLink(secret, "email confirmation", ConfirmationLifetime)
}

func newLink(secret []byte, purpose string, lifetime time.Duration) *Link {
	return &Link{key: deriveKey(secret, purpose), lifetime: lifetime}
}

// Sign returns a token for an account in the given state, made at now.
func (l *Link) Sign(state string, now time.Time) string {
	made := strconv.FormatInt(now.Unix(), 36)
	return made + "-" + l.key.mac(made+"\n"+state)
}

// Check returns ErrInvalid unless token was signed for state within the lifetime before now.
func (l *Link) Check(token, state string, now time.Time) error {
	made, mac, found := strings.Cut(token, "-")
	if !found || !l.key.signed(mac, made+"\n"+state) {
		return ErrInvalid
	}
	seconds, err := strconv.ParseInt(made, 36, 64)
	if err != nil {
		return ErrInvalid
	}
	if age := now.Sub(time.Unix(seconds, 0)); age < 0 || age >= l.lifetime {
		return ErrInvalid
	}
	return nil
}

// EncodeID returns an account's number as mailed links carry it (uidb64).
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
