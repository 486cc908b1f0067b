package apitest_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

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
			if answer.Status != status {
				t.Errorf("%s: %d %s, not %d", name, answer.Status, answer.Body, status)
			}
			return answer
		}
		link := requestReset(t, site, apitest.Staff, 1)
		run("reset", post(confirmPath+link, pair("new_password", composed, decomposed)), 200)
		run("sign in after the reset", login(apitest.Email(apitest.Staff), decomposed), 200)

		run("register", register(map[string]any{"password": decomposed, "password2": composed}), 201)
		run("sign in as registered", login(email, decomposed), 200)
		var opened struct{ Access string }
		run("sign in", login(email, composed), 200).Decode(t, &opened)
		run("confirm that it is you", prove(opened.Access, composed), 204)
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
	p := newEmptyProcess(t, builtServer, databasetest.SQLiteURL(t), "")
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
