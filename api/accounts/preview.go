package accounts

import (
	"errors"
	"net/http"
	"strings"

	"portfolio/api/internal/httpx"
)

// previewCookie shows staff the pages of a private site: for a page a browser sends no bearer token. It gives no other right.
const previewCookie = "preview"

// visitorCookie shows a registered visitor the pages of shares. It gives no other right.
const visitorCookie = "visitor"

// SetPreviewCookie has the browser of staff keep the cookie of a session.
func (s *Service) SetPreviewCookie(w http.ResponseWriter, session string) {
	s.setSessionCookie(w, previewCookie, "/", s.preview.Sign(session))
}

// SetVisitorCookie has a browser keep the cookie that shows the visitor's shares during a session.
func (s *Service) SetVisitorCookie(w http.ResponseWriter, session string) {
	s.setSessionCookie(w, visitorCookie, "/s/", s.visitor.Sign(session))
}

func (s *Service) setSessionCookie(w http.ResponseWriter, name, path, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: int(absoluteLimit.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.publicURL, "https://"),
	})
}

// MayPreview reports whether the request has the cookie of an active session of staff. If the site requires a second factor, the
// account must have one.
func (s *Service) MayPreview(r *http.Request) (bool, error) {
	found, valid, err := s.cookieSession(r, previewCookie, s.preview)
	if err != nil || !valid || !found.IsStaff {
		return false, err
	}
	err = s.CheckStaffFactor(r.Context(), Identity{User: User{ID: found.UserID}})
	var refused *httpx.Error
	if errors.As(err, &refused) {
		return false, nil
	}
	return err == nil, err
}

// Visitor returns the account whose visitor cookie the request has. ok is false without an active session, and for an account
// that is inactive or has no confirmed address.
func (s *Service) Visitor(r *http.Request) (found User, ok bool, err error) {
	opened, valid, err := s.cookieSession(r, visitorCookie, s.visitor)
	if err != nil || !valid {
		return User{}, false, err
	}
	account, err := s.Details(r.Context(), opened.UserID)
	if httpx.IsNotFound(err) {
		return User{}, false, nil // it was deleted since
	}
	if err != nil || account.EmailUnconfirmed {
		return User{}, false, err
	}
	return account.User, true, nil
}

// cookieSession returns the session that a cookie names, signed with key, and reports whether it is valid.
func (s *Service) cookieSession(r *http.Request, name string, key httpx.Key) (found session, valid bool, err error) {
	cookie, err := r.Cookie(name)
	if err != nil {
		return session{}, false, nil
	}
	id, err := key.Parse(cookie.Value)
	if err != nil {
		return session{}, false, nil
	}
	found, known, err := s.findSession(r.Context(), id)
	return found, known && found.isValid(s.now()), err
}
