package accounts

import (
	"context"
	"net/http"
	"strings"

	"portfolio/api/internal/database"
)

// previewCookie shows staff the pages of a private site: for a page a browser sends no bearer token. It gives no other right.
const previewCookie = "preview"

// SetPreviewCookie has the browser of staff keep the cookie of a session.
func (s *Service) SetPreviewCookie(w http.ResponseWriter, session string) {
	http.SetCookie(w, &http.Cookie{
		Name: previewCookie, Value: s.preview.Sign(session), Path: "/", MaxAge: int(absoluteLimit.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.publicURL, "https://"),
	})
}

// MayPreview reports whether the request has the cookie of an active session of staff.
func (s *Service) MayPreview(r *http.Request) (bool, error) {
	cookie, err := r.Cookie(previewCookie)
	if err != nil {
		return false, nil
	}
	session, err := s.preview.Parse(cookie.Value)
	if err != nil {
		return false, nil
	}
	return s.isStaffSession(r.Context(), session)
}

func (s *Service) isStaffSession(ctx context.Context, session string) (is bool, err error) {
	err = s.db.Get(ctx, &is, `
		SELECT EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
		                WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND u.is_active AND u.is_staff)`,
		session, database.At(s.now()))
	return is, err
}
