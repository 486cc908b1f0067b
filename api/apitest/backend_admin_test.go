package apitest_test

import (
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/server"
)

// adminPages and adminForms are everything in the backend admin that is for staff, with what staff are answered: 7 is
// nobody's id, and no form says what to do.
var (
	adminPages = map[string]int{
		"/backend/admin":                   200,
		"/backend/admin/users":             200,
		"/backend/admin/users/{id}":        404,
		"/backend/admin/users/{id}/delete": 404,
		"/backend/admin/audit":             200,
		"/backend/admin/system":            200,
	}
	adminForms = map[string]int{
		"/backend/admin/users/{id}/names":              404,
		"/backend/admin/users/{id}/email":              404,
		"/backend/admin/users/{id}/confirm-email":      404,
		"/backend/admin/users/{id}/notes":              404,
		"/backend/admin/users/{id}/staff":              400,
		"/backend/admin/users/{id}/active":             400,
		"/backend/admin/users/{id}/reset":              404,
		"/backend/admin/users/{id}/sessions":           404,
		"/backend/admin/users/{id}/sessions/{session}": 404,
		"/backend/admin/users/{id}/data":               404,
		"/backend/admin/users/{id}/delete":             303,
		"/backend/admin/system/mails/{id}/retry":       404,
		"/backend/admin/system/mails/{id}/forget":      404,
		"/backend/admin/system/throttled/{key}/lift":   404,
	}
	// adminDoors are what everybody may use.
	adminPublicRoutes = []string{
		"GET /backend/admin/sign-in", "POST /backend/admin/sign-in", "POST /backend/admin/sign-in/second-factor", "POST /backend/admin/sign-in/passkey", "POST /backend/admin/sign-out",
		"POST /backend/admin/theme", "GET /backend/admin/assets/{name}",
	}
)

func TestTheBackendAdminIsForStaff(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		anonymous, demoted, staff := site.Browser(), site.Browser(), site.Browser()
		site.Join(t, apitest.Demoted)
		lost := demoted.SignInBackend(t, apitest.Demoted)
		site.Demote(t, apitest.Demoted)
		token := staff.SignInBackend(t, apitest.Staff)
		sent := func(token string) url.Values { return url.Values{"token": {token}} }
		pages := maps.Clone(adminPages)
		for _, path := range []string{"/backend/admin/nothing", "/backend/admin/users/x", "/backend/admin/users/x/y/z"} {
			pages[path] = 404
		}
		for path, want := range pages {
			path = strings.ReplaceAll(path, "{id}", "7") + "/"
			if answer := anonymous.Get(t, path); answer.Status != 303 || !strings.HasPrefix(answer.Header.Get("Location"), "/backend/admin/sign-in/") {
				t.Errorf("GET %s: anonymous gets %d %s", path, answer.Status, answer.Header.Get("Location"))
			}
			if answer := demoted.Get(t, path); answer.Status != 403 || !strings.Contains(answer.Body, "may not enter") {
				t.Errorf("GET %s: who is no staff gets %d", path, answer.Status)
			}
			if answer := staff.Get(t, path); answer.Status != want {
				t.Errorf("GET %s: staff get %d, not %d", path, answer.Status, want)
			}
		}
		for path, want := range adminForms {
			path = strings.NewReplacer("{id}", "7", "{session}", "x", "{key}", "x").Replace(path) + "/"
			if answer := anonymous.Post(t, path, sent(token)); answer.Status != 303 || answer.Header.Get("Location") != "/backend/admin/sign-in/" {
				t.Errorf("POST %s: anonymous gets %d %s", path, answer.Status, answer.Header.Get("Location"))
			}
			if answer := demoted.Post(t, path, sent(lost)); answer.Status != 403 {
				t.Errorf("POST %s: who is no staff gets %d", path, answer.Status)
			}
			for name, wrong := range map[string]url.Values{"no token": {"x": {"y"}}, "another's token": sent(lost)} {
				if answer := staff.Post(t, path, wrong); answer.Status != 403 || !strings.Contains(answer.Body, "no longer valid") {
					t.Errorf("POST %s with %s: %d", path, name, answer.Status)
				}
			}
			for name, header := range map[string]map[string]string{
				"another site":   {"Sec-Fetch-Site": "cross-site", "Origin": "https://other.example"},
				"a sister site":  {"Sec-Fetch-Site": "same-site", "Origin": "https://sister.site.example"},
				"an old browser": {"Origin": "https://other.example"},
			} {
				if answer := staff.Send(t, "POST", path, sent(token), header); answer.Status != 403 {
					t.Errorf("POST %s from %s: %d", path, name, answer.Status)
				}
			}
			if answer := staff.Post(t, path, sent(token)); answer.Status != want {
				t.Errorf("POST %s: staff get %d, not %d: %s", path, answer.Status, want, answer.Body)
			}
		}
	})
}

func TestThePathsOfTheBackendAdminRefuseOtherMethods(t *testing.T) {
	site := apitest.Start(t)
	staff := site.Browser()
	staff.SignInBackend(t, apitest.Staff)
	for _, browser := range []*apitest.Browser{site.Browser(), staff} {
		for call, allowed := range map[string]string{
			"DELETE /backend/admin/audit/": "GET, HEAD", "POST /backend/admin/users/": "GET, HEAD", "PUT /backend/admin/users/7/delete/": "GET, HEAD, POST",
			"GET /backend/admin/users/7/names/": "POST", "GET /backend/admin/sign-out/": "POST", "DELETE /backend/admin/sign-in": "GET, HEAD, POST",
			"TRACE /backend/admin/audit/": "GET, HEAD",
		} {
			method, path, _ := strings.Cut(call, " ")
			answer := browser.Send(t, method, path, nil, nil)
			if got := strings.Join(answer.Header.Values("Allow"), ", "); answer.Status != 405 || got != allowed || !strings.Contains(answer.Body, "<h1>Not allowed</h1>") {
				t.Errorf("%s: %d, Allow: %s: %s", call, answer.Status, got, answer.Body)
			}
		}
	}
}

func TestEachPageOfTheBackendAdminIsInTheTable(t *testing.T) {
	routes := routesOf(t, apitest.Start(t))
	public := strings.Join(adminPublicRoutes, "\n")
	for _, route := range routes {
		method, path, _ := strings.Cut(route, " ")
		if !strings.HasPrefix(path, server.AdminPath) || path == server.AdminPath+"/*" || strings.Contains(public, route) {
			continue
		}
		_, isPage := adminPages[path]
		_, isForm := adminForms[path]
		if method == "GET" && !isPage || method != "GET" && !isForm {
			t.Errorf("the tables do not say who may use %s", route)
		}
	}
}

func TestSignInToTheBackendAdmin(t *testing.T) {
	try := func(t *testing.T, b *apitest.Browser, email, password, next string) apitest.Answer {
		t.Helper()
		return b.Post(t, "/backend/admin/sign-in/", url.Values{"email": {email}, "password": {password}, "next": {next}})
	}
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		for _, test := range []struct {
			name, email, password string
			status                int
			says                  string
		}{
			{"nobody", "nobody@example.test", apitest.Password, 401, "No active account found"},
			{"a wrong password", apitest.Email(apitest.Staff), "wrong horse battery", 401, "No active account found"},
			{"nothing", "", "", 401, "No active account found"},
			{"no staff", apitest.Email(apitest.User), apitest.Password, 403, "may not enter"},
			{"hostile", `"><script>`, "x", 401, `value="&#34;&gt;&lt;script&gt;"`},
		} {
			answer := try(t, site.Browser(), test.email, test.password, "/backend/admin/users/")
			if answer.Status != test.status || !strings.Contains(answer.Body, test.says) || !strings.Contains(answer.Body, `value="/backend/admin/users/"`) {
				t.Errorf("%s: %d %s", test.name, answer.Status, answer.Body)
			}
			if cookies := answer.Header.Values("Set-Cookie"); len(cookies) > 0 {
				t.Errorf("%s: gets cookies: %q", test.name, cookies)
			}
		}
		for next, want := range map[string]string{
			"":                                    "/backend/admin/",
			"/backend/admin/users/?q=a&page=2":    "/backend/admin/users/?page=2&q=a",
			"/dashboard":                          "/backend/admin/",
			"https://evil.example/backend/admin/": "/backend/admin/",
			"//evil.example/backend/admin/":       "/backend/admin/",
			`/\evil.example`:                      "/backend/admin/",
			`/backend/admin/\..\..\evil`:          "/backend/admin/",
			"/backend/admin/../../evil":           "/backend/admin/",
			"/backend/admin/sign-in/":             "/backend/admin/",
			"javascript:alert(1)":                 "/backend/admin/",
		} {
			answer := try(t, site.Browser(), apitest.Email(apitest.Staff), apitest.Password, next)
			if answer.Status != 303 || answer.Header.Get("Location") != want {
				t.Errorf("next %q: %d to %q, not %q", next, answer.Status, answer.Header.Get("Location"), want)
			}
			cookie := answer.Header.Get("Set-Cookie")
			if !strings.HasPrefix(cookie, "backend_session=") || !strings.HasSuffix(cookie, "; Path=/backend/admin/; HttpOnly; Secure; SameSite=Strict") {
				t.Errorf("the session's cookie is %q", cookie)
			}
		}
		cross := map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://other.example"}
		fields := url.Values{"email": {apitest.Email(apitest.Staff)}, "password": {apitest.Password}}
		if answer := site.Browser().Send(t, "POST", "/backend/admin/sign-in/", fields, cross); answer.Status != 403 || answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("another site signs in: %d", answer.Status)
		}
		answer := site.Browser().Get(t, "/backend/admin/users/?q=ada")
		if got := answer.Header.Get("Location"); got != "/backend/admin/sign-in/?next=%2Fbackend%2Fadmin%2Fusers%2F%3Fq%3Dada" {
			t.Errorf("anonymous is sent to %q", got)
		}
	})
}

// A CDN passes on what it proxies under another host's name; the browser still names the site that it is on.
func TestTheBackendAdminBehindAProxy(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": apitest.PublicURL + "/"})
	fields := url.Values{"email": {apitest.Email(apitest.Staff)}, "password": {apitest.Password}}
	for origin, want := range map[string]int{apitest.PublicURL: 303, "https://other.example": 403, "null": 403} {
		answer := site.Browser().Send(t, "POST", "/backend/admin/sign-in/", fields, map[string]string{"Origin": origin})
		if answer.Status != want {
			t.Errorf("from %s: %d", origin, answer.Status)
		}
	}
}

// Whoever is in already and tries again with a wrong password stays in.
func TestASecondSignInToTheBackendAdmin(t *testing.T) {
	site := apitest.Start(t)
	staff := site.Browser()
	staff.SignInBackend(t, apitest.Staff)
	if answer := staff.Get(t, "/backend/admin/sign-in/?next=/backend/admin/users/"); answer.Header.Get("Location") != "/backend/admin/users/" {
		t.Errorf("the sign-in leads to %q", answer.Header.Get("Location"))
	}
	answer := staff.Post(t, "/backend/admin/sign-in/", url.Values{"email": {apitest.Email(apitest.Staff)}, "password": {"wrong"}})
	if answer.Status != 401 || strings.Count(answer.Body, "<main") != 1 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if answer := staff.Get(t, "/backend/admin/"); answer.Status != 200 {
		t.Errorf("after that: %d", answer.Status)
	}
}

func TestTheHeadersOfTheBackendAdmin(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"CORS_ORIGINS": "https://app.example"})
	staff := site.Browser()
	staff.SignInBackend(t, apitest.Staff)
	answer := staff.Send(t, "GET", "/backend/admin/", nil, map[string]string{"Origin": "https://app.example"})
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"Cache-Control":           "no-store", "X-Robots-Tag": "noindex, nofollow", "X-Content-Type-Options": "nosniff",
		"Access-Control-Allow-Origin": "", "Access-Control-Allow-Credentials": "", "Set-Cookie": "",
	} {
		if got := strings.Join(answer.Header.Values(name), "; "); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	_, rest, _ := strings.Cut(answer.Body, `rel="stylesheet" href="`)
	path, _, _ := strings.Cut(rest, `"`)
	style := site.Browser().Get(t, path)
	if style.Status != 200 || style.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || style.Header.Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("the style at %q: %d %v", path, style.Status, style.Header)
	}
	if answer := site.Browser().Get(t, "/backend/admin/assets/style.000000000000.css"); answer.Status != 404 {
		t.Errorf("a style of another version: %d", answer.Status)
	}
}

func TestTheEndOfASessionInTheBackendAdmin(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, site *apitest.Site, b *apitest.Browser, token string){
		"half an hour of nothing": func(_ *testing.T, site *apitest.Site, _ *apitest.Browser, _ string) {
			site.Clock.Advance(31 * time.Minute)
		},
		"a day of work": func(t *testing.T, site *apitest.Site, b *apitest.Browser, _ string) {
			for range 20 {
				site.Clock.Advance(25 * time.Minute)
				b.Get(t, "/backend/admin/")
			}
		},
		"sign-out": func(t *testing.T, _ *apitest.Site, b *apitest.Browser, token string) {
			if answer := b.Post(t, "/backend/admin/sign-out/", nil); answer.Status != 403 {
				t.Errorf("signed out by a form without a token: %d", answer.Status)
			}
			b.Post(t, "/backend/admin/sign-out/", url.Values{"token": {token}})
		},
		"deactivation": func(t *testing.T, site *apitest.Site, _ *apitest.Browser, _ string) {
			site.Deactivate(t, apitest.Staff)
		},
		"a new password": func(t *testing.T, site *apitest.Site, _ *apitest.Browser, _ string) {
			answer := site.Do(t, apitest.Request{Method: "POST", Path: "/api/users/password/", As: apitest.Staff, JSON: map[string]string{
				"old_password": apitest.Password, "new_password": "another horse battery", "new_password2": "another horse battery",
			}})
			if answer.Status >= 300 {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
		},
		"signing out everywhere": func(t *testing.T, site *apitest.Site, _ *apitest.Browser, _ string) {
			site.Do(t, apitest.Request{Method: "DELETE", Path: "/api/users/sessions/", As: apitest.Staff})
		},
		"rights that were taken away and given again": func(t *testing.T, site *apitest.Site, b *apitest.Browser, _ string) {
			site.Demote(t, apitest.Staff)
			if answer := b.Get(t, "/backend/admin/"); answer.Status != 403 {
				t.Errorf("without rights: %d", answer.Status)
			}
			site.Promote(t, apitest.Staff)
		},
	} {
		t.Run(name, func(t *testing.T) {
			apitest.Each(t, func(t *testing.T, site *apitest.Site) {
				site.Join(t, apitest.Owner)
				browser := site.Browser()
				token := browser.SignInBackend(t, apitest.Staff)
				site.Clock.Advance(25 * time.Minute)
				if answer := browser.Get(t, "/backend/admin/"); answer.Status != 200 {
					t.Fatalf("before: %d", answer.Status)
				}
				end(t, site, browser, token)
				if answer := browser.Get(t, "/backend/admin/"); answer.Status != 303 {
					t.Errorf("after: %d", answer.Status)
				}
			})
		})
	}
}

func TestTheThemeOfTheBackendAdmin(t *testing.T) {
	browser := apitest.Start(t).Browser()
	answer := browser.Post(t, "/backend/admin/theme/", url.Values{"theme": {"dark"}, "next": {"/backend/admin/users/"}})
	if answer.Status != 303 || answer.Header.Get("Location") != "/backend/admin/sign-in/?next=%2Fbackend%2Fadmin%2Fusers%2F" {
		t.Errorf("%d %s", answer.Status, answer.Header.Get("Location"))
	}
	if page := browser.Get(t, "/backend/admin/sign-in/"); !strings.Contains(page.Body, `<html lang="en" class="dark">`) {
		t.Error("the page is not dark")
	}
	browser.Post(t, "/backend/admin/theme/", url.Values{"theme": {`"><script>`}})
	browser.Post(t, "/backend/admin/theme/", url.Values{"theme": {"light"}})
	if page := browser.Get(t, "/backend/admin/sign-in/"); !strings.Contains(page.Body, `<html lang="en">`) {
		t.Error("the page is not light")
	}
}

// TestTheThemeGoesAlongToTheBackendAdmin follows a link of the site, which may be on another host: no cookie comes along
// but those that are for such links.
func TestTheThemeGoesAlongToTheBackendAdmin(t *testing.T) {
	site := apitest.Start(t)
	for _, test := range []struct{ from, to, html string }{
		{"/backend/admin/?theme=dark", "/backend/admin/", `<html lang="en" class="dark">`},
		{"/backend/admin/users/?q=ada&theme=dark&page=2", "/backend/admin/users/?page=2&q=ada", `<html lang="en" class="dark">`},
		{"/backend/admin/sign-in/?theme=light", "/backend/admin/sign-in/", `<html lang="en">`},
		{"/backend/admin/?theme=DARK", "/backend/admin/", `<html lang="en">`},
		{"/backend/admin/?theme=%22%3E%3Cscript%3E", "/backend/admin/", `<html lang="en">`},
		{"/backend/admin/?theme=light&theme=dark", "/backend/admin/", `<html lang="en">`},
	} {
		browser := site.Browser()
		answer := browser.Get(t, test.from)
		if answer.Status != 303 || answer.Header.Get("Location") != test.to {
			t.Errorf("%s: %d to %q", test.from, answer.Status, answer.Header.Get("Location"))
		}
		for _, cookie := range answer.Header.Values("Set-Cookie") {
			if !strings.HasPrefix(cookie, "backend_theme=dark;") && !strings.HasPrefix(cookie, "backend_theme=light;") ||
				!strings.HasSuffix(cookie, "; Path=/backend/admin/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax") {
				t.Errorf("%s: the cookie is %q", test.from, cookie)
			}
		}
		if page := browser.Get(t, "/backend/admin/sign-in/"); !strings.Contains(page.Body, test.html) {
			t.Errorf("%s: the page has not %s: %s", test.from, test.html, page.Body)
		}
	}
}
