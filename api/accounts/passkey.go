package accounts

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/factors"
)

// PasskeyAnswer is what a browser sends once somebody has used or made a passkey: the token of the challenge, and the credential
// as JSON, as WebAuthn has it.
type PasskeyAnswer struct {
	Token, Credential string
}

// passkeyRefusals are what the owner of a refused passkey is told.
var passkeyRefusals = map[error]string{
	factors.ErrUnknownPasskey: apperror.PasskeyUnknown,
	factors.ErrPasskeyRefused: apperror.PasskeyRefused,
	factors.ErrPasskeyLate:    apperror.PasskeyLate,
	factors.ErrPasskeyCopied:  apperror.PasskeyCopied,
	factors.ErrPasskeyKnown:   apperror.PasskeyKnown,
	errOtherAccount:           apperror.PasskeyOfAnother,
	errDeactivated:            apperror.NoActiveAccount,
	errPasswordChanged:        apperror.SecondFactorExpired,
	errFirstStepUsed:          apperror.SecondFactorExpired,
}

// refusedPasskey returns why a passkey was refused, in the audit log's words and in the owner's; ok is false for another failure.
func refusedPasskey(err error) (why, told string, ok bool) {
	for refusal, text := range passkeyRefusals {
		if errors.Is(err, refusal) {
			return refusal.Error(), text, true
		}
	}
	return "", "", false
}

// AskForPasskey returns what a browser asks the owner of a passkey to sign, for a sign-in or a fresh proof. It returns Conflict
// where passkeys do not work at the site's address.
func (s *Service) AskForPasskey() (factors.Challenge, error) {
	challenge, err := s.factors.AskForPasskey()
	return challenge, s.noPasskeys(err)
}

func (s *Service) noPasskeys(err error) error {
	if errors.Is(err, factors.ErrNoPasskeys) {
		return apperror.Conflict(fmt.Sprintf(apperror.NoPasskeys, s.publicURL))
	}
	return err
}

// SignInByPasskey opens a session for the owner of a passkey, who needs no password then. It is the second step too where
// firstStep is the token of SecondFactorRequired: the passkey has to be of the same account. It returns what SignIn does; a
// passkey that is refused gets Unauthenticated, with the reason and the remedy.
func (s *Service) SignInByPasskey(ctx context.Context, answer PasskeyAnswer, firstStep string, device Device) (opened Tokens, user User, err error) {
	user, err = s.authenticateByPasskey(ctx, answer, firstStep, device, s.siteLogin(ctx, &opened))
	if err != nil {
		return Tokens{}, User{}, err
	}
	return opened, user, nil
}

func (s *Service) authenticateByPasskey(ctx context.Context, answer PasskeyAnswer, firstStep string, device Device, by loginMethod) (User, error) {
	var first firstStepToken
	if firstStep != "" {
		var err error
		if first, err = s.openFirstStep(firstStep, by); err != nil {
			return User{}, err
		}
	}
	claimed, err := s.claimedOwner(ctx, answer)
	if err != nil {
		return User{}, err
	}
	limits, err := s.attemptLimits(ctx, claimed.Email, device)
	if err != nil {
		return User{}, err
	}
	// Nothing can be guessed: the limits bound the work, and the entries of the audit log.
	uncancelled, successes := context.WithoutCancel(ctx), signIns.Of(normalizeEmail(claimed.Email))
	if err := s.limiter.Allow(uncancelled, limits.all, successes); err != nil {
		s.audit.RecordLimited(ctx, aboutUser(by.refused, claimed.User, "too many tries"))
		return User{}, err
	}
	user, err := s.tryPasskey(ctx, answer, first, device, by)
	if err == nil {
		return user, nil
	}
	err = s.noPasskeys(err)
	if why, told, refused := refusedPasskey(err); refused {
		s.audit.RecordLimited(ctx, aboutUser(by.refused, claimed.User, why))
		err = apperror.Unauthenticated(told)
	}
	return user, errors.Join(err, s.limiter.Refund(uncancelled, successes))
}

// tryPasskey opens a session for the owner of the passkey, who has to be that of the first step unless it is the zero value.
func (s *Service) tryPasskey(ctx context.Context, answer PasskeyAnswer, first firstStepToken, device Device, by loginMethod) (User, error) {
	var found account
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		if first.UserID != 0 {
			if err := s.useFirstStep(ctx, tx, first); err != nil {
				return err
			}
		}
		owner, err := s.factors.UsePasskey(ctx, tx, answer.Token, []byte(answer.Credential))
		if err != nil {
			return err
		}
		if first.UserID != 0 && first.UserID != owner {
			return errOtherAccount
		}
		if err := tx.Get(ctx, &found, selectAccount+`WHERE id = ?`, owner); err != nil {
			return err
		}
		if !found.IsActive {
			return errDeactivated
		}
		return s.begin(ctx, tx, found, device, by)
	})
	return found.User, err
}

var (
	errDeactivated  = errors.New("deactivated account")
	errOtherAccount = errors.New("a passkey of another account")
)

// claimedOwner returns the account that an answer says it is of; the zero value for none. Nothing is proved by that.
func (s *Service) claimedOwner(ctx context.Context, answer PasskeyAnswer) (found account, err error) {
	id, err := s.factors.OwnerOfPasskey(ctx, s.db, []byte(answer.Credential))
	if err != nil || id == 0 {
		return account{}, err
	}
	err = s.db.Get(ctx, &found, selectAccount+`WHERE id = ?`, id)
	if errors.Is(err, database.ErrNoRows) {
		return account{}, nil // it was deleted this moment
	}
	return found, err
}

// ProveByPasskey is ProveByPassword by a passkey of who. One that is refused is an apperror under "credential".
func (s *Service) ProveByPasskey(ctx context.Context, who Identity, answer PasskeyAnswer) error {
	guesses := ownPassword.Of(normalizeEmail(who.Email))
	return s.limitGuesses(ctx, guesses, apperror.KindInvalid, func() error {
		err := s.db.InTx(ctx, func(tx *database.Tx) error {
			owner, err := s.factors.UsePasskey(ctx, tx, answer.Token, []byte(answer.Credential))
			if err == nil && owner != who.ID {
				err = errOtherAccount
			}
			if err != nil {
				return err
			}
			return s.markProved(ctx, tx, who.Session)
		})
		if why, told, refused := refusedPasskey(err); refused {
			s.audit.RecordLimited(ctx, aboutUser(audit.ProofRefused, who.User, why))
			return apperror.InvalidField("credential", told)
		}
		return s.noPasskeys(err)
	})
}
