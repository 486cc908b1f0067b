package backendadmin

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
	"portfolio/api/counters"
)

// signInForm is what the page shows of a try to sign in.
type signInForm struct {
	Email, Next string
	Failure     string
	// SecondFactorToken is set where the password was right and a second factor is asked for: Ask says for which.
	SecondFactorToken, Ask string
	// SecondFactors are those that the account has, with spaces between them.
	SecondFactors string
}

// showSignIn answers GET sign-in/?next=: 200 with the form, or 303 for staff who are signed in.
func (a *Admin) showSignIn(req *request) error {
	next := localPath(req.r.URL.Query().Get("next"))
	if req.who.IsStaff {
		req.seeOther(next)
		return nil
	}
	return req.showSignIn(http.StatusOK, signInForm{Next: next})
}

func (req *request) showSignIn(status int, form signInForm) error {
	return req.render(status, page{Template: "sign-in.html", Title: "Sign in", NoNavigation: true, UsesPasskey: true, Data: form})
}

// signIn answers POST sign-in/ {email, password, next}: 303 and a session, or the form again with the reason: 401 for
// credentials that match no active account, 403 for an account that is not staff, 429 and 503 with Retry-After.
func (a *Admin) signIn(req *request) error {
	sent := req.r.PostForm
	form := signInForm{Email: sent.Get("email"), Next: localPath(sent.Get("next"))}
	token, deviceCookie, err := a.accounts.SignInBackend(req.r.Context(), form.Email, sent.Get("password"), accounts.DeviceOf(req.r))
	var public *apperror.Error
	if errors.As(err, &public) && public.SecondFactorToken != "" {
		form.SecondFactorToken, form.SecondFactors = public.SecondFactorToken, strings.Join(public.SecondFactors, " ")
		return req.showSecondFactor(http.StatusOK, form)
	}
	return req.finishSignIn(form, req.showSignIn, token, deviceCookie, err)
}

func (req *request) showSecondFactor(status int, form signInForm) error {
	passkey, app := strings.Contains(form.SecondFactors, "passkey"), strings.Contains(form.SecondFactors, "authenticator")
	form.Ask = apperror.SecondFactorRequired("", passkey, app).Detail
	return req.render(status, page{Template: "second-factor.html", Title: "One more step", NoNavigation: true, UsesPasskey: passkey, Data: form})
}

// signInBySecondFactor answers POST sign-in/second-factor/ {second_factor_token, code, next}: 303 and a session, or the form again with the
// reason.
func (a *Admin) signInBySecondFactor(req *request) error {
	sent := req.r.PostForm
	form := signInForm{
		Next: localPath(sent.Get("next")), SecondFactorToken: sent.Get("second_factor_token"), SecondFactors: sent.Get("second_factors"),
	}
	token, deviceCookie, err := a.accounts.SignInBackendBySecondFactor(
		req.r.Context(), form.SecondFactorToken, sent.Get("code"), accounts.DeviceOf(req.r))
	show := req.showSecondFactor
	var public *apperror.Error
	if errors.As(err, &public) && public.Kind != apperror.KindInvalid && public.Kind != apperror.KindThrottled {
		show = req.showSignIn // it has to begin anew
	}
	return req.finishSignIn(form, show, token, deviceCookie, err)
}

// signInByPasskey answers POST sign-in/passkey/ {passkey_token, credential, second_factor_token, next}: 303 and a session, or the
// form for the password with the reason. With second_factor_token it is the second step.
func (a *Admin) signInByPasskey(req *request) error {
	sent := req.r.PostForm
	token, deviceCookie, err := a.accounts.SignInBackendByPasskey(
		req.r.Context(), passkeyAnswer(sent), sent.Get("second_factor_token"), accounts.DeviceOf(req.r))
	return req.finishSignIn(signInForm{Next: localPath(sent.Get("next"))}, req.showSignIn, token, deviceCookie, err)
}

func passkeyAnswer(sent url.Values) accounts.PasskeyAnswer {
	return accounts.PasskeyAnswer{Token: sent.Get("passkey_token"), Credential: sent.Get("credential")}
}

// finishSignIn begins the session that token names, or shows what refused it.
func (req *request) finishSignIn(form signInForm, show func(int, signInForm) error, token, deviceCookie string, err error) error {
	a := req.Admin
	var public *apperror.Error
	if errors.As(err, &public) {
		if form.Failure = public.Detail; public.Kind == apperror.KindInvalid {
			form.Failure = apperror.SecondFactorWrong
		}
		req.retryAfter(public)
		return show(statusOf(public), form)
	}
	if err != nil {
		return err
	}
	if req.token != "" {
		if err := a.accounts.SignOutBackend(req.r.Context(), req.token); err != nil {
			return err
		}
	}
	a.counters.Add(counters.SignIns)
	req.setCookie(sessionCookie, token, 0)
	a.accounts.SetDeviceCookie(req.w, deviceCookie)
	req.seeOther(form.Next)
	return nil
}

// signOut answers POST sign-out/: 303 to the sign-in page, and the session has ended.
func (a *Admin) signOut(req *request) error {
	if req.signedIn() {
		if !req.hasValidToken() {
			return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.FormExpired}
		}
		if err := a.accounts.SignOutBackend(req.r.Context(), req.token); err != nil {
			return err
		}
	}
	req.setCookie(sessionCookie, "", 0)
	req.seeOther(Path + "sign-in/")
	return nil
}

// localPath returns the page of ours that text names, with its query, or the first page for anything else.
func localPath(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || strings.Contains(text, `\`) {
		return Path
	}
	clean := path.Clean(u.Path) + "/"
	if !strings.HasPrefix(clean, Path) || strings.HasPrefix(clean, Path+"sign-in/") {
		return Path
	}
	return (&url.URL{Path: clean, RawQuery: u.Query().Encode()}).String()
}

func trimSlash(pattern string) string { return strings.TrimSuffix(pattern, "/") }

// cell is a cell of the honeycomb that decorates the sign-in page, as the site's account screens have it.
type cell struct {
	X, Y int
	Full bool
}

// Honeycomb is the cells of a corner of honeycomb, two of them full.
func (layoutData) Honeycomb() []cell {
	var cells []cell
	for row, from := range []int{64, 110, 64} {
		for column := range 4 {
			full := row == 1 && column == 1 || row == 2 && column == 2
			cells = append(cells, cell{X: from + column*93, Y: 52 + row*80, Full: full})
		}
	}
	return cells
}
