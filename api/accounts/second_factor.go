package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/factors"
	"portfolio/api/throttle"
	"portfolio/api/tokens"
)

// secondStepLifetime is how long the second step of a sign-in may take.
const secondStepLifetime = 5 * time.Minute

// The wrong codes that an account may get from devices that are not known, and from each of those that are: who has learnt the
// password keeps nobody out. Three codes of a million are good at any time (RFC 4226, section 7.3).
var (
	secondFactorShort = throttle.Rule{Name: "second factor", Limit: 5, Period: 5 * time.Minute}
	secondFactorLong  = throttle.Rule{Name: "second factor in a day", Limit: 30, Period: 24 * time.Hour}
)

// firstStepToken is a sign-in whose password was right. It is good for one session by one login method, and dies with the password.
type firstStepToken struct {
	// ID makes tokens of one moment differ.
	ID        string    `json:"id"`
	UserID    int64     `json:"user"`
	Email     string    `json:"email"`
	Password  string    `json:"password"`
	ExpiresAt time.Time `json:"expires_at"`
	// hash is of all that the token holds, by which it is known once it was used: those of the version before have no ID.
	hash string
}

func (f firstStepToken) user() User { return User{ID: f.UserID, Email: f.Email} }

func firstStepPurpose(by loginMethod) string { return "first step of " + by.signedIn }

// hashOfHash is what a token may hold of a password's hash.
func hashOfHash(hash string) string {
	sum := sha256.Sum256([]byte(hash))
	return hex.EncodeToString(sum[:16])
}

// secondFactorNeeded returns SecondFactorRequired for an account that has a second factor, else nil.
func (s *Service) secondFactorNeeded(ctx context.Context, tx *database.Tx, found account, by loginMethod) (*apperror.Error, error) {
	passkeys, totp, err := factors.Kinds(ctx, tx, found.ID)
	if err != nil || !passkeys && !totp {
		return nil, err
	}
	content, err := json.Marshal(firstStepToken{
		ID: tokens.NewID(), UserID: found.ID, Email: found.Email, Password: hashOfHash(found.Password),
		ExpiresAt: s.now().Add(secondStepLifetime),
	})
	if err != nil {
		return nil, err
	}
	return apperror.SecondFactorRequired(s.box.Seal(content, firstStepPurpose(by)), passkeys, totp), nil
}

// openFirstStep returns what a token of secondFactorNeeded holds, or Unauthenticated where the sign-in has to begin anew.
func (s *Service) openFirstStep(token string, by loginMethod) (first firstStepToken, err error) {
	content, err := s.box.Open(token, firstStepPurpose(by))
	if err != nil || json.Unmarshal(content, &first) != nil || !s.now().Before(first.ExpiresAt) {
		return firstStepToken{}, apperror.Unauthenticated(apperror.SecondFactorExpired)
	}
	first.hash = hashToken(string(content))
	return first, nil
}

var errFirstStepUsed = errors.New("a first step that was used before")

// useFirstStep lets a token open one session, the transaction's. It returns errFirstStepUsed where another one has opened one.
func (s *Service) useFirstStep(ctx context.Context, tx *database.Tx, first firstStepToken) error {
	unused, err := s.factors.UseOnce(ctx, tx, first.hash, first.ExpiresAt)
	if err == nil && !unused {
		err = errFirstStepUsed
	}
	return err
}

// SignInBySecondFactor ends a sign-in that SecondFactorRequired began, by a code of the authenticator app or a recovery code,
// each of which is good once. It returns what SignIn does; a wrong code is an apperror under "code", a sign-in that took too
// long, has opened a session already or whose password was changed meanwhile Unauthenticated, and too many wrong codes Throttled.
func (s *Service) SignInBySecondFactor(ctx context.Context, pending, code string, device Device) (opened Tokens, user User, err error) {
	user, err = s.finishSignIn(ctx, pending, code, device, s.siteLogin(ctx, &opened))
	if err != nil {
		return Tokens{}, User{}, err
	}
	return opened, user, nil
}

func (s *Service) finishSignIn(ctx context.Context, pending, code string, device Device, by loginMethod) (User, error) {
	first, err := s.openFirstStep(pending, by)
	if err != nil {
		return User{}, err
	}
	key := normalizeEmail(first.Email)
	known, err := s.knownDevice(ctx, first.Email, device)
	if err != nil {
		return User{}, err
	}
	if known != "" {
		key = known + " " + key
	}
	uncancelled, short, long := context.WithoutCancel(ctx), secondFactorShort.Of(key), secondFactorLong.Of(key)
	if err := s.limiter.Allow(uncancelled, short, long); err != nil {
		s.audit.RecordLimited(ctx, aboutUser(by.refused, first.user(), "too many wrong codes"))
		return User{}, err
	}
	user, err := s.tryCode(ctx, first, code, device, by)
	if errors.Is(err, errPasswordChanged) || errors.Is(err, errFirstStepUsed) {
		err = apperror.Unauthenticated(apperror.SecondFactorExpired)
	}
	if errors.Is(err, errWrongCode) {
		s.audit.RecordLimited(ctx, aboutUser(by.refused, user, "wrong code"))
		return User{}, apperror.InvalidField("code", apperror.SecondFactorWrong)
	}
	refund := s.limiter.Refund
	if err == nil {
		refund = s.limiter.Reset
	}
	return user, errors.Join(err, refund(uncancelled, short), s.limiter.Refund(uncancelled, long))
}

var errWrongCode = errors.New("wrong code")

// tryCode opens a session if code is one of the account's, else it returns errWrongCode; errPasswordChanged where the account
// is not what it was at the first step, and errFirstStepUsed.
func (s *Service) tryCode(ctx context.Context, first firstStepToken, code string, device Device, by loginMethod) (User, error) {
	var found account
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := s.useFirstStep(ctx, tx, first); err != nil {
			return err
		}
		err := tx.Get(ctx, &found, selectAccount+`WHERE id = ? AND is_active`, first.UserID)
		if errors.Is(err, database.ErrNoRows) || err == nil && hashOfHash(found.Password) != first.Password {
			return errPasswordChanged
		}
		if err != nil {
			return err
		}
		right, err := s.factors.Use(ctx, tx, found.ID, code)
		if err == nil && !right {
			err = errWrongCode
		}
		if err != nil {
			return err
		}
		return s.begin(ctx, tx, found, device, by)
	})
	return found.User, err
}
