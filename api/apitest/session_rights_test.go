package apitest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
)

// openSession is an open session.
type openSession struct {
	name                  string
	staff, factor, proved bool
	bearer                string
}

// sessionsOf returns sessions of a user, of staff without a second factor and of staff with one:
// such as have no fresh proof, such as the native app has opened, and such as have one, in this
// order.
func sessionsOf(t *testing.T, site *apitest.Site) (sessions []openSession) {
	t.Helper()
	site.Join(t, apitest.Owner)
	_, recovery := setUpAuthenticator(t, site, apitest.Owner)
	roles := []apitest.Role{apitest.User, apitest.Staff, apitest.Owner}
	open := func(role apitest.Role) (opened accounts.Tokens) {
		if role != apitest.Owner {
			return site.SignIn(t, role)
		}
		site.Do(t, secondStep(passwordStep(t, site, role), recovery[0])).Decode(t, &opened)
		recovery = recovery[1:]
		return opened
	}
	add := func(role apitest.Role, name, bearer string, proved bool) {
		sessions = append(sessions, openSession{
			name: string(role) + ", " + name, staff: role != apitest.User, factor: role == apitest.Owner, proved: proved, bearer: bearer,
		})
	}
	old := map[apitest.Role]string{}
	for _, role := range roles {
		old[role] = open(role).Refresh
	}
	site.Clock.Advance(11 * time.Minute)
	for _, role := range roles {
		stale := renewed(t, site, old[role])
		add(role, "no fresh proof", stale, false)
		add(role, "the app's", byAppToken(t, site, stale), false)
		add(role, "a fresh proof", open(role).Access, true)
	}
	return sessions
}

// buildRoutes are the calls that no session may make: builds authenticate with a token or a
// signature.
var buildRoutes = []string{
	"POST /api/publishing/report", "GET /api/content/edits", "HEAD /api/content/edits", "GET /api/content/photos/{id}", "HEAD /api/content/photos/{id}", "PUT /api/content/files",
}

// forbidden is the refusal of a HEAD, whose answer has no body that says why.
const forbidden = "forbidden"

// TestWhatASessionMayDo makes every call of the router's list in sessions with and without a fresh
// proof, and with and without the second factor that the owner demands of staff.
func TestWhatASessionMayDo(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"STAFF_SECOND_FACTOR": "required"}, func(t *testing.T, site *apitest.Site) {
		routes := routesOf(t, site)
		// These end sessions or factors that the others need.
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
			t.Errorf("calls for each reason to refuse: %v", made)
		}
	})
}

// isForStaff reports whether the table of roles keeps users from a call.
func isForStaff(t *testing.T, route string) bool {
	t.Helper()
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
	answer := site.Do(t, apitest.Request{Method: method, Path: path, Bearer: s.bearer})
	if answer.Status == 401 && s.bearer != "" {
		return "not signed in"
	}
	if method == "HEAD" && answer.Status == 403 {
		return forbidden
	}
	return map[string]string{
		permissionDenied: "not staff", staffFactorMissing: "no second factor", freshProofRequired: "no fresh proof",
	}[answer.Body]
}
