package accounts

import (
	"context"
	"net/http"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Identity is who sent a request, as the database has it now.
type Identity struct {
	User
	Session string
	// AuthenticatedAt is the time of the last authentication in this session, with a password or a
	// passkey; nil for none.
	AuthenticatedAt *database.Time
}

type identityKey struct{}

// WithIdentity returns a context with the sender of the request, the actor of its audit
// entries.
func WithIdentity(ctx context.Context, who Identity) context.Context {
	return audit.WithActor(context.WithValue(ctx, identityKey{}, who), who.ID, who.Email)
}

// UserID returns the ID of the user who sent a request that passed a guard. It panics without one:
// the route lacks a guard.
func UserID(ctx context.Context) int64 { return IdentityOf(ctx).ID }

// IdentityOf returns who sent a request that passed a guard. Without one it panics as UserID does.
func IdentityOf(ctx context.Context) Identity { return ctx.Value(identityKey{}).(Identity) }

func identity(r *http.Request) Identity { return IdentityOf(r.Context()) }

// RequireUser is the guard of calls for signed-in users. It returns r's context with the sender, or
// Unauthenticated.
func (s *Service) RequireUser(r *http.Request) (context.Context, error) {
	who, err := s.authenticateRequest(r)
	if err != nil {
		return r.Context(), err
	}
	return WithIdentity(r.Context(), who), nil
}

// RequireStaff is the guard of calls for staff. It returns r's context with the sender,
// Unauthenticated without a valid session, or Forbidden for other users.
func (s *Service) RequireStaff(r *http.Request) (context.Context, error) {
	ctx, err := s.RequireUser(r)
	if err == nil && !identity(r.WithContext(ctx)).IsStaff {
		err = httpx.Forbidden()
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
		err = &httpx.Error{Kind: httpx.KindForbidden, Detail: httpx.StaffFactorMissing, Code: httpx.CodeSecondFactorSetup}
	}
	return err
}

// authenticateRequest reads the bearer token (RFC 6750). The session, the account and its rights are read from the database,
// so that a sign-out, a deactivation or a demotion acts on the next request.
func (s *Service) authenticateRequest(r *http.Request) (Identity, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return Identity{}, httpx.Unauthenticated(httpx.NotAuthenticated)
	}
	claims, err := s.access.Parse(token)
	if err != nil {
		return Identity{}, httpx.BadToken()
	}
	var found struct {
		User
		AuthenticatedAt *database.Time `db:"authenticated_at"`
	}
	valid, err := s.db.Find(r.Context(), &found, `
		SELECT u.id, u.email, u.first_name, u.last_name, u.is_staff, u.date_joined, s.authenticated_at,
		       u.email_confirmed_at IS NULL AS email_unconfirmed
		  FROM sessions s JOIN users u ON u.id = s.user_id
		 WHERE s.id = ? AND s.user_id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND u.is_active`,
		claims.Session, claims.UserID, database.At(s.now()))
	if err == nil && !valid {
		return Identity{}, httpx.BadToken()
	}
	return Identity{User: found.User, Session: claims.Session, AuthenticatedAt: found.AuthenticatedAt}, err
}
