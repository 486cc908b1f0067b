package apitest_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/servertest"
)

// repeatedCalls are calls whose body lets them do something each time; every other call is made
// without a body.
var repeatedCalls = map[string]func(i int) any{
	"PATCH /api/users/profile": func(i int) any { return map[string]string{"first_name": fmt.Sprint("Ada ", i)} },
	"POST /api/users/password": func(i int) any {
		passwords := [2]string{apitest.Password, "another " + apitest.Password}
		return map[string]string{"old_password": passwords[i%2], "new_password": passwords[(i+1)%2], "new_password2": passwords[(i+1)%2]}
	},
	"POST /api/users/email": func(i int) any {
		return map[string]string{"email": fmt.Sprintf("user%d@example.test", i), "password": apitest.Password}
	},
	"POST /api/users/reauthentication":  func(int) any { return map[string]string{"password": apitest.Password} },
	"GET /api/users/data":               func(int) any { return nil },
	"POST /api/users/delete":            func(int) any { return map[string]string{"password": "wrong"} },
	"POST /backend/forgotpasswordreset": func(int) any { return map[string]string{"email": apitest.Email(apitest.User)} },
	"POST /api/users/login": func(int) any {
		return map[string]string{"email": apitest.Email(apitest.User), "password": apitest.Password}
	},
	"POST /api/users/register": func(i int) any { return register(map[string]any{"email": fmt.Sprintf("new%d@example.test", i)}).JSON },
}

// TestNobodyFillsTheDisk makes each call of the router's list that may store something 250 times
// within minutes, as a user with the account's password. The stored rows are bounded. Refusals are
// bounded for all calls together.
func TestNobodyFillsTheDisk(t *testing.T) {
	apitest.Long(t)
	const times, most = 250, 150
	site := apitest.StartWith(t, limited)
	routes := routesOf(t, site)
	db := servertest.OpenDatabase(t, site.Database)
	left := func() (rows int) {
		err := db.Get(t.Context(), &rows, `
			SELECT (SELECT COUNT(*) FROM audit_entries WHERE action NOT LIKE '%refused') + (SELECT COUNT(*) FROM app_tokens) + (SELECT COUNT(*) FROM jobs WHERE kind = 'mail')
			     + (SELECT COUNT(*) FROM users)`)
		noError(t, err)
		sent, err := filepath.Glob(filepath.Join(site.Data, "outbox", "*.eml"))
		noError(t, err)
		return rows + len(sent)
	}
	for _, route := range routes {
		method, path, _ := strings.Cut(route, " ")
		body := repeatedCalls[route]
		signIn := strings.HasSuffix(path, "/login")
		if body == nil && (method == "GET" || strings.HasPrefix(path, "/api/admin/")) {
			continue // it leaves nothing, or is for staff
		}
		site.Clock.Advance(2 * time.Hour)
		call := apitest.Request{Method: method, Path: strings.ReplaceAll(path, "{id}", "1")}
		if !signIn {
			call.Bearer = site.SignIn(t, apitest.User).Access
		}
		before, statuses := left(), map[int]int{}
		for i := range times {
			if signIn {
				site.Clock.Advance(2 * time.Second) // as often as a network may
			}
			if body != nil {
				call.JSON = body(i)
			}
			statuses[site.Do(t, call).Status]++
		}
		more := left() - before
		check(t, more <= most, "%s, made %d times, left %d rows and mails: %v", route, times, more, statuses)
	}
}

func countEntries(t *testing.T, site *apitest.Site, action string) int {
	t.Helper()
	entries, _, err := site.App.Audit.List(t.Context(), audit.Filter{Action: action, Limit: 1000})
	noError(t, err)
	return len(entries)
}

func TestProfileChangesAreLimited(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		rename := func(i int) apitest.Request {
			return apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: map[string]string{"first_name": fmt.Sprintf("Ada %d", i)}}
		}
		site.SignIn(t, apitest.User)
		for range 3 { // of which two change nothing
			expect(t, site, 200, rename(0))
		}
		equal(t, countEntries(t, site, audit.UserChanged), 1, "entries of one change")
		expect(t, site, 200, several(28, func(i int) apitest.Request { return rename(i + 1) })...)
		expect(t, site, 200, rename(29))
		pause := wait(t, site.Do(t, rename(30)))
		expect(t, site, 200, rename(29))
		equal(t, countEntries(t, site, audit.UserChanged), 30, "entries")
		site.Clock.Advance(pause)
		expect(t, site, 200, apitest.Request{Method: "PATCH", Path: "/api/users/profile/", Bearer: site.SignIn(t, apitest.User).Access,
			JSON: map[string]string{"first_name": "Grace"}})
	})
}

func TestOneTimeTokensAreLimited(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		issue := func(role apitest.Role) apitest.Request {
			return apitest.Request{Method: "POST", Path: "/api/users/app-token/", As: role}
		}
		expect(t, site, 201, several(30, func(int) apitest.Request { return issue(apitest.User) })...)
		wait(t, site.Do(t, issue(apitest.User)))
		expect(t, site, 201, issue(apitest.Staff))
	})
}

// The app can open the site any number of times: the least recently used session ends.
func TestAnAccountHasFiftySessions(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		list := func(query, bearer string) apitest.Request { return by(bearer, "GET", "/api/users/sessions/"+query) }
		forgotten := site.SignIn(t, apitest.User)
		app := site.SignIn(t, apitest.User)
		var opened accounts.Tokens
		for range 60 {
			site.Clock.Advance(time.Second)
			token := issueAppToken(t, site, apitest.Request{Bearer: app.Access})
			site.Do(t, redeem(token)).Decode(t, &opened)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "used longest ago", Request: list("", forgotten.Access), Status: 401, Want: badToken},
			{Name: "the app", Request: list("", app.Access), Status: 200, Want: `[…]`, Header: map[string]string{"X-Total-Count": "50"}},
			{Name: "the last one", Request: list("?limit=1&offset=49", opened.Access), Status: 200, Want: `[{…}]`, Header: map[string]string{"X-Total-Count": "50"}},
			{Name: "a wrong page", Request: list("?limit=0&offset=x", opened.Access), Status: 400,
				Want: `{"limit":["Ensure this value is greater than or equal to 1."],"offset":["A valid integer is required."]}`},
		})
		var sessions []accounts.SessionInfo
		site.Do(t, list("", app.Access)).Decode(t, &sessions)
		equal(t, len(sessions), 50, "sessions")
		for range 60 { // those that ended are forgotten too, in the end
			site.Clock.Advance(time.Second)
			site.SignIn(t, apitest.Staff)
			site.Do(t, by(site.SignIn(t, apitest.Staff).Access, "DELETE", "/api/users/sessions/"))
		}
		data, err := site.App.PersonalData.Of(t.Context(), site.Find(t, apitest.Staff))
		check(t, err == nil && len(data.Sessions) <= 53, "%d sessions are stored, %v", len(data.Sessions), err)
	})
}
