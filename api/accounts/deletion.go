package accounts

import (
	"context"
	"net/http"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// exports limits the personal data exports of an account.
var exports = throttle.Rule{Name: "export data", Limit: 10, Period: time.Hour}

// AllowExport returns the account that sent a request behind RequireUser, or Throttled after too
// many exports.
func (s *Service) AllowExport(r *http.Request) (userID int64, err error) {
	who := identity(r)
	return who.ID, s.limiter.Allow(r.Context(), exports.Of(normalizeEmail(who.Email)))
}

// Delete removes an account, its sessions and its queued mails, and has other packages forget its address. Its uploads and the
// audit log remain. It returns Conflict if the site would have no staff left.
func (s *Service) Delete(ctx context.Context, userID int64) error {
	return s.withStaffLock(ctx, func(tx *database.Tx) error {
		return s.delete(ctx, tx, `DELETE FROM users WHERE id = ? RETURNING id, email`, userID)
	})
}

// DeleteOwn is Delete for the signed-in user, after a check of the password. A wrong one is an
// httpx.Error under "password".
func (s *Service) DeleteOwn(ctx context.Context, who Identity, password string) error {
	wrong := httpx.InvalidField("password", httpx.OwnPasswordWrong)
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
	if httpx.IsNotFound(err) {
		return wrong // it was changed since it was compared
	}
	return err
}

// delete runs a statement that deletes one account and returns its ID and address, or NotFound.
func (s *Service) delete(ctx context.Context, tx *database.Tx, statement string, args ...any) error {
	user, err := s.change(ctx, tx, audit.UserDeleted, statement, args...)
	if err != nil {
		return err
	}
	for _, forget := range s.forget {
		if err := forget(ctx, tx, user.Email); err != nil {
			return err
		}
	}
	return s.mails.DiscardRecipient(ctx, tx, normalizeEmail(user.Email))
}
