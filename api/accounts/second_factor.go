package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// firstStepPurpose is the purpose of the token of a first step.
const firstStepPurpose = "first step of a sign-in"

// secondStepLifetime is how long the second step of a sign-in may take.
const secondStepLifetime = 5 * time.Minute

// Limits of wrong codes: of an account from all devices that are not trusted, and from each trusted
// device, so that someone who knows the password cannot lock the owner out. Three of a million
// codes are valid at any time (RFC 4226, section 7.3).
var (
	secondFactorShort = throttle.Rule{Name: "second factor", Limit: 5, Period: 5 * time.Minute}
	secondFactorLong  = throttle.Rule{Name: "second factor in a day", Limit: 30, Period: 24 * time.Hour}
)

var (
	errFirstStepUsed = errors.New("a first step that was used before")
	errWrongCode     = errors.New("wrong code")
)

// firstStep is a sign-in whose password was right. It is valid for one session, and only as long as
// the password.
type firstStep struct {
	ID        string    `json:"id"`
	UserID    int64     `json:"user"`
	Email     string    `json:"email"`
	Password  string    `json:"password"` // a hash of the password's hash
	ExpiresAt time.Time `json:"expires_at"`
}

func hashOfHash(hash string) string {
	sum := sha256.Sum256([]byte(hash))
	return hex.EncodeToString(sum[:16])
}

// secondFactorRequired returns the answer to a right password of an account with a second factor.
func (s *Service) secondFactorRequired(ctx context.Context, from database.Reader, found account, passkeys, totp bool) (*httpx.Error, error) {
	if totp {
		lost, err := s.hasLostAuthenticator(ctx, from, found.ID)
		if err != nil {
			return nil, err
		}
		totp = !lost
	}
	content, err := json.Marshal(firstStep{
		ID: newID(), UserID: found.ID, Email: found.Email, Password: hashOfHash(found.Password),
		ExpiresAt: s.now().Add(secondStepLifetime),
	})
	return httpx.SecondFactorRequired(s.box.Seal(content, firstStepPurpose), passkeys, totp), err
}

// openFirstStep returns the content of a token from SecondFactorRequired. It returns
// Unauthenticated if the sign-in has to start again.
func (s *Service) openFirstStep(token string) (first firstStep, err error) {
	content, err := s.box.Open(token, firstStepPurpose)
	if err != nil || json.Unmarshal(content, &first) != nil || !s.now().Before(first.ExpiresAt) {
		return firstStep{}, httpx.Unauthenticated(httpx.SecondFactorExpired)
	}
	return first, nil
}

// useFirstStep marks a first step as used. It returns errFirstStepUsed if it was used before.
func (s *Service) useFirstStep(ctx context.Context, tx *database.Tx, first firstStep) error {
	unused, err := s.useOnce(ctx, tx, hashToken(first.ID), first.ExpiresAt)
	if err == nil && !unused {
		err = errFirstStepUsed
	}
	return err
}

// SignInBySecondFactor completes a sign-in that returned SecondFactorRequired, with a code of the
// authenticator app or a recovery code; each is valid once. It returns the same as SignIn. A wrong
// code is an httpx.Error under "code", and too many are Throttled. If the first step expired, was
// used, or the password changed since, it returns Unauthenticated.
func (s *Service) SignInBySecondFactor(ctx context.Context, token, code string, device Device) (opened Tokens, user User, err error) {
	first, err := s.openFirstStep(token)
	if err != nil {
		return Tokens{}, User{}, err
	}
	key := normalizeEmail(first.Email)
	trusted, err := s.trustedDevice(ctx, first.Email, device)
	if err != nil {
		return Tokens{}, User{}, err
	}
	if trusted != "" {
		key = trusted + " " + key
	}
	a := attempt{device: device, failures: []throttle.Limit{secondFactorShort.Of(key), secondFactorLong.Of(key)}}
	owner := User{ID: first.UserID, Email: first.Email}
	if err := s.countAttempt(ctx, owner, "too many wrong codes", a.failures...); err != nil {
		return Tokens{}, User{}, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		opened, user, err = s.acceptCode(ctx, tx, a, first, code)
		return err
	})
	switch {
	case err == nil:
		return opened, user, nil
	case errors.Is(err, errWrongCode):
		s.recordRefusal(ctx, owner, "wrong code")
		return Tokens{}, User{}, httpx.InvalidField("code", httpx.SecondFactorWrong)
	case errors.Is(err, errAuthenticatorLost):
		s.recordRefusal(ctx, owner, "wrong code")
		return Tokens{}, User{}, httpx.InvalidField("code", httpx.AuthenticatorLost)
	case errors.Is(err, errPasswordChanged), errors.Is(err, errFirstStepUsed):
		err = httpx.Unauthenticated(httpx.SecondFactorExpired)
	}
	return Tokens{}, User{}, s.refund(ctx, err, a.failures...)
}

// acceptCode opens a session if code is one of the account's. Otherwise it returns errWrongCode,
// errAuthenticatorLost, errFirstStepUsed, or errPasswordChanged if the account changed since the first step.
func (s *Service) acceptCode(ctx context.Context, tx *database.Tx, a attempt, first firstStep, code string) (Tokens, User, error) {
	if err := s.useFirstStep(ctx, tx, first); err != nil {
		return Tokens{}, User{}, err
	}
	var found account
	active, err := tx.Find(ctx, &found, selectAccount+`WHERE id = ? AND is_active`, first.UserID)
	if err == nil && (!active || hashOfHash(found.Password) != first.Password) {
		err = errPasswordChanged
	}
	if err != nil {
		return Tokens{}, User{}, err
	}
	right, err := s.useCode(ctx, tx, found.ID, code)
	if err == nil && !right {
		err = errWrongCode
	}
	if err == nil {
		err = s.takeBackFailures(ctx, tx, a)
	}
	if err != nil {
		return Tokens{}, User{}, err
	}
	opened, err := s.startSession(ctx, tx, found, a.device)
	return opened, found.User, err
}
