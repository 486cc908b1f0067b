package apitest_test

import (
	"image/color"
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
		check(t, slices.Contains(routes, call), "openapi.yaml describes %s, which is not a route", call)
	}
	for _, route := range routes {
		check(t, described[route], "%s is not described in openapi.yaml", route)
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
		check(t, answer.Header.Get("Access-Control-Allow-Origin") == origin && answer.Header.Get("Access-Control-Allow-Methods") == method, "%s: %s %v", call, answer.Status, answer.Header)
	}
}

// TestNoTextMayBeNull sends null for each text that a call takes, as the description lists them.
func TestNoTextMayBeNull(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		texts := contract(t).Texts()
		// Builds make these calls, not staff.
		delete(texts, "POST /api/publishing/report/")
		delete(texts, "PUT "+fromContentPath)
		// This site is set up already.
		delete(texts, "POST /api/setup/")
		if !slices.Contains(texts["PATCH /api/users/profile/"], "first_name") {
			t.Fatalf("the description lists only %v", texts)
		}
		for call, names := range texts {
			method, path, _ := strings.Cut(call, " ")
			path = strings.NewReplacer("{id}", "1", "{uidb64}", "MQ", "{token}", "x").Replace(path)
			for _, name := range names {
				answer := site.Do(t, asStaff(method, path, map[string]any{name: nil}))
				want := `{"` + name + `":["This field may not be null."]}`
				check(t, answer.Status == 400 && answer.Body == want, "%s: %d %s, not %s", call, answer.Status, answer.Body, want)
			}
		}
	})
}

// TestMembersAreMatchedByCase sends each text that a call requires under its name in capitals,
// which is another name.
func TestMembersAreMatchedByCase(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		credentials := map[string]string{"EMAIL": apitest.Email(apitest.User), "Password": apitest.Password}
		answer := site.Do(t, post("/api/users/login/", credentials))
		want := `{"email":["This field is required."],"password":["This field is required."]}`
		check(t, answer.Status == 400 && answer.Body == want, "%d %s", answer.Status, answer.Body)
		rename := apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: map[string]any{"FIRST_NAME": "Eve", "Last_name": nil}}
		if answer = site.Do(t, rename); answer.Status != 200 || strings.Contains(answer.Body, "Eve") {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	})
}

// TestAWrongTypeIsAnsweredByTheRightOne sends values of other types than those that a call takes.
func TestAWrongTypeIsAnsweredByTheRightOne(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		const integer, boolean, text, list = "A valid integer is required.", "Must be a valid boolean.", "Not a valid string.", "Expected a list of items."
		for _, row := range []struct{ call, body, field, want string }{
			{"POST /api/photos/image-changes/", `{"images":["1"]}`, "images", integer}, {"POST /api/photos/image-changes/", `{"images":[1.5]}`, "images", integer},
			{"POST /api/photos/image-changes/", `{"images":[1e99]}`, "images", integer}, {"POST /api/photos/image-changes/", `{"images":"1"}`, "images", list},
			{"POST /api/photos/image-changes/", `{"images":{}}`, "images", list}, {"POST /api/photos/image-changes/", `{"images":true}`, "images", list},
			{"POST /api/photos/image-changes/", `{"images":1}`, "images", list}, {"POST /api/photos/image-changes/", `{"delete":"true"}`, "delete", boolean},
			{"POST /api/photos/image-changes/", `{"delete":1}`, "delete", boolean},
			{"POST /api/photos/image-changes/", `{"title":7}`, "title", text},
			{"POST /api/trash/restorations/", `{"items":[null,true]}`, "items", text},
			{"POST /api/content/drafts/discard/", `{"drafts":["a.md"]}`, "drafts", "Expected a dictionary of items."},
			{"PUT /api/content/drafts/", `{"revision":"1"}`, "revision", integer}, {"PUT /api/content/drafts/", `{"base":[]}`, "base", integer},
		} {
			method, path, _ := strings.Cut(row.call, " ")
			answer := site.Do(t, apitest.Request{Method: method, Path: path, As: apitest.Staff, Text: row.body})
			var faults map[string][]string
			if answer.Decode(t, &faults); answer.Status != 400 || len(faults) != 1 || !slices.Equal(faults[row.field], []string{row.want}) {
				t.Errorf("%s %s: %d %s", row.call, row.body, answer.Status, answer.Body)
			}
		}
	})
}

// TestAnIDHasOneSpelling requests existing things with other spellings of their IDs.
func TestAnIDHasOneSpelling(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "Harbour")
		addImage(t, site, map[string]string{"title": "Crane", "gallery": "1"}, color.White)
		addDocument(t, site, nil, "a.pdf", aPDF)
		for _, id := range []string{"1", "01", "+1", "00001", "-1", "0", "1.0", "１", "1%20", "0x1"} {
			want := 404
			if id == "1" {
				want = 200
			}
			for _, call := range []apitest.Request{
				patch("/api/photos/images/"+id+"/", map[string]string{}), patch("/api/photos/galleries/update/"+id+"/", map[string]string{}),
				{Method: "POST", Path: "/api/photos/images/" + id + "/move/", As: apitest.Staff, JSON: map[string]any{"before": nil}},
				patch("/api/documents/documents/"+id+"/", map[string]string{}), patch("/api/documents/categories/"+id+"/", map[string]string{}),
				get("/api/documents/documents/"+id+"/versions/", apitest.Staff), get("/api/admin/users/"+id+"/", apitest.Staff),
			} {
				answer := site.Do(t, call)
				check(t, answer.Status == want, "%s %s: %d %s", call.Method, call.Path, answer.Status, answer.Body)
			}
		}
	})
}

// TestEachPathRefusesTheMethodsThatItDoesNotHave asks each path of the description for every
// method, as staff and as a stranger.
func TestEachPathRefusesTheMethodsThatItDoesNotHave(t *testing.T) {
	site := apitest.Start(t)
	methods := map[string][]string{}
	for _, call := range contract(t).Operations() {
		method, path, _ := strings.Cut(call, " ")
		methods[path] = append(methods[path], method)
		if method == "GET" {
			methods[path] = append(methods[path], "HEAD")
		}
	}
	order := []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
	for path, allowed := range methods {
		slices.SortFunc(allowed, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
		filled := strings.NewReplacer("{id}", "1", "{folder}", "ab", "{name}", "x.png", "{file}", "style.css", "{uidb64}", "MQ", "{token}", "x").Replace(path)
		for _, method := range order {
			if slices.Contains(allowed, method) {
				continue
			}
			for _, role := range []apitest.Role{apitest.Anonymous, apitest.Staff} {
				answer := site.Do(t, apitest.Request{Method: method, Path: filled, As: role})
				allow := strings.Join(answer.Header.Values("Allow"), ", ")
				says := method == "HEAD" || answer.Body == `{"detail":"Method \"`+method+`\" not allowed."}`
				check(t, answer.Status == 405 && allow == strings.Join(allowed, ", ") && says, "%s %s, by %s: %d %s, Allow: %s; not %v", method, path, role, answer.Status, answer.Body, allow, allowed)
			}
		}
	}
}

// TestTextsSayTheirCharset asks for each kind of text that the server itself answers with.
func TestTextsSayTheirCharset(t *testing.T) {
	site := apitest.Start(t)
	for name, want := range map[string]string{
		"a.txt": "text/plain; charset=utf-8", "a.md": "text/markdown; charset=utf-8", "a.csv": "text/csv; charset=utf-8",
	} {
		made := addDocument(t, site, nil, name, "Grüße, 1\n")
		got := site.Do(t, get(made.DownloadURL, apitest.Anonymous))
		check(t, got.Header.Get("Content-Type") == want && got.Body == "Grüße, 1", "%s is served as %q: %s", name, got.Header.Get("Content-Type"), got.Body)
	}
	for path, want := range map[string]string{
		"/api/docs/": "text/html; charset=utf-8", "/api/docs/style.css": "text/css; charset=utf-8",
		"/api/docs/start.js": "text/javascript; charset=utf-8",
	} {
		equal(t, site.Do(t, get(path, apitest.Anonymous)).Header.Get("Content-Type"), want, "the type of %s", path)
	}
}
