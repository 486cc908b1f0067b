package apitest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

const (
	forgotPath  = "/backend/forgotpasswordreset/"
	confirmPath = "/backend/password-reset-confirm/"
	resetAsked  = `{"detail":"If there is an account with this e-mail address, a link to reset its password is on its way."}`
	resetDead   = `{"detail":"The reset link is invalid or has expired. Please try again."}`
	newPassword = "a stapler of staples"
)

func confirm(link, password, repeated string) apitest.Request {
	return post(confirmPath+link, map[string]string{"new_password": password, "new_password2": repeated})
}

var resetLink = regexp.MustCompile(`https://site\.example/reset-password/([\w-]+/[\w-]+)`)

// requestReset asks for a link for role and returns its two parts, "uid/token/", once the mail with
// it, the nth, is there.
func requestReset(t *testing.T, site *apitest.Site, role apitest.Role, n int) string {
	t.Helper()
	seen := map[string]bool{}
	for _, mail := range site.Mails(t, n-1) {
		seen[mail.Text] = true
	}
	site.Do(t, post(forgotPath, map[string]string{"email": apitest.Email(role)}))
	for _, mail := range site.Mails(t, n) {
		if link := resetLink.FindStringSubmatch(mail.Text); !seen[mail.Text] && len(link) == 2 {
			return link[1] + "/"
		}
	}
	t.Fatal("no mail with a new link")
	return ""
}

func TestForgotPassword(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		ask := func(email any) apitest.Request { return post(forgotPath, map[string]any{"email": email}) }
		site.Run(t, []apitest.Scenario{
			{Name: "unknown", Request: ask("nobody@example.test"), Status: 200, Want: resetAsked},
			{Name: "known, in another case", Request: ask(" User@Example.TEST "), Status: 200, Want: resetAsked},
			{Name: "no address", Request: ask("nobody"), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "two addresses", Request: ask("user@example.test, staff@example.test"), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "a header", Request: ask("user@example.test\r\nBcc: staff@example.test"), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "a null character", Request: ask("us\x00er@example.test"), Status: 400, Want: `{"email":["…"]}`},
			{Name: "blank", Request: ask(""), Status: 400, Want: `{"email":["This field may not be blank."]}`},
			{Name: "nothing", Request: post(forgotPath, nothing), Status: 400, Want: `{"email":["This field is required."]}`},
			{Name: "a number", Request: ask(7), Status: 400, Want: `{"email":["Not a valid string."]}`},
			{Name: "for another host", Request: apitest.Request{Method: "POST", Path: forgotPath, JSON: map[string]string{"email": apitest.Email(apitest.Staff)},
				Header: map[string]string{"X-Forwarded-Host": "evil.example"}}, Status: 200, Want: resetAsked},
		})
		// Mails are sent in the order of the requests: when these two are there, the unknown
		// address had its turn.
		for _, mail := range site.Mails(t, 2) {
			link := resetLink.FindString(mail.Text)
			check(t, link != "" && strings.Contains(mail.HTML, `href="`+link+`"`), "the link differs between the text and the HTML:\n%s\n%s", mail.Text, mail.HTML)
			check(t, !strings.Contains(mail.Text+mail.HTML, "evil.example"), "a request named the host of the link")
			if mail.To != "user@example.test" && mail.To != "staff@example.test" || mail.From != "no-reply@site.example" {
				t.Errorf("from %s to %s", mail.From, mail.To)
			}
			check(t, strings.Contains(mail.Text, "Hello Some,") && strings.Contains(mail.Text, "60 minutes"), "text: %s", mail.Text)
		}
	})
}

func TestResetPassword(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		before := site.SignIn(t, apitest.User)
		link := requestReset(t, site, apitest.User, 1)
		uid, token, _ := strings.Cut(strings.TrimSuffix(link, "/"), "/")
		forStaff := requestReset(t, site, apitest.Staff, 2)
		staffUID, _, _ := strings.Cut(forStaff, "/")
		profile := profile(before.Access)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: post(confirmPath+link, nothing), Status: 400,
				Want: `{"new_password":["This field is required."],"new_password2":["This field is required."]}`},
			{Name: "repeated differently", Request: confirm(link, newPassword, "x"), Status: 400,
				Want: `{"new_password":["The two password fields didn't match."]}`},
			{Name: "every rule broken", Request: confirm(link, "12345", "123456"), Status: 400,
				Want: `{"new_password":["The two password fields didn't match.","This password is too short. It must contain at least 8 characters.","This password is too common.","This password is entirely numeric."]}`},
			{Name: "the address", Request: confirm(link, "user@example.test", "user@example.test"), Status: 400,
				Want: `{"new_password":["The password is too similar to the email address."]}`},
			{Name: "another's link", Request: confirm(staffUID+"/"+token+"/", newPassword, newPassword), Status: 400, Want: resetDead},
			{Name: "a changed token", Request: confirm(uid+"/x"+token+"/", newPassword, newPassword), Status: 400, Want: resetDead},
			{Name: "nobody's link", Request: confirm("OTk5/"+token+"/", newPassword, newPassword), Status: 400, Want: resetDead},
			{Name: "no link", Request: confirm("%00/%ff/", newPassword, newPassword), Status: 400, Want: resetDead},
			{Name: "still signed in", Request: profile, Status: 200, Want: `{…}`},
			{Name: "confirmed", Request: confirm(link, newPassword, newPassword), Status: 200, Want: `{"detail":"Your password has been reset."}`},
			{Name: "confirmed again", Request: confirm(link, newPassword+"!", newPassword+"!"), Status: 400, Want: resetDead},
			{Name: "signed out", Request: profile, Status: 401, Want: badToken},
			{Name: "not to be renewed", Request: renew(before.Refresh), Status: 401, Want: badToken},
			{Name: "the old password", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401, Want: noAccount},
			{Name: "the new password", Request: login(apitest.Email(apitest.User), newPassword), Status: 200, Want: `{"access":…`},
			{Name: "another's session", Request: get("/api/users/profile/", apitest.Staff), Status: 200, Want: `{…}`},
		})
	})
}

func TestAResetLinkEndsWithItsHourAndWithTheAccountsState(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Join(t, apitest.Deactivated)
		late := requestReset(t, site, apitest.User, 1)
		used := requestReset(t, site, apitest.Staff, 2)
		ended := requestReset(t, site, apitest.Deactivated, 3)
		site.SignIn(t, apitest.Staff)
		site.Deactivate(t, apitest.Deactivated)
		site.Run(t, []apitest.Scenario{
			{Name: "signed in since", Request: confirm(used, newPassword, newPassword), Status: 400, Want: resetDead},
			{Name: "deactivated since", Request: confirm(ended, newPassword, newPassword), Status: 400, Want: resetDead},
		})
		site.Clock.Advance(59 * time.Minute)
		site.Run(t, []apitest.Scenario{{Name: "in time", Request: confirm(late, "short", "short"), Status: 400, Want: `{"new_password":["…"]}`}})
		site.Clock.Advance(time.Minute)
		site.Run(t, []apitest.Scenario{{Name: "too late", Request: confirm(late, newPassword, newPassword), Status: 400, Want: resetDead}})
	})
}

func TestOfManyConfirmationsOfALinkOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		link := requestReset(t, site, apitest.User, 1)
		atOnce(t, site, 50, confirm(link, newPassword, newPassword), 200, 400)
	})
}

// composed and decomposed are the same password from two keyboards: é is one character or two, and
// a space is ordinary or does not break. So are otherComposed and otherDecomposed.
var (
	composed        = "Zoë prépare cinq crêpes"
	decomposed      = keyboard(composed)
	otherComposed   = "Jürgen mäht öfter Gras"
	otherDecomposed = keyboard(otherComposed)
)

// keyboard returns text with combining accents and no-break spaces.
func keyboard(text string) string { return norm.NFD.String(strings.ReplaceAll(text, " ", "\u00a0")) }

// Every form takes a password with the accents and spaces of any keyboard.
func TestAPasswordHasOneForm(t *testing.T) {
	const email = "ada@example.test"
	pair := func(name, password, repeated string) map[string]string {
		return map[string]string{name: password, name + "2": repeated}
	}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		run := func(name string, request apitest.Request, status int) apitest.Answer {
			t.Helper()
			answer := site.Do(t, request)
			check(t, answer.Status == status, "%s: %d %s, not %d", name, answer.Status, answer.Body, status)
			return answer
		}
		link := requestReset(t, site, apitest.Staff, 1)
		run("reset", post(confirmPath+link, pair("new_password", composed, decomposed)), 200)
		run("sign in after the reset", login(apitest.Email(apitest.Staff), decomposed), 200)

		run("register", register(map[string]any{"password": decomposed, "password2": composed}), 201)
		run("sign in as registered", login(email, decomposed), 200)
		var opened struct{ Access string }
		run("sign in", login(email, composed), 200).Decode(t, &opened)
		run("confirm that it is you", reauthenticate(opened.Access, composed), 204)
		run("ask for another address", changeEmail(opened.Access, newEmail, decomposed), 200)
		change := pair("new_password", otherDecomposed, otherComposed)
		change["old_password"] = composed
		run("change the password", apitest.Request{Method: "POST", Path: "/api/users/password/", Bearer: opened.Access, JSON: change}, 204)
		run("sign in after the change", login(email, otherComposed), 200)
		run("delete the account", apitest.Request{Method: "POST", Path: deletePath, Bearer: opened.Access,
			JSON: map[string]string{"password": otherDecomposed}}, 204)
	})
}

func TestPasswordRulesHoldForItsOneForm(t *testing.T) {
	const control = `{"password":["Control characters and text direction marks are not allowed."]}`
	sent := func(password string) map[string]any {
		return map[string]any{"password": password, "password2": password}
	}
	named := sent(norm.NFD.String("amélie-zoé!"))
	named["first_name"] = "Amélie-Zoé"
	long := ""
	for i := range 32 {
		long += fmt.Sprintf("é%dö", 10+i*7%90) // four characters, six as typed
	}
	site := apitest.Start(t)
	site.Run(t, []apitest.Scenario{
		{Name: "seven letters, nine characters as typed", Request: register(sent(norm.NFD.String("crêpédf"))), Status: 400,
			Want: `{"password":["This password is too short. It must contain at least 8 characters."…]}`},
		{Name: "the first name, its accents apart", Request: register(named), Status: 400,
			Want: `{"password":["The password is too similar to the first name."]}`},
		{Name: "a tab", Request: register(sent("correct\tbattery horse")), Status: 400, Want: control},
		{Name: "a mark of direction", Request: register(sent("correct\u200fbattery horse")), Status: 400, Want: control},
		{Name: "a space of another kind counts as a space", Request: register(map[string]any{"password": "correct\u3000battery horse", "password2": "correct battery horse"}),
			Status: 201, Want: `{…}`},
		{Name: "128 letters, more characters as typed", Request: register(map[string]any{"email": "b@example.test",
			"password": norm.NFD.String(long), "password2": long}), Status: 201, Want: `{…}`},
	})
}

// A browser signs in with a password that the command line has set, in either form.
func TestACommandSetsAPasswordInItsOneForm(t *testing.T) {
	t.Parallel()
	p := newEmptyProcess(t, builtServer, servertest.SQLiteURL(t), "")
	p.run(t, decomposed+"\n", "user", "create", "--email", apitest.Email(apitest.Staff), "--first-name", "Some", "--last-name", "Body", "--staff")
	p.start(t)
	if status, _ := p.login(t, "127.0.0.1", composed); status != 200 {
		t.Errorf("after user create: %d", status)
	}
	p.run(t, otherDecomposed+"\n", "user", "set", "--email", apitest.Email(apitest.Staff), "--password")
	if status, _ := p.login(t, "127.0.0.1", otherComposed); status != 200 {
		t.Errorf("after user set --password: %d", status)
	}
}
