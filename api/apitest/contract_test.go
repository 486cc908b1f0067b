package apitest_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

func contract(t *testing.T) *apitest.Contract {
	t.Helper()
	loaded, err := apitest.LoadContract()
	noError(t, err)
	return loaded
}

// routesOf returns the router's list of calls, as in "GET /api/health".
func routesOf(t *testing.T, site *apitest.Site) []string {
	t.Helper()
	handler, err := site.App.Server(slog.New(slog.DiscardHandler), nil)
	noError(t, err)
	return handler.Routes()
}

func TestEachRouteIsDescribedAndEachDescribedCallIsARoute(t *testing.T) {
	routes := routesOf(t, apitest.Start(t))
	// Routes have no slash at the end, and the media's is a wildcard, which OpenAPI lacks.
	plain := strings.NewReplacer("{folder}/{name}", "*")
	described := map[string]bool{}
	for _, call := range contract(t).Operations() {
		call = plain.Replace(strings.TrimSuffix(call, "/"))
		described[call] = true
		if !slices.Contains(routes, call) {
			t.Errorf("openapi.yaml describes %s, which is not a route", call)
		}
	}
	for _, route := range routes {
		if !described[route] {
			t.Errorf("%s is not described in openapi.yaml", route)
		}
	}
}

// TestTheContractSeesDrift holds exchanges against the description that differ from it in one thing
// each.
func TestTheContractSeesDrift(t *testing.T) {
	const (
		user   = `{"id":1,"email":"a@b.example","first_name":"A","last_name":"B","is_staff":false,"date_joined":"2026-05-01T12:00:00.000Z"}`
		tokens = `"access":"a.b.c","refresh":"d"`
	)
	refuse := http.Header{"Www-Authenticate": {`Bearer realm="api"`}}
	login := func(sent string) *http.Request {
		request := httptest.NewRequest("POST", "/api/users/login/", strings.NewReader(sent))
		request.Header.Set("Content-Type", "application/json")
		return request
	}
	const credentials = `{"email":"a@b.example","password":"x"}`
	for _, test := range []struct {
		name    string
		request *http.Request
		sent    string
		status  int
		header  http.Header
		body    string
		want    string // "" for none
	}{
		{"nothing", login(credentials), credentials, 200, nil, `{` + tokens + `,"user":` + user + `}`, ""},
		{"a refusal", login(credentials), credentials, 401, refuse, `{"detail":"No."}`, ""},
		{"blame", login(`{}`), `{}`, 400, nil, `{"email":["No."]}`, ""},
		{"an unknown path", httptest.NewRequest("GET", "/api/nothing/", nil), "", 404, nil, `{"detail":"Not found."}`, ""},
		{"no call of the API", httptest.NewRequest("GET", "/cv", nil), "", 200, nil, `<p>`, ""},

		{"a status", login(credentials), credentials, 202, nil, `{}`, "this status is not described"},
		{"an answer at an unknown path", httptest.NewRequest("GET", "/api/nothing/", nil), "", 200, nil, `{}`, "this status is not described"},
		{"a member too few", login(credentials), credentials, 200, nil, `{` + tokens + `}`, `"user" is missing`},
		{"a member too many", login(credentials), credentials, 200, nil, `{"secret":1,` + tokens + `,"user":` + user + `}`, `"secret" is unsupported`},
		{"a member's type", login(credentials), credentials, 200, nil, `{` + tokens + `,"user":` + strings.Replace(user, ":1,", `:"1",`, 1) + `}`, "/user/id: "},
		{"a time without milliseconds", login(credentials), credentials, 200, nil, `{` + tokens + `,"user":` + strings.Replace(user, ".000Z", "Z", 1) + `}`, "/user/date_joined: "},
		{"a header that is missing", login(credentials), credentials, 401, nil, `{"detail":"No."}`, `"Www-Authenticate" missing`},
		{"a header that is unknown", login(credentials), credentials, 401, http.Header{"Www-Authenticate": refuse["Www-Authenticate"], "X-Powered-By": {"x"}}, `{"detail":"No."}`, "X-Powered-By"},
		{"a header's value", login(credentials), credentials, 429, http.Header{"Retry-After": {"soon"}}, `{"detail":"No."}`, `"Retry-After"`},
		{"a type", login(credentials), credentials, 401, http.Header{"Www-Authenticate": refuse["Www-Authenticate"], "Content-Type": {"text/html"}}, `{"detail":"No."}`, "text/html"},
		{"blame of an unknown field", login(`{}`), `{}`, 400, nil, `{"username":["No."]}`, `the field "username"`},
		{"blame and detail", login(`{}`), `{}`, 400, nil, `{"email":["No."],"detail":"No."}`, "oneOf"},
		{"a body instead of none", httptest.NewRequest("DELETE", "/api/users/sessions/", nil), "", 204, nil, `{}`, "described as empty"},
		{"success without a token", httptest.NewRequest("GET", "/api/users/profile/", nil), "", 200, nil, user, "without the bearer token"},
		{"success with a request that is not allowed", login(`{"email":"a@b.example"}`), `{"email":"a@b.example"}`, 200, nil, `{` + tokens + `,"user":` + user + `}`, `"password" is missing`},
	} {
		t.Run(test.name, func(t *testing.T) {
			header := http.Header{
				"X-Request-Id": {"ABCDEFGHIJKLMNOP"}, "X-Content-Type-Options": {"nosniff"}, "Referrer-Policy": {"no-referrer"},
				"Content-Security-Policy": {"default-src 'none'; sandbox"}, "Cache-Control": {"no-store"}, "Content-Type": {"application/json"},
			}
			for name, values := range test.header {
				header[name] = values
			}
			err := contract(t).Check(apitest.Exchange{
				Request: test.request, Sent: []byte(test.sent),
				Response: &http.Response{StatusCode: test.status, Header: header}, Received: []byte(test.body),
			})
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got: %v\nwant: %s", err, test.want)
			}
		})
	}
}

// TestEachCallMayBeMadeByAPageOfAnotherOrigin asks for each call as a browser does before it makes
// one for a page of CORS_ORIGINS.
func TestEachCallMayBeMadeByAPageOfAnotherOrigin(t *testing.T) {
	const origin = "https://site.example"
	site := apitest.StartWith(t, apitest.Settings{"CORS_ORIGINS": origin})
	for _, call := range routesOf(t, site) {
		method, path, _ := strings.Cut(call, " ")
		if !strings.HasPrefix(path, "/api/") || method == http.MethodOptions {
			continue
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, site.URL+path+"/", nil)
		noError(t, err)
		request.Header.Set("Origin", origin)
		request.Header.Set("Access-Control-Request-Method", method)
		answer, err := http.DefaultClient.Do(request)
		noError(t, err)
		_ = answer.Body.Close()
		if answer.Header.Get("Access-Control-Allow-Origin") != origin || answer.Header.Get("Access-Control-Allow-Methods") != method {
			t.Errorf("%s: %s %v", call, answer.Status, answer.Header)
		}
	}
}
