package apitest_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
)

// openSession is somebody's session on the site and, where they are staff, in the backend admin.
type openSession struct {
	name                  string
	staff, factor, proved bool
	bearer                string
	browser               *apitest.Browser
	formToken             string
}

// sessionsOf returns sessions of a user, of staff without a second factor and of staff with one: such as have no fresh proof, such as
// the native app has opened, and such as have one, in this order.
func sessionsOf(t *testing.T, site *apitest.Site) (sessions []openSession) {
	t.Helper()
	site.Join(t, apitest.Owner)
	_, recovery := setUpAuthenticator(t, site, apitest.Owner)
	roles := []apitest.Role{apitest.User, apitest.Staff, apitest.Owner}
	open := func(role apitest.Role) (opened accounts.Tokens, browser *apitest.Browser) {
		if role != apitest.User {
			browser = site.Browser()
		}
		if role != apitest.Owner {
			if browser != nil {
				browser.Post(t, "/backend/admin/sign-in/", url.Values{"email": {apitest.Email(role)}, "password": {apitest.Password}})
			}
			return site.SignIn(t, role), browser
		}
		site.Do(t, secondStep(passwordStep(t, site, role), recovery[0])).Decode(t, &opened)
		browser.Post(t, "/backend/admin/sign-in/second-factor/", url.Values{
			"second_factor_token": {backendPasswordStep(t, browser, role)}, "code": {recovery[1]}})
		recovery = recovery[2:]
		return opened, browser
	}
	add := func(role apitest.Role, name, bearer string, browser *apitest.Browser, proved bool) {
		session := openSession{name: string(role) + ", " + name, staff: role != apitest.User, factor: role == apitest.Owner,
			proved: proved, bearer: bearer, browser: browser}
		if session.factor && browser != nil {
			session.formToken = apitest.FormToken(t, browser.Get(t, "/backend/admin/"))
		}
		sessions = append(sessions, session)
	}
	old, browsers := map[apitest.Role]string{}, map[apitest.Role]*apitest.Browser{}
	for _, role := range roles {
		opened, browser := open(role)
		old[role], browsers[role] = opened.Refresh, browser
	}
	site.Clock.Advance(11 * time.Minute)
	for _, role := range roles {
		stale := renewed(t, site, old[role])
		add(role, "no fresh proof", stale, browsers[role], false)
		add(role, "the app's", byAppToken(t, site, stale), nil, false)
		opened, browser := open(role)
		add(role, "a fresh proof", opened.Access, browser, true)
	}
	return sessions
}

// buildRoutes are the calls that no session may make: builds show a token of their own.
var buildRoutes = []string{
	"GET /api/content/edits", "HEAD /api/content/edits", "GET /api/content/photos/{id}", "HEAD /api/content/photos/{id}", "PUT /api/content/files",
}

// forbidden is the refusal of a HEAD, whose answer has no body that says why.
const forbidden = "forbidden"

// TestWhatASessionMayDo makes every call of the router's list in sessions with and without a fresh proof, and with and without the
// second factor that the owner demands of staff.
func TestWhatASessionMayDo(t *testing.T) {
	apitest.EachWith(t, apitest.Settings{"STAFF_SECOND_FACTOR": "required"}, func(t *testing.T, site *apitest.Site) {
		routes := routesOf(t, site)
		// These end what the others need.
		last := []string{"DELETE /api/users/factors/totp", "DELETE /api/users/sessions"}
		routes = append(slices.DeleteFunc(routes, func(route string) bool {
			return slices.Contains(last, route) || slices.Contains(buildRoutes, route) || strings.HasSuffix(route, "*")
		}), last...)
		sessions := sessionsOf(t, site)
		made := map[string]int{}
		for _, route := range routes {
			forStaff := isForStaff(t, route)
			for _, session := range sessions {
				want := ""
				switch {
				case forStaff && !session.staff:
					want = "not staff"
				case forStaff && !session.factor:
					want = "no second factor"
				case slices.Contains(needFreshProof, route) && !session.proved:
					want = "no fresh proof"
				}
				if strings.Contains(route, " /backend/admin") && (session.browser == nil || slices.Contains(adminPublicRoutes, route)) {
					continue
				}
				made[want]++
				if strings.HasPrefix(route, "HEAD ") && want != "" {
					want = forbidden
				}
				if got := session.refusal(t, site, route); got != want {
					t.Errorf("%s, in a session of %s: refused for %q, not for %q", route, session.name, got, want)
				}
			}
		}
		if made["not staff"] < 40 || made["no second factor"] < 60 || made["no fresh proof"] < 20 || made[""] < 200 {
			t.Errorf("the calls by what they are refused for: %v", made)
		}
	})
}

// isForStaff reports whether the table of roles keeps users from a call.
func isForStaff(t *testing.T, route string) bool {
	t.Helper()
	if strings.Contains(route, " /backend/admin") {
		return true
	}
	for _, row := range statusesByRole {
		if strings.TrimSuffix(row.call, "/") == route {
			return row.want[1] == 403
		}
	}
	t.Errorf("the table of roles does not know of %s", route)
	return false
}

// refusal makes a call without a body and returns why a guard refuses it in the session, or "".
func (s openSession) refusal(t *testing.T, site *apitest.Site, route string) string {
	t.Helper()
	method, pattern, _ := strings.Cut(route, " ")
	path := strings.NewReplacer("{id}", "999", "{session}", "x", "{key}", "x").Replace(pattern)
	if !strings.HasPrefix(pattern, "/backend/admin") {
		answer := site.Do(t, apitest.Request{Method: method, Path: path, Bearer: s.bearer})
		if answer.Status == 401 && s.bearer != "" {
			return "nobody is signed in"
		}
		if method == "HEAD" && answer.Status == 403 {
			return forbidden
		}
		return map[string]string{
			permissionDenied: "not staff", staffFactorMissing: "no second factor", freshProofRequired: "no fresh proof",
		}[answer.Body]
	}
	fields := url.Values(nil)
	if method == "POST" {
		fields = url.Values{"token": {s.formToken}}
	}
	answer := s.browser.Send(t, method, path+"/", fields, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": site.URL})
	switch {
	case answer.Status == 303 && strings.Contains(answer.Header.Get("Location"), "sign-in"):
		return "nobody is signed in"
	case answer.Status == 403 && strings.Contains(answer.Body, "Set one up on your profile first"):
		return "no second factor"
	case answer.Status == 403 && strings.Contains(answer.Body, "Confirm that it is you"):
		return "no fresh proof"
	case answer.Status == 403:
		return "the form"
	}
	return ""
}
