package apitest_test

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/servertest"
)

const registerPath = "/api/users/register/"

// register is a form that is right, with the given members changed; nil takes one away.
func register(changed map[string]any) apitest.Request {
	form := map[string]any{
		"email": "ada@example.test", "password": newPassword, "password2": newPassword,
		"first_name": "Ada", "last_name": "Lovelace", "interest_notes": "Looms.\nAnd “numbers”.",
	}
	maps.Copy(form, changed)
	maps.DeleteFunc(form, func(_ string, value any) bool { return value == nil })
	return post(registerPath, form)
}

func TestRegister(t *testing.T) {
	type some = map[string]any
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "made, and not as staff", Request: register(some{"email": " Ada@Example.test ", "is_staff": true, "is_active": false, "id": 99}),
				Status: 201, Want: `{"id":…,"email":"Ada@example.test","first_name":"Ada","last_name":"Lovelace","is_staff":false,"date_joined":"…Z","email_unconfirmed":true}`},
			{Name: "the address again, in another case", Request: register(some{"email": "aDA@example.TEST"}), Status: 400,
				Want: `{"email":["User with this email already exists."]}`},
			{Name: "without notes", Request: register(some{"email": "bob@example.test", "interest_notes": nil}), Status: 201, Want: `{…}`},

			{Name: "nothing", Request: post(registerPath, nothing), Status: 400,
				Want: `{"email":["This field is required."],"first_name":["This field is required."],"last_name":["This field is required."],"password":["This field is required."],"password2":["This field is required."]}`},
			{Name: "blank", Request: register(some{"email": "", "first_name": "", "last_name": "", "password": "", "password2": ""}), Status: 400,
				Want: `{"email":["This field may not be blank."],"first_name":["This field may not be blank."],"last_name":["This field may not be blank."],"password":["This field may not be blank."],"password2":["This field may not be blank."]}`},
			{Name: "spaces", Request: register(some{"first_name": "  ", "last_name": "\t"}), Status: 400,
				Want: `{"first_name":["This field may not be blank."],"last_name":["This field may not be blank."]}`},
			{Name: "every fault at once", Request: register(some{"email": "ada", "password": "12345", "password2": "54321", "first_name": strings.Repeat("é", 151)}), Status: 400,
				Want: `{"email":["Enter a valid email address."],"first_name":["Ensure this field has no more than 150 characters."],"password":["The two password fields didn't match.","This password is too short. It must contain at least 8 characters.","This password is too common.","This password is entirely numeric."]}`},
			{Name: "an address with a name", Request: register(some{"email": "Ada <a@example.test>"}), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "too long", Request: register(some{"email": strings.Repeat("a", 250) + "@example.test", "interest_notes": strings.Repeat("x", 2001)}), Status: 400,
				Want: `{"email":["Ensure this field has no more than 254 characters."],"interest_notes":["Ensure this field has no more than 2000 characters."]}`},
			{Name: "null characters", Request: register(some{"email": "a\x00@example.test", "first_name": "A\x00"}), Status: 400,
				Want: `{"email":["Null characters are not allowed."],"first_name":["Null characters are not allowed."]}`},
			{Name: "a null character in the notes", Request: register(some{"interest_notes": "\x00"}), Status: 400,
				Want: `{"interest_notes":["Null characters are not allowed."]}`},
			{Name: "a name of numbers", Request: register(some{"first_name": 7}), Status: 400, Want: `{"first_name":["Not a valid string."]}`},

			{Name: "passwords that differ", Request: register(some{"password2": newPassword + " "}), Status: 400,
				Want: `{"password":["The two password fields didn't match."]}`},
		})
		site.Run(t, []apitest.Scenario{{Name: "sign in, in another case", Status: 200, Want: `{"access":…`,
			Request: post("/api/users/login/", map[string]string{"email": "ADA@example.test", "password": newPassword})}})
		equal(t, notesOf(t, site, "Ada@example.test"), "Looms.\nAnd “numbers”.", "notes")
	})
}

// notesOf reads the interest notes from the database: no call returns them.
func notesOf(t *testing.T, site *apitest.Site, email string) (notes string) {
	t.Helper()
	db := servertest.OpenDatabase(t, site.Database)
	noError(t, db.Get(t.Context(), &notes, `SELECT interest_notes FROM users WHERE email = ?`, email))
	return notes
}

func TestOfManyRegistrationsOfAnAddressOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		atOnce(t, site, 10, register(nil), 201, 400)
	})
}

// An invitation was mailed to its address, so who registers with it has proved that the address is theirs.
func TestAnInvitationConfirmsItsAddress(t *testing.T) {
	const secret, email = "a secret of thirty-two characters", "ada@example.test"
	apitest.AnyWith(t, apitest.Settings{"SECRET_KEY": secret}, func(t *testing.T, site *apitest.Site) {
		invitations := accounts.NewInvitations([]byte(secret))
		tomorrow := site.Clock.Now().Add(24 * time.Hour)
		invitation := invitations.Sign(7, email, tomorrow)
		for i, ignored := range []string{
			"", "x.y", "." + invitation, invitation + "A", "A" + invitation[1:],
			invitations.Sign(7, email, site.Clock.Now()),
			invitations.Sign(7, "bob@example.test", tomorrow),
			accounts.NewInvitations([]byte("another secret of 32 characters")).Sign(7, email, tomorrow),
		} {
			site.Run(t, []apitest.Scenario{{Name: ignored, Request: register(map[string]any{"email": email, "invitation": ignored}), Status: 201,
				Want: `{…"email_unconfirmed":true}`}})
			site.Mails(t, i+1)
			noError(t, site.App.Accounts.Delete(t.Context(), site.User(t, email).ID))
		}
		site.Run(t, []apitest.Scenario{
			{Name: "invited", Request: register(map[string]any{"email": "Ada@example.test", "invitation": invitation}), Status: 201, Want: `{…"date_joined":"…Z"}`},
			{Name: "no text", Request: register(map[string]any{"email": "eve@example.test", "invitation": 7}), Status: 400, Want: `{"invitation":["Not a valid string."]}`},
			{Name: "not invited", Request: register(map[string]any{"email": "eve@example.test"}), Status: 201, Want: `{…"email_unconfirmed":true}`},
		})
		got := slices.IndexFunc(site.Mails(t, 9), func(mail apitest.Mail) bool { return mail.To == "eve@example.test" })
		check(t, got >= 0, "the ninth mail is not the one to who was not invited")
	})
}

// findLink returns the token of the link that pattern finds in one of n mails.
func findLink(t *testing.T, site *apitest.Site, n int, pattern *regexp.Regexp) string {
	t.Helper()
	for _, mail := range site.Mails(t, n) {
		if found := pattern.FindStringSubmatch(mail.Text); found != nil {
			return found[1]
		}
	}
	t.Fatalf("no mail has a link like %s", pattern)
	return ""
}

// newcomer registers and signs in, and returns the access token and the token of the mailed link.
func newcomer(t *testing.T, site *apitest.Site) (access, link string) {
	t.Helper()
	expect(t, site, 201, register(nil))
	var opened accounts.Tokens
	site.Do(t, login("ada@example.test", newPassword)).Decode(t, &opened)
	mail := site.Mails(t, 1)[0]
	check(t, mail.To == "ada@example.test" && mail.Subject == "Confirm your e-mail address for site.example" && strings.Contains(mail.HTML, "for 48 hours"), "%+v", mail)
	return opened.Access, emailLink.FindStringSubmatch(mail.Text)[1]
}

func TestANewAddressIsConfirmedByItsLink(t *testing.T) {
	const refused = `{"detail":"Confirm your e-mail address first. You can request a new link from your profile."}`
	const confirmed = `{"detail":"Your e-mail address is confirmed.","email":"ada@example.test","changed":false,"already":false}`
	const already = `{"detail":"This e-mail address is already confirmed.","email":"ada@example.test","changed":false,"already":true}`
	const invalid = `{"detail":"This link is invalid or has expired. Request another one in your profile."}`
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		access, link := newcomer(t, site)
		call := func(method, path string) apitest.Request { return by(access, method, path) }
		again := call("POST", "/api/users/email/confirmation/")
		rename := call("PATCH", "/api/users/profile/")
		rename.JSON = map[string]string{"first_name": "Augusta"}
		site.Run(t, []apitest.Scenario{
			{Name: "the profile says so", Request: call("GET", "/api/users/profile/"), Status: 200, Want: `{…"email_unconfirmed":true}`},
			{Name: "it changes itself", Request: rename, Status: 200, Want: `{…"first_name":"Augusta",…"email_unconfirmed":true}`},
			{Name: "and sees its sessions", Request: call("GET", "/api/users/sessions/"), Status: 200, Want: `[{…}]`},
			{Name: "no one-time token", Request: call("POST", "/api/users/app-token/"), Status: 403, Want: refused},
			{Name: "no export", Request: call("GET", "/api/users/data/"), Status: 403, Want: refused},
			{Name: "no authenticator app", Request: call("POST", "/api/users/factors/totp/"), Status: 403, Want: refused},
			{Name: "nor its confirmation", Request: call("POST", "/api/users/factors/totp/confirm/"), Status: 403, Want: refused},
			{Name: "no recovery codes", Request: call("POST", "/api/users/factors/recovery-codes/"), Status: 403, Want: refused},
			{Name: "no passkey", Request: call("POST", "/api/users/factors/passkeys/options/"), Status: 403, Want: refused},
			{Name: "nor an answer of one", Request: call("POST", "/api/users/factors/passkeys/"), Status: 403, Want: refused},
			{Name: "another link", Request: again, Status: 200, Want: `{"detail":"We sent a link to your address. Open it to confirm the address."}`},
			{Name: "a part of the link", Request: confirmEmail(link[:len(link)-1]), Status: 400, Want: invalid},
			{Name: "somebody else's", Request: confirmEmail("MQ" + link[strings.Index(link, "."):]), Status: 400, Want: invalid},
			{Name: "the link", Request: confirmEmail(link), Status: 200, Want: confirmed},
			{Name: "the link again", Request: confirmEmail(link), Status: 200, Want: already},
			{Name: "all that users may", Request: call("POST", "/api/users/app-token/"), Status: 201, Want: `{…}`},
			{Name: "the profile", Request: call("GET", "/api/users/profile/"), Status: 200, Want: `{…"date_joined":"…Z"}`},
			{Name: "no further link", Request: again, Status: 409, Want: `{"detail":"This e-mail address is already confirmed."}`},
		})
		equal(t, countEntries(t, site, audit.EmailConfirmed), 1, "entries")
	})
}

func TestAConfirmationLinkExpires(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		_, link := newcomer(t, site)
		site.Clock.Advance(48 * time.Hour)
		expect(t, site, 400, confirmEmail(link))
	})
}

func TestConfirmationMailsAreLimited(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		access, _ := newcomer(t, site)
		again := by(access, "POST", "/api/users/email/confirmation/")
		expect(t, site, 200, again, again, again, again, again)
		wait(t, site.Do(t, again))
	})
}

// Only an account with a confirmed address can become staff: anyone can register with another's
// address.
func TestStaffHaveAConfirmedAddress(t *testing.T) {
	ctx := context.Background()
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		newcomer(t, site)
		user := site.User(t, "ada@example.test")
		err := site.App.Accounts.SetStaff(ctx, user.ID, true)
		check(t, err != nil && strings.Contains(err.Error(), "isn't confirmed"), "staff before the link was opened: %v", err)
		if err := site.App.Accounts.ConfirmEmail(ctx, user.ID); err != nil {
			t.Errorf("the owner's word: %v", err)
		}
		if err := site.App.Accounts.SetStaff(ctx, user.ID, true); err != nil {
			t.Errorf("staff: %v", err)
		}
	})
}

// A reset link was mailed to the address, so who opens it has proved that it is theirs. The session of
// a stranger who registered it before ends.
func TestAResetConfirmsTheAddress(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		access, _ := newcomer(t, site)
		site.Do(t, post(forgotPath, map[string]string{"email": "ada@example.test"}))
		link := findLink(t, site, 2, resetLink)
		site.Run(t, []apitest.Scenario{
			{Name: "reset", Request: confirm(link+"/", apitest.Password, apitest.Password), Status: 200, Want: `{…}`},
			{Name: "signed in", Request: login("ada@example.test", apitest.Password), Status: 200, Want: `{…"date_joined":"…Z"}}`},
			{Name: "the stranger's session", Request: factorCall("GET", "", access, nil), Status: 401, Want: badToken},
			{Name: "recorded", Request: get("/api/admin/audit/?action=e-mail+confirmed", apitest.Staff), Status: 200, Want: `{…"actor":"ada@example.test"…}`},
		})
	})
}

func TestRegistrationIsClosedByASetting(t *testing.T) {
	ask := get(registerPath, apitest.Anonymous)
	apitest.AnyWith(t, apitest.Settings{"REGISTRATION": "closed"}, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "said", Request: ask, Status: 200, Want: `{"open":false}`},
			{Name: "refused", Request: register(nil), Status: 403, Want: `{"detail":"Registration is closed on this site."}`},
		})
	})
	site := apitest.Start(t)
	site.Run(t, []apitest.Scenario{{Name: "open", Request: ask, Status: 200, Want: `{"open":true}`}})
}
