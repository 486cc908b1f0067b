package accounts_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"portfolio/api/accounts"
)

// cookieOf returns the only cookie that set sets.
func cookieOf(t *testing.T, set func(w http.ResponseWriter)) *http.Cookie {
	t.Helper()
	answer := httptest.NewRecorder()
	set(answer)
	cookies := answer.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies", len(cookies))
	}
	return cookies[0]
}

func TestAVisitorIsKnownAsLongAsTheSessionLasts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		visitor := func(session string) *http.Cookie {
			return cookieOf(t, func(to http.ResponseWriter) { w.SetVisitorCookie(to, session) })
		}
		expect := func(when string, cookie *http.Cookie, email string) {
			t.Helper()
			r := httptest.NewRequest(http.MethodGet, "/s/1", nil)
			if cookie != nil {
				r.AddCookie(cookie)
			}
			found, ok, err := w.Visitor(r)
			check(t, err == nil && ok == (email != "") && found.Email == email, "%s: %q, %v, %v", when, found.Email, ok, err)
		}
		opened := w.signIn(t)
		cookie := visitor(opened.Session)
		check(t, cookie.Name == "visitor" && cookie.Path == "/s/" && cookie.HttpOnly && cookie.Secure && cookie.SameSite == http.SameSiteLaxMode,
			"the cookie is not safe: %s", cookie)
		expect("signed in", cookie, address)
		expect("without a cookie", nil, "")
		expect("a forged one", &http.Cookie{Name: "visitor", Value: "x.y"}, "")

		preview := cookieOf(t, func(to http.ResponseWriter) { w.SetPreviewCookie(to, opened.Session) })
		expect("the value of a preview's", &http.Cookie{Name: "visitor", Value: preview.Value}, "")
		for value, want := range map[string]bool{preview.Value: true, cookie.Value: false} {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.AddCookie(&http.Cookie{Name: "preview", Value: value})
			may, err := w.MayPreview(r)
			check(t, err == nil && may == want, "a preview with %q: %v, %v", value, may, err)
		}

		_, err := w.Register(t.Context(), accounts.NewUser{
			Email: "bob@example.test", FirstName: "Bob", LastName: "Vega", Password: password,
		}, password, "127.0.0.1")
		noError(t, err)
		bob, err := w.FindUser(t.Context(), "bob@example.test")
		noError(t, err)
		other := visitor(w.signInAs(t, bob.Email).Session)
		expect("an unconfirmed address", other, "")
		noError(t, w.ConfirmEmail(t.Context(), bob.ID))
		expect("confirmed", other, bob.Email)
		noError(t, w.SetActive(t.Context(), bob.ID, false))
		expect("deactivated", other, "")

		noError(t, w.SignOut(t.Context(), opened.Refresh))
		expect("signed out", cookie, "")
	})
}
