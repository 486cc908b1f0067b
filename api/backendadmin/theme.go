package backendadmin

// The pages cannot read the theme that the site keeps in the browser without a script; they keep their own in a cookie.
const (
	themeCookie  = "backend_theme"
	themeSeconds = 365 * 24 * 60 * 60
)

// otherTheme says what the switch turns each theme into. Light is the first, as on the site.
var otherTheme = map[string]string{"light": "dark", "dark": "light"}

func (v *visit) theme() string {
	if cookie, err := v.r.Cookie(themeCookie); err == nil && otherTheme[cookie.Value] != "" {
		return cookie.Value
	}
	return "light"
}

// chooseTheme answers POST theme/ {theme, next}: 303 to the page that the form stood on.
func (a *Admin) chooseTheme(v *visit) error {
	sent := v.r.PostForm
	if theme := sent.Get("theme"); otherTheme[theme] != "" {
		v.setCookie(themeCookie, theme, themeSeconds)
	}
	next := localPath(sent.Get("next"))
	if !v.signedIn() {
		next = wayInTo(next)
	}
	v.seeOther(next)
	return nil
}
