package backendadmin

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
)

const (
	sessionCookie = "backend_session"
	// tokenField is the form field with the CSRF token.
	tokenField = "token"
	// maxForm is the largest form that is read, in bytes.
	maxForm = 64 << 10
)

// request is a request to the backend admin and its answer. who is the zero value when nobody is signed in.
type request struct {
	*Admin
	w     http.ResponseWriter
	r     *http.Request
	who   accounts.Identity
	token string
}

func (req *request) signedIn() bool { return req.who.ID != 0 }

// formToken is the CSRF token of the session's forms: a hash of the session's token, which no page shows.
func (req *request) formToken() string {
	sum := sha256.Sum256([]byte("backend admin form\n" + req.token))
	return hex.EncodeToString(sum[:])
}

// newRequest identifies the user of a request. Session, account and rights are read from the database each time, so that a
// change takes effect with the next request.
func (a *Admin) newRequest(w http.ResponseWriter, r *http.Request) (*request, error) {
	req := &request{Admin: a, w: w, r: r}
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return req, nil
	}
	who, err := a.accounts.BackendIdentity(r.Context(), cookie.Value)
	var public *apperror.Error
	if errors.As(err, &public) {
		return req, nil
	}
	req.who, req.token = who, cookie.Value
	req.r = r.WithContext(accounts.WithIdentity(r.Context(), who))
	return req, err
}

// public serves everybody. Forms that another site sends are refused.
func (a *Admin) public(next handler) http.HandlerFunc {
	return a.answer(func(req *request) error { return req.readForm(next) })
}

// staffOnly redirects to the sign-in page without a session, and refuses users who are not staff and forms without the
// session's CSRF token.
func (a *Admin) staffOnly(next handler) http.HandlerFunc {
	return a.answer(func(req *request) error {
		if !req.signedIn() {
			req.seeOther(loginURL(req.r))
			return nil
		}
		if !req.who.IsStaff {
			return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.NotStaff}
		}
		if err := a.accounts.CheckStaffFactor(req.r.Context(), req.who); err != nil {
			return err
		}
		return req.readForm(func(req *request) error {
			if req.r.Method == http.MethodPost && !req.hasValidToken() {
				return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.FormExpired}
			}
			return next(req)
		})
	})
}

func (a *Admin) answer(next handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		req, err := a.newRequest(w, r)
		if err == nil && req.saveThemeParameter() {
			return
		}
		if err == nil {
			err = next(req)
		}
		if err != nil {
			req.fail(err)
		}
	}
}

// readForm parses the form and the query, refuses what another site sends and what is no text, and calls next.
func (req *request) readForm(next handler) error {
	if err := req.protection.Check(req.r); err != nil {
		return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.CrossOrigin, Err: err}
	}
	req.r.Body = http.MaxBytesReader(req.w, req.r.Body, maxForm)
	if !isText(req.r.URL.Path) {
		return apperror.NotFound()
	}
	err := req.r.ParseForm()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return apperror.Timeout()
	}
	if err != nil {
		return apperror.Malformed(apperror.FormUnreadable)
	}
	for _, values := range req.r.Form {
		if slices.ContainsFunc(values, func(value string) bool { return !isText(value) }) {
			return apperror.Malformed(apperror.FormUnreadable)
		}
	}
	return next(req)
}

// isText reports whether both databases store value.
func isText(value string) bool { return utf8.ValidString(value) && !strings.ContainsRune(value, 0) }

func (req *request) hasValidToken() bool {
	return subtle.ConstantTimeCompare([]byte(req.r.PostForm.Get(tokenField)), []byte(req.formToken())) == 1
}

// setCookie sets a cookie for the backend admin; an empty value deletes it.
func (req *request) setCookie(name, value string, seconds int) {
	if value == "" {
		seconds = -1
	}
	http.SetCookie(req.w, &http.Cookie{
		Name: name, Value: value, Path: Path, MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: req.secure,
	})
}

// loginURL is the sign-in page, which leads back to the page that r asked for.
func loginURL(r *http.Request) string {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return loginURLFor(localPath(r.URL.RequestURI()))
	}
	return loginURLFor(Path)
}

func loginURLFor(page string) string {
	if page == Path {
		return Path + "sign-in/"
	}
	return Path + "sign-in/?" + url.Values{"next": {page}}.Encode()
}
