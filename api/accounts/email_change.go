package accounts

import (
	"context"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

// Limits of requests for another address by account, and of invalid links by client network.
var (
	emailChanges  = throttle.Rule{Name: "change e-mail", Limit: 5, Period: time.Hour}
	confirmations = throttle.Rule{Name: "confirm e-mail", Limit: 20, Period: time.Hour, Network: networkOf}
)

// emailChangeLifetime is how long a change can be confirmed: the time to deliver the mail, and then
// the link's hour.
const emailChangeLifetime = 48 * time.Hour

// repeatInterval is how long a repeated form counts as the same request. A second link would
// invalidate the first.
const repeatInterval = time.Minute

// EmailChange is the form for another address.
type EmailChange struct {
	Email, Password string
}

// RequestEmailChange mails a link for ConfirmEmailLink to the new address and a notice to the
// present one. A previous request can no longer be confirmed.
// It returns an httpx.Error that names the wrong fields: the password, or the address, which may be
// taken. That reveals no more than a registration, and counts as one against the limit of the
// client network. For staff of a site that sends no mail it changes the address at once, and returns true.
func (s *Service) RequestEmailChange(ctx context.Context, who Identity, change EmailChange, ip string) (changed bool, err error) {
	hash, same, err := s.verifyOwn(ctx, who, change.Password)
	if err != nil {
		return false, err
	}
	v := httpx.NewValidator()
	v.Check(same, "password", httpx.OwnPasswordWrong)
	email := checkNewEmail(v, who.User, change.Email)
	if err := v.Err(); err != nil {
		return false, err
	}
	if err := s.limiter.Allow(ctx, emailChanges.Of(normalizeEmail(who.Email))); err != nil {
		return false, err
	}
	if err := s.limiter.Allow(ctx, registrationRule.Of(httpx.ClientNetwork(ip))); err != nil {
		return false, err
	}
	if err := s.checkDelivery(ctx, email); err != nil {
		return false, err
	}
	lacksMail, err := s.LacksMail(ctx, who.User)
	if err != nil {
		return false, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		// The update makes a new password wait, which has to cancel this change. None may have come
		// since the comparison.
		n, err := tx.Exec(ctx, `UPDATE users SET email = email WHERE id = ? AND email = ? AND password = ?`, who.ID, who.Email, hash)
		if err != nil {
			return err
		}
		if n == 0 {
			return httpx.InvalidField("password", httpx.OwnPasswordWrong)
		}
		if lacksMail {
			return s.changeEmail(ctx, tx, who.User, email, who.Session)
		}
		return s.askEmailChange(ctx, tx, who, email)
	})
	if database.IsUnique(err) {
		err = httpx.InvalidField("email", httpx.EmailTaken)
	}
	return lacksMail && err == nil, err
}

func (s *Service) askEmailChange(ctx context.Context, tx *database.Tx, who Identity, email string) error {
	var taken bool
	err := tx.Get(ctx, &taken, `SELECT EXISTS (SELECT 1 FROM users WHERE email_key = ? AND id <> ?)`, normalizeEmail(email), who.ID)
	if err != nil {
		return err
	}
	if taken {
		return httpx.InvalidField("email", httpx.EmailTaken)
	}
	var again bool
	err = tx.Get(ctx, &again, `SELECT EXISTS (SELECT 1 FROM email_changes WHERE user_id = ? AND email = ? AND asked_at > ?)`,
		who.ID, email, database.At(s.now().Add(-repeatInterval)))
	if again || err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO email_changes (user_id, email, session_id, asked_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET
		    email = excluded.email, session_id = excluded.session_id, asked_at = excluded.asked_at`,
		who.ID, email, who.Session, database.At(s.now()))
	if err != nil {
		return err
	}
	for _, order := range []mailer.Job{{Kind: mailEmailLink, Recipient: email, UserID: who.ID}, eventMail(ctx, mailEmailRequested, who.Email, who.ID)} {
		if err := s.mails.Add(ctx, tx, order); err != nil {
			return err
		}
	}
	return s.record(ctx, tx, audit.EmailChangeRequested, who.User, "to "+email)
}

// checkNewEmail is checkEmail for a change of the address.
func checkNewEmail(v *httpx.Validator, user User, sent string) string {
	email := checkEmail(v, sent)
	v.Check(email != user.Email, "email", httpx.EmailSame)
	return email
}

// ChangeEmail changes the address of an account at once, ends its sessions, and notifies the
// previous address. It returns NotFound, or an httpx.Error that names the fault of the address.
func (s *Service) ChangeEmail(ctx context.Context, userID int64, email string) error {
	account, err := s.Details(ctx, userID)
	if err != nil {
		return err
	}
	v := httpx.NewValidator()
	email = checkNewEmail(v, account.User, email)
	if err := v.Err(); err != nil {
		return err
	}
	if err := s.checkDelivery(ctx, email); err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return s.changeEmail(ctx, tx, account.User, email, "") })
	if database.IsUnique(err) {
		return httpx.InvalidField("email", httpx.EmailTaken)
	}
	return httpx.OrNotFound(err)
}

// changeEmail is confirmEmail for another address without a link. It cancels a requested change.
func (s *Service) changeEmail(ctx context.Context, tx *database.Tx, user User, email, keepSession string) error {
	if err := s.confirmEmail(ctx, tx, user, email, keepSession); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM email_changes WHERE user_id = ?`, user.ID)
	return err
}
