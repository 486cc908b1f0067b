package accounts

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
)

// Identity is who sent a request, as the database has it now.
type Identity struct {
	User
	Session string
	// ProvedAt is when they last showed in this session who they are, by a password or a passkey; nil for never.
	ProvedAt *database.Time
}

type identityKey struct{}

// WithIdentity returns a context that knows who sent the request, and whose audit entries are by that user.
func WithIdentity(ctx context.Context, who Identity) context.Context {
	return audit.WithActor(context.WithValue(ctx, identityKey{}, who), who.ID, who.Email)
}

// UserID returns the id of the user who sent a request that passed a guard. Without one it panics: a route that needs
// somebody was left open.
func UserID(ctx context.Context) int64 { return IdentityOf(ctx).ID }

// IdentityOf returns who sent a request that passed a guard. Without one it panics as UserID does.
func IdentityOf(ctx context.Context) Identity { return ctx.Value(identityKey{}).(Identity) }

func identity(r *http.Request) Identity { return IdentityOf(r.Context()) }

// RequireUser is the guard of what is for signed-in users: it returns r's context with who sent it, or Unauthenticated.
func (s *Service) RequireUser(r *http.Request) (context.Context, error) {
	who, err := s.authenticateRequest(r)
	if err != nil {
		return r.Context(), err
	}
	return WithIdentity(r.Context(), who), nil
}

// RequireStaff is the guard of what is for staff: it returns r's context with who sent it, and Unauthenticated where nobody
// is known, Forbidden where it is somebody else.
func (s *Service) RequireStaff(r *http.Request) (context.Context, error) {
	ctx, err := s.RequireUser(r)
	if err == nil && !identity(r.WithContext(ctx)).IsStaff {
		err = apperror.Forbidden()
	}
	if err == nil {
		err = s.CheckStaffFactor(ctx, identity(r.WithContext(ctx)))
	}
	return ctx, err
}

// CheckStaffFactor returns Forbidden where staff need a second factor and who has none.
func (s *Service) CheckStaffFactor(ctx context.Context, who Identity) error {
	if !s.staffSecondFactor {
		return nil
	}
	has, err := s.Factors(ctx, who.ID)
	if err == nil && !has.Any() {
		err = &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.StaffFactorMissing, Code: apperror.CodeSecondFactorSetup}
	}
	return err
}

// authenticateRequest reads the bearer token (RFC 6750). The session, the account and its rights are read from the database,
// so that a sign-out, a deactivation or a demotion acts on the next request.
func (s *Service) authenticateRequest(r *http.Request) (Identity, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return Identity{}, apperror.Unauthenticated(apperror.NotAuthenticated)
	}
	claims, err := s.access.Parse(token)
	if err != nil {
		return Identity{}, apperror.BadToken()
	}
	var found struct {
		User
		ProvedAt *database.Time `db:"proved_at"`
	}
	err = s.db.Get(r.Context(), &found, `
		SELECT u.id, u.email, u.first_name, u.last_name, u.is_staff, u.date_joined, s.proved_at,
		       u.email_confirmed_at IS NULL AS email_unconfirmed
		  FROM sessions s JOIN users u ON u.id = s.user_id
		 WHERE s.id = ? AND s.user_id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND u.is_active`,
		claims.Session, claims.UserID, database.At(s.now()))
	if errors.Is(err, database.ErrNoRows) {
		return Identity{}, apperror.BadToken()
	}
	return Identity{User: found.User, Session: claims.Session, ProvedAt: found.ProvedAt}, err
}
