package accounts

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

// confirmationMails limits the confirmation mails that an account may request.
var confirmationMails = throttle.Rule{Name: "confirmation mail", Limit: 5, Period: time.Hour}

// RequireConfirmed is RequireUser for accounts with a confirmed address. Others get Forbidden.
func (s *Service) RequireConfirmed(r *http.Request) (context.Context, error) {
	ctx, err := s.RequireUser(r)
	if err == nil && identity(r.WithContext(ctx)).EmailUnconfirmed {
		err = &httpx.Error{Kind: httpx.KindForbidden, Detail: httpx.EmailUnconfirmed}
	}
	return ctx, err
}

// SendConfirmation mails the link that confirms the address of an account again. It returns
// Conflict if it is confirmed, and Throttled after too many.
func (s *Service) SendConfirmation(ctx context.Context, who Identity) error {
	if !who.EmailUnconfirmed {
		return httpx.Conflict(httpx.EmailConfirmedAlready)
	}
	if err := s.limiter.Allow(ctx, confirmationMails.Of(normalizeEmail(who.Email))); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.mailConfirmation(ctx, tx, who.User) })
}

func (s *Service) mailConfirmation(ctx context.Context, tx *database.Tx, user User) error {
	return s.mails.Add(ctx, tx, mailer.Job{Kind: mailConfirmation, Recipient: user.Email, UserID: user.ID})
}

// waitingEmail is an account with the address that a mailed link confirms: that of a requested
// change, or the present one. AskedAt is when the change was requested, nil for none. A confirmed
// change is kept until its link has expired.
type waitingEmail struct {
	User
	Password string         `db:"password"`
	NewEmail string         `db:"new_email"`
	Session  string         `db:"session_id"`
	AskedAt  *database.Time `db:"asked_at"`
}

// present returns the account with its present address.
func (w waitingEmail) present() waitingEmail {
	w.NewEmail, w.AskedAt = w.Email, nil
	return w
}

// done reports whether the address is confirmed already.
func (w waitingEmail) done() bool { return w.NewEmail == w.Email && !w.EmailUnconfirmed }

// emailLink returns the kind of the link that confirms an address, and the fingerprint that it is
// bound to. Another address invalidates the link, and for a change a new password and a later request
// too.
func (s *Service) emailLink(w waitingEmail) (link mailedLink, fingerprint string) {
	if w.AskedAt == nil {
		return s.confirmation, fmt.Sprintf("%d\n%s", w.ID, w.Email)
	}
	return s.newEmail, fmt.Sprintf("%d\n%s\n%s\n%d", w.ID, w.Password, w.NewEmail, w.AskedAt.UnixMilli())
}

// findWaitingEmail returns an active account with the address of a requested change, or with its
// present one.
func (s *Service) findWaitingEmail(ctx context.Context, userID int64) (waiting waitingEmail, known bool, err error) {
	known, err = s.db.Find(ctx, &waiting, `
		SELECT u.id, u.email, u.first_name, u.last_name, u.is_staff, u.date_joined, u.email_confirmed_at IS NULL AS email_unconfirmed,
		       u.password, COALESCE(c.email, u.email) AS new_email, COALESCE(c.session_id, '') AS session_id, c.asked_at
		  FROM users u LEFT JOIN email_changes c ON c.user_id = u.id
		 WHERE u.id = ? AND u.is_active`, userID)
	return waiting, known, err
}

// renderEmailLink writes the mail with the link that confirms an address, or returns nil if the
// address is confirmed or another one waits. The token is behind a #, which browsers do not send to
// servers, so that it is in no log on the way.
func (s *Service) renderEmailLink(ctx context.Context, site mailer.Site, order mailer.Job) (*mailer.Message, error) {
	waiting, known, err := s.findWaitingEmail(ctx, order.UserID)
	template := "email-link"
	if order.Kind == mailConfirmation {
		waiting, template = waiting.present(), "confirm"
	}
	if err != nil || !known || waiting.done() || waiting.NewEmail != order.Recipient {
		return nil, err
	}
	kind, fingerprint := s.emailLink(waiting)
	link := site.URL.JoinPath("/confirm-email")
	link.Fragment = encodeID(waiting.ID) + "." + kind.sign(fingerprint, s.now())
	return compose(template, order.Recipient, mailData{
		Name: greeting(waiting.FirstName), Site: site, Link: link.String(),
		Minutes: int(kind.lifetime.Minutes()), Hours: int(kind.lifetime.Hours()),
	})
}

// ConfirmedEmail is the confirmed address of an account. Changed is false if the account had it
// before, and Already is true if it was confirmed before.
type ConfirmedEmail struct {
	Email   string `json:"email"`
	Changed bool   `json:"changed"`
	Already bool   `json:"already"`
}

// ConfirmEmailLink confirms the address that a mailed link is for, and returns it. A requested
// address replaces the present one: that ends all sessions of the account except the one that made
// the request, and notifies the previous address. A repeated link changes nothing. It returns
// Malformed for a link that is wrong or expired, Conflict if another account has the address, and
// Throttled after too many invalid links from one network.
func (s *Service) ConfirmEmailLink(ctx context.Context, link, ip string) (confirmed ConfirmedEmail, err error) {
	guess := confirmations.Of(httpx.ClientNetwork(ip))
	err = s.limitGuesses(ctx, guess, httpx.KindMalformed, func() (err error) {
		confirmed, err = s.confirmEmailLink(ctx, link)
		return err
	})
	return confirmed, err
}

func (s *Service) confirmEmailLink(ctx context.Context, link string) (ConfirmedEmail, error) {
	waiting, err := s.openEmailLink(ctx, link)
	if err != nil || waiting.done() {
		return ConfirmedEmail{Email: waiting.NewEmail, Already: true}, err
	}
	ctx = audit.WithActor(ctx, waiting.ID, waiting.Email)
	confirmed, err := database.Found(s.db.InTx(ctx, func(tx *database.Tx) error {
		err := s.confirmEmail(ctx, tx, waiting.User, waiting.NewEmail, waiting.Session)
		if err != nil || waiting.AskedAt == nil {
			return err
		}
		// A new password or a later request may have come first.
		return oneRow(tx.Exec(ctx, `UPDATE email_changes SET email = email WHERE user_id = ? AND email = ? AND asked_at = ?`,
			waiting.ID, waiting.NewEmail, waiting.AskedAt))
	}))
	switch {
	case err == nil && !confirmed: // or another confirmation
		return s.confirmEmailLink(ctx, link)
	case database.IsUnique(err):
		return ConfirmedEmail{}, httpx.Conflict(httpx.EmailTakenSince)
	}
	return ConfirmedEmail{Email: waiting.NewEmail, Changed: waiting.NewEmail != waiting.Email}, err
}

// openEmailLink returns the account and the address of a mailed link, or Malformed.
func (s *Service) openEmailLink(ctx context.Context, link string) (waitingEmail, error) {
	uid, token, _ := strings.Cut(link, ".")
	if id, err := decodeID(uid); err == nil {
		waiting, known, err := s.findWaitingEmail(ctx, id)
		if err != nil {
			return waitingEmail{}, err
		}
		for _, meant := range []waitingEmail{waiting, waiting.present()} {
			if kind, fingerprint := s.emailLink(meant); known && kind.check(token, fingerprint, s.now()) == nil {
				return meant, nil
			}
		}
	}
	return waitingEmail{}, httpx.Malformed(httpx.EmailLinkInvalid)
}

// ConfirmEmail confirms the address of an account without the link. It returns NotFound, or
// Conflict if it is confirmed.
func (s *Service) ConfirmEmail(ctx context.Context, userID int64) error {
	account, err := s.Details(ctx, userID)
	if err != nil {
		return err
	}
	confirmed, err := database.Found(s.db.InTx(ctx, func(tx *database.Tx) error {
		return s.confirmEmail(ctx, tx, account.User, account.Email, "")
	}))
	if err == nil && !confirmed {
		err = httpx.Conflict(httpx.EmailConfirmedAlready)
	}
	return err
}

// confirmEmail is how each address is confirmed: the present one of an account, or another one that
// replaces it. The latter ends all sessions except keepSession, notifies the previous address, and
// invalidates the links mailed to it. It returns ErrNoRows if the address is confirmed already, or
// the account changed since it was read.
func (s *Service) confirmEmail(ctx context.Context, tx *database.Tx, user User, email, keepSession string) error {
	now, previous := database.At(s.now()), user.Email
	err := oneRow(tx.Exec(ctx, `
		UPDATE users SET email = ?, email_key = ?, email_confirmed_at = ?
		 WHERE id = ? AND email = ? AND (email <> ? OR email_confirmed_at IS NULL)`,
		email, normalizeEmail(email), now, user.ID, previous, email))
	if err != nil {
		return err
	}
	if email == previous {
		return s.record(ctx, tx, audit.EmailConfirmed, user, "")
	}
	if err := endUserSessions(ctx, tx, user.ID, keepSession, now); err != nil {
		return err
	}
	if err := s.mails.Add(ctx, tx, eventMail(ctx, mailEmailChanged, previous, user.ID)); err != nil {
		return err
	}
	user.Email = email
	return s.record(ctx, tx, audit.EmailChanged, user, "was "+previous)
}
