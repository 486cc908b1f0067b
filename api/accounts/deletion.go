package accounts

import (
	"context"
	"net/http"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/throttle"
)

// exports is how often an account may ask for everything that is known of it.
var exports = throttle.Rule{Name: "export data", Limit: 10, Period: time.Hour}

// AllowExport returns the account that sent a request behind RequireUser, or Throttled where it has asked for its data too
// often.
func (s *Service) AllowExport(r *http.Request) (userID int64, err error) {
	who := identity(r)
	return who.ID, s.limiter.Allow(r.Context(), exports.Of(normalizeEmail(who.Email)))
}

// Delete removes an account and its sessions, and what is to be mailed to it. What it uploaded stays, and so does the audit
// log. It returns Conflict where nobody would be left to manage the site.
func (s *Service) Delete(ctx context.Context, userID int64) error {
	return s.withStaffLock(ctx, func(tx *database.Tx) error {
		return s.delete(ctx, tx, `DELETE FROM users WHERE id = ? RETURNING id, email`, userID)
	})
}

// DeleteOwn is Delete for a signed-in user, who says their password: a wrong one is an apperror under "password".
func (s *Service) DeleteOwn(ctx context.Context, who Identity, password string) error {
	wrong := apperror.InvalidField("password", apperror.OwnPasswordWrong)
	hash, same, err := s.verifyOwn(ctx, who, password)
	if err != nil {
		return err
	}
	if !same {
		return wrong
	}
	err = s.withStaffLock(ctx, func(tx *database.Tx) error {
		return s.delete(ctx, tx, `DELETE FROM users WHERE id = ? AND password = ? RETURNING id, email`, who.ID, hash)
	})
	if apperror.IsNotFound(err) {
		return wrong // it was changed since it was compared
	}
	return err
}

// delete runs a statement that deletes one account and returns its id and address. Without such an account it returns
// NotFound.
func (s *Service) delete(ctx context.Context, tx *database.Tx, statement string, args ...any) error {
	user, err := s.change(ctx, tx, audit.UserDeleted, statement, args...)
	if err != nil {
		return err
	}
	return s.mails.DiscardRecipient(ctx, tx, normalizeEmail(user.Email))
}
