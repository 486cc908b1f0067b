package apitest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
)

const freshProofRequired = `{"detail":"Please confirm that it is you before this is done.","code":"fresh_proof_required"}`

// needFreshProof are the calls and the forms that a session alone does not allow. The others that change who may sign in take
// the password themselves.
var needFreshProof = []string{
	"DELETE /api/users/sessions", "DELETE /api/users/sessions/{id}",
	"POST /api/users/factors/totp", "POST /api/users/factors/totp/confirm", "DELETE /api/users/factors/totp", "POST /api/users/factors/recovery-codes",
	"POST /api/users/factors/passkeys/options", "POST /api/users/factors/passkeys", "DELETE /api/users/factors/passkeys/{id}",

	"POST /backend/admin/users/{id}/email", "POST /backend/admin/users/{id}/confirm-email", "POST /backend/admin/users/{id}/staff", "POST /backend/admin/users/{id}/active",
	"POST /backend/admin/users/{id}/sessions", "POST /backend/admin/users/{id}/sessions/{session}", "POST /backend/admin/users/{id}/delete",
}

// renewed returns a new access token of a session.
func renewed(t *testing.T, site *apitest.Site, refresh string) string {
	t.Helper()
	var answer struct{ Access string }
	site.Do(t, post("/api/token/refresh/", map[string]string{"refresh": refresh})).Decode(t, &answer)
	return answer.Access
}

// byAppToken returns the access token of a session that a one-time token has opened.
func byAppToken(t *testing.T, site *apitest.Site, bearer string) string {
	t.Helper()
	var answer struct{ Access string }
	token := issueAppToken(t, site, apitest.Request{Bearer: bearer})
	site.Do(t, post("/login-with-token/", map[string]string{"token": token})).Decode(t, &answer)
	return answer.Access
}

func prove(bearer, password string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/api/users/proof/", Bearer: bearer, JSON: map[string]string{"password": password}}
}

func TestAProofHoldsForTenMinutesInItsSession(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		opened, other := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		end := func(bearer string) apitest.Request {
			return apitest.Request{Method: "DELETE", Path: "/api/users/sessions/AAAAAAAAAAAAAAAAAAAAAA/", Bearer: bearer}
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
	apitest.EachWith(t, apitest.Settings{"RATE_LIMIT": "on"}, func(t *testing.T, site *apitest.Site) {
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

// TestStaffConfirmThatItIsThem has a form wait for the password, which comes with what was sent before.
func TestStaffConfirmThatItIsThem(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		site.Clock.Advance(11 * time.Minute)
		page := account.send(t, "staff/", "to=yes")
		for _, part := range []string{"<h1>Confirm that it is you</h1>", `action="` + account.path + `staff/"`, `name="to" value="yes"`, `name="token" value="` + account.token + `"`} {
			if page.Status != 403 || !strings.Contains(page.Body, part) {
				t.Errorf("the page has no %s: %d %s", part, page.Status, page.Body)
			}
		}
		page = account.send(t, "staff/", "to=yes", "proof_password=wrong")
		if page.Status != 400 || !strings.Contains(page.Body, "Your password was entered incorrectly.") || strings.Contains(page.Body, `value="wrong"`) ||
			!strings.Contains(page.Body, `name="to" value="yes"`) || account.details(t).IsStaff {
			t.Errorf("a wrong password: %d %s", page.Status, page.Body)
		}
		if answer := account.send(t, "staff/", "to=yes", "proof_password="+apitest.Password); answer.Status != 303 || !account.details(t).IsStaff {
			t.Errorf("the right one: %d %s", answer.Status, answer.Body)
		}
		account.submitTwice(t, "may no longer manage the site", "staff/", "to=no")
		site.Clock.Advance(11 * time.Minute)
		if answer := account.send(t, "delete/"); answer.Status != 403 {
			t.Errorf("ten minutes later: %d", answer.Status)
		}
		own := fmt.Sprintf("/backend/admin/users/%d/", site.Find(t, apitest.Staff))
		account.path = own
		if answer := account.send(t, "email/", "email="+newEmail, "password="+apitest.Password); answer.Status != 303 {
			t.Errorf("an address of one's own takes the password itself: %d %s", answer.Status, answer.Body)
		}
		audited := account.browser.Get(t, "/backend/admin/audit/?action=confirmation+refused")
		if !strings.Contains(audited.Body, "wrong password") {
			t.Errorf("the audit log does not know of the wrong password")
		}
	})
}
