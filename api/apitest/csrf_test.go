package apitest_test

import (
	"testing"

	"portfolio/api/apitest"
)

func TestCSRFCookie(t *testing.T) {
	const profile, login = "/api/users/profile/", "/api/users/login/"
	mismatch := `{"detail":"CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect."}`
	with := func(method, path, cookie, header string) apitest.Request {
		request := apitest.Request{Method: method, Path: path, Header: map[string]string{}}
		if method == "POST" {
			request.JSON = nothing
		}
		if cookie != "" {
			request.Header["Cookie"] = "theme=dark; csrftoken=" + cookie
		}
		if header != "" {
			request.Header["X-CSRFToken"] = header
		}
		return request
	}
	const given = "csrftoken=…; Path=/; Max-Age=31536000; Secure; SameSite=Lax"
	apitest.Start(t).Run(t, []apitest.Scenario{
		{Name: "set on a read", Request: with("GET", profile, "", ""), Status: 401, Want: noToken, Header: map[string]string{"Set-Cookie": given}},
		{Name: "set on a write", Request: with("POST", login, "", ""), Status: 400, Want: `{…}`, Header: map[string]string{"Set-Cookie": given}},
		{Name: "given by recovery", Request: with("POST", "/backend/forgotpasswordreset/", "", ""), Status: 400, Want: `{…}`, Header: map[string]string{"Set-Cookie": given}},
		{Name: "not given twice", Request: with("POST", login, "abc", ""), Status: 400, Want: `{…}`, Header: map[string]string{"Set-Cookie": ""}},
		{Name: "not given to everybody", Request: with("GET", "/api/health/", "", ""), Status: 200, Want: `{…}`, Header: map[string]string{"Set-Cookie": ""}},
		{Name: "the same in the header", Request: with("POST", login, "abc", "abc"), Status: 400, Want: `{…}`},
		{Name: "another in the header", Request: with("POST", login, "abc", "abd"), Status: 403, Want: mismatch},
		{Name: "a beginning in the header", Request: with("POST", login, "abc", "ab"), Status: 403, Want: mismatch},
		{Name: "another, elsewhere", Request: with("POST", "/login-with-token/", "abc", "abd"), Status: 403, Want: mismatch},
		{Name: "another, to a read", Request: with("GET", profile, "abc", "abd"), Status: 401, Want: noToken},
		{Name: "a header without a cookie", Request: with("POST", login, "", "abc"), Status: 400, Want: `{…}`},
	})
	crossHost := func(request apitest.Request) apitest.Request {
		request.Header["Origin"], request.Header["Sec-Fetch-Site"] = "https://site.example", "same-site"
		return request
	}
	apitest.StartWith(t, apitest.Settings{"CORS_ORIGINS": "https://site.example"}).Run(t, []apitest.Scenario{
		{Name: "a page of another host, which makes its own", Request: crossHost(with("POST", login, "", "abc")), Status: 400,
			Want: `{…}`, Header: map[string]string{"Set-Cookie": ""}},
		{Name: "a page of another host, and a cookie that it cannot read", Request: crossHost(with("POST", login, "abd", "abc")),
			Status: 400, Want: `{…}`},
		{Name: "a read from a page of another host", Request: crossHost(with("GET", profile, "", "abc")), Status: 401, Want: noToken,
			Header: map[string]string{"Set-Cookie": ""}},
	})
	apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": "http://127.0.0.1:8080"}).Run(t, []apitest.Scenario{
		{Name: "without https", Request: with("GET", profile, "", ""), Status: 401, Want: noToken,
			Header: map[string]string{"Set-Cookie": "csrftoken=…; Path=/; Max-Age=31536000; SameSite=Lax", "Strict-Transport-Security": ""}},
	})
}
