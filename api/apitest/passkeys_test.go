package apitest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// phone is a device with one passkey of this site: an ES256 key that signs for browsers.
type phone struct {
	site       *apitest.Site
	party      virtualwebauthn.RelyingParty
	device     virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
	id         int64
}

func newPhone(site *apitest.Site) *phone {
	return &phone{
		site: site, party: virtualwebauthn.RelyingParty{ID: "site.example", Name: "site.example", Origin: apitest.PublicURL},
		device: virtualwebauthn.NewAuthenticator(), credential: newCredential(),
	}
}

// newCredential returns an ES256 key whose coordinates have all their bytes: the library leaves
// zeros out that they begin with.
func newCredential() virtualwebauthn.Credential {
	const whole = 77
	for {
		if made := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(made.Key.AttestationData()) == whole {
			return made
		}
	}
}

// challenge is the answer of a call that begins with a passkey.
type challenge struct {
	Token   string          `json:"passkey_token"`
	Options json.RawMessage `json:"options"`
}

func ask(t *testing.T, site *apitest.Site, request apitest.Request) (asked challenge) {
	t.Helper()
	answered(t, site, 200, request, &asked)
	return asked
}

// created is the body that makes the phone's passkey one of an account.
func (p *phone) created(t *testing.T, asked challenge, name string) map[string]any {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(asked.Options))
	noError(t, err)
	p.device.Options.UserHandle = []byte(options.UserID)
	answer := virtualwebauthn.CreateAttestationResponse(p.party, p.device, p.credential, *options)
	return map[string]any{"passkey_token": asked.Token, "credential": json.RawMessage(answer), "name": name}
}

// register makes the phone's passkey one of the account that bearer is of, and returns the recovery
// codes.
func (p *phone) register(t *testing.T, bearer, name string) (recovery []string) {
	t.Helper()
	asked := ask(t, p.site, factorCall("POST", "passkeys/options/", bearer, nil))
	var added struct {
		Passkey struct{ ID int64 }
		Codes   []string `json:"recovery_codes"`
	}
	answered(t, p.site, 201, factorCall("POST", "passkeys/", bearer, p.created(t, asked, name)), &added)
	p.id = added.Passkey.ID
	return added.Codes
}

func (p *phone) asked(t *testing.T) challenge {
	t.Helper()
	return ask(t, p.site, post("/api/users/login/passkey/options/", nil))
}

// signed is the body that answers a challenge.
func (p *phone) signed(t *testing.T, asked challenge) map[string]any {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(asked.Options))
	noError(t, err)
	answer := virtualwebauthn.CreateAssertionResponse(p.party, p.device, p.credential, *options)
	return map[string]any{"passkey_token": asked.Token, "credential": json.RawMessage(answer)}
}

func (p *phone) signIn(t *testing.T) apitest.Request {
	t.Helper()
	return post("/api/users/login/passkey/", p.signed(t, p.asked(t)))
}

// secondStep ends the sign-in of a first step.
func (p *phone) secondStep(t *testing.T, firstStep string) apitest.Request {
	t.Helper()
	body := p.signed(t, p.asked(t))
	body["second_factor_token"] = firstStep
	return post("/api/users/login/passkey/", body)
}

const (
	passkeyUnknown = `{"detail":"This passkey isn't registered here. Use another one, or your password."}`
	passkeyRefused = `{"detail":"This passkey couldn't be verified. Try again at the site's own address."}`
	passkeyLate    = `{"detail":"That took too long or was sent twice. Try again."}`
	passkeyCopied  = `{"detail":"This passkey was refused because it seems to be a copy. Sign in another way, and remove it in your profile."}`
	passkeyOther   = `This passkey belongs to another account. Choose one of this account.`
)

func TestSignInWithAPasskey(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		opened := site.SignIn(t, apitest.User)
		key := newPhone(site)
		if codes := key.register(t, opened.Access, "Blue phone"); len(codes) != 10 {
			t.Errorf("recovery codes: %q", codes)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: post("/api/users/login/passkey/", nothing), Status: 400,
				Want: `{"credential":["This field is required."],"passkey_token":["This field is required."]}`},
			{Name: "without a password", Request: key.signIn(t), Status: 200, Want: `{"access":"…","refresh":"…","user":{…"email":"` + apitest.Email(apitest.User) + `"…}}`,
				Header: map[string]string{"Set-Cookie": "…trusted_device=…"}},
			{Name: "which proves that it is them", Request: factorCall("DELETE", "passkeys/99/", signedIn(t, site, key.signIn(t)).Access, nil), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "what there is", Request: factorCall("GET", "", opened.Access, nil), Status: 200,
				Want: `{"totp":false,"totp_fault":"","recovery_codes":10,"passkeys":[{"id":1,"name":"Blue phone","synced":false,"created_at":"…","last_used_at":"…Z"}],"required":false}`},
		})

		synced := newPhone(site)
		synced.device.Options.BackupEligible, synced.device.Options.BackupState = true, true
		if codes := synced.register(t, opened.Access, "Laptop"); len(codes) != 0 {
			t.Errorf("a second passkey came with recovery codes: %q", codes)
		}
		other := *synced // has the same passkey, synced
		site.Run(t, []apitest.Scenario{
			{Name: "a synced passkey", Request: synced.signIn(t), Status: 200, Want: `{…}`},
			{Name: "on another device, which does not count either", Request: other.signIn(t), Status: 200, Want: `{…}`},
			{Name: "it is shown as synced", Request: factorCall("GET", "", opened.Access, nil), Status: 200, Want: `{…"name":"Laptop","synced":true,…}`},
		})
	})
}

func signedIn(t *testing.T, site *apitest.Site, request apitest.Request) (opened accounts.Tokens) {
	t.Helper()
	site.Do(t, request).Decode(t, &opened)
	return opened
}

func TestAPasskeyIsRefused(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		key := newPhone(site)
		key.credential.Counter = 5
		key.register(t, bearer, "Blue phone")
		// without makes an answer that is right but for what change does.
		without := func(change func(*phone)) apitest.Request {
			other := *key
			change(&other)
			return other.signIn(t)
		}
		replayed, late := key.signIn(t), key.signIn(t)
		mixed := key.signed(t, key.asked(t))
		mixed["passkey_token"] = key.asked(t).Token
		forged := key.signed(t, key.asked(t))
		forged["passkey_token"] = "x"
		registering := key.signed(t, key.asked(t))
		registering["passkey_token"] = ask(t, site, factorCall("POST", "passkeys/options/", bearer, nil)).Token
		signature := key.signed(t, key.asked(t))
		signature["credential"] = map[string]any{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": nothing}
		key.credential.Counter = 6
		right := key.signIn(t)
		site.Run(t, []apitest.Scenario{
			{Name: "of another origin", Request: without(func(p *phone) { p.party.Origin = "https://site.example.evil.example" }), Status: 401, Want: passkeyRefused},
			{Name: "of a sister origin", Request: without(func(p *phone) { p.party.Origin = "https://sister.site.example" }), Status: 401, Want: passkeyRefused},
			{Name: "of another site", Request: without(func(p *phone) { p.party.ID = "evil.example" }), Status: 401, Want: passkeyRefused},
			{Name: "of another challenge", Request: post("/api/users/login/passkey/", mixed), Status: 401, Want: passkeyRefused},
			{Name: "of an unknown challenge", Request: post("/api/users/login/passkey/", forged), Status: 401, Want: passkeyLate},
			{Name: "of a challenge to register", Request: post("/api/users/login/passkey/", registering), Status: 401, Want: passkeyLate},
			{Name: "without verification of the user", Request: without(func(p *phone) { p.device.Options.UserNotVerified = true }), Status: 401, Want: passkeyRefused},
			{Name: "without anybody there", Request: without(func(p *phone) { p.device.Options.UserNotPresent = true }), Status: 401, Want: passkeyRefused},
			{Name: "with another's handle", Request: without(func(p *phone) { p.device.Options.UserHandle = make([]byte, 8) }), Status: 401, Want: passkeyRefused},
			{Name: "without a handle", Request: without(func(p *phone) { p.device.Options.UserHandle = nil }), Status: 401, Want: passkeyRefused},
			{Name: "that may be on several devices all at once", Request: without(func(p *phone) { p.device.Options.BackupEligible = true }), Status: 401, Want: passkeyRefused},
			{Name: "with another key", Request: without(func(p *phone) { p.credential.Key = newCredential().Key }), Status: 401, Want: passkeyRefused},
			{Name: "that is unknown", Request: newPhone(site).signIn(t), Status: 401, Want: passkeyUnknown},
			{Name: "that is none", Request: post("/api/users/login/passkey/", signature), Status: 401, Want: passkeyRefused},
			{Name: "the right one", Request: right, Status: 200, Want: `{…}`},
			{Name: "a second time", Request: right, Status: 401, Want: passkeyLate},
			{Name: "with the count of before", Request: key.signIn(t), Status: 401, Want: passkeyCopied},
			{Name: "with one from longer ago", Request: replayed, Status: 401, Want: passkeyCopied},
			{Name: "with none at all", Request: without(func(p *phone) { p.credential.Counter = 0 }), Status: 401, Want: passkeyCopied},
		})
		key.credential.Counter = 7
		inTime := key.signIn(t)
		site.Clock.Advance(5*time.Minute - time.Second)
		site.Run(t, []apitest.Scenario{{Name: "just in time", Request: inTime, Status: 200, Want: `{…}`}})
		site.Clock.Advance(time.Second)
		site.Run(t, []apitest.Scenario{
			{Name: "too late", Request: late, Status: 401, Want: passkeyLate},
			{Name: "removed", Request: factorCall("DELETE", fmt.Sprintf("passkeys/%d/", key.id), bearer, nil), Status: 204},
			{Name: "which is unknown then", Request: without(func(p *phone) { p.credential.Counter = 8 }), Status: 401, Want: passkeyUnknown},
		})
		noError(t, site.App.Accounts.DeleteExpired(t.Context()))
		entries := auditOf(t, site, "?action=sign-in+refused").Entries
		for _, why := range []string{"unknown passkey", "came too late or twice", "counter went backwards", "a passkey's answer that is not right"} {
			check(t, hasDetail(entries, why), "the audit log does not know of: %s", why)
		}
	})
}

func TestOneAnswerAtOnceOpensOneSession(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		key := newPhone(site)
		key.register(t, site.SignIn(t, apitest.User).Access, "Blue phone")
		atOnce(t, site, 8, key.signIn(t), 200, 401)
	})
}

func TestAPasskeyIsASecondFactor(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		mine, others := newPhone(site), newPhone(site)
		recovery := mine.register(t, bearer, "Blue phone")
		others.register(t, site.SignIn(t, apitest.Staff).Access, "Red phone")
		first, unused := passwordStep(t, site, apitest.User), passwordStep(t, site, apitest.User)
		site.Run(t, []apitest.Scenario{
			{Name: "the password alone is not enough", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401,
				Want: `{"detail":"Use your passkey, or enter a recovery code.","code":"second_factor_required","second_factor_token":"…","second_factors":["passkey"]}`},
			{Name: "another's passkey", Request: others.secondStep(t, first), Status: 401, Want: `{"detail":"` + passkeyOther + `"}`},
			{Name: "an unknown first step", Request: mine.secondStep(t, "x"), Status: 401, Want: tooLong},
			{Name: "the account's passkey", Request: mine.secondStep(t, first), Status: 200, Want: `{"access":"…"}}`},
			{Name: "a recovery code", Request: signInWith(t, site, apitest.User, recovery[0]), Status: 200, Want: `{"access":"…"}}`},
		})
		secret, more, _ := addAnyAuthenticator(t, site, bearer)
		check(t, len(more) == 0, "more recovery codes: %q", more)
		site.Run(t, []apitest.Scenario{
			{Name: "with an authenticator app too", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401,
				Want: `{"detail":"Use your passkey, or enter a code from your authenticator app, or a recovery code.",…"second_factors":["passkey","authenticator"]}`},
			{Name: "a code", Request: signInWith(t, site, apitest.User, codeOf(t, site, secret, 1)), Status: 200, Want: `{…}`},
			{Name: "the app is removed", Request: factorCall("DELETE", "totp/", bearer, nil), Status: 204},
			{Name: "and a recovery code is still good", Request: signInWith(t, site, apitest.User, recovery[1]), Status: 200, Want: `{…}`},
			{Name: "new ones are made", Request: factorCall("POST", "recovery-codes/", bearer, nil), Status: 201, Want: `{…}`},
			{Name: "the passkey is removed", Request: factorCall("DELETE", fmt.Sprintf("passkeys/%d/", mine.id), bearer, nil), Status: 204},
			{Name: "nothing is left", Request: factorCall("GET", "", bearer, nil), Status: 200, Want: `{"totp":false,"totp_fault":"","recovery_codes":0,"passkeys":[],"required":false}`},
			{Name: "the password is enough", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 200, Want: `{…}`},
		})
		late := others.secondStep(t, unused)
		site.Clock.Advance(5 * time.Minute)
		site.Run(t, []apitest.Scenario{{Name: "a first step of five minutes ago", Request: late, Status: 401, Want: tooLong}})
	})
}

func TestPasskeysAreManagedOnTheProfile(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer, staff := site.SignIn(t, apitest.User).Access, site.SignIn(t, apitest.Staff).Access
		key, others := newPhone(site), newPhone(site)
		others.register(t, staff, "Red phone")
		asked := ask(t, site, factorCall("POST", "passkeys/options/", bearer, nil))
		body := key.created(t, asked, " Blue phone ")
		add := func(body map[string]any) apitest.Request { return factorCall("POST", "passkeys/", bearer, body) }
		with := func(change func(*phone), name any) apitest.Request {
			other := newPhone(site)
			change(other)
			made := other.created(t, ask(t, site, factorCall("POST", "passkeys/options/", bearer, nil)), "x")
			made["name"] = name
			return add(made)
		}
		same := func(*phone) {}
		others4user := others.created(t, ask(t, site, factorCall("POST", "passkeys/options/", staff, nil)), "x")
		noText := newPhone(site).created(t, ask(t, site, factorCall("POST", "passkeys/options/", staff, nil)), "Key")
		noText["credential"] = json.RawMessage(strings.Replace(string(noText["credential"].(json.RawMessage)),
			`"response":{`, `"response":{"transports":["usb\u0000","internal"],`, 1))
		refused := `{"credential":["This passkey couldn't be verified. Try again at the site's own address."]}`
		late := `{"credential":["That took too long or was sent twice. Try again."]}`
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: add(map[string]any{}), Status: 400,
				Want: `{"credential":["This field is required."],"name":["This field is required."],"passkey_token":["This field is required."]}`},
			{Name: "without a name", Request: with(same, " "), Status: 400, Want: `{"name":["This field may not be blank."]}`},
			{Name: "with too long a name", Request: with(same, strings.Repeat("x", 101)), Status: 400, Want: `{"name":["Ensure this field has no more than 100 characters."]}`},
			{Name: "with a name that turns the text around", Request: with(same, "a\u202eb"), Status: 400, Want: `{"name":["…"]}`},
			{Name: "of another origin", Request: with(func(p *phone) { p.party.Origin = "https://evil.example" }, "x"), Status: 400, Want: refused},
			{Name: "of another site", Request: with(func(p *phone) { p.party.ID = "evil.example" }, "x"), Status: 400, Want: refused},
			{Name: "without verification of the user", Request: with(func(p *phone) { p.device.Options.UserNotVerified = true }, "x"), Status: 400, Want: refused},
			{Name: "of another's challenge", Request: add(others4user), Status: 400, Want: late},
			{Name: "with transports that are not texts", Request: factorCall("POST", "passkeys/", staff, noText), Status: 201, Want: `{…}`},
			{Name: "added", Request: add(body), Status: 201, Want: `{"passkey":{"id":…,"name":"Blue phone","synced":false,"created_at":"…","last_used_at":null},"recovery_codes":["…"]}`},
			{Name: "the same again", Request: add(body), Status: 400, Want: late},
			{Name: "the same for a new challenge", Request: add(key.created(t, ask(t, site, factorCall("POST", "passkeys/options/", bearer, nil)), "x")), Status: 400,
				Want: `{"credential":["This passkey is already set up."]}`},
			{Name: "the next challenge excludes it", Request: factorCall("POST", "passkeys/options/", bearer, nil), Status: 200,
				Want: `{"passkey_token":"…","options":{"rp":{"name":"site.example","id":"site.example"},"user":{"name":"` + apitest.Email(apitest.User) + `",…"timeout":300000,…"excludeCredentials":[{"type":"public-key","id":"…"}],…"residentKey":"required","userVerification":"required"},"attestation":"none"…}`},
		})
		var list struct{ Passkeys []struct{ ID int64 } }
		site.Do(t, factorCall("GET", "", bearer, nil)).Decode(t, &list)
		path, theirs := fmt.Sprintf("passkeys/%d/", list.Passkeys[0].ID), fmt.Sprintf("passkeys/%d/", others.id)
		rename := func(path, name string) apitest.Request {
			return factorCall("PATCH", path, bearer, map[string]string{"name": name})
		}
		const missing = `{"detail":"Not found."}`
		site.Run(t, []apitest.Scenario{
			{Name: "renamed", Request: rename(path, "Old phone"), Status: 200, Want: `{…"name":"Old phone",…}`},
			{Name: "to nothing", Request: rename(path, ""), Status: 400, Want: `{"name":["This field may not be blank."]}`},
			{Name: "another's", Request: rename(theirs, "Mine"), Status: 404, Want: missing},
			{Name: "no number", Request: rename("passkeys/x/", "Mine"), Status: 404, Want: missing},
			{Name: "another's removed", Request: factorCall("DELETE", theirs, bearer, nil), Status: 404, Want: missing},
			{Name: "in the personal data", Request: by(bearer, "GET", dataPath), Status: 200,
				Want: `{…"second_factor":{"authenticator_since":null,"recovery_codes":10,"passkeys":[{"id":…,"name":"Old phone","synced":false,"created_at":"…","last_used_at":null}]}…}`},
			{Name: "removed", Request: factorCall("DELETE", path, bearer, nil), Status: 204},
			{Name: "twice", Request: factorCall("DELETE", path, bearer, nil), Status: 404, Want: missing},
		})
		subjects := map[string]int{}
		for _, mail := range site.Notices(t, 4) {
			subjects[mail.Subject]++
		}
		check(t, subjects["A sign-in method was added at site.example"] == 3 && subjects["A sign-in method was removed at site.example"] == 1, "the owners got %v", subjects)
		removed := by(signedIn(t, site, others.signIn(t)).Access, "GET", "/api/admin/audit/?action=second+factor+removed")
		answer := site.Do(t, removed)
		check(t, strings.Contains(answer.Body, "passkey Old phone"), "the audit log does not know of the passkey that was removed")
	})
}

func TestAnAccountHasTwentyPasskeys(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		for range 20 {
			newPhone(site).register(t, bearer, "One of many")
		}
		body := newPhone(site).created(t, ask(t, site, factorCall("POST", "passkeys/options/", bearer, nil)), "One more")
		site.Run(t, []apitest.Scenario{{Name: "one more", Request: factorCall("POST", "passkeys/", bearer, body), Status: 409,
			Want: `{"detail":"You can have at most 20 passkeys. Remove one first."}`}})
	})
}

// A sign-in by password alone that is not committed yet when the first passkey is added has opened
// no session once it is.
func TestTheFirstPasskeyEndsTheSessionOfASignInAtOnce(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		db := servertest.OpenDatabase(t, site.Database)
		if db.Engine() == database.SQLite {
			return // one transaction writes at a time
		}
		bearer := site.SignIn(t, apitest.User).Access
		asked := ask(t, site, factorCall("POST", "passkeys/options/", bearer, nil))
		request := factorCall("POST", "passkeys/", bearer, newPhone(site).created(t, asked, "Blue phone"))
		added := make(chan apitest.Answer, 1)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err := db.InTx(ctx, func(tx *database.Tx) error {
			_, lockErr := tx.Exec(t.Context(), `UPDATE users SET last_login = last_login WHERE email = ?`, apitest.Email(apitest.User))
			_, err := tx.Exec(t.Context(), `
				INSERT INTO sessions (id, user_id, gen, random, gen_at, created_at, last_used_at, expires_at)
				SELECT 'of the sign-in', user_id, gen, random, gen_at, created_at, last_used_at, expires_at FROM sessions
				 WHERE user_id = (SELECT id FROM users WHERE email = ?)`, apitest.Email(apitest.User))
			go func() { added <- site.Do(t, request) }()
			for waits := false; !waits && len(added) == 0 && err == nil; {
				err = tx.Get(ctx, &waits, `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)))`)
			}
			return errors.Join(lockErr, err)
		})
		if answer := <-added; answer.Status != 201 || err != nil {
			t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
		}
		var ended bool
		if err := db.Get(t.Context(), &ended, `SELECT revoked_at IS NOT NULL FROM sessions WHERE id = 'of the sign-in'`); err != nil || !ended {
			t.Errorf("the session is valid, %v", err)
		}
	})
}

func TestAPasskeyIsARecentAuthentication(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		opened := site.SignIn(t, apitest.User)
		mine, others := newPhone(site), newPhone(site)
		mine.register(t, opened.Access, "Blue phone")
		others.register(t, site.SignIn(t, apitest.Staff).Access, "Red phone")
		site.Clock.Advance(11 * time.Minute)
		bearer := renewed(t, site, opened.Refresh)
		byPasskey := func(key *phone) apitest.Request {
			return apitest.Request{Method: "POST", Path: "/api/users/reauthentication/passkey/", Bearer: bearer, JSON: key.signed(t, key.asked(t))}
		}
		again := byPasskey(mine)
		site.Run(t, []apitest.Scenario{
			{Name: "the session alone does not add one", Request: factorCall("POST", "passkeys/options/", bearer, nil), Status: 403, Want: recentAuthRequired},
			{Name: "nor remove one", Request: factorCall("DELETE", "passkeys/1/", bearer, nil), Status: 403, Want: recentAuthRequired},
			{Name: "another's passkey", Request: byPasskey(others), Status: 400, Want: `{"credential":["` + passkeyOther + `"]}`},
			{Name: "an unknown one", Request: byPasskey(newPhone(site)), Status: 400, Want: `{"credential":["This passkey isn't registered here. …"]}`},
			{Name: "still not", Request: factorCall("DELETE", "passkeys/1/", bearer, nil), Status: 403, Want: recentAuthRequired},
			{Name: "one's own", Request: again, Status: 204},
			{Name: "now it may", Request: factorCall("DELETE", "passkeys/99/", bearer, nil), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "the same answer again", Request: again, Status: 400, Want: `{"credential":["That took too long or was sent twice. Try again."]}`},
		})
	})
}

// Passkeys are limited as sign-ins are: strangers do not keep those out whose device is known.
func TestPasskeysAreTriedAsOftenAsPasswords(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		key := newPhone(site)
		key.register(t, bearer, "Blue phone")
		device := cookieOf(t, site.Do(t, key.signIn(t)))
		unknown := newPhone(site).signed(t, key.asked(t))
		tries := 0
		for ; tries < 60 && site.Do(t, post("/api/users/login/passkey/", unknown)).Status == 401; tries++ {
		}
		check(t, tries <= 30, "%d unknown passkeys were tried", tries)
		mine := key.signIn(t)
		wait(t, site.Do(t, mine))
		expect(t, site, 200, on(device, mine)) // which is known
	})
}

func TestADeactivatedAccountsPasskeyIsRefused(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		key := newPhone(site)
		key.register(t, site.SignIn(t, apitest.User).Access, "Blue phone")
		site.Deactivate(t, apitest.User)
		site.Run(t, []apitest.Scenario{{Name: "deactivated", Request: key.signIn(t), Status: 401,
			Want: `{"detail":"No active account found with the given credentials"}`}})
	})
}

func TestPasskeysNeedASiteWithAName(t *testing.T) {
	const none = `{"detail":"Passkeys don't work at http://192.0.2.7:8080. They need a domain name and HTTPS."}`
	numbers := apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": "http://192.0.2.7:8080"})
	bearer := numbers.SignIn(t, apitest.User).Access
	answer := map[string]any{"passkey_token": "x", "credential": nothing, "name": "x"}
	numbers.Run(t, []apitest.Scenario{
		{Name: "sign in", Request: post("/api/users/login/passkey/options/", nil), Status: 409, Want: none},
		{Name: "signed", Request: post("/api/users/login/passkey/", answer), Status: 409, Want: none},
		{Name: "register", Request: factorCall("POST", "passkeys/options/", bearer, nil), Status: 409, Want: none},
		{Name: "registered", Request: factorCall("POST", "passkeys/", bearer, answer), Status: 409, Want: none},
		{Name: "reauthenticate", Request: apitest.Request{Method: "POST", Path: "/api/users/reauthentication/passkey/", Bearer: bearer, JSON: answer}, Status: 409, Want: none},
	})
	// A browser opens the same site at a host name.
	laptop := apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": "http://127.0.0.1:8080"})
	key := newPhone(laptop)
	key.party.ID, key.party.Origin = "localhost", "http://localhost:8080"
	key.register(t, laptop.SignIn(t, apitest.User).Access, "Laptop")
	laptop.Run(t, []apitest.Scenario{{Name: "on a laptop", Request: key.signIn(t), Status: 200, Want: `{…}`}})
}

func TestAPasskeyIsWhatTheOwnerDemandsOfStaff(t *testing.T) {
	apitest.AnyWith(t, apitest.Settings{"STAFF_SECOND_FACTOR": "required"}, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.Staff).Access
		galleries := by(bearer, "GET", galleriesPath)
		expect(t, site, 403, galleries)
		newPhone(site).register(t, bearer, "Blue phone")
		expect(t, site, 200, galleries)
		user := site.User(t, apitest.Email(apitest.Staff))
		if had, err := site.App.Accounts.ResetFactors(t.Context(), user); !had || err != nil {
			t.Fatalf("%v, %v", had, err)
		}
		fresh := site.SignIn(t, apitest.Staff).Access // with the password alone
		site.Run(t, []apitest.Scenario{{Name: "the owner takes it away", Request: factorCall("GET", "", fresh, nil), Status: 200,
			Want: `{"totp":false,"totp_fault":"","recovery_codes":0,"passkeys":[],"required":true}`}})
		galleries.Bearer = fresh
		expect(t, site, 403, galleries)
	})
}
