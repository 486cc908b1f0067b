package apitest_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
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
	"POST /api/users/proof":             func(int) any { return map[string]string{"password": apitest.Password} },
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
	db := databasetest.Open(t, site.Database)
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
		if more := left() - before; more > most {
			t.Errorf("%s, made %d times, left %d rows and mails: %v", route, times, more, statuses)
		}
	}
}
