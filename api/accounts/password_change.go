package accounts

import (
	"context"
	"errors"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/throttle"
	"portfolio/api/validate"
)

// PasswordChange is what the password form sends.
type PasswordChange struct {
	Old, New, Repeated string
}

// ownPassword is how often somebody who is signed in may give a wrong password of their own. It is apart from the limits of
// sign-ins, which strangers can use up.
var ownPassword = throttle.Rule{Name: "own password", Limit: 50, Period: time.Hour}

// passwordChanges is how often an account may change its password: each change is mailed and an entry of the audit log.
var passwordChanges = throttle.Rule{Name: "change password", Limit: 10, Period: time.Hour}

// errPasswordChanged is returned when the password was changed after it was read.
var errPasswordChanged = errors.New("the password was changed meanwhile")

// ChangePassword gives a signed-in user a new password and ends every other session. Of two simultaneous changes one
// succeeds; the other gets the error of a wrong old password. After too many it returns Throttled.
func (s *Service) ChangePassword(ctx context.Context, who Identity, change PasswordChange) error {
	hash, same, err := s.verifyOwn(ctx, who, change.Old)
	if err != nil {
		return err
	}
	v := validate.New()
	v.Check(same, "old_password", apperror.PasswordWrong)
	v.Check(prepare(change.New) == prepare(change.Repeated), "new_password", apperror.PasswordMismatch)
	checkNewPassword(v, "new_password", change.New, who.User)
	if err := v.Err(); err != nil {
		return err
	}
	if err := s.limiter.Allow(ctx, passwordChanges.Of(normalizeEmail(who.Email))); err != nil {
		return err
	}
	err = s.replacePassword(ctx, replacement{who.User, hash, change.New, who.Session, audit.PasswordChanged})
	if errors.Is(err, errPasswordChanged) {
		return apperror.InvalidField("old_password", apperror.PasswordWrong)
	}
	return err
}

// verifyOwn reports whether password is that of the signed-in user, and returns the hash that it was compared with. After
// too many wrong ones it returns Throttled.
func (s *Service) verifyOwn(ctx context.Context, who Identity, password string) (hash string, same bool, err error) {
	if err := s.limiter.Allow(ctx, ownPassword.Of(normalizeEmail(who.Email))); err != nil {
		return "", false, err
	}
	if err := s.db.Get(ctx, &hash, `SELECT password FROM users WHERE id = ?`, who.ID); err != nil {
		return "", false, err
	}
	same, err = s.hasher.Verify(ctx, password, hash)
	if same || err != nil {
		// The password was right, or the server was too busy to check it.
		err = errors.Join(err, s.limiter.Refund(context.WithoutCancel(ctx), ownPassword.Of(normalizeEmail(who.Email))))
	}
	return hash, same, err
}

// SetPassword gives the account of that address a new password without the old one, for the command line, and ends all its sessions.
// It returns NotFound when there is no such account.
func (s *Service) SetPassword(ctx context.Context, email, password string) error {
	user, hash, err := s.findByEmail(ctx, email)
	if err != nil {
		return err
	}
	v := validate.New()
	checkNewPassword(v, "password", password, user)
	if err := v.Err(); err != nil {
		return err
	}
	return s.replacePassword(ctx, replacement{user, hash, password, "", audit.PasswordChanged})
}

// replacement is a new password for an account whose password has the hash old. The session keepSession goes on, if it is not "",
// and the audit log calls it action.
type replacement struct {
	user                User
	old, password       string
	keepSession, action string
}

// replacePassword changes the password if it is still the one whose hash is old: of two changes at once, one wins and the
// other gets errPasswordChanged. Every session but keepSession ends, and a pending e-mail change is cancelled.
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
		if r.action == audit.ResetDone { // by a link that was mailed to the address
			_, err := tx.Exec(ctx, `UPDATE users SET email_confirmed_at = ? WHERE id = ? AND email_confirmed_at IS NULL`,
				database.At(s.now()), r.user.ID)
			if err != nil {
				return err
			}
			if err := s.limiter.ResetKey(ctx, tx, throttle.Key(signIns, normalizeEmail(r.user.Email))); err != nil {
				return err
			}
		}
		// The e-mail change may have been requested by an intruder, whom the new password is to lock out.
		if _, err := tx.Exec(ctx, `DELETE FROM email_changes WHERE user_id = ?`, r.user.ID); err != nil {
			return err
		}
		if err := endUserSessions(ctx, tx, r.user.ID, r.keepSession, database.At(s.now())); err != nil {
			return err
		}
		if err := s.notify(ctx, tx, noticePassword, r.user); err != nil {
			return err
		}
		return s.record(ctx, tx, r.action, r.user, "")
	})
}

// findByEmail returns an account and its password's hash, or NotFound.
func (s *Service) findByEmail(ctx context.Context, email string) (User, string, error) {
	var found struct {
		User
		Password string `db:"password"`
	}
	err := s.db.Get(ctx, &found, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, password FROM users WHERE email_key = ?`, normalizeEmail(email))
	if errors.Is(err, database.ErrNoRows) {
		err = apperror.NotFound()
	}
	return found.User, found.Password, err
}
