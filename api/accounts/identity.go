package accounts

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/httpx"
)

// Identity is who sent a request, as the database has it now.
type Identity struct {
	User
	Session string
}

type identityKey struct{}

// IdentityOf returns who sent the request; behind RequireUser and RequireStaff there always is somebody.
func IdentityOf(ctx context.Context) (Identity, bool) {
	identity, ok := ctx.Value(identityKey{}).(Identity)
	return identity, ok
}

// WithIdentity returns a context in which IdentityOf answers who.
func WithIdentity(ctx context.Context, who Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, who)
}

// identity returns who sent a request that passed RequireUser or RequireStaff. Without them it panics: a route that
// needs somebody was left open.
func identity(r *http.Request) Identity {
	return r.Context().Value(identityKey{}).(Identity)
}

// RequireUser lets signed-in requests through and answers the others 401.
func (s *Service) RequireUser(next http.Handler) http.Handler {
	return s.require(next, func(Identity) error { return nil })
}

// RequireStaff lets staff's requests through and answers 401 to anonymous and 403 to other ones, before the body is read.
func (s *Service) RequireStaff(next http.Handler) http.Handler {
	return s.require(next, staffOnly)
}

// Staff returns the id of the staff user who sent a request, or the refusal: Unauthenticated or Forbidden. It is for
// routes whose guard lets everybody in and which then ask more of some.
func (s *Service) Staff(r *http.Request) (int64, error) {
	who, ok := IdentityOf(r.Context())
	if !ok {
		var err error
		if who, err = s.authenticateRequest(r); err != nil {
			return 0, err
		}
	}
	return who.ID, staffOnly(who)
}

func staffOnly(who Identity) error {
	if !who.IsStaff {
		return apperror.Forbidden()
	}
	return nil
}

func (s *Service) require(next http.Handler, allow func(Identity) error) http.Handler {
	return httpx.Handle(func(w http.ResponseWriter, r *http.Request) error {
		who, err := s.authenticateRequest(r)
		if err != nil {
			return err
		}
		if err := allow(who); err != nil {
			return err
		}
		next.ServeHTTP(w, r.WithContext(WithIdentity(r.Context(), who)))
		return nil
	})
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
	who := Identity{Session: claims.Session}
	err = s.db.Get(r.Context(), &who.User, `
		SELECT u.id, u.email, u.first_name, u.last_name, u.is_staff, u.date_joined
		  FROM sessions s JOIN users u ON u.id = s.user_id
		 WHERE s.id = ? AND s.user_id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND u.is_active`,
		claims.Session, claims.UserID, database.At(s.now()))
	if errors.Is(err, database.ErrNoRows) {
		return Identity{}, apperror.BadToken()
	}
	if err == nil {
		audit.SetActor(r.Context(), who.ID, who.Email)
	}
	return who, err
}
