package backendadmin

import (
	"net/http"
	"net/url"
)

// The pages cannot read the theme that the site stores in the browser: they have no script, and may be on another host.
// Theirs is stored in a cookie, which the site's links set by a parameter.
const (
	themeCookie    = "backend_theme"
	themeParameter = "theme"
	themeSeconds   = 365 * 24 * 60 * 60
)

// otherTheme says which theme the switch chooses. Light is the first, as on the site.
var otherTheme = map[string]string{"light": "dark", "dark": "light"}

func (req *request) theme() string {
	if cookie, err := req.r.Cookie(themeCookie); err == nil && otherTheme[cookie.Value] != "" {
		return cookie.Value
	}
	return "light"
}

// chooseTheme answers POST theme/ {theme, next}: 303 to the page that the form was on.
func (a *Admin) chooseTheme(req *request) error {
	sent := req.r.PostForm
	if theme := sent.Get("theme"); otherTheme[theme] != "" {
		req.keepTheme(theme)
	}
	next := localPath(sent.Get("next"))
	if !req.signedIn() {
		next = loginURLFor(next)
	}
	req.seeOther(next)
	return nil
}

// saveThemeParameter stores the theme that a link brought along, and sends the browser to the same address without it. It reports
// whether it has answered. A word that is no theme changes nothing.
func (req *request) saveThemeParameter() bool {
	query := req.r.URL.Query()
	if req.r.Method != http.MethodGet || !query.Has(themeParameter) {
		return false
	}
	if theme := query.Get(themeParameter); otherTheme[theme] != "" {
		req.keepTheme(theme)
	}
	query.Del(themeParameter)
	req.seeOther((&url.URL{Path: req.r.URL.Path, RawQuery: query.Encode()}).String())
	return true
}

// keepTheme gives the browser the theme's cookie. Unlike the session's it comes along from the link of another site.
func (req *request) keepTheme(theme string) {
	http.SetCookie(req.w, &http.Cookie{
		Name: themeCookie, Value: theme, Path: Path, MaxAge: themeSeconds, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: req.secure,
	})
}
