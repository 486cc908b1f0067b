package accounts

import (
	"context"
	"errors"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// PasswordChange is the form for a new password.
type PasswordChange struct {
	Old, New, Repeated string
}

// ownPassword limits the wrong passwords of a signed-in user. Strangers, able to use up the limits
// of sign-ins, have no access to it.
var ownPassword = throttle.Rule{Name: "own password", Limit: 50, Period: time.Hour}

// passwordChanges limits the password changes of an account. Each is mailed and recorded.
var passwordChanges = throttle.Rule{Name: "change password", Limit: 10, Period: time.Hour}

// errPasswordChanged is returned if the password changed after it was read.
var errPasswordChanged = errors.New("the password was changed meanwhile")

// ChangePassword changes the password of a signed-in user and ends all other sessions. Of two
// simultaneous changes one gets the error of a wrong old password. It returns Throttled after too
// many.
func (s *Service) ChangePassword(ctx context.Context, who Identity, change PasswordChange) error {
	hash, same, err := s.verifyOwn(ctx, who, change.Old)
	if err != nil {
		return err
	}
	v := httpx.NewValidator()
	v.Check(same, "old_password", httpx.PasswordWrong)
	v.Check(prepare(change.New) == prepare(change.Repeated), "new_password", httpx.PasswordMismatch)
	checkNewPassword(v, "new_password", change.New, who.User)
	if err := v.Err(); err != nil {
		return err
	}
	if err := s.limiter.Allow(ctx, passwordChanges.Of(normalizeEmail(who.Email))); err != nil {
		return err
	}
	err = s.replacePassword(ctx, replacement{user: who.User, old: hash, password: change.New, keepSession: who.Session, action: audit.PasswordChanged})
	if errors.Is(err, errPasswordChanged) {
		return httpx.InvalidField("old_password", httpx.PasswordWrong)
	}
	return err
}

// verifyOwn reports whether password is that of the signed-in user, and returns its hash. It
// returns Throttled after too many wrong ones.
func (s *Service) verifyOwn(ctx context.Context, who Identity, password string) (hash string, same bool, err error) {
	if err := s.limiter.Allow(ctx, ownPassword.Of(normalizeEmail(who.Email))); err != nil {
		return "", false, err
	}
	if err := s.db.Get(ctx, &hash, `SELECT password FROM users WHERE id = ?`, who.ID); err != nil {
		return "", false, err
	}
	same, err = s.hasher.Verify(ctx, password, hash)
	if same || err != nil {
		// The password was right, or the server could not check it.
		err = s.refund(ctx, err, ownPassword.Of(normalizeEmail(who.Email)))
	}
	return hash, same, err
}

// SetPassword changes the password of an account without the old one, and ends all its sessions. It
// returns NotFound for an unknown address.
func (s *Service) SetPassword(ctx context.Context, email, password string) error {
	user, hash, err := s.findByEmail(ctx, email)
	if err != nil {
		return err
	}
	v := httpx.NewValidator()
	checkNewPassword(v, "password", password, user)
	if err := v.Err(); err != nil {
		return err
	}
	return s.replacePassword(ctx, replacement{user: user, old: hash, password: password, action: audit.PasswordChanged})
}

// replacement is a new password for an account whose password has the hash old. keepSession does
// not end, unless it is "". The audit log gets action. The transaction calls also, unless it is nil,
// once the sessions have ended.
type replacement struct {
	user                User
	old, password       string
	keepSession, action string
	also                func(tx *database.Tx) error
}

// replacePassword changes the password if its hash is still old; otherwise it returns
// errPasswordChanged. It ends all sessions except keepSession, and cancels a pending e-mail change.
func (s *Service) replacePassword(ctx context.Context, r replacement) error {
	hash, err := s.hasher.Hash(ctx, r.password)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE users SET password = ? WHERE id = ? AND password = ?`, hash, r.user.ID, r.old)
		if err != nil {
			return err
		}
		if n == 0 {
			return errPasswordChanged
		}
		// An intruder, whom the new password locks out, may have requested the e-mail change.
		if _, err := tx.Exec(ctx, `DELETE FROM email_changes WHERE user_id = ?`, r.user.ID); err != nil {
			return err
		}
		if err := endUserSessions(ctx, tx, r.user.ID, r.keepSession, database.At(s.now())); err != nil {
			return err
		}
		if r.also != nil {
			if err := r.also(tx); err != nil {
				return err
			}
		}
		if err := s.notify(ctx, tx, noticePassword, r.user); err != nil {
			return err
		}
		return s.record(ctx, tx, r.action, r.user, "")
	})
}

// findByEmail returns an account and the hash of its password, or NotFound.
func (s *Service) findByEmail(ctx context.Context, email string) (User, string, error) {
	var found struct {
		User
		Password string `db:"password"`
	}
	err := s.db.Get(ctx, &found, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, password FROM users WHERE email_key = ?`, normalizeEmail(email))
	return found.User, found.Password, httpx.OrNotFound(err)
}
