package accounts

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// PasskeyAnswer is a browser's answer to a challenge: the challenge's token, and the credential as
// WebAuthn's JSON.
type PasskeyAnswer struct {
	Token, Credential string
}

var (
	errDeactivated  = errors.New("deactivated account")
	errOtherAccount = errors.New("a passkey of another account")
)

// passkeyRefusals are the messages for the owner of a refused passkey.
var passkeyRefusals = map[error]string{
	errUnknownPasskey:  httpx.PasskeyUnknown,
	errPasskeyRefused:  httpx.PasskeyRefused,
	errPasskeyLate:     httpx.PasskeyLate,
	errPasskeyCopied:   httpx.PasskeyCopied,
	errPasskeyKnown:    httpx.PasskeyKnown,
	errOtherAccount:    httpx.PasskeyOfAnother,
	errDeactivated:     httpx.NoActiveAccount,
	errPasswordChanged: httpx.SecondFactorExpired,
	errFirstStepUsed:   httpx.SecondFactorExpired,
}

// refusedPasskey returns the reason for the audit log and the message for the owner, or ok false if
// err has another cause.
func refusedPasskey(err error) (why, message string, ok bool) {
	for refusal, message := range passkeyRefusals {
		if errors.Is(err, refusal) {
			return refusal.Error(), message, true
		}
	}
	return "", "", false
}

// AskForPasskey returns a challenge for a sign-in or a re-authentication. It returns Conflict if
// passkeys do not work at the site's address.
func (s *Service) AskForPasskey() (Challenge, error) {
	if s.webauthn == nil {
		return Challenge{}, s.noPasskeys(errNoPasskeys)
	}
	options, session, err := s.webauthn.BeginDiscoverableLogin()
	if err != nil {
		return Challenge{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return s.sealChallenge(session, assertion, options.Response)
}

func (s *Service) noPasskeys(err error) error {
	if errors.Is(err, errNoPasskeys) {
		return httpx.Conflict(fmt.Sprintf(httpx.NoPasskeys, s.publicURL))
	}
	return err
}

// SignInByPasskey opens a session for the owner of a passkey, without a password. With the token of
// SecondFactorRequired it is the second step of a sign-in by password. It returns the same as
// SignIn. A refused passkey gets Unauthenticated with the reason.
func (s *Service) SignInByPasskey(ctx context.Context, answer PasskeyAnswer, firstToken string, device Device) (opened Tokens, user User, err error) {
	var first firstStep
	if firstToken != "" {
		if first, err = s.openFirstStep(firstToken); err != nil {
			return Tokens{}, User{}, err
		}
	}
	claimed, err := s.claimedOwner(ctx, answer)
	if err != nil {
		return Tokens{}, User{}, err
	}
	a, err := s.newAttempt(ctx, claimed.Email, device)
	if err != nil {
		return Tokens{}, User{}, err
	}
	// Passkeys cannot be guessed. The limits bound the work, and the entries in the audit log.
	successes := signIns.Of(normalizeEmail(claimed.Email))
	if err := s.countAttempt(ctx, claimed, "too many tries", a.all, successes); err != nil {
		return Tokens{}, User{}, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		opened, user, err = s.acceptPasskey(ctx, tx, device, answer, first)
		return err
	})
	if err == nil {
		return opened, user, nil
	}
	if why, message, refused := refusedPasskey(err); refused {
		s.recordRefusal(ctx, claimed, why)
		err = httpx.Unauthenticated(message)
	}
	return Tokens{}, User{}, s.refund(ctx, s.noPasskeys(err), successes)
}

// acceptPasskey opens a session for the owner of the passkey. It must be the account of the first
// step, if there was one.
func (s *Service) acceptPasskey(ctx context.Context, tx *database.Tx, device Device, answer PasskeyAnswer, first firstStep) (Tokens, User, error) {
	if first.UserID != 0 {
		if err := s.useFirstStep(ctx, tx, first); err != nil {
			return Tokens{}, User{}, err
		}
	}
	owner, err := s.usePasskey(ctx, tx, answer.Token, []byte(answer.Credential))
	if err == nil && first.UserID != 0 && first.UserID != owner {
		err = errOtherAccount
	}
	var found account
	if err == nil {
		err = tx.Get(ctx, &found, selectAccount+`WHERE id = ?`, owner)
	}
	if err == nil && !found.IsActive {
		err = errDeactivated
	}
	if err != nil {
		return Tokens{}, User{}, err
	}
	opened, err := s.startSession(ctx, tx, found, device)
	return opened, found.User, err
}

// claimedOwner returns the account that an answer claims to be of, unverified, or the zero value
// for none.
func (s *Service) claimedOwner(ctx context.Context, answer PasskeyAnswer) (claimed User, err error) {
	id, err := s.ownerOfPasskey(ctx, s.db, []byte(answer.Credential))
	if err != nil || id == 0 {
		return User{}, err
	}
	_, err = s.db.Find(ctx, &claimed, `SELECT id, email FROM users WHERE id = ?`, id) // it may be deleted just now
	return claimed, err
}

// ReauthenticateByPasskey is ReauthenticateByPassword with a passkey. A refused one is an httpx.Error under
// "credential".
func (s *Service) ReauthenticateByPasskey(ctx context.Context, who Identity, answer PasskeyAnswer) error {
	guesses := ownPassword.Of(normalizeEmail(who.Email))
	return s.limitGuesses(ctx, guesses, httpx.KindInvalid, func() error {
		err := s.db.InTx(ctx, func(tx *database.Tx) error {
			owner, err := s.usePasskey(ctx, tx, answer.Token, []byte(answer.Credential))
			if err == nil && owner != who.ID {
				err = errOtherAccount
			}
			if err != nil {
				return err
			}
			return s.markAuthenticated(ctx, tx, who.Session)
		})
		if why, message, refused := refusedPasskey(err); refused {
			s.audit.RecordLimited(ctx, aboutUser(audit.ReauthenticationRefused, who.User, why))
			return httpx.InvalidField("credential", message)
		}
		return s.noPasskeys(err)
	})
}
