package apitest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
)

func TestUpdateProfile(t *testing.T) {
	patch := func(body any) apitest.Request {
		return apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: body}
	}
	type some = map[string]any
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "first name", Request: patch(some{"first_name": " Ada "}), Status: 200,
				Want: `{…"email":"user@example.test","first_name":"Ada","last_name":"Body",…}`},
			{Name: "last name", Request: patch(some{"last_name": "Lovelace"}), Status: 200, Want: `{…"first_name":"Ada","last_name":"Lovelace",…}`},
			{Name: "nothing", Request: patch(nothing), Status: 200, Want: `{…"first_name":"Ada","last_name":"Lovelace",…}`},
			{Name: "more than the names", Request: patch(some{"is_staff": true, "email": "x@example.test", "is_active": false, "password": "x"}), Status: 200,
				Want: `{…"email":"user@example.test",…"is_staff":false,…}`},
			{Name: "blank", Request: patch(some{"first_name": "", "last_name": " "}), Status: 400,
				Want: `{"first_name":["This field may not be blank."],"last_name":["This field may not be blank."]}`},
			{Name: "too long", Request: patch(some{"first_name": strings.Repeat("x", 151)}), Status: 400,
				Want: `{"first_name":["Ensure this field has no more than 150 characters."]}`},
			{Name: "a null character", Request: patch(some{"first_name": "A\x00"}), Status: 400, Want: `{"first_name":["Null characters are not allowed."]}`},
			{Name: "a list", Request: patch(some{"first_name": []string{"x"}}), Status: 400, Want: `{"first_name":["Not a valid string."]}`},
			{Name: "kept", Request: get("/api/users/profile/", apitest.User), Status: 200,
				Want: `{"id":…,"email":"user@example.test","first_name":"Ada","last_name":"Lovelace","is_staff":false,"date_joined":"…Z"}`},
		})
	})
}

func TestChangePassword(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		here, there := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		token := issueAppToken(t, site, apitest.Request{Bearer: there.Access})
		change := func(old, password, repeated string) apitest.Request {
			return apitest.Request{Method: "POST", Path: "/api/users/password/", Bearer: here.Access,
				JSON: map[string]string{"old_password": old, "new_password": password, "new_password2": repeated}}
		}
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: apitest.Request{Method: "POST", Path: "/api/users/password/", Bearer: here.Access, JSON: nothing}, Status: 400,
				Want: `{"new_password":["This field is required."],"new_password2":["This field is required."],"old_password":["This field is required."]}`},
			{Name: "every fault at once", Request: change("wrong", "12345", "x"), Status: 400,
				Want: `{"new_password":["The two password fields didn't match.","This password is too short. It must contain at least 8 characters.","This password is too common.","This password is entirely numeric."],"old_password":["Your old password was entered incorrectly. Please enter it again."]}`},
			{Name: "the wrong old one", Request: change("wrong", newPassword, newPassword), Status: 400,
				Want: `{"old_password":["Your old password was entered incorrectly. Please enter it again."]}`},
			{Name: "both sessions stand", Request: profile(there.Access), Status: 200, Want: `{…}`},
			{Name: "changed", Request: change(apitest.Password, newPassword, newPassword), Status: 204, Want: ""},
			{Name: "this session stays", Request: profile(here.Access), Status: 200, Want: `{…}`},
			{Name: "and is renewed", Request: renew(here.Refresh), Status: 200, Want: `{…}`},
			{Name: "the other session ends", Request: profile(there.Access), Status: 401, Want: badToken},
			{Name: "and is not renewed", Request: renew(there.Refresh), Status: 401, Want: badToken},
			{Name: "nor with its one-time token", Request: redeem(token), Status: 401, Want: badToken},
			{Name: "the old password", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401, Want: noAccount},
			{Name: "the new password", Request: login(apitest.Email(apitest.User), newPassword), Status: 200, Want: `{"access":…`},
		})
	})
}

func TestOfManyPasswordChangesAtOnceOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		change := apitest.Request{Method: "POST", Path: "/api/users/password/", Bearer: bearer,
			JSON: map[string]string{"old_password": apitest.Password, "new_password": newPassword, "new_password2": newPassword}}
		for _, answer := range atOnce(t, site, 4, change, 204, 400) {
			if answer.Status == 400 && answer.Body != `{"old_password":["Your old password was entered incorrectly. Please enter it again."]}` {
				t.Errorf("the loser: %s", answer.Body)
			}
		}
	})
}

func TestSessions(t *testing.T) {
	type signedIn struct {
		ID        string `json:"id"`
		UserAgent string `json:"user_agent"`
		IP        string `json:"ip"`
		Current   bool   `json:"current"`
	}
	const path = "/api/users/sessions/"
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		open := func(role apitest.Role, agent, ip string) (access string) {
			answer := site.Do(t, apitest.Request{Method: "POST", Path: "/api/users/login/",
				JSON:   map[string]string{"email": apitest.Email(role), "password": apitest.Password},
				Header: map[string]string{"User-Agent": agent, "X-Forwarded-For": ip}})
			var opened struct{ Access string }
			answer.Decode(t, &opened)
			return opened.Access
		}
		list := func(bearer string) (sessions []signedIn) {
			site.Do(t, by(bearer, "GET", path)).Decode(t, &sessions)
			return sessions
		}
		call := func(method, path, bearer string) apitest.Request { return by(bearer, method, path) }
		phone := open(apitest.User, "Phone \xff", "203.0.113.7")
		laptop := open(apitest.User, strings.Repeat("x", 1000), "2001:db8::1")
		other := open(apitest.Staff, "Other", "198.51.100.1")

		mine := list(phone)
		if len(mine) != 2 || mine[0].Current == mine[1].Current {
			t.Fatalf("two sessions, one of them the one that asks: %+v", mine)
		}
		here, there := mine[0], mine[1]
		if !here.Current {
			here, there = there, here
		}
		check(t, here.UserAgent == "Phone \ufffd" && here.IP == "203.0.113.7" && there.IP == "2001:db8::1" && len(there.UserAgent) == 400, "here %+v, there %+v", here, there)
		ofAnother := list(other)
		site.Run(t, []apitest.Scenario{
			{Name: "another's", Request: call("DELETE", path+ofAnother[0].ID+"/", phone), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "no id", Request: call("DELETE", path+"%00/", phone), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "end the other", Request: call("DELETE", path+there.ID+"/", phone), Status: 204, Want: ""},
			{Name: "it has ended", Request: call("GET", "/api/users/profile/", laptop), Status: 401, Want: badToken},
			{Name: "end it again", Request: call("DELETE", path+there.ID+"/", phone), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "one is left", Request: call("GET", path, phone), Status: 200, Want: `[{…"current":true}]`},
		})
		laptop = open(apitest.User, "Laptop", "2001:db8::1")
		site.Run(t, []apitest.Scenario{
			{Name: "end all", Request: call("DELETE", path, phone), Status: 204, Want: ""},
			{Name: "here too", Request: call("GET", path, phone), Status: 401, Want: badToken},
			{Name: "there too", Request: call("GET", path, laptop), Status: 401, Want: badToken},
			{Name: "another's stays", Request: call("GET", path, other), Status: 200, Want: `[{…"current":true}]`},
		})
	})
}

const recentAuthRequired = `{"detail":"Confirm that it's you before you continue.","code":"reauthentication_required"}`

// needRecentAuth are the calls that a session alone does not allow. The others that change who may
// sign in take the password themselves.
var needRecentAuth = []string{
	"DELETE /api/users/sessions", "DELETE /api/users/sessions/{id}",
	"POST /api/users/factors/totp", "POST /api/users/factors/totp/confirm", "DELETE /api/users/factors/totp", "POST /api/users/factors/recovery-codes",
	"POST /api/users/factors/passkeys/options", "POST /api/users/factors/passkeys", "DELETE /api/users/factors/passkeys/{id}",

	"PUT /api/admin/users/{id}/email", "POST /api/admin/users/{id}/email/confirm", "PUT /api/admin/users/{id}/staff", "PUT /api/admin/users/{id}/active",
	"DELETE /api/admin/users/{id}/sessions", "DELETE /api/admin/users/{id}/sessions/{session}", "DELETE /api/admin/users/{id}",

	"PUT /api/admin/settings/visibility", "PUT /api/admin/settings/mail", "POST /api/admin/settings/mail/test", "PUT /api/admin/settings/backups", "POST /api/admin/backup",
}

// renewed returns a new access token of a session.
func renewed(t *testing.T, site *apitest.Site, refresh string) string {
	t.Helper()
	var answer struct{ Access string }
	site.Do(t, renew(refresh)).Decode(t, &answer)
	return answer.Access
}

// byAppToken returns the access token of a session that a one-time token has opened.
func byAppToken(t *testing.T, site *apitest.Site, bearer string) string {
	t.Helper()
	var answer struct{ Access string }
	token := issueAppToken(t, site, apitest.Request{Bearer: bearer})
	site.Do(t, redeem(token)).Decode(t, &answer)
	return answer.Access
}

func reauthenticate(bearer, password string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/api/users/reauthentication/", Bearer: bearer, JSON: map[string]string{"password": password}}
}

func TestAProofHoldsForTenMinutesInItsSession(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		opened, other := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		end := func(bearer string) apitest.Request {
			return by(bearer, "DELETE", "/api/users/sessions/AAAAAAAAAAAAAAAAAAAAAA/")
		}
		const missing = `{"detail":"Not found."}`
		site.Clock.Advance(10*time.Minute - time.Millisecond)
		site.Run(t, []apitest.Scenario{{Name: "signed in lately", Request: end(renewed(t, site, opened.Refresh)), Status: 404, Want: missing}})
		site.Clock.Advance(time.Millisecond)
		here, there := renewed(t, site, opened.Refresh), renewed(t, site, other.Refresh)
		app := byAppToken(t, site, here)
		site.Run(t, []apitest.Scenario{
			{Name: "not lately: a renewal does not count", Request: end(here), Status: 403, Want: recentAuthRequired},
			{Name: "without a password", Request: apitest.Request{Method: "POST", Path: "/api/users/reauthentication/", Bearer: here, JSON: nothing},
				Status: 400, Want: `{"password":["This field is required."]}`},
			{Name: "a wrong password", Request: reauthenticate(here, "wrong"), Status: 400,
				Want: `{"password":["Your password was entered incorrectly. Please enter it again."]}`},
			{Name: "still not", Request: end(here), Status: 403, Want: recentAuthRequired},
			{Name: "reauthenticated", Request: reauthenticate(here, apitest.Password), Status: 204, Want: ""},
			{Name: "now it may", Request: end(here), Status: 404, Want: missing},
			{Name: "another session of the person may not", Request: end(there), Status: 403, Want: recentAuthRequired},
			{Name: "nor the app's", Request: end(app), Status: 403, Want: recentAuthRequired},
			{Name: "the app's re-authenticates itself", Request: reauthenticate(app, apitest.Password), Status: 204, Want: ""},
			{Name: "and may", Request: end(app), Status: 404, Want: missing},
		})
		check(t, hasDetail(auditOf(t, site, "?action=reauthentication+refused").Entries, "wrong password"), "the audit log does not know of the wrong password")
	})
}

func TestAProofIsGuessedNoMoreOftenThanAPassword(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"RATE_LIMIT": "on"}, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		tries := 0
		for ; tries < 60; tries++ {
			if site.Do(t, reauthenticate(bearer, "wrong")).Status == 429 {
				break
			}
		}
		check(t, tries <= 50, "%d passwords were tried", tries)
	})
}

// openSession is an open session.
type openSession struct {
	name                  string
	staff, factor, recent bool
	bearer                string
}

// sessionsOf returns sessions of a user, of staff without a second factor and of staff with one:
// such as have no recent authentication, such as the native app has opened, and such as have one, in this
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
	add := func(role apitest.Role, name, bearer string, recent bool) {
		sessions = append(sessions, openSession{
			name: string(role) + ", " + name, staff: role != apitest.User, factor: role == apitest.Owner, recent: recent, bearer: bearer,
		})
	}
	old := map[apitest.Role]string{}
	for _, role := range roles {
		old[role] = open(role).Refresh
	}
	site.Clock.Advance(11 * time.Minute)
	for _, role := range roles {
		stale := renewed(t, site, old[role])
		add(role, "no recent authentication", stale, false)
		add(role, "the app's", byAppToken(t, site, stale), false)
		add(role, "a recent authentication", open(role).Access, true)
	}
	return sessions
}

// buildRoutes are the calls that no session may make: builds authenticate with a token or a
// signature.
var buildRoutes = []string{
	"POST /api/publishing/report", "GET /api/content/published", "HEAD /api/content/published", "GET /api/content/photos/{id}", "HEAD /api/content/photos/{id}", "PUT /api/content/source",
	"PUT /api/documents/documents/from_content",
}

// forbidden is the refusal of a HEAD, whose answer has no body that says why.
const forbidden = "forbidden"

// TestWhatASessionMayDo makes every call of the router's list in sessions with and without a recent
// authentication, and with and without the second factor that the owner demands of staff.
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
				case slices.Contains(needRecentAuth, route) && !session.recent:
					want = "no recent authentication"
				}
				made[want]++
				if strings.HasPrefix(route, "HEAD ") && want != "" {
					want = forbidden
				}
				equal(t, session.refusal(t, site, route), want, "%s, in a session of %s: refused for", route, session.name)
			}
		}
		check(t, made["not staff"] >= 40 && made["no second factor"] >= 60 && made["no recent authentication"] >= 20 && made[""] >= 200, "calls for each reason to refuse: %v", made)
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
	answer := site.Do(t, by(s.bearer, method, path))
	if answer.Status == 401 && s.bearer != "" {
		return "not signed in"
	}
	if method == "HEAD" && answer.Status == 403 {
		return forbidden
	}
	return map[string]string{
		permissionDenied: "not staff", staffFactorMissing: "no second factor", recentAuthRequired: "no recent authentication",
	}[answer.Body]
}
