package accounts

import (
	"context"
	"errors"
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/throttle"
)

// The attempts to sign in that are allowed. Those of a stranger: failed ones for each address from one client network and for
// each address at all, and all attempts from one client network. Those of a device with which the account has signed in, which
// no stranger can use up: failed ones and all.
var (
	perPair         = throttle.Rule{Name: "sign in by network and address", Limit: 5, Period: 5 * time.Minute, Network: networkOf}
	perUser         = throttle.Rule{Name: "sign in by address", Limit: 50, Period: time.Hour}
	perNetwork      = throttle.Rule{Name: "sign in by network", Limit: 30, Period: time.Minute, Network: networkOf}
	failedPerDevice = throttle.Rule{Name: "failed sign in by device", Limit: 10, Period: 10 * time.Minute}
	perDevice       = throttle.Rule{Name: "sign in by device", Limit: 30, Period: time.Minute}
)

// signIns is how often an account may sign in: each time is an entry of the audit log. Only who knows the password is counted, so
// that no stranger can use it up; a password that is set by a mailed link lifts it.
var signIns = throttle.Rule{Name: "signed in by address", Limit: 120, Period: time.Hour}

func networkOf(key string) string {
	word, _, _ := strings.Cut(key, " ")
	return word
}

// attemptLimits are the limits of an attempt to sign in. A success takes back what it counted under own and shared, and all
// failures before it under own; what counted under all stays.
type attemptLimits struct {
	all, own throttle.Limit
	shared   []throttle.Limit
}

func (s *Service) attemptLimits(ctx context.Context, email string, device Device) (attemptLimits, error) {
	network, address := httpx.ClientNetwork(device.IP), normalizeEmail(email)
	known, err := s.knownDevice(ctx, email, device)
	if known != "" {
		return attemptLimits{all: perDevice.Of(known), own: failedPerDevice.Of(known + " " + address)}, nil
	}
	return attemptLimits{perNetwork.Of(network), perPair.Of(network + " " + address), []throttle.Limit{perUser.Of(address)}}, err
}

// failures are those of the limits under which only a wrong password stays counted.
func (l attemptLimits) failures() []throttle.Limit {
	return append([]throttle.Limit{l.own}, l.shared...)
}

// refundIn takes back what a right password counted, in the transaction that opens the session.
func (l attemptLimits) refundIn(ctx context.Context, tx *database.Tx, limiter *throttle.Limiter) error {
	if err := limiter.ResetIn(ctx, tx, l.own); err != nil {
		return err
	}
	return limiter.RefundIn(ctx, tx, l.shared...)
}

// SignIn opens a session and returns its tokens and the user. A wrong password, an unknown address and a
// deactivated account get the same Unauthenticated, at the same cost; too many tries get Throttled, and too many at
// once Busy.
//
// Where the account has a second factor too, it returns SecondFactorRequired, with what SignInBySecondFactor takes.
func (s *Service) SignIn(ctx context.Context, email, password string, device Device) (opened Tokens, user User, err error) {
	user, err = s.authenticate(ctx, email, password, device, s.siteLogin(ctx, &opened))
	if err != nil {
		return Tokens{}, User{}, err
	}
	return opened, user, nil
}

// siteLogin is the site's sign-in, which sets opened.
func (s *Service) siteLogin(ctx context.Context, opened *Tokens) loginMethod {
	return loginMethod{audit.SignIn, audit.SignInRefused, func(tx *database.Tx, user User, device Device) (err error) {
		*opened, err = s.openSession(ctx, tx, user.ID, device, parentSession{})
		opened.DeviceCookie = device.Cookie
		return err
	}}
}

// loginMethod is the site's sign-in or the backend admin's: its actions in the audit log, and the function that opens a
// session in the transaction in which the password was verified, on a device that is known by then.
type loginMethod struct {
	signedIn, refused string
	open              func(tx *database.Tx, user User, device Device) error
}

// authenticate checks the password under the limits that all login methods share, and opens a session.
func (s *Service) authenticate(ctx context.Context, email, password string, device Device, by loginMethod) (User, error) {
	limits, err := s.attemptLimits(ctx, email, device)
	if err != nil {
		return User{}, err
	}
	// Attempts count before the password is checked, so that simultaneous ones cannot exceed the limits, and also when the
	// client disconnects.
	uncancelled := context.WithoutCancel(ctx)
	if err := s.limiter.Allow(uncancelled, append([]throttle.Limit{limits.all}, limits.failures()...)...); err != nil {
		s.audit.RecordLimited(ctx, aboutUser(by.refused, User{}, "too many tries"))
		return User{}, err
	}
	user, verified, err := s.checkPassword(ctx, email, password, device, by, limits)
	if !verified && !isUnauthenticated(err) {
		// The client learnt nothing about the password: it disconnected, or the server failed.
		err = errors.Join(err, s.limiter.Refund(uncancelled, limits.failures()...))
	}
	return user, err
}

func isUnauthenticated(err error) bool {
	var public *apperror.Error
	return errors.As(err, &public) && public.Kind == apperror.KindUnauthenticated
}

func (s *Service) checkPassword(ctx context.Context, email, password string, device Device, by loginMethod, limits attemptLimits) (user User, verified bool, err error) {
	user, verified, err = s.tryPassword(ctx, email, password, device, by, limits)
	if errors.Is(err, errPasswordChanged) {
		err = s.refuseSignIn(ctx, by, user, false)
	}
	return user, verified, err
}

// account is what a sign-in reads of an account.
type account struct {
	User
	Password string `db:"password"`
	IsActive bool   `db:"is_active"`
	// LastLogin is nil for an account that signs in for the first time.
	LastLogin *database.Time `db:"last_login"`
}

const selectAccount = `
	SELECT id, email, first_name, last_name, is_staff, date_joined, password, is_active, last_login,
	       email_confirmed_at IS NULL AS email_unconfirmed
	  FROM users `

// tryPassword compares the password with the stored hash and opens a session, or returns SecondFactorRequired where the
// account has a second factor, and Throttled where it has signed in too often; verified says that the password was right, and that
// the limits know. It returns errPasswordChanged where the hash changed since
// it was read.
func (s *Service) tryPassword(ctx context.Context, email, password string, device Device, by loginMethod, limits attemptLimits) (user User, verified bool, err error) {
	var found account
	var ok bool
	// The account is read in the client's turn too: who is turned away asks nothing of the database.
	runErr := s.hasher.run(ctx, func() {
		err = s.db.Get(ctx, &found, selectAccount+`WHERE email_key = ?`, normalizeEmail(email))
		if err == nil || errors.Is(err, database.ErrNoRows) {
			ok, err = s.hasher.compare(password, found.Password)
		}
	})
	if err := errors.Join(runErr, err); err != nil {
		return User{}, false, err
	}
	if !ok || !found.IsActive {
		return User{}, false, s.refuseSignIn(ctx, by, found.User, ok)
	}
	var refused *apperror.Error
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		// The hash is compared again, because the password may have been changed since it was read.
		err := tx.Get(ctx, &found.Password, `
			UPDATE users SET is_active = is_active WHERE id = ? AND password = ? AND is_active RETURNING password`, found.ID, found.Password)
		if errors.Is(err, database.ErrNoRows) {
			return errPasswordChanged
		}
		if err == nil {
			err = limits.refundIn(ctx, tx, s.limiter)
		}
		if err != nil {
			return err
		}
		// What asks for a second factor is no sign-in yet: who has learnt the password could use them up.
		if refused, err = s.secondFactorNeeded(ctx, tx, found, by); refused != nil || err != nil {
			return err
		}
		if refused, err = s.limiter.AllowIn(ctx, tx, signIns.Of(normalizeEmail(email))); refused != nil || err != nil {
			return err
		}
		return s.begin(ctx, tx, found, device, by)
	})
	if err != nil || refused == nil {
		return found.User, err == nil, err
	}
	if refused.Kind == apperror.KindThrottled {
		s.audit.RecordLimited(ctx, aboutUser(by.refused, found.User, "signed in too often"))
	}
	return found.User, true, refused
}

// begin opens a session for a user who has proved everything that is needed, on a device that is known from then on. The owner
// of the account is told of one that was not. It returns errPasswordChanged where the hash changed since found was read.
func (s *Service) begin(ctx context.Context, tx *database.Tx, found account, device Device, by loginMethod) error {
	n, err := tx.Exec(ctx, `UPDATE users SET last_login = ? WHERE id = ? AND password = ? AND is_active`,
		database.At(s.now()), found.ID, found.Password)
	if err != nil {
		return err
	}
	if n == 0 {
		return errPasswordChanged
	}
	known, err := s.rememberDevice(ctx, tx, found.ID, &device)
	if err == nil && !known && found.LastLogin != nil {
		err = s.notifyNewDevice(ctx, tx, found.User)
	}
	if err != nil {
		return err
	}
	if err := by.open(tx, found.User, device); err != nil {
		return err
	}
	return s.record(audit.WithActor(ctx, found.ID, found.Email), tx, by.signedIn, found.User, device.UserAgent)
}

// refuseSignIn records a refused sign-in and returns the error. It takes as long for an unknown address as for an account.
func (s *Service) refuseSignIn(ctx context.Context, by loginMethod, user User, passwordOK bool) error {
	why := "wrong password"
	switch {
	case user.ID == 0:
		why = "unknown address"
	case passwordOK:
		why = "deactivated account"
	}
	s.audit.RecordLimited(ctx, aboutUser(by.refused, user, why))
	return apperror.Unauthenticated(apperror.NoActiveAccount)
}

// SignOut ends the session of a refresh token, of whatever generation. It returns BadToken for one that was not signed here.
func (s *Service) SignOut(ctx context.Context, refresh string) error {
	token, err := s.refresh.Parse(refresh)
	if err != nil {
		return apperror.BadToken()
	}
	row, err := s.findSession(ctx, token.Session)
	if errors.Is(err, database.ErrNoRows) {
		return nil // it ended so long ago that its row was deleted
	}
	if err == nil {
		_, err = s.endSession(audit.WithActor(ctx, row.UserID, row.Email), row.UserID, row.ID, audit.SignOut, "")
	}
	return err
}
