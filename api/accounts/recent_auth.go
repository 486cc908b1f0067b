package accounts

import (
	"context"
	"net/http"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// recentAuthLifetime is how long an authentication counts as recent. Actions that an intruder in an open
// session must not take need a recent one.
const recentAuthLifetime = 10 * time.Minute

// RequireRecentAuth is guard for calls that need a recent authentication too. It returns the same as
// guard, or RecentAuthRequired.
func (s *Service) RequireRecentAuth(r *http.Request, guard func(*http.Request) (context.Context, error)) (context.Context, error) {
	ctx, err := guard(r)
	if err != nil {
		return ctx, err
	}
	last := IdentityOf(ctx).AuthenticatedAt
	if last == nil || !s.now().Before(last.Add(recentAuthLifetime)) {
		err = httpx.RecentAuthRequired()
	}
	return ctx, err
}

// ReauthenticateByPassword makes this moment the last authentication in the session.
// A wrong password is an httpx.Error under "password"; after too many it returns Throttled.
func (s *Service) ReauthenticateByPassword(ctx context.Context, who Identity, password string) error {
	hash, same, err := s.verifyOwn(ctx, who, password)
	if err != nil {
		return err
	}
	wrong := httpx.InvalidField("password", httpx.OwnPasswordWrong)
	if !same {
		s.audit.RecordLimited(ctx, aboutUser(audit.ReauthenticationRefused, who.User, "wrong password"))
		return wrong
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		var current string
		if err := tx.Get(ctx, &current, `SELECT password FROM users WHERE id = ?`, who.ID); err != nil {
			return err
		}
		if current != hash {
			return wrong // it was changed since it was compared
		}
		return s.markAuthenticated(ctx, tx, who.Session)
	})
}

// markAuthenticated stores that the user of a session has just shown who they are.
func (s *Service) markAuthenticated(ctx context.Context, tx *database.Tx, session string) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET authenticated_at = ? WHERE id = ? AND revoked_at IS NULL`, database.At(s.now()), session)
	return err
}
