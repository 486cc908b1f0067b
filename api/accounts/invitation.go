package accounts

import (
	"encoding/base64"
	"encoding/json"
	"time"

	"portfolio/api/internal/httpx"
)

// Invitations signs and verifies the texts of the links that invite an address to a share. Only mails to that address have them,
// so that who registers with one has proved that the address is theirs.
type Invitations struct{ key httpx.Key }

// invitation is the part of an invitation that the registration screen reads. Expires is in Unix seconds.
type invitation struct {
	Share   int64  `json:"share"`
	Email   string `json:"email"`
	Expires int64  `json:"expires"`
}

// NewInvitations returns the invitations of a site.
func NewInvitations(secret []byte) Invitations {
	return Invitations{httpx.NewKey(secret, "share invitation")}
}

// Sign returns the invitation of an address to a share: base64url(JSON).mac.
func (i Invitations) Sign(share int64, email string, expires time.Time) string {
	content, err := json.Marshal(invitation{share, email, expires.Unix()})
	if err != nil {
		panic(err) // a struct of numbers and text has a JSON form
	}
	return i.key.Sign(base64.RawURLEncoding.EncodeToString(content))
}

// Verify returns the share and the address of an invitation. ok is false if it was not signed here, or has expired at now.
func (i Invitations) Verify(text string, now time.Time) (share int64, email string, ok bool) {
	signed, err := i.key.Parse(text)
	if err != nil {
		return 0, "", false
	}
	content, err := base64.RawURLEncoding.DecodeString(signed)
	if err != nil {
		return 0, "", false
	}
	var read invitation
	if json.Unmarshal(content, &read) != nil || !now.Before(time.Unix(read.Expires, 0)) {
		return 0, "", false
	}
	return read.Share, read.Email, true
}

// invites reports whether text is a valid invitation for an address.
func (s *Service) invites(text, email string) bool {
	_, invited, ok := s.invitations.Verify(text, s.now())
	return ok && normalizeEmail(invited) == normalizeEmail(email)
}
