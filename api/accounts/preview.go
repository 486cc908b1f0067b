package accounts

import (
	"errors"
	"net/http"
	"strings"

	"portfolio/api/internal/httpx"
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

// MayPreview reports whether the request has the cookie of an active session of staff. If the site requires a second factor, the
// account must have one.
func (s *Service) MayPreview(r *http.Request) (bool, error) {
	cookie, err := r.Cookie(previewCookie)
	if err != nil {
		return false, nil
	}
	session, err := s.preview.Parse(cookie.Value)
	if err != nil {
		return false, nil
	}
	found, known, err := s.findSession(r.Context(), session)
	if err != nil || !known || !found.isValid(s.now()) || !found.IsStaff {
		return false, err
	}
	err = s.CheckStaffFactor(r.Context(), Identity{User: User{ID: found.UserID}})
	var refused *httpx.Error
	if errors.As(err, &refused) {
		return false, nil
	}
	return err == nil, err
}
