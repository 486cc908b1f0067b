package accounts

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// invitationLifetime limits invitations to shares that end later, or never.
const invitationLifetime = 30 * 24 * time.Hour

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

// Invite queues the mail that invites an address to a share, in the caller's transaction.
func (s *Service) Invite(ctx context.Context, tx *database.Tx, share int64, email string) error {
	return s.mails.Add(ctx, tx, mailer.Job{Kind: mailInvitation, Recipient: normalizeEmail(email), Number: share})
}

// renderInvitation writes the mail of an invitation, or returns nil if the share has ended. Its link leads an address without an
// account to the registration.
func (s *Service) renderInvitation(ctx context.Context, site mailer.Site, order mailer.Job) (*mailer.Message, error) {
	name, email, until, ok, err := s.findShare(ctx, order.Number)
	if err != nil || !ok {
		return nil, err
	}
	data := mailData{Site: site, Share: strings.Join(strings.Fields(name), " ")}
	expires := s.now().Add(invitationLifetime)
	if until != nil {
		if until.Before(expires) {
			expires = *until
		}
		lastDay := until.Add(-time.Second)
		data.Until = &lastDay
	}
	user, _, err := s.findByEmail(ctx, email)
	link := site.URL.JoinPath("/s", strconv.FormatInt(order.Number, 10))
	switch {
	case err == nil:
		data.Name = greeting(user.FirstName)
	case httpx.IsNotFound(err):
		link = site.URL.JoinPath("/register")
		link.Fragment = "invitation=" + s.invitations.Sign(order.Number, email, expires)
	default:
		return nil, err
	}
	data.Link = link.String()
	return compose("share", email, data)
}
