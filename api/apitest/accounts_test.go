package apitest_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
)

const (
	badToken  = `{"detail":"Given token not valid for any token type","code":"token_not_valid"}`
	noToken   = `{"detail":"Authentication credentials were not provided."}`
	noAccount = `{"detail":"No active account found with the given credentials"}`
)

func post(path string, body any) apitest.Request {
	return apitest.Request{Method: "POST", Path: path, JSON: body}
}

// by returns a call with the access token bearer.
func by(bearer, method, path string) apitest.Request {
	return apitest.Request{Method: method, Path: path, Bearer: bearer}
}

func profile(bearer string) apitest.Request { return by(bearer, "GET", "/api/users/profile/") }

func renew(refresh string) apitest.Request {
	return post("/api/token/refresh/", map[string]string{"refresh": refresh})
}

func redeem(token string) apitest.Request {
	return post("/login-with-token/", map[string]string{"token": token})
}

func TestLogin(t *testing.T) {
	const path = "/api/users/login/"
	credentials := func(email, password string) map[string]string {
		return map[string]string{"email": email, "password": password}
	}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "user", Request: post(path, credentials("USER@example.test", apitest.Password)), Status: 200,
				Want:   `{"access":"…","refresh":"…","user":{"id":…,"email":"user@example.test","first_name":"Some","last_name":"Body","is_staff":false,"date_joined":"…Z"}}`,
				Header: map[string]string{"Cache-Control": "no-store", "Content-Type": "application/json", "Strict-Transport-Security": "max-age=63072000"}},
			{Name: "without the slash", Request: post(strings.TrimSuffix(path, "/"), credentials("user@example.test", apitest.Password)),
				Status: 200, Want: `{"access":…`},
			{Name: "with spaces around", Request: post(path, credentials("  user@example.test ", apitest.Password)), Status: 200, Want: `{…"email":"user@example.test",…}`},
			{Name: "wrong password", Request: post(path, credentials("user@example.test", "wrong")), Status: 401, Want: noAccount,
				Header: map[string]string{"WWW-Authenticate": `Bearer realm="api"`}},
			{Name: "nobody", Request: post(path, credentials("nobody@example.test", "wrong")), Status: 401, Want: noAccount},
			{Name: "nothing", Request: post(path, map[string]string{}), Status: 400,
				Want: `{"email":["This field is required."],"password":["This field is required."]}`},
			{Name: "blank", Request: post(path, credentials("", "")), Status: 400,
				Want: `{"email":["This field may not be blank."],"password":["This field may not be blank."]}`},
			{Name: "a number", Request: post(path, map[string]any{"email": 7, "password": "x"}), Status: 400, Want: `{"email":["Not a valid string."]}`},
			{Name: "a list", Request: post(path, []string{"x"}), Status: 400, Want: `{"non_field_errors":["Invalid data. Expected a dictionary."]}`},
			{Name: "no JSON", Request: apitest.Request{Method: "POST", Path: path, Text: "{email"}, Status: 400, Want: `{"detail":"JSON parse error - …"}`},
			{Name: "two values", Request: apitest.Request{Method: "POST", Path: path, Text: "{} {}"}, Status: 400, Want: `{"detail":"JSON parse error - …"}`},
			{Name: "no body", Request: apitest.Request{Method: "POST", Path: path, Header: map[string]string{"Content-Type": "application/json"}},
				Status: 400, Want: `{"detail":"JSON parse error - the body is empty"}`},
			{Name: "too long", Request: post(path, credentials(strings.Repeat("x", 70_000), "")), Status: 413,
				Want: `{"detail":"The request is larger than the limit of 64 KiB."}`},
			{Name: "a form", Request: apitest.Request{Method: "POST", Path: path, Text: "email=x",
				Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, Status: 415,
				Want: `{"detail":"Unsupported media type \"application/x-www-form-urlencoded\" in request. Send application/json."}`},
			{Name: "another method", Request: apitest.Request{Method: "PUT", Path: path}, Status: 405,
				Want: `{"detail":"Method \"PUT\" not allowed."}`, Header: map[string]string{"Allow": "POST"}},
			{Name: "from another site", Request: apitest.Request{Method: "POST", Path: path, JSON: map[string]string{},
				Header: map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"}}, Status: 403,
				Want: `{"detail":"Cross-origin request refused. Send the request from the site itself."}`},
		})
	})
}

func TestProfile(t *testing.T) {
	const path = "/api/users/profile/"
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		get := apitest.Request{Method: "GET", Path: path}
		with := func(role apitest.Role, bearer, header string) apitest.Request {
			request := get
			request.As, request.Bearer = role, bearer
			if header != "" {
				request.Header = map[string]string{"Authorization": header}
			}
			return request
		}
		opened := site.SignIn(t, apitest.User)
		site.Run(t, []apitest.Scenario{
			{Name: "anonymous", Request: get, Status: 401, Want: noToken},
			{Name: "user", Request: with(apitest.User, "", ""), Status: 200, Want: `{"id":…,"email":"user@example.test",…"is_staff":false,…}`},
			{Name: "staff", Request: with(apitest.Staff, "", ""), Status: 200, Want: `{"id":…,"email":"staff@example.test",…"is_staff":true,…}`},
			{Name: "a refresh token", Request: with("", opened.Refresh, ""), Status: 401, Want: badToken},
			{Name: "no JWT", Request: with("", "x", ""), Status: 401, Want: badToken},
			{Name: "another scheme", Request: with("", "", "Basic dTpw"), Status: 401, Want: noToken},
			{Name: "head", Request: apitest.Request{Method: "HEAD", Path: path, As: apitest.User}, Status: 200, Want: ""},
		})
		site.Clock.Advance(10*time.Minute - time.Second)
		site.Run(t, []apitest.Scenario{{Name: "in time", Request: with("", opened.Access, ""), Status: 200, Want: `{…}`}})
		site.Clock.Advance(time.Second)
		site.Run(t, []apitest.Scenario{{Name: "expired", Request: with("", opened.Access, ""), Status: 401, Want: badToken}})
	})
}

func TestBothRefreshPaths(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		for _, path := range []string{"/api/token/refresh/", "/backend/api/token/refresh/"} {
			previous := site.SignIn(t, apitest.User).Refresh
			site.Clock.Advance(time.Minute)
			answer := site.Do(t, post(path, map[string]string{"refresh": previous}))
			var renewed accounts.Tokens
			answer.Decode(t, &renewed)
			if answer.Status != 200 || renewed.Access == "" || renewed.Refresh == previous || renewed.Refresh == "" {
				t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
			}
			site.Run(t, []apitest.Scenario{
				{Name: "the new access token", Request: profile(renewed.Access), Status: 200, Want: `{…}`},
				{Name: "nothing", Request: post(path, map[string]string{}), Status: 400, Want: `{"refresh":["This field is required."]}`},
				{Name: "no token", Request: post(path, map[string]string{"refresh": "x"}), Status: 401, Want: badToken},
				{Name: "an access token", Request: post(path, map[string]string{"refresh": renewed.Access}), Status: 401, Want: badToken},
			})
		}
	})
}

func TestLogoutActsAtOnce(t *testing.T) {
	const path = "/api/users/logout/"
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		opened := site.SignIn(t, apitest.User)
		site.Run(t, []apitest.Scenario{
			{Name: "no token", Request: post(path, map[string]string{"refresh": "x"}), Status: 401, Want: badToken},
			{Name: "still signed in", Request: profile(opened.Access), Status: 200, Want: `{…}`},
			{Name: "sign out", Request: post(path, map[string]string{"refresh": opened.Refresh}), Status: 204, Want: ""},
			{Name: "access", Request: profile(opened.Access), Status: 401, Want: badToken},
			{Name: "refresh", Request: renew(opened.Refresh), Status: 401, Want: badToken},
			{Name: "sign out again", Request: post(path, map[string]string{"refresh": opened.Refresh}), Status: 204, Want: ""},
			{Name: "another session of the same user", Request: get("/api/users/profile/", apitest.User), Status: 200, Want: `{…}`},
		})
	})
}

func TestHealth(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		ready := get("/api/health/", apitest.Anonymous)
		live := get("/api/health/live/", apitest.Anonymous)
		site.Run(t, []apitest.Scenario{
			{Name: "ready", Request: ready, Status: 200, Want: `{…"database":"ok",…"status":"ok"…}`},
			{Name: "live", Request: live, Status: 200, Want: `{"status":"ok"}`},
			{Name: "no such call", Request: get("/api/nothing/", apitest.Anonymous), Status: 404, Want: `{"detail":"Not found."}`,
				Header: map[string]string{"Strict-Transport-Security": "max-age=63072000"}},
		})
	})
}

// atOnce sends a request n times at once and returns the answers. One must have the status success,
// the others failure or 503.
func atOnce(t *testing.T, site *apitest.Site, n int, request apitest.Request, success, failure int) []apitest.Answer {
	t.Helper()
	return allAtOnce(t, site, several(n, func(int) apitest.Request { return request }), success, failure)
}

// allAtOnce is atOnce with several requests.
func allAtOnce(t *testing.T, site *apitest.Site, requests []apitest.Request, success, failure int) []apitest.Answer {
	t.Helper()
	n := len(requests)
	answers := make([]apitest.Answer, n)
	start := make(chan struct{})
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			<-start
			answers[i] = site.Do(t, requests[i])
		})
	}
	close(start)
	group.Wait()
	counts := map[int]int{}
	for _, answer := range answers {
		counts[answer.Status]++
	}
	check(t, counts[success] == 1 && counts[success]+counts[failure]+counts[503] == n, "of %d at once: %v, by status", n, counts)
	return answers
}

func issueAppToken(t *testing.T, site *apitest.Site, request apitest.Request) string {
	t.Helper()
	request.Method, request.Path = "POST", "/api/users/app-token/"
	answer := site.Do(t, request)
	var issued struct {
		Token     string `json:"token"`
		ExpiresIn int    `json:"expires_in"`
	}
	answer.Decode(t, &issued)
	if answer.Status != 201 || issued.ExpiresIn != 120 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return issued.Token
}

func TestAppToken(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		as := func(role apitest.Role) string { return issueAppToken(t, site, apitest.Request{As: role}) }
		token := as(apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: post("/login-with-token/", nothing), Status: 400, Want: `{"token":["This field is required."]}`},
			{Name: "blank", Request: redeem(""), Status: 400, Want: `{"token":["This field may not be blank."]}`},
			{Name: "no token", Request: redeem("x"), Status: 401, Want: badToken},
			{Name: "once", Request: redeem(token), Status: 200,
				Want: `{"access":"…","refresh":"…","user":{"id":…,"email":"staff@example.test",…"is_staff":true,…}}`},
			{Name: "twice", Request: redeem(token), Status: 401, Want: badToken},
		})
		last, late := as(apitest.User), as(apitest.User)
		site.Clock.Advance(2*time.Minute - time.Second)
		site.Run(t, []apitest.Scenario{{Name: "in time", Request: redeem(last), Status: 200, Want: `{…}`}})
		site.Clock.Advance(time.Second)
		site.Run(t, []apitest.Scenario{{Name: "too late", Request: redeem(late), Status: 401, Want: badToken}})
	})
}

func TestOfManyRedeemsOfATokenOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		token := issueAppToken(t, site, apitest.Request{As: apitest.User})
		atOnce(t, site, 50, redeem(token), 200, 401)
	})
}
