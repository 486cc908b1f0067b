package accounts

import (
	"context"
	"fmt"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
	"portfolio/api/internal/tokens"
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

// RequestEmailChange mails a link for ConfirmEmailChange to the new address and a notice to the
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

// waitingEmail is a requested change of an address. A new password, another address and a later
// request invalidate its link. A confirmed one is kept until its link has expired.
type waitingEmail struct {
	User
	Password string        `db:"password"`
	NewEmail string        `db:"new_email"`
	Session  string        `db:"session_id"`
	AskedAt  database.Time `db:"asked_at"`
}

func (w waitingEmail) state() string {
	return fmt.Sprintf("%d\n%s\n%s\n%d", w.ID, w.Password, w.NewEmail, w.AskedAt.UnixMilli())
}

// findWaitingEmail returns the requested change of an active account, if there is one.
func (s *Service) findWaitingEmail(ctx context.Context, userID int64) (waiting waitingEmail, known bool, err error) {
	known, err = s.db.Find(ctx, &waiting, `
		SELECT u.id, u.email, u.first_name, u.last_name, u.is_staff, u.date_joined, u.password,
		       c.email AS new_email, c.session_id, c.asked_at
		  FROM email_changes c JOIN users u ON u.id = c.user_id
		 WHERE u.id = ? AND u.is_active`, userID)
	return waiting, known, err
}

// emailLink returns the token in the link that confirms a change.
func (s *Service) emailLink(waiting waitingEmail) string {
	return tokens.EncodeID(waiting.ID) + "." + s.newEmail.Sign(waiting.state(), s.now())
}

// ConfirmedEmail is the confirmed address of an account. Changed is false if the account had it
// before, and Already is true if it was confirmed before.
type ConfirmedEmail struct {
	Email   string `json:"email"`
	Changed bool   `json:"changed"`
	Already bool   `json:"already"`
}

// ConfirmEmailChange gives an account the requested address and returns it. It ends all sessions of
// the account except the one that made the request, and notifies the previous address. The link of a
// new account confirms its present address. A repeated link changes nothing. It returns Malformed for
// a link that is wrong or expired, Conflict if another account has the address,
// and Throttled after too many invalid links from one network.
func (s *Service) ConfirmEmailChange(ctx context.Context, link, ip string) (confirmed ConfirmedEmail, err error) {
	guess := confirmations.Of(httpx.ClientNetwork(ip))
	err = s.limitGuesses(ctx, guess, httpx.KindMalformed, func() (err error) {
		confirmed, err = s.confirmEmailChange(ctx, link)
		return err
	})
	return confirmed, err
}

func (s *Service) confirmEmailChange(ctx context.Context, link string) (ConfirmedEmail, error) {
	uid, token, _ := strings.Cut(link, ".")
	id, err := tokens.DecodeID(uid)
	if err != nil {
		return ConfirmedEmail{}, httpx.Malformed(httpx.EmailLinkInvalid)
	}
	waiting, known, err := s.findWaitingEmail(ctx, id)
	if err != nil {
		return ConfirmedEmail{}, err
	}
	if !known || s.newEmail.Check(token, waiting.state(), s.now()) != nil {
		return s.confirmAddress(ctx, id, token)
	}
	if waiting.NewEmail == waiting.Email {
		return ConfirmedEmail{Email: waiting.NewEmail, Already: true}, nil
	}
	ctx = audit.WithActor(ctx, waiting.ID, waiting.Email)
	unchanged, err := database.Found(s.db.InTx(ctx, func(tx *database.Tx) error {
		err := s.replaceEmail(ctx, tx, waiting.User, waiting.NewEmail, waiting.Session)
		if err != nil {
			return err
		}
		// A new password or a later request may have come first.
		return oneRow(tx.Exec(ctx, `UPDATE email_changes SET email = email WHERE user_id = ? AND email = ? AND asked_at = ?`,
			waiting.ID, waiting.NewEmail, waiting.AskedAt))
	}))
	switch {
	case err == nil && !unchanged: // or another confirmation
		return s.confirmEmailChange(ctx, link)
	case database.IsUnique(err):
		return ConfirmedEmail{}, httpx.Conflict(httpx.EmailTakenSince)
	}
	return ConfirmedEmail{Email: waiting.NewEmail, Changed: true}, err
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

// changeEmail is replaceEmail without a requested change, which it cancels.
func (s *Service) changeEmail(ctx context.Context, tx *database.Tx, user User, email, keepSession string) error {
	if err := s.replaceEmail(ctx, tx, user, email, keepSession); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM email_changes WHERE user_id = ?`, user.ID)
	return err
}

// replaceEmail changes the address of user and ends all sessions except keepSession. Links mailed
// to the previous address become invalid. It returns ErrNoRows if the account changed since it was
// read.
func (s *Service) replaceEmail(ctx context.Context, tx *database.Tx, user User, email, keepSession string) error {
	previous := user.Email
	err := oneRow(tx.Exec(ctx, `
		UPDATE users SET email = ?, email_key = ?, email_confirmed_at = ? WHERE id = ? AND email = ?`,
		email, normalizeEmail(email), database.At(s.now()), user.ID, previous))
	if err != nil {
		return err
	}
	if err := endUserSessions(ctx, tx, user.ID, keepSession, database.At(s.now())); err != nil {
		return err
	}
	if err := s.mails.Add(ctx, tx, eventMail(ctx, mailEmailChanged, previous, user.ID)); err != nil {
		return err
	}
	user.Email = email
	return s.record(ctx, tx, audit.EmailChanged, user, "was "+previous)
}
