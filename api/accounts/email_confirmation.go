package accounts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
	"portfolio/api/internal/tokens"
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

// confirmationState returns the state that a confirmation link is bound to. Another address
// invalidates the link.
func confirmationState(userID int64, email string) string {
	return fmt.Sprintf("%d\n%s", userID, email)
}

// renderConfirmation writes the mail with the link, or returns nil if the address is confirmed or
// was changed.
func (s *Service) renderConfirmation(ctx context.Context, site mailer.Site, order mailer.Job) (*mailer.Message, error) {
	var name string
	known, err := s.db.Find(ctx, &name, `
		SELECT first_name FROM users WHERE id = ? AND email = ? AND email_confirmed_at IS NULL AND is_active`, order.UserID, order.Recipient)
	if err != nil || !known {
		return nil, err
	}
	link := site.URL.JoinPath("/confirm-email")
	link.Fragment = tokens.EncodeID(order.UserID) + "." + s.confirmation.Sign(confirmationState(order.UserID, order.Recipient), s.now())
	return compose("confirm", order.Recipient, mailData{
		Name: greeting(name), Site: site, Link: link.String(), Hours: int(tokens.ConfirmationLifetime.Hours()),
	})
}

// confirmAddress confirms the address of an account with a mailed token, and returns it. A repeated
// link changes nothing. An invalid one gets Malformed.
func (s *Service) confirmAddress(ctx context.Context, userID int64, token string) (ConfirmedEmail, error) {
	var user User
	known, err := s.db.Find(ctx, &user, `SELECT id, email, email_confirmed_at IS NULL AS email_unconfirmed FROM users WHERE id = ? AND is_active`, userID)
	if err != nil {
		return ConfirmedEmail{}, err
	}
	if !known || s.confirmation.Check(token, confirmationState(userID, user.Email), s.now()) != nil {
		return ConfirmedEmail{}, httpx.Malformed(httpx.EmailLinkInvalid)
	}
	return ConfirmedEmail{Email: user.Email, Already: !user.EmailUnconfirmed}, s.confirmEmail(audit.WithActor(ctx, userID, user.Email), user)
}

// ConfirmEmail confirms the address of an account without the link. It returns NotFound, or
// Conflict if it is confirmed.
func (s *Service) ConfirmEmail(ctx context.Context, userID int64) error {
	account, err := s.Details(ctx, userID)
	if err != nil {
		return err
	}
	if !account.EmailUnconfirmed {
		return httpx.Conflict(httpx.EmailConfirmedAlready)
	}
	return s.confirmEmail(ctx, account.User)
}

func (s *Service) confirmEmail(ctx context.Context, user User) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := s.changeState(ctx, tx, audit.EmailConfirmed, user.ID, `
			UPDATE users SET email_confirmed_at = ? WHERE id = ? AND email = ? AND email_confirmed_at IS NULL RETURNING id, email`,
			database.At(s.now()), user.ID, user.Email)
		return err
	})
}
