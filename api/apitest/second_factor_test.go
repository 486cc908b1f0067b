package apitest_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
)

// codeOf returns the code of an authenticator app for a secret (RFC 6238), shift steps from the
// site's time.
func codeOf(t *testing.T, site *apitest.Site, secret string, shift int64) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(secret, "-", ""))
	noError(t, err)
	mac := hmac.New(sha1.New, key)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(site.Clock.Now().Unix()/30+shift)))
	sum := mac.Sum(nil)
	at := sum[19] & 15
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:])&0x7fffffff)%1_000_000)
}

func factorCall(method, path, bearer string, body any) apitest.Request {
	return apitest.Request{Method: method, Path: "/api/users/factors/" + path, Bearer: bearer, JSON: body}
}

// setUpAuthenticator gives a role's account an authenticator app and returns its secret and the
// recovery codes. The codes of the present step are good no longer.
func setUpAuthenticator(t *testing.T, site *apitest.Site, role apitest.Role) (secret string, recovery []string) {
	t.Helper()
	return addAuthenticator(t, site, site.SignIn(t, role).Access, apitest.Email(role))
}

func addAuthenticator(t *testing.T, site *apitest.Site, bearer, email string) (secret string, recovery []string) {
	t.Helper()
	secret, recovery, uri := addAnyAuthenticator(t, site, bearer)
	if len(recovery) != 10 || !strings.HasPrefix(uri, "otpauth://totp/site.example:"+email+"?") {
		t.Fatalf("%s %v", uri, recovery)
	}
	return secret, recovery
}

// addAnyAuthenticator is addAuthenticator also for an account that has recovery codes.
func addAnyAuthenticator(t *testing.T, site *apitest.Site, bearer string) (secret string, recovery []string, uri string) {
	t.Helper()
	var setup struct{ Secret, URI string }
	site.Do(t, factorCall("POST", "totp/", bearer, nil)).Decode(t, &setup)
	var codes struct {
		Codes []string `json:"recovery_codes"`
	}
	site.Do(t, factorCall("POST", "totp/confirm/", bearer, map[string]string{"code": codeOf(t, site, setup.Secret, 0)})).Decode(t, &codes)
	return setup.Secret, codes.Codes, setup.URI
}

// passwordStep signs in with the password and returns the token for the second step.
func passwordStep(t *testing.T, site *apitest.Site, role apitest.Role) string {
	t.Helper()
	return firstStep(t, site.Do(t, login(apitest.Email(role), apitest.Password)))
}

// firstStep returns the token for the second step in the answer to a right password.
func firstStep(t *testing.T, answer apitest.Answer) string {
	t.Helper()
	var asked struct {
		Code, Access string
		Token        string `json:"second_factor_token"`
	}
	answer.Decode(t, &asked)
	if answer.Status != 401 || asked.Code != "second_factor_required" || asked.Token == "" || asked.Access != "" {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return asked.Token
}

func secondStep(token, code string) apitest.Request {
	return post("/api/users/login/second-factor/", map[string]string{"second_factor_token": token, "code": code})
}

// signInWith is the second step of a new sign-in.
func signInWith(t *testing.T, site *apitest.Site, role apitest.Role, code string) apitest.Request {
	t.Helper()
	return secondStep(passwordStep(t, site, role), code)
}

const tooLong = `{"detail":"This sign-in took too long. Please sign in again."}`

const wrongCode = `{"code":["This code is wrong or was already used. Wait for the next one."]}`

func TestSignInWithAnAuthenticatorApp(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		secret, recovery := setUpAuthenticator(t, site, apitest.User)
		first, second := passwordStep(t, site, apitest.User), passwordStep(t, site, apitest.User)
		next := codeOf(t, site, secret, 1)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: post("/api/users/login/second-factor/", nothing), Status: 400,
				Want: `{"code":["This field is required."],"second_factor_token":["This field is required."]}`},
			{Name: "the code that set it up", Request: secondStep(first, codeOf(t, site, secret, 0)), Status: 400, Want: wrongCode},
			{Name: "a code that is two steps old", Request: secondStep(first, codeOf(t, site, secret, -2)), Status: 400, Want: wrongCode},
			{Name: "one that is two steps ahead", Request: secondStep(first, codeOf(t, site, secret, 2)), Status: 400, Want: wrongCode},
			{Name: "no code at all", Request: secondStep(first, "walrus"), Status: 400, Want: wrongCode},
			{Name: "an unknown token", Request: secondStep(first+"x", next), Status: 401, Want: tooLong},
			{Name: "the next code, with a space", Request: secondStep(first, next[:3]+" "+next[3:]), Status: 200, Want: `{"access":"…","refresh":"…","user":{…}}`},
			{Name: "the same code again", Request: secondStep(second, next), Status: 400, Want: wrongCode},
			{Name: "an older one", Request: secondStep(second, codeOf(t, site, secret, 0)), Status: 400, Want: wrongCode},
			{Name: "a recovery code, as people type", Request: secondStep(second, strings.ToLower(strings.ReplaceAll(recovery[3], "-", " "))), Status: 200, Want: `{"access":…`},
			{Name: "it counts once", Request: signInWith(t, site, apitest.User, recovery[3]), Status: 400, Want: wrongCode},
			{Name: "another's recovery code", Request: signInWith(t, site, apitest.User, "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"), Status: 400, Want: wrongCode},
		})
		inTime, late := passwordStep(t, site, apitest.User), passwordStep(t, site, apitest.User)
		site.Clock.Advance(5*time.Minute - time.Second)
		in := secondStep(inTime, codeOf(t, site, secret, -1))
		site.Run(t, []apitest.Scenario{{Name: "just in time, with the previous code", Request: in, Status: 200, Want: `{…}`}})
		site.Clock.Advance(time.Second)
		site.Run(t, []apitest.Scenario{{Name: "too late", Request: secondStep(late, codeOf(t, site, secret, 1)), Status: 401, Want: tooLong}})

		old := passwordStep(t, site, apitest.User)
		noError(t, site.App.Accounts.SetPassword(t.Context(), apitest.Email(apitest.User), newPassword))
		site.Run(t, []apitest.Scenario{{Name: "a new password since", Request: secondStep(old, recovery[0]), Status: 401, Want: tooLong},
			{Name: "which is not enough alone", Request: login(apitest.Email(apitest.User), newPassword), Status: 401, Want: `{…"code":"second_factor_required",…}`}})
	})
}

// One password opens one session, whatever follows it: a code, another one or a passkey.
func TestAFirstStepOpensOneSession(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		key := newPhone(site)
		recovery := key.register(t, bearer, "Blue phone")
		secret, _, _ := addAnyAuthenticator(t, site, bearer)
		foreign := *key
		foreign.party.Origin = "https://site.example.evil.example"
		byCode, byKey := passwordStep(t, site, apitest.User), passwordStep(t, site, apitest.User)
		site.Run(t, []apitest.Scenario{
			{Name: "a wrong code", Request: secondStep(byCode, "walrus"), Status: 400, Want: wrongCode},
			{Name: "a passkey that is refused", Request: foreign.secondStep(t, byCode), Status: 401, Want: passkeyRefused},
			{Name: "a code", Request: secondStep(byCode, codeOf(t, site, secret, 1)), Status: 200, Want: `{"access":"…","refresh":"…","user":{…}}`},
			{Name: "another one", Request: secondStep(byCode, recovery[0]), Status: 401, Want: tooLong},
			{Name: "line breaks in the token", Request: secondStep("\n"+byCode[:9]+"\r\n"+byCode[9:], recovery[0]), Status: 401, Want: tooLong},
			{Name: "a wrong one", Request: secondStep(byCode, "walrus"), Status: 401, Want: tooLong},
			{Name: "a passkey after it", Request: key.secondStep(t, byCode), Status: 401, Want: tooLong},
			{Name: "a passkey", Request: key.secondStep(t, byKey), Status: 200, Want: `{"access":"…","refresh":"…","user":{…}}`},
			{Name: "a passkey again", Request: key.secondStep(t, byKey), Status: 401, Want: tooLong},
			{Name: "a code after it", Request: secondStep(byKey, recovery[0]), Status: 401, Want: tooLong},
			{Name: "the code was not used up", Request: signInWith(t, site, apitest.User, recovery[0]), Status: 200, Want: `{…}`},
		})
		noError(t, site.App.Accounts.DeleteExpired(t.Context()))
		site.Run(t, []apitest.Scenario{{Name: "after expired rows were deleted", Request: secondStep(byCode, recovery[1]), Status: 401, Want: tooLong}})

		first, requests := passwordStep(t, site, apitest.User), []apitest.Request{}
		for _, code := range recovery[1:6] {
			requests = append(requests, secondStep(first, code), key.secondStep(t, first))
		}
		allAtOnce(t, site, requests, 200, 401)
	})
}

func TestASecondFactorIsManagedOnTheProfile(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		secret, before := setUpAuthenticator(t, site, apitest.User)
		first := passwordStep(t, site, apitest.User)
		var opened accounts.Tokens
		site.Do(t, signInWith(t, site, apitest.User, before[0])).Decode(t, &opened)
		bearer := opened.Access
		var fresh struct {
			Codes []string `json:"recovery_codes"`
		}
		site.Run(t, []apitest.Scenario{
			{Name: "what there is", Request: factorCall("GET", "", bearer, nil), Status: 200, Want: `{"totp":true,"totp_fault":"","recovery_codes":9,"passkeys":[],"required":false}`},
			{Name: "another app", Request: factorCall("POST", "totp/", bearer, nil), Status: 409, Want: `{"detail":"An authenticator app is already set up. Remove it first."}`},
			{Name: "a code for it", Request: factorCall("POST", "totp/confirm/", bearer, map[string]string{"code": codeOf(t, site, secret, 1)}), Status: 400, Want: wrongCode},
		})
		site.Do(t, factorCall("POST", "recovery-codes/", bearer, nil)).Decode(t, &fresh)
		site.Run(t, []apitest.Scenario{
			{Name: "a code from before", Request: secondStep(first, before[1]), Status: 400, Want: wrongCode},
			{Name: "a new one", Request: secondStep(first, fresh.Codes[1]), Status: 200, Want: `{…}`},
			{Name: "removed", Request: factorCall("DELETE", "totp/", bearer, nil), Status: 204, Want: ""},
			{Name: "a second time", Request: factorCall("DELETE", "totp/", bearer, nil), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "nothing is left", Request: factorCall("GET", "", bearer, nil), Status: 200, Want: `{"totp":false,"totp_fault":"","recovery_codes":0,"passkeys":[],"required":false}`},
			{Name: "the password is enough", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 200, Want: `{…}`},
		})
		entries := auditOf(t, site, "?action=second+factor+added").Entries
		check(t, hasDetail(entries, "authenticator app") && hasDetail(entries, "new recovery codes"), "the audit log does not know of it: %+v", entries)
	})
}

func TestASecretThatWasNotConfirmedAsksForNothing(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		var first, second struct{ Secret string }
		site.Do(t, factorCall("POST", "totp/", bearer, nil)).Decode(t, &first)
		site.Do(t, factorCall("POST", "totp/", bearer, nil)).Decode(t, &second)
		code := func(secret string) map[string]string { return map[string]string{"code": codeOf(t, site, secret, 0)} }
		site.Run(t, []apitest.Scenario{
			{Name: "the password is enough", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 200, Want: `{…}`},
			{Name: "the first secret was replaced", Request: factorCall("POST", "totp/confirm/", bearer, code(first.Secret)), Status: 400, Want: wrongCode},
			{Name: "the second counts", Request: factorCall("POST", "totp/confirm/", bearer, code(second.Secret)), Status: 200, Want: `{…}`},
		})
	})
}

func TestOfManyUsesOfOneCodeAtOnceOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		secret, recovery := setUpAuthenticator(t, site, apitest.User)
		with := func(code string) []apitest.Request {
			return several(4, func(int) apitest.Request { return signInWith(t, site, apitest.User, code) })
		}
		allAtOnce(t, site, with(codeOf(t, site, secret, 1)), 200, 400)
		allAtOnce(t, site, with(recovery[0]), 200, 400)
	})
}

func TestCodesAreGuessedFiveTimes(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"RATE_LIMIT": "on"}, func(t *testing.T, site *apitest.Site) {
		secret, recovery := setUpAuthenticator(t, site, apitest.User)
		first := passwordStep(t, site, apitest.User)
		cookie := cookieOf(t, site.Do(t, signInWith(t, site, apitest.User, recovery[0])))
		expect(t, site, 400, several(5, func(int) apitest.Request { return secondStep(first, "walrus") })...)
		expect(t, site, 429, secondStep(first, codeOf(t, site, secret, 1)))
		expect(t, site, 400, several(5, func(int) apitest.Request { return on(cookie, secondStep(first, "walrus")) })...)
		wait(t, site.Do(t, on(cookie, secondStep(first, recovery[1]))))
		user := site.User(t, apitest.Email(apitest.User))
		noError(t, site.App.Accounts.Unthrottle(t.Context(), user))
		site.Run(t, []apitest.Scenario{
			{Name: "the limit is lifted", Request: secondStep(first, codeOf(t, site, secret, 1)), Status: 200, Want: `{…}`},
			{Name: "on a trusted device too", Request: on(cookie, signInWith(t, site, apitest.User, recovery[1])), Status: 200, Want: `{…}`},
		})
	})
}

// An attacker with the password who keeps guessing codes does not lock the owner out.
func TestCodesThatAreGuessedElsewhereKeepNoKnownDeviceOut(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		secret, recovery := setUpAuthenticator(t, site, apitest.User)
		cookie := cookieOf(t, site.Do(t, secondStep(passwordStep(t, site, apitest.User), recovery[0])))
		guesses := 0
		for guesses < 40 {
			if site.Do(t, secondStep(passwordStep(t, site, apitest.User), "walrus")).Status == 400 {
				guesses++
				continue
			}
			if guesses == 30 {
				break
			}
			site.Clock.Advance(10 * time.Minute)
		}
		equal(t, guesses, 30, "guesses in a day")
		for range 130 {
			site.Clock.Advance(3 * time.Second)
			passwordStep(t, site, apitest.User)
		}
		first, code := passwordStep(t, site, apitest.User), codeOf(t, site, secret, 1)
		wait(t, site.Do(t, secondStep(first, code)))
		expect(t, site, 200, on(cookie, secondStep(first, code)))
	})
}

func TestSecondFactorsAreChangedTenTimesAnHour(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		_, recovery := setUpAuthenticator(t, site, apitest.User)
		var opened accounts.Tokens
		site.Do(t, secondStep(passwordStep(t, site, apitest.User), recovery[0])).Decode(t, &opened)
		again := factorCall("POST", "recovery-codes/", opened.Access, nil)
		expect(t, site, 201, several(9, func(int) apitest.Request { return again })...)
		wait(t, site.Do(t, again))
		expect(t, site, 204, factorCall("DELETE", "totp/", opened.Access, nil))
		expect(t, site, 201, factorCall("POST", "totp/", opened.Access, nil))
		wait(t, site.Do(t, factorCall("POST", "totp/confirm/", opened.Access, map[string]string{"code": "123456"})))
	})
}

// A session opened with the password alone gets no staff rights from a second factor that is set up
// elsewhere later.
func TestASecondFactorEndsTheSessionsBeforeIt(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"STAFF_SECOND_FACTOR": "required"}, func(t *testing.T, site *apitest.Site) {
		before, here := site.SignIn(t, apitest.Staff), site.SignIn(t, apitest.Staff)
		site.Run(t, []apitest.Scenario{{Name: "one is required", Request: factorCall("GET", "", here.Access, nil),
			Status: 200, Want: `{"totp":false,"totp_fault":"","recovery_codes":0,"passkeys":[],"required":true}`}})
		site.Run(t, []apitest.Scenario{{Name: "the screens for staff lead to the profile",
			Request: by(here.Access, "GET", "/api/admin/overview/"), Status: 403, Want: staffFactorMissing}})
		addAuthenticator(t, site, here.Access, apitest.Email(apitest.Staff))
		site.Run(t, []apitest.Scenario{
			{Name: "the session that set it up", Request: by(here.Access, "GET", galleriesPath), Status: 200, Want: `[]`},
			{Name: "another", Request: by(before.Access, "GET", galleriesPath), Status: 401, Want: badToken},
			{Name: "its renewal", Request: renew(before.Refresh), Status: 401, Want: badToken},
			{Name: "staff who give it up", Request: factorCall("DELETE", "totp/", here.Access, nil), Status: 204, Want: ""},
			{Name: "manage nothing", Request: by(here.Access, "GET", galleriesPath), Status: 403, Want: staffFactorMissing},
		})
	})
}

// A clock that once was ahead does not refuse codes until its time comes.
func TestACodeFromTheFutureRefusesNoLaterOne(t *testing.T) {
	site := apitest.Start(t)
	site.Clock.Advance(365 * 24 * time.Hour)
	secret, _ := addAuthenticator(t, site, site.SignIn(t, apitest.User).Access, apitest.Email(apitest.User))
	site.Clock.Advance(-365 * 24 * time.Hour)
	expect(t, site, 200, signInWith(t, site, apitest.User, codeOf(t, site, secret, 0)))
	expect(t, site, 400, signInWith(t, site, apitest.User, codeOf(t, site, secret, 0)))
}

// With another secret key the codes of no app can be checked. Recovery codes still work, and each screen says so.
func TestAnAuthenticatorAppOfAnotherSecretKey(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		secret, recovery := setUpAuthenticator(t, site, apitest.User)
		other := apitest.Open(t, site.Database, apitest.Settings{"SECRET_KEY": strings.Repeat("b", 32)})
		const lost = "This site can no longer check the codes of your authenticator app. Use a recovery code."
		answer := other.Do(t, login(apitest.Email(apitest.User), apitest.Password))
		check(t, strings.HasPrefix(answer.Body, `{"detail":"`+lost+`"`) && !strings.Contains(answer.Body, "second_factors"), "the first step: %s", answer.Body)
		token := firstStep(t, answer)
		other.Run(t, []apitest.Scenario{
			{Name: "a code of the app", Request: secondStep(token, codeOf(t, other, secret, 1)), Status: 400, Want: `{"code":["` + lost + `"]}`},
			{Name: "a recovery code", Request: secondStep(token, recovery[0]), Status: 200, Want: `{"access":"…","refresh":"…","user":{…}}`},
		})
		var opened struct{ Access string }
		other.Do(t, secondStep(passwordStep(t, other, apitest.User), recovery[1])).Decode(t, &opened)
		other.Run(t, []apitest.Scenario{
			{Name: "the profile", Request: factorCall("GET", "", opened.Access, nil), Status: 200,
				Want: `{"totp":true,"totp_fault":"This site can no longer check the codes of this app. Remove it, and set it up again."…}`},
		})
	})
}
