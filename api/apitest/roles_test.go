package apitest_test

import (
	"strings"
	"testing"

	"portfolio/api/apitest"
)

var nothing = map[string]string{}

// mayCall says what each role is answered to each call: statuses of anonymous, user, staff, deactivated, demoted.
// Bodies are such that who asks decides, and not what is asked.
var mayCall = []struct {
	call string
	json any
	want [5]int
}{
	{"POST /api/users/register/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/users/login/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /login-with-token/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/token/refresh/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /backend/api/token/refresh/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /backend/forgotpasswordreset/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /backend/password-reset-confirm/{uidb64}/{token}/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/users/logout/", nothing, [5]int{400, 400, 400, 400, 400}},

	{"GET /api/users/profile/", nil, [5]int{401, 200, 200, 401, 200}},
	{"PATCH /api/users/profile/", nothing, [5]int{401, 200, 200, 401, 200}},
	{"POST /api/users/password/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"POST /api/users/app-token/", nil, [5]int{401, 201, 201, 401, 201}},
	{"GET /api/users/sessions/", nil, [5]int{401, 200, 200, 401, 200}},
	{"DELETE /api/users/sessions/{id}/", nil, [5]int{401, 404, 404, 401, 404}},

	{"GET /api/photos/galleries/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/photos/galleries/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"GET /api/photos/images/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/photos/images/?gallery_slug=page-logos", nil, [5]int{200, 200, 200, 200, 200}},
	{"POST /api/photos/images/", nothing, [5]int{401, 403, 415, 401, 403}},
	{"GET /media/{folder}/{name}", nil, [5]int{404, 404, 404, 404, 404}},

	{"GET /api/health/", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/health/live/", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/openapi.yaml", nil, [5]int{200, 200, 200, 200, 200}},

	// The last one, because it signs out those whom it lets through.
	{"DELETE /api/users/sessions/", nil, [5]int{401, 204, 204, 401, 204}},
}

func TestWhoMayCallWhat(t *testing.T) {
	roles := [5]apitest.Role{apitest.Anonymous, apitest.User, apitest.Staff, apitest.Deactivated, apitest.Demoted}
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		for _, row := range mayCall {
			method, path, _ := strings.Cut(row.call, " ")
			var got [5]int
			for i, role := range roles {
				got[i] = site.Do(t, apitest.Request{Method: method, Path: path, JSON: row.json, As: role}).Status
			}
			if got != row.want {
				t.Errorf("%s: %v to %v, not %v", row.call, got, roles, row.want)
			}
		}
	})
}

func TestEachDescribedCallIsInTheTableOfRoles(t *testing.T) {
	known := map[string]bool{}
	for _, row := range mayCall {
		known[row.call] = true
	}
	for _, call := range contract(t).Operations() {
		if !known[call] {
			t.Errorf("mayCall does not say who may call %s", call)
		}
	}
}
