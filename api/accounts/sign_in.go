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

// attempt is the input of a sign-in by any means: the device, and the limits that apply to it. Each
// attempt counts under all. Under failures only wrong passwords stay counted; a right one resets the
// first of these limits, which no other network shares, and takes one hit back from the others.
type attempt struct {
	device   Device
	all      throttle.Limit
	failures []throttle.Limit
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
func (s *Service) SignIn(ctx context.Context, email, password string, device Device) (opened Tokens, _ User, err error) {
	a, err := s.newAttempt(ctx, email, device)
	if err == nil {
		err = s.countAttempt(ctx, User{}, "too many tries", append([]throttle.Limit{a.all}, a.failures...)...)
	}
	if err != nil {
		return Tokens{}, User{}, err
	}
	found, right, err := s.checkPassword(ctx, email, password)
	var refused *httpx.Error
	why := ""
	switch {
	case err != nil: // the client learned nothing about the password
	case found.ID == 0:
		why = "unknown address"
	case !right:
		why = "wrong password"
	case !found.IsActive:
		why = "deactivated account"
	default:
		err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
			opened, refused, err = s.acceptPassword(ctx, tx, a, found)
			return err
		})
		if errors.Is(err, errPasswordChanged) {
			why = "wrong password"
		}
	}
	switch {
	case why != "": // the answer is the same for every reason
		s.recordRefusal(ctx, found.User, why)
		return Tokens{}, User{}, httpx.Unauthenticated(httpx.NoActiveAccount)
	case err != nil:
		return Tokens{}, User{}, s.refund(ctx, err, a.failures...)
	case refused != nil:
		return Tokens{}, User{}, refused
	}
	return opened, found.User, nil
}

// countAttempt counts an attempt under its limits, or records it as refused. It counts before the
// password is checked, so that simultaneous attempts cannot exceed the limits, and even if the
// client disconnects.
func (s *Service) countAttempt(ctx context.Context, user User, why string, limits ...throttle.Limit) error {
	err := s.limiter.Allow(context.WithoutCancel(ctx), limits...)
	if err != nil && !database.IsUnavailable(err) { // which would be waited for again
		s.recordRefusal(ctx, user, why)
	}
	return err
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

// acceptPassword decides about a right password: it opens a session, or returns why it is refused,
// which is a second factor that is needed, or too many sign-ins. It returns errPasswordChanged if
// the account changed since it was read.
func (s *Service) acceptPassword(ctx context.Context, tx *database.Tx, a attempt, found account) (opened Tokens, refused *httpx.Error, err error) {
	// The lock keeps second factors away until the session exists.
	n, err := tx.Exec(ctx, `UPDATE users SET is_active = is_active WHERE id = ? AND password = ? AND is_active`, found.ID, found.Password)
	if err == nil && n == 0 {
		err = errPasswordChanged
	}
	if err == nil {
		err = s.takeBackFailures(ctx, tx, a)
	}
	if err != nil {
		return Tokens{}, nil, err
	}
	passkeys, totp, err := factorKinds(ctx, tx, found.ID)
	if err != nil {
		return Tokens{}, nil, err
	}
	if passkeys || totp { // not a sign-in yet, which would let someone who knows the password use up the account's sign-ins
		refused, err = s.secondFactorRequired(ctx, tx, found, passkeys, totp)
		return Tokens{}, refused, err
	}
	refused, err = s.limiter.AllowIn(ctx, tx, signIns.Of(normalizeEmail(found.Email)))
	if err != nil {
		return Tokens{}, nil, err
	}
	if refused != nil {
		return Tokens{}, refused, s.audit.RecordLimitedIn(ctx, tx, aboutUser(audit.SignInRefused, found.User, "signed in too often"))
	}
	opened, err = s.startSession(ctx, tx, found, a.device)
	return opened, nil, err
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
func (s *Service) takeBackFailures(ctx context.Context, tx *database.Tx, a attempt) error {
	if err := s.limiter.ResetIn(ctx, tx, a.failures[0]); err != nil {
		return err
	}
	return s.limiter.RefundIn(ctx, tx, a.failures[1:]...)
}

// startSession opens a session for an account once everything was checked. It makes the device
// trusted, and notifies the owner of a new one. It returns errPasswordChanged if the account changed
// since it was read.
func (s *Service) startSession(ctx context.Context, tx *database.Tx, found account, device Device) (Tokens, error) {
	n, err := tx.Exec(ctx, `UPDATE users SET last_login = ? WHERE id = ? AND password = ? AND is_active`,
		database.At(s.now()), found.ID, found.Password)
	if err == nil && n == 0 {
		err = errPasswordChanged
	}
	if err != nil {
		return Tokens{}, err
	}
	device, known, err := s.trustDevice(ctx, tx, found.ID, device)
	if err == nil && !known && found.LastLogin != nil {
		err = s.notifyNewDevice(ctx, tx, found.User)
	}
	if err != nil {
		return Tokens{}, err
	}
	opened, err := s.openSession(ctx, tx, found.ID, device, parentSession{})
	if err != nil {
		return Tokens{}, err
	}
	opened.DeviceCookie = device.Cookie
	return opened, s.record(audit.WithActor(ctx, found.ID, found.Email), tx, audit.SignIn, found.User, device.UserAgent)
}

// recordRefusal records a refused sign-in in the audit log.
func (s *Service) recordRefusal(ctx context.Context, user User, why string) {
	s.audit.RecordLimited(ctx, aboutUser(audit.SignInRefused, user, why))
}

// SignOut ends the session of a refresh token of any generation. It returns BadToken for one that
// was not signed here.
func (s *Service) SignOut(ctx context.Context, refresh string) error {
	token, err := parseRefresh(s.refresh, refresh)
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
