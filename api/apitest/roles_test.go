package apitest_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api"
	"portfolio/api/apitest"
)

var nothing = map[string]string{}

// statusesByRole has the status of each call for each role: anonymous, user, staff, deactivated,
// demoted. The bodies are such that the role alone decides.
var statusesByRole = []struct {
	call string
	json any
	want [5]int
}{
	{"GET /api/setup/", nil, [5]int{410, 410, 410, 410, 410}},
	{"POST /api/setup/", nothing, [5]int{410, 410, 410, 410, 410}},
	{"POST /api/setup/sample/", nil, [5]int{410, 410, 410, 410, 410}},

	{"GET /api/users/register/", nil, [5]int{200, 200, 200, 200, 200}},
	{"POST /api/users/register/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/users/login/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/users/login/second-factor/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/users/login/passkey/options/", nil, [5]int{200, 200, 200, 200, 200}},
	{"POST /api/users/login/passkey/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /login-with-token/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/token/refresh/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /backend/api/token/refresh/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /backend/forgotpasswordreset/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /backend/password-reset-confirm/{uidb64}/{token}/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"POST /api/users/logout/", nothing, [5]int{400, 400, 400, 400, 400}},

	{"GET /api/users/profile/", nil, [5]int{401, 200, 200, 401, 200}},
	{"PATCH /api/users/profile/", nothing, [5]int{401, 200, 200, 401, 200}},
	{"POST /api/users/password/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"POST /api/users/email/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"POST /api/users/email/confirmation/", nil, [5]int{401, 409, 409, 401, 409}},
	{"POST /api/users/email/confirm/", nothing, [5]int{400, 400, 400, 400, 400}},
	{"GET /api/users/data/", nil, [5]int{401, 200, 200, 401, 200}},
	{"POST /api/users/delete/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"GET /api/users/factors/", nil, [5]int{401, 200, 200, 401, 200}},
	{"POST /api/users/factors/totp/confirm/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"POST /api/users/factors/recovery-codes/", nil, [5]int{401, 404, 404, 401, 404}},
	{"DELETE /api/users/factors/totp/", nil, [5]int{401, 404, 404, 401, 404}},
	{"POST /api/users/factors/totp/", nil, [5]int{401, 201, 201, 401, 201}},
	{"POST /api/users/factors/passkeys/options/", nil, [5]int{401, 200, 200, 401, 200}},
	{"POST /api/users/factors/passkeys/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"PATCH /api/users/factors/passkeys/{id}/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"DELETE /api/users/factors/passkeys/{id}/", nil, [5]int{401, 404, 404, 401, 404}},
	{"POST /api/users/reauthentication/passkey/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"POST /api/users/reauthentication/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"POST /api/users/app-token/", nil, [5]int{401, 201, 201, 401, 201}},
	{"GET /api/users/sessions/", nil, [5]int{401, 200, 200, 401, 200}},
	{"DELETE /api/users/sessions/{id}/", nil, [5]int{401, 404, 404, 401, 404}},

	{"GET /api/photos/galleries/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/photos/galleries/shown/", nil, [5]int{200, 200, 200, 200, 200}},
	{"POST /api/photos/galleries/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"PATCH /api/photos/galleries/update/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/photos/galleries/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"PATCH /api/photos/images/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/photos/images/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/photos/image-changes/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"POST /api/photos/images/{id}/move/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"GET /api/photos/images/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/photos/images/?gallery_slug=page-logos", nil, [5]int{200, 200, 200, 200, 200}},
	{"POST /api/photos/images/", nothing, [5]int{401, 403, 415, 401, 403}},
	{"GET /media/{folder}/{name}", nil, [5]int{404, 404, 404, 404, 404}},

	{"GET /api/documents/categories/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/documents/categories/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"PATCH /api/documents/categories/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/documents/categories/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"GET /api/documents/documents/{id}/versions/", nil, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/documents/documents/{id}/versions/{number}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/documents/documents/{id}/versions/{number}/restore/", nil, [5]int{401, 403, 404, 401, 403}},
	{"GET /api/documents/documents/{id}/versions/{number}/download/", nil, [5]int{404, 404, 404, 404, 404}},
	{"GET /api/documents/documents/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/documents/documents/", nothing, [5]int{401, 403, 415, 401, 403}},
	{"GET /api/documents/documents/current_cv/", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/documents/documents/from_content/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/documents/documents/from_content/", nil, [5]int{401, 403, 204, 401, 403}},
	{"PUT /api/documents/documents/from_content/", nothing, [5]int{401, 401, 401, 401, 401}},
	{"PATCH /api/documents/documents/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/documents/documents/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"GET /api/documents/documents/{id}/download/", nil, [5]int{404, 404, 404, 404, 404}},
	{"GET /cv-download", nil, [5]int{303, 303, 303, 303, 303}},

	{"GET /api/content/files/", nil, [5]int{401, 403, 200, 401, 403}},
	{"PUT /api/content/drafts/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"POST /api/content/drafts/discard/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"GET /api/content/publications/", nil, [5]int{401, 403, 200, 401, 403}},
	{"DELETE /api/content/publications/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/content/publications/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"POST /api/content/translations/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"GET /api/content/history/", nil, [5]int{401, 403, 400, 401, 403}},
	{"GET /api/content/published/", nil, [5]int{401, 401, 401, 401, 401}},
	{"GET /api/content/images/{id}/", nil, [5]int{401, 401, 401, 401, 401}},
	{"PUT /api/content/source/", nothing, [5]int{401, 401, 401, 401, 401}},

	{"GET /api/shares/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/shares/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"GET /api/shares/counts/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/shares/received/", nil, [5]int{401, 200, 200, 401, 200}},
	{"POST /api/shares/open/", nothing, [5]int{401, 400, 400, 401, 400}},
	{"PATCH /api/shares/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/shares/{id}/revoke/", nil, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/shares/{id}/invitation/", nil, [5]int{401, 403, 404, 401, 403}},
	{"GET /s/{ref}", nil, [5]int{404, 404, 404, 404, 404}},
	{"GET /s/{ref}/download", nil, [5]int{404, 404, 404, 404, 404}},
	{"GET /s/{ref}/file", nil, [5]int{404, 404, 404, 404, 404}},
	{"GET /s/{ref}/photos/{id}/{width}", nil, [5]int{404, 404, 404, 404, 404}},

	{"POST /api/visits/", nothing, [5]int{400, 400, 400, 400, 400}},

	{"GET /api/messages/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/messages/", nothing, [5]int{404, 404, 404, 404, 404}},
	{"GET /api/messages/time/", nil, [5]int{404, 404, 404, 404, 404}},
	{"POST /api/messages/form/", nothing, [5]int{415, 415, 415, 415, 415}},
	{"GET /api/messages/unread/", nil, [5]int{401, 403, 200, 401, 403}},
	{"PATCH /api/messages/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/messages/{id}/", nil, [5]int{401, 403, 404, 401, 403}},

	{"GET /api/trash/", nil, [5]int{401, 403, 200, 401, 403}},
	{"DELETE /api/trash/", nil, [5]int{401, 403, 204, 401, 403}},
	{"DELETE /api/trash/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/trash/{id}/restore/", nil, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/trash/restorations/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"GET /api/trash/{id}/thumbnail/", nil, [5]int{404, 404, 404, 404, 404}},

	{"GET /api/dashboard/", nil, [5]int{401, 403, 200, 401, 403}},

	{"GET /api/admin/overview/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/admin/users/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/admin/users/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"PATCH /api/admin/users/{id}/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/admin/users/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"PUT /api/admin/users/{id}/notes/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"PUT /api/admin/users/{id}/email/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/admin/users/{id}/email/confirm/", nil, [5]int{401, 403, 404, 401, 403}},
	{"PUT /api/admin/users/{id}/staff/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"PUT /api/admin/users/{id}/active/", nothing, [5]int{401, 403, 404, 401, 403}},
	{"POST /api/admin/users/{id}/reset/", nil, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/admin/users/{id}/sessions/", nil, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/admin/users/{id}/sessions/{session}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"GET /api/admin/users/{id}/data/", nil, [5]int{401, 403, 404, 401, 403}},
	{"GET /api/admin/audit/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/admin/system/", nil, [5]int{401, 403, 200, 401, 403}},
	{"GET /api/admin/settings/", nil, [5]int{401, 403, 200, 401, 403}},
	{"PUT /api/admin/settings/visibility/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"PUT /api/admin/settings/mail/", nothing, [5]int{401, 403, 204, 401, 403}},
	{"POST /api/admin/settings/mail/test/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"PUT /api/admin/settings/backups/", nothing, [5]int{401, 403, 204, 401, 403}},
	{"POST /api/admin/backup/", nil, [5]int{401, 403, 201, 401, 403}},
	{"POST /api/admin/backup/download/", nothing, [5]int{415, 415, 415, 415, 415}},
	{"PUT /api/admin/settings/registration/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"PUT /api/admin/settings/time-zone/", nothing, [5]int{401, 403, 400, 401, 403}},
	{"POST /api/admin/mails/{id}/retry/", nil, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/admin/mails/{id}/", nil, [5]int{401, 403, 404, 401, 403}},
	{"DELETE /api/admin/throttled/{key}/", nil, [5]int{401, 403, 404, 401, 403}},

	{"GET /api/publishing/", nil, [5]int{401, 403, 200, 401, 403}},
	{"POST /api/publishing/", nil, [5]int{401, 403, 409, 401, 403}},
	{"POST /api/publishing/report/", nothing, [5]int{401, 401, 401, 401, 401}},

	{"GET /api/health/", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/health/live/", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/openapi.yaml", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/docs/", nil, [5]int{200, 200, 200, 200, 200}},
	{"GET /api/docs/{file}", nil, [5]int{404, 404, 404, 404, 404}},

	// The last one, because it signs out those whom it lets through.
	{"DELETE /api/users/sessions/", nil, [5]int{401, 204, 204, 401, 204}},
}

func TestWhoMayCallWhat(t *testing.T) {
	roles := [5]apitest.Role{apitest.Anonymous, apitest.User, apitest.Staff, apitest.Deactivated, apitest.Demoted}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		for _, row := range statusesByRole {
			method, path, _ := strings.Cut(row.call, " ")
			var got [5]int
			for i, role := range roles {
				got[i] = site.Do(t, apitest.Request{Method: method, Path: path, JSON: row.json, As: role}).Status
			}
			equal(t, got, row.want, "%s, to %v", row.call, roles)
		}
	})
}

const (
	permissionDenied   = `{"detail":"You do not have permission to perform this action."}`
	staffFactorMissing = `{"detail":"Staff need a second factor on this site. Set one up in your profile (/profile) first.","code":"second_factor_setup_required"}`
)

// randomText matches values that change with each answer.
var randomText = regexp.MustCompile(`"(passkey_token|challenge)":"[^"]+"`)

// TestAPublicCallTakesABadTokenForNone sends an outdated token with each public call.
func TestAPublicCallTakesABadTokenForNone(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		expired := site.SignIn(t, apitest.Staff).Access
		site.Clock.Advance(11 * time.Minute)
		signedOut := site.SignIn(t, apitest.User)
		expect(t, site, 204, post("/api/users/logout/", map[string]string{"refresh": signedOut.Refresh}))
		tokens := map[string]string{"expired": expired, "signed out": signedOut.Access, "not a token": "a walrus", "forged": expired + "x"}
		public := 0
		for _, row := range statusesByRole {
			method, path, _ := strings.Cut(row.call, " ")
			call := apitest.Request{Method: method, Path: path, JSON: row.json}
			stranger := site.Do(t, call)
			if stranger.Status == 401 {
				continue
			}
			public++
			for name, token := range tokens {
				call.Bearer = token
				if got := site.Do(t, call); got.Status != stranger.Status || randomText.ReplaceAllString(got.Body, "") != randomText.ReplaceAllString(stranger.Body, "") {
					t.Errorf("%s with a token that is %s: %d %s, but to a stranger: %d %s",
						row.call, name, got.Status, got.Body, stranger.Status, stranger.Body)
				}
			}
		}
		check(t, public >= 15, "only %d calls are public", public)
	})
}

func TestEachDescribedCallIsInTheTableOfRoles(t *testing.T) {
	known := map[string]bool{}
	for _, row := range statusesByRole {
		known[row.call] = true
	}
	for _, call := range contract(t).Operations() {
		check(t, known[call], "mayCall does not say who may call %s", call)
	}
}

func TestDeactivationAndDemotionActOnTheNextRequest(t *testing.T) {
	galleries := func(bearer string) apitest.Request { return by(bearer, "GET", "/api/photos/galleries/") }
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Join(t, apitest.Owner)
		user, staff := site.SignIn(t, apitest.User), site.SignIn(t, apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "a user", Request: profile(user.Access), Status: 200, Want: `{…}`},
			{Name: "staff", Request: galleries(staff.Access), Status: 200, Want: `[]`},
		})
		owner := site.SignIn(t, apitest.Owner)
		site.Deactivate(t, apitest.User)
		site.Demote(t, apitest.Staff)
		noError(t, site.App.Accounts.SetPassword(t.Context(), apitest.Email(apitest.Owner), newPassword))
		site.Run(t, []apitest.Scenario{
			{Name: "deactivated: a call", Request: profile(user.Access), Status: 401, Want: badToken},
			{Name: "deactivated: renewal", Request: renew(user.Refresh), Status: 401, Want: badToken},
			{Name: "deactivated: sign in", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401, Want: noAccount},
			{Name: "a new password of the command line: a call", Request: profile(owner.Access), Status: 401, Want: badToken},
			{Name: "a new password of the command line: renewal", Request: renew(owner.Refresh), Status: 401, Want: badToken},
			{Name: "demoted: a call for staff", Request: galleries(staff.Access), Status: 403, Want: permissionDenied},
			{Name: "demoted: a call for everybody signed in", Request: profile(staff.Access), Status: 200, Want: `{…"is_staff":false,…}`},
			{Name: "demoted: sign in", Request: login(apitest.Email(apitest.Staff), apitest.Password), Status: 200, Want: `{…"is_staff":false,…}`},
		})
	})
}

func TestTheServerDescribesItself(t *testing.T) {
	answer := apitest.Start(t).Do(t, get("/api/openapi.yaml", apitest.Anonymous))
	kind := answer.Header.Get("Content-Type")
	check(t, kind == "application/yaml" && answer.Body == strings.TrimSpace(string(api.OpenAPI)), "%s: %.80s", kind, answer.Body)
}

// TestNoTextIsTooStrange sends texts that a database may refuse to compare or store.
func TestNoTextIsTooStrange(t *testing.T) {
	const noUTF8 = `{"detail":"JSON parse error - a text is not valid UTF-8"}`
	credentials := func(text string) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/api/users/login/", Text: text}
	}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "null in an address", Request: login("a\x00@example.test", "x"), Status: 400, Want: `{"email":["Null characters are not allowed."]}`},
			{Name: "null in a password", Request: login("a@example.test", "\x00"), Status: 400, Want: `{"password":["Null characters are not allowed."]}`},
			{Name: "half a character", Request: credentials("{\"email\":\"a\xff\",\"password\":\"x\"}"), Status: 400, Want: noUTF8},
			{Name: "half a character in an unknown member", Request: credentials("{\"email\":\"a\",\"password\":\"x\",\"other\":{\"\xff\":1}}"), Status: 400, Want: noUTF8},
			{Name: "half a character in a name", Request: credentials("{\"email\":\"a\",\"password\":\"x\",\"\xff\":1}"), Status: 400, Want: noUTF8},
			{Name: "a first half, escaped", Request: credentials(`{"email":"\ud83dx","password":"x"}`), Status: 400, Want: noUTF8},
			{Name: "two first halves", Request: credentials(`{"email":"\uD83D\ud83d","password":"x"}`), Status: 400, Want: noUTF8},
			{Name: "a second half", Request: credentials(`{"email":"\\\uDC00","password":"x"}`), Status: 400, Want: noUTF8},
			{Name: "a whole one, escaped, and an escaped backslash", Request: credentials(`{"email":"\ud83d\ude00\\ud83d","password":"x"}`), Status: 401, Want: noAccount},
			{Name: "null in a slug", Request: get("/api/photos/images/?gallery_slug=%00", apitest.Anonymous), Status: 200, Want: `[]`},
			{Name: "half a character in a slug", Request: get("/api/photos/images/?gallery_slug=%ff", apitest.Anonymous), Status: 200, Want: `[]`},
			{Name: "null in a gallery", Request: apitest.Request{Method: "POST", Path: "/api/photos/galleries/", As: apitest.Staff,
				JSON: map[string]string{"name": "a\x00", "description": "\x00"}}, Status: 400,
				Want: `{"description":["Null characters are not allowed."],"name":["Null characters are not allowed."]}`},
			{Name: "null in a token", Request: redeem("\x00"), Status: 400, Want: `{"token":["Null characters are not allowed."]}`},
			{Name: "null in a refresh token", Request: renew("a.0.0.\x00.b"), Status: 400, Want: `{"refresh":["Null characters are not allowed."]}`},
		})
	})
}
