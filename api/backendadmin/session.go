package backendadmin

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
)

const (
	sessionCookie = "backend_session"
	// tokenField is the field of every form that says it was made for this session.
	tokenField = "token"
	// maxForm is the largest form that is read, in bytes.
	maxForm = 64 << 10
)

// request is one request to the back office and its answer. Who is the zero value for those who have not signed in.
type request struct {
	*Admin
	w     http.ResponseWriter
	r     *http.Request
	who   accounts.Identity
	token string
}

func (v *request) signedIn() bool { return v.who.ID != 0 }

// formToken is what forms carry. It follows from the session's token, which no page shows.
func (v *request) formToken() string {
	sum := sha256.Sum256([]byte("backend admin form\n" + v.token))
	return hex.EncodeToString(sum[:])
}

// newRequest finds out who sent the request. The session, the account and its rights are read from the database, so that
// a change acts on the next request.
func (a *Admin) newRequest(w http.ResponseWriter, r *http.Request) (*request, error) {
	v := &request{Admin: a, w: w, r: r}
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return v, nil
	}
	who, err := a.accounts.BackendIdentity(r.Context(), cookie.Value)
	var public *apperror.Error
	if errors.As(err, &public) {
		return v, nil
	}
	v.who, v.token = who, cookie.Value
	v.r = r.WithContext(accounts.WithIdentity(r.Context(), who))
	return v, err
}

// open answers everybody. Forms of other sites are refused.
func (a *Admin) open(next handler) http.HandlerFunc {
	return a.answer(func(v *request) error { return v.readForm(next) })
}

// staffOnly sends everybody who has not signed in to do so, refuses those who are not staff, and then forms that were
// not made for this session.
func (a *Admin) staffOnly(next handler) http.HandlerFunc {
	return a.answer(func(v *request) error {
		if !v.signedIn() {
			v.seeOther(loginURL(v.r))
			return nil
		}
		if !v.who.IsStaff {
			return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.NotStaff}
		}
		return v.readForm(func(v *request) error {
			if v.r.Method == http.MethodPost && !v.ownForm() {
				return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.FormExpired}
			}
			return next(v)
		})
	})
}

func (a *Admin) answer(next handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := a.newRequest(w, r)
		if err == nil && v.takeTheme() {
			return
		}
		if err == nil {
			err = next(v)
		}
		if err != nil {
			v.fail(err)
		}
	}
}

// readForm reads a form of this site, and then lets next answer.
func (v *request) readForm(next handler) error {
	if err := v.protection.Check(v.r); err != nil {
		return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.CrossOrigin, Err: err}
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxForm)
	if err := v.r.ParseForm(); err != nil {
		return apperror.Malformed(apperror.FormUnreadable)
	}
	return next(v)
}

func (v *request) ownForm() bool {
	return subtle.ConstantTimeCompare([]byte(v.r.PostForm.Get(tokenField)), []byte(v.formToken())) == 1
}

// setCookie gives the browser a cookie for these pages alone; an empty value takes it back.
func (v *request) setCookie(name, value string, seconds int) {
	if value == "" {
		seconds = -1
	}
	http.SetCookie(v.w, &http.Cookie{
		Name: name, Value: value, Path: Path, MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: v.secure,
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
