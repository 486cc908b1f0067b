package server

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"
	"time"

	"portfolio/api/internal/apperror"
)

const (
	csrfCookie = "csrftoken"
	csrfHeader = "X-CSRFToken"
	csrfAge    = 365 * 24 * time.Hour
)

// guardCSRF sets the csrftoken cookie, and refuses a write with an X-CSRFToken that differs from
// the cookie. Rights never come from a cookie, so this is a second defence after the bearer token
// and sameOrigin. A page on another host that sameOrigin allows cannot read a cookie of this one
// and has another value: it gets no cookie, and its value is not compared.
func (s *Server) guardCSRF(secure bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return s.handle(func(w http.ResponseWriter, r *http.Request) error {
			if fromOtherHost(r) {
				next.ServeHTTP(w, r)
				return nil
			}
			cookie, err := r.Cookie(csrfCookie)
			if err != nil {
				if strings.HasPrefix(r.URL.Path, "/api/users/") || strings.HasPrefix(r.URL.Path, "/backend/") {
					http.SetCookie(w, &http.Cookie{
						Name: csrfCookie, Value: rand.Text(), Path: "/", MaxAge: int(csrfAge.Seconds()),
						SameSite: http.SameSiteLaxMode, Secure: secure,
					})
				}
				next.ServeHTTP(w, r)
				return nil
			}
			sent := r.Header.Get(csrfHeader)
			if isWrite(r.Method) && sent != "" && subtle.ConstantTimeCompare([]byte(sent), []byte(cookie.Value)) == 0 {
				return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.CSRFMismatch}
			}
			next.ServeHTTP(w, r)
			return nil
		})
	}
}

// fromOtherHost reports whether the browser sent the request for a page of another host.
func fromOtherHost(r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && !strings.EqualFold(origin.Host, r.Host)
}

func isWrite(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
