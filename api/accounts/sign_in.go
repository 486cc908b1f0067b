package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// Limits of sign-ins. Those of strangers: failures by network and address, failures by address, and
// all attempts by network. The hourly failures of one network are fewer than those of an address, so
// no network can use up the latter alone. Those of a trusted device, which strangers cannot use up:
// failures, and all attempts.
var (
	perPair         = throttle.Rule{Name: "sign in by network and address", Limit: 5, Period: 5 * time.Minute, Network: networkOf}
	perPairHourly   = throttle.Rule{Name: "sign in by network and address in an hour", Limit: 20, Period: time.Hour, Network: networkOf}
	perUser         = throttle.Rule{Name: "sign in by address", Limit: 50, Period: time.Hour}
	perNetwork      = throttle.Rule{Name: "sign in by network", Limit: 30, Period: time.Minute, Network: networkOf}
	failedPerDevice = throttle.Rule{Name: "failed sign in by device", Limit: 10, Period: 10 * time.Minute}
	perDevice       = throttle.Rule{Name: "sign in by device", Limit: 30, Period: time.Minute}
)

// signIns limits the successful sign-ins of an account, each of which is an entry in the audit log.
// Strangers cannot use it up, and a new password from a mailed link resets it.
var signIns = throttle.Rule{Name: "signed in by address", Limit: 120, Period: time.Hour}

func networkOf(key string) string {
	word, _, _ := strings.Cut(key, " ")
	return word
}

// attempt is an attempt to sign in, by any means.
type attempt struct {
	device  Device
	account account
	// Each attempt counts under all. Under failures only wrong passwords stay counted; a right one
	// resets the first of these limits, which no other network shares, and takes one hit back from
	// the others.
	all      throttle.Limit
	failures []throttle.Limit
	// refused is the answer to a right password that opens no session: a second factor is needed,
	// or there were too many sign-ins. Without it, opened has the session's tokens.
	refused *httpx.Error
	opened  Tokens
}

// account has the columns that a sign-in reads. LastLogin is nil before the first one.
type account struct {
	User
	Password  string         `db:"password"`
	IsActive  bool           `db:"is_active"`
	LastLogin *database.Time `db:"last_login"`
}

const selectAccount = `
	SELECT id, email, first_name, last_name, is_staff, date_joined, password, is_active, last_login,
	       email_confirmed_at IS NULL AS email_unconfirmed
	  FROM users `

// SignIn opens a session and returns its tokens and the user. A wrong password, an unknown address
// and a deactivated account get the same Unauthenticated, at the same cost. It returns Throttled
// after too many attempts, Busy if too many wait, and SecondFactorRequired, with the token for the
// second step, if the account has a second factor.
func (s *Service) SignIn(ctx context.Context, email, password string, device Device) (Tokens, User, error) {
	a, err := s.newAttempt(ctx, email, device)
	if err != nil {
		return Tokens{}, User{}, err
	}
	// The attempt counts before the password is checked, so that simultaneous ones cannot exceed
	// the limits, and even if the client disconnects.
	uncancelled := context.WithoutCancel(ctx)
	if err := s.limiter.Allow(uncancelled, append([]throttle.Limit{a.all}, a.failures...)...); err != nil {
		if !database.IsUnavailable(err) { // which would be waited for again
			s.recordRefusal(ctx, User{}, "too many tries")
		}
		return Tokens{}, User{}, err
	}
	var right bool
	a.account, right, err = s.checkPassword(ctx, email, password)
	if err != nil { // the client learned nothing about the password
		return Tokens{}, User{}, s.refund(ctx, err, a.failures...)
	}
	if a.account.ID == 0 {
		return Tokens{}, User{}, s.refuseSignIn(ctx, User{}, "unknown address")
	}
	if !right {
		return Tokens{}, User{}, s.refuseSignIn(ctx, a.account.User, "wrong password")
	}
	if !a.account.IsActive {
		return Tokens{}, User{}, s.refuseSignIn(ctx, a.account.User, "deactivated account")
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return s.acceptPassword(ctx, tx, &a) })
	if errors.Is(err, errPasswordChanged) {
		return Tokens{}, User{}, s.refuseSignIn(ctx, a.account.User, "wrong password")
	}
	if err != nil {
		return Tokens{}, User{}, s.refund(ctx, err, a.failures...)
	}
	if a.refused != nil {
		return Tokens{}, User{}, a.refused
	}
	return a.opened, a.account.User, nil
}

// refuseSignIn records a refused sign-in and returns the answer, which is the same for every reason.
func (s *Service) refuseSignIn(ctx context.Context, user User, why string) error {
	s.recordRefusal(ctx, user, why)
	return httpx.Unauthenticated(httpx.NoActiveAccount)
}

// newAttempt returns an attempt to sign in with the limits that apply to the device.
func (s *Service) newAttempt(ctx context.Context, email string, device Device) (attempt, error) {
	network, address := httpx.ClientNetwork(device.IP), normalizeEmail(email)
	known, _, err := s.findDevice(ctx, email, device)
	if known != "" {
		return attempt{device: device, all: perDevice.Of(known), failures: []throttle.Limit{failedPerDevice.Of(known + " " + address)}}, nil
	}
	return attempt{
		device: device, all: perNetwork.Of(network),
		failures: []throttle.Limit{
			perPair.Of(network + " " + address), perPairHourly.Of(httpx.SiteNetwork(device.IP) + " " + address), perUser.Of(address),
		},
	}, err
}

// checkPassword returns the account of the address, and whether the password is its own. An unknown
// address takes as long.
func (s *Service) checkPassword(ctx context.Context, email, password string) (found account, right bool, err error) {
	runErr := s.hasher.run(ctx, func() {
		_, err = s.db.Find(ctx, &found, selectAccount+`WHERE email_key = ?`, normalizeEmail(email))
		if err == nil {
			right, err = s.hasher.compare(password, found.Password)
		}
	})
	return found, right, errors.Join(runErr, err)
}

// acceptPassword opens a session, or sets a.refused. It returns errPasswordChanged if the account
// changed since it was read.
func (s *Service) acceptPassword(ctx context.Context, tx *database.Tx, a *attempt) error {
	// The lock keeps second factors away until the session exists.
	n, err := tx.Exec(ctx, `UPDATE users SET is_active = is_active WHERE id = ? AND password = ? AND is_active`, a.account.ID, a.account.Password)
	if err == nil && n == 0 {
		err = errPasswordChanged
	}
	if err == nil {
		err = s.takeBackFailures(ctx, tx, a)
	}
	if err != nil {
		return err
	}
	passkeys, totp, err := factorKinds(ctx, tx, a.account.ID)
	if err != nil {
		return err
	}
	if passkeys || totp { // not a sign-in yet, which would let someone who knows the password use up the account's sign-ins
		a.refused, err = s.secondFactorRequired(ctx, tx, a.account, passkeys, totp)
		return err
	}
	a.refused, err = s.limiter.AllowIn(ctx, tx, signIns.Of(normalizeEmail(a.account.Email)))
	if err != nil {
		return err
	}
	if a.refused != nil {
		return s.audit.RecordLimitedIn(ctx, tx, aboutUser(audit.SignInRefused, a.account.User, "signed in too often"))
	}
	return s.startSession(ctx, tx, a)
}

// factorKinds reports whether an account has passkeys and an authenticator app. It is cheaper than readFactors.
func factorKinds(ctx context.Context, from database.Reader, userID int64) (passkeys, totp bool, err error) {
	var has struct {
		Passkeys bool `db:"passkeys"`
		TOTP     bool `db:"totp"`
	}
	err = from.Get(ctx, &has, `
		SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?) AS passkeys,
		       EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ? AND confirmed_at IS NOT NULL) AS totp`, userID, userID)
	if err != nil {
		return false, false, fmt.Errorf("read the kinds of second factors: %w", err)
	}
	return has.Passkeys, has.TOTP, nil
}

// takeBackFailures resets the first limit on failures, and takes one hit back from the others.
func (s *Service) takeBackFailures(ctx context.Context, tx *database.Tx, a *attempt) error {
	if err := s.limiter.ResetIn(ctx, tx, a.failures[0]); err != nil {
		return err
	}
	return s.limiter.RefundIn(ctx, tx, a.failures[1:]...)
}

// startSession opens the session of an attempt that has passed all checks. It makes the device trusted,
// and tells the owner of the account about a new one. It returns errPasswordChanged if the account
// changed since it was read.
func (s *Service) startSession(ctx context.Context, tx *database.Tx, a *attempt) error {
	n, err := tx.Exec(ctx, `UPDATE users SET last_login = ? WHERE id = ? AND password = ? AND is_active`,
		database.At(s.now()), a.account.ID, a.account.Password)
	if err == nil && n == 0 {
		err = errPasswordChanged
	}
	if err != nil {
		return err
	}
	trusted, err := s.trustDevice(ctx, tx, a.account.ID, &a.device)
	if err == nil && !trusted && a.account.LastLogin != nil {
		err = s.notifyNewDevice(ctx, tx, a.account.User)
	}
	if err != nil {
		return err
	}
	if a.opened, err = s.openSession(ctx, tx, a.account.ID, a.device, parentSession{}); err != nil {
		return err
	}
	a.opened.DeviceCookie = a.device.Cookie
	return s.record(audit.WithActor(ctx, a.account.ID, a.account.Email), tx, audit.SignIn, a.account.User, a.device.UserAgent)
}

// recordRefusal records a refused sign-in in the audit log.
func (s *Service) recordRefusal(ctx context.Context, user User, why string) {
	s.audit.RecordLimited(ctx, aboutUser(audit.SignInRefused, user, why))
}

// SignOut ends the session of a refresh token of any generation. It returns BadToken for one that
// was not signed here.
func (s *Service) SignOut(ctx context.Context, refresh string) error {
	token, err := s.refresh.Parse(refresh)
	if err != nil {
		return httpx.BadToken()
	}
	row, known, err := s.findSession(ctx, token.Session)
	if err != nil || !known { // its row was deleted after its end
		return err
	}
	_, err = s.endSession(audit.WithActor(ctx, row.UserID, row.Email), row.UserID, row.ID, audit.SignOut, "")
	return err
}
