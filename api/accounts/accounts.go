// Package accounts has the users of the site, their rights and passwords, and the sessions in which they are signed in.
package accounts

import (
	"context"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

// Options are the dependencies and settings of a Service.
type Options struct {
	DB      *database.DB
	Limiter *throttle.Limiter
	Mails   *mailer.Queue
	// SendsUTF8 reports whether mails can go to addresses beyond ASCII; nil: they can.
	SendsUTF8 func(context.Context) bool
	// SendsMail reports whether mails reach people; nil: they do. Otherwise they become files for the owner of the machine.
	SendsMail func(context.Context) (bool, error)
	Audit     *audit.Log
	// Secret is the secret from which the keys of all tokens are derived.
	Secret []byte
	// PublicURL is the address in mailed links, scheme://host.
	PublicURL string
	Clock     func() time.Time
	// RegistrationOpen reports whether visitors may register.
	RegistrationOpen func(context.Context) (bool, error)
	// Deleted are called with the address of an account that is deleted, in the form in which addresses are compared, if it was
	// confirmed.
	Deleted []func(ctx context.Context, tx *database.Tx, emailKey string) error
	// FindShare returns the name of an active share, its address, and its end, in the owner's time zone: the midnight after its
	// last day, nil without an end. ok is false if it is not active, or for no address.
	FindShare func(ctx context.Context, share int64) (name, email string, until *time.Time, ok bool, err error)
	// StaffSecondFactor demands a second factor of staff.
	StaffSecondFactor bool
	// CheapPasswords hashes passwords at the lowest cost, which is not secure. Only tests set it.
	CheapPasswords bool
}

// Service is the accounts of one site.
type Service struct {
	db                *database.DB
	limiter           *throttle.Limiter
	mails             *mailer.Queue
	sendsMail         func(context.Context) (bool, error)
	sendsUTF8         func(context.Context) bool
	audit             *audit.Log
	hasher            *Hasher
	access            *accessTokens
	refresh           httpx.Key
	reset             mailedLink
	newEmail          mailedLink
	confirmation      mailedLink
	device            httpx.Key
	preview           httpx.Key
	visitor           httpx.Key
	invitations       Invitations
	box               *httpx.Box
	webauthn          *webauthn.WebAuthn // nil if passkeys do not work at publicURL
	staffSecondFactor bool               // staff need a second factor
	publicURL         string
	registrationOpen  func(context.Context) (bool, error)
	deleted           []func(ctx context.Context, tx *database.Tx, emailKey string) error
	findShare         func(context.Context, int64) (string, string, *time.Time, bool, error)
	now               func() time.Time
}

// New returns the accounts in o.DB.
func New(o Options) *Service {
	hasher := NewHasher()
	if o.CheapPasswords {
		hasher = newHasher(lowestCost)
	}
	return &Service{
		db: o.DB, limiter: o.Limiter, mails: o.Mails, sendsUTF8: o.SendsUTF8, sendsMail: o.SendsMail, audit: o.Audit, hasher: hasher,
		access: newAccessTokens(o.Secret, o.Clock), refresh: httpx.NewKey(o.Secret, "refresh token"),
		reset:        mailedLink{httpx.NewKey(o.Secret, "password reset"), resetLifetime},
		newEmail:     mailedLink{httpx.NewKey(o.Secret, "email change"), emailLinkLifetime},
		confirmation: mailedLink{httpx.NewKey(o.Secret, "email confirmation"), confirmationLifetime},
		device:       httpx.NewKey(o.Secret, "trusted device"), preview: httpx.NewKey(o.Secret, "preview"), visitor: httpx.NewKey(o.Secret, "visitor"),
		invitations: NewInvitations(o.Secret),
		publicURL:   o.PublicURL, registrationOpen: o.RegistrationOpen,
		findShare: o.FindShare, deleted: o.Deleted, now: o.Clock,
		box: httpx.NewBox(o.Secret), webauthn: relyingParty(o.PublicURL), staffSecondFactor: o.StaffSecondFactor,
	}
}

// DeleteExpired deletes expired one-time tokens, unconfirmed changes of an address and passkey
// challenges, sessions that ended over a month ago, and devices without a sign-in for two years.
func (s *Service) DeleteExpired(ctx context.Context) error {
	now := s.now()
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM app_tokens WHERE expires_at < ?`, database.At(now)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM email_changes WHERE asked_at < ?`, database.At(now.Add(-emailChangeLifetime))); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM trusted_devices WHERE last_used_at < ?`, database.At(now.Add(-deviceLifetime))); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM used_challenges WHERE expires_at < ?`, database.At(now)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE expires_at < ?`, database.At(now.Add(-absoluteLimit)))
		return err
	})
}

// record records an action on an account in the audit log, in the transaction of the action.
func (s *Service) record(ctx context.Context, tx *database.Tx, action string, user User, detail string) error {
	return s.audit.RecordIn(ctx, tx, aboutUser(action, user, detail))
}

// recordByID is record for callers that know only the id of the account. It returns NotFound for an
// unknown one.
func (s *Service) recordByID(ctx context.Context, tx *database.Tx, action string, userID int64, detail string) error {
	user := User{ID: userID}
	if err := tx.Get(ctx, &user.Email, `SELECT email FROM users WHERE id = ?`, userID); err != nil {
		return httpx.OrNotFound(err)
	}
	return s.record(ctx, tx, action, user, detail)
}

// aboutUser returns an event about an account. For an unknown account it contains no address: the
// typed text may be a password.
func aboutUser(action string, user User, detail string) audit.Event {
	return audit.Event{Action: action, Kind: audit.User, TargetID: user.ID, Target: user.Email, Detail: detail}
}
