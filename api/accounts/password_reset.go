package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

// Limits of reset links: by network, by network and address, by address, and on a trusted device,
// whose limit strangers cannot use up. And of invalid links by network.
var (
	resetsPerNetwork = throttle.Rule{Name: "forgot password by network", Limit: 20, Period: time.Hour, Network: networkOf}
	resetsPerPair    = throttle.Rule{Name: "forgot password by network and address", Limit: 3, Period: time.Hour, Network: networkOf}
	resetsPerAddress = throttle.Rule{Name: "forgot password by address", Limit: 20, Period: time.Hour}
	resetsPerDevice  = throttle.Rule{Name: "forgot password by device", Limit: 3, Period: time.Hour}
	resetGuesses     = throttle.Rule{Name: "reset link by network", Limit: 20, Period: time.Hour, Network: networkOf}
)

// RequestReset queues a mail with a reset link. The account is looked up when the mail is written,
// after the answer, so that known and unknown addresses are treated and timed alike. It returns
// Throttled after too many.
func (s *Service) RequestReset(ctx context.Context, email string, device Device) error {
	v := httpx.NewValidator()
	email = checkEmail(v, email)
	if err := v.Err(); err != nil {
		return err
	}
	limits, err := s.resetLimits(ctx, email, device)
	if err != nil {
		return err
	}
	if err := s.limiter.Allow(ctx, limits...); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		var user User
		known, err := tx.Find(ctx, &user, `SELECT id, email FROM users WHERE email_key = ?`, normalizeEmail(email))
		if err != nil {
			return err
		}
		detail := ""
		if !known {
			detail = "unknown address"
		}
		if err := s.mails.Add(ctx, tx, mailer.Job{Kind: mailReset, Recipient: normalizeEmail(email)}); err != nil {
			return err
		}
		return s.audit.RecordLimitedIn(ctx, tx, aboutUser(audit.ResetRequested, user, detail))
	})
}

func (s *Service) resetLimits(ctx context.Context, email string, device Device) ([]throttle.Limit, error) {
	network, address := httpx.ClientNetwork(device.IP), normalizeEmail(email)
	known, err := s.trustedDevice(ctx, email, device)
	if known != "" {
		return []throttle.Limit{resetsPerDevice.Of(known + " " + address)}, nil
	}
	return []throttle.Limit{resetsPerNetwork.Of(network), resetsPerPair.Of(network + " " + address), resetsPerAddress.Of(address)}, err
}

// resetAccount is the part of an account that a reset link is bound to. A new password, a sign-in
// or another address invalidates the link.
type resetAccount struct {
	User
	Password  string         `db:"password"`
	LastLogin *database.Time `db:"last_login"`
}

func (a resetAccount) fingerprint() string {
	var last string
	if a.LastLogin != nil {
		last = a.LastLogin.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprintf("%d\n%s\n%s\n%s", a.ID, a.Password, last, a.Email)
}

// resetLink returns the active account of the address and the path of its reset link, or "".
func (s *Service) resetLink(ctx context.Context, email string) (User, string, error) {
	account, known, err := s.findForReset(ctx, `email_key = ?`, normalizeEmail(email))
	if err != nil || !known {
		return User{}, "", err
	}
	path := fmt.Sprintf("/reset-password/%s/%s", encodeID(account.ID), s.reset.sign(account.fingerprint(), s.now()))
	return account.User, path, nil
}

// ConfirmReset sets a new password with the two parts of a reset link, and ends all sessions. It
// clears the limits on sign-ins by password of the account, and returns the cookie with which the
// device signs in whatever strangers try. It confirms the address. A link works once. It returns
// Malformed for a link that is wrong, used or expired, and Throttled after too many of these from one
// network.
func (s *Service) ConfirmReset(ctx context.Context, uid, token, password, repeated string, device Device) (cookie string, err error) {
	guess := resetGuesses.Of(httpx.ClientNetwork(device.IP))
	err = s.limitGuesses(ctx, guess, httpx.KindMalformed, func() (err error) {
		cookie, err = s.confirmReset(ctx, uid, token, password, repeated, device)
		return err
	})
	return cookie, err
}

func (s *Service) confirmReset(ctx context.Context, uid, token, password, repeated string, device Device) (cookie string, err error) {
	invalid := httpx.Malformed(httpx.ResetInvalid)
	id, err := decodeID(uid)
	if err != nil {
		return "", invalid
	}
	account, known, err := s.findForReset(ctx, `id = ?`, id)
	if err != nil {
		return "", err
	}
	if !known || s.reset.check(token, account.fingerprint(), s.now()) != nil {
		return "", invalid
	}
	v := httpx.NewValidator()
	v.Check(prepare(password) == prepare(repeated), "new_password", httpx.PasswordMismatch)
	checkNewPassword(v, "new_password", password, account.User)
	if err := v.Err(); err != nil {
		return "", err
	}
	limits, err := s.signInLimits(ctx, account.User, device.IP)
	if err != nil {
		return "", err
	}
	ctx = audit.WithActor(ctx, account.ID, account.Email)
	err = s.replacePassword(ctx, replacement{
		user: account.User, old: account.Password, password: password, action: audit.ResetDone,
		also: func(tx *database.Tx) (err error) {
			cookie, err = s.acceptReset(ctx, tx, account.User, device, limits)
			return err
		},
	})
	if errors.Is(err, errPasswordChanged) {
		err = invalid
	}
	return cookie, err
}

// acceptReset confirms the address, to which the link was mailed. It clears the limits and trusts the
// device, whose cookie it returns.
func (s *Service) acceptReset(ctx context.Context, tx *database.Tx, user User, device Device, limits []string) (cookie string, err error) {
	if _, err := database.Found(s.confirmEmail(ctx, tx, user, user.Email, "")); err != nil {
		return "", err
	}
	if err := s.limiter.ResetKeys(ctx, tx, limits); err != nil {
		return "", err
	}
	return s.trustAfterReset(ctx, tx, user, device)
}

func (s *Service) findForReset(ctx context.Context, where string, arg any) (account resetAccount, known bool, err error) {
	known, err = s.db.Find(ctx, &account, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, password, last_login
		  FROM users WHERE is_active AND `+where, arg)
	return account, known, err
}
