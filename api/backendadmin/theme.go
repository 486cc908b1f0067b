package backendadmin

import (
	"net/http"
	"net/url"
)

// The pages cannot read the theme that the site stores in the browser: they have no script, and may be on another host.
// They keep their own in a cookie, which the site's links set by a parameter.
const (
	themeCookie    = "backend_theme"
	themeParameter = "theme"
	themeSeconds   = 365 * 24 * 60 * 60
)

// otherTheme says what the switch turns each theme into. Light is the first, as on the site.
var otherTheme = map[string]string{"light": "dark", "dark": "light"}

func (v *request) theme() string {
	if cookie, err := v.r.Cookie(themeCookie); err == nil && otherTheme[cookie.Value] != "" {
		return cookie.Value
	}
	return "light"
}

// chooseTheme answers POST theme/ {theme, next}: 303 to the page that the form stood on.
func (a *Admin) chooseTheme(v *request) error {
	sent := v.r.PostForm
	if theme := sent.Get("theme"); otherTheme[theme] != "" {
		v.keepTheme(theme)
	}
	next := localPath(sent.Get("next"))
	if !v.signedIn() {
		next = loginURLFor(next)
	}
	v.seeOther(next)
	return nil
}

// takeTheme keeps the theme that a link brought along, and sends the browser to the same address without it. It reports
// whether it has answered. A word that is no theme changes nothing.
func (v *request) takeTheme() bool {
	query := v.r.URL.Query()
	if v.r.Method != http.MethodGet || !query.Has(themeParameter) {
		return false
	}
	if theme := query.Get(themeParameter); otherTheme[theme] != "" {
		v.keepTheme(theme)
	}
	query.Del(themeParameter)
	v.seeOther((&url.URL{Path: v.r.URL.Path, RawQuery: query.Encode()}).String())
	return true
}

// keepTheme gives the browser the theme's cookie. Unlike the session's it comes along from the link of another site.
func (v *request) keepTheme(theme string) {
	http.SetCookie(v.w, &http.Cookie{
		Name: themeCookie, Value: theme, Path: Path, MaxAge: themeSeconds, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: v.secure,
	})
}
