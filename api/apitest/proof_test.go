package apitest_test

import (
	"testing"
	"time"

	"portfolio/api/apitest"
)

const freshProofRequired = `{"detail":"Confirm that it's you before you continue.","code":"fresh_proof_required"}`

// needFreshProof are the calls that a session alone does not allow. The others that change who may
// sign in take the password themselves.
var needFreshProof = []string{
	"DELETE /api/users/sessions", "DELETE /api/users/sessions/{id}",
	"POST /api/users/factors/totp", "POST /api/users/factors/totp/confirm", "DELETE /api/users/factors/totp", "POST /api/users/factors/recovery-codes",
	"POST /api/users/factors/passkeys/options", "POST /api/users/factors/passkeys", "DELETE /api/users/factors/passkeys/{id}",

	"PUT /api/admin/users/{id}/email", "POST /api/admin/users/{id}/email/confirm", "PUT /api/admin/users/{id}/staff", "PUT /api/admin/users/{id}/active",
	"DELETE /api/admin/users/{id}/sessions", "DELETE /api/admin/users/{id}/sessions/{session}", "DELETE /api/admin/users/{id}",
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

func prove(bearer, password string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/api/users/proof/", Bearer: bearer, JSON: map[string]string{"password": password}}
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
			{Name: "not lately: a renewal proves nothing", Request: end(here), Status: 403, Want: freshProofRequired},
			{Name: "without a password", Request: apitest.Request{Method: "POST", Path: "/api/users/proof/", Bearer: here, JSON: nothing},
				Status: 400, Want: `{"password":["This field is required."]}`},
			{Name: "a wrong password", Request: prove(here, "wrong"), Status: 400,
				Want: `{"password":["Your password was entered incorrectly. Please enter it again."]}`},
			{Name: "still not", Request: end(here), Status: 403, Want: freshProofRequired},
			{Name: "proved", Request: prove(here, apitest.Password), Status: 204, Want: ""},
			{Name: "now it may", Request: end(here), Status: 404, Want: missing},
			{Name: "another session of the person may not", Request: end(there), Status: 403, Want: freshProofRequired},
			{Name: "nor the app's", Request: end(app), Status: 403, Want: freshProofRequired},
			{Name: "the app's proves it itself", Request: prove(app, apitest.Password), Status: 204, Want: ""},
			{Name: "and may", Request: end(app), Status: 404, Want: missing},
		})
	})
}

func TestAProofIsGuessedNoMoreOftenThanAPassword(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"RATE_LIMIT": "on"}, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		tries := 0
		for ; tries < 60; tries++ {
			if site.Do(t, prove(bearer, "wrong")).Status == 429 {
				break
			}
		}
		if tries > 50 {
			t.Errorf("%d passwords were tried", tries)
		}
	})
}
