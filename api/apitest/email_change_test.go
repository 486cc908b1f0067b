package apitest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
)

const (
	emailPath        = "/api/users/email/"
	emailConfirmPath = "/api/users/email/confirm/"
	emailAsked       = `{"detail":"We sent a link to the new address. Open it to complete the change."}`
	emailLinkDead    = `{"detail":"This link is invalid or has expired. Request another one in your profile."}`
	newEmail         = "new@example.net"
)

var emailLink = regexp.MustCompile(`https://site\.example/confirm-email#([\w.-]+)`)

func changeEmail(bearer, email, password string) apitest.Request {
	return apitest.Request{Method: "POST", Path: emailPath, Bearer: bearer, JSON: map[string]string{"email": email, "password": password}}
}

func confirmEmail(token string) apitest.Request {
	return post(emailConfirmPath, map[string]string{"token": token})
}

// mailsTo waits until n mails have been sent, and returns those to the address.
func mailsTo(t *testing.T, site *apitest.Site, n int, address string) []apitest.Mail {
	t.Helper()
	return slices.DeleteFunc(site.Mails(t, n), func(mail apitest.Mail) bool { return mail.To != address })
}

// requestEmailChange requests another address and returns the token of the link that is mailed
// there, once n mails have been sent in all. At most one link may have gone to that address.
func requestEmailChange(t *testing.T, site *apitest.Site, bearer, email string, n int) string {
	t.Helper()
	if answer := site.Do(t, changeEmail(bearer, email, apitest.Password)); answer.Status != 200 || answer.Body != emailAsked {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	for _, mail := range mailsTo(t, site, n, strings.TrimSpace(email)) {
		if link := emailLink.FindStringSubmatch(mail.Text); link != nil {
			return link[1]
		}
	}
	t.Fatal("no link came")
	return ""
}

func TestAnEmailAddressIsChangedByTheLinkToTheNewOne(t *testing.T) {
	previous := apitest.Email(apitest.User)
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		here, there := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		reset := requestReset(t, site, apitest.User, 1)
		link := requestEmailChange(t, site, here.Access, " "+newEmail, 3)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing has changed yet", Request: profile(there.Access), Status: 200, Want: `{…"email":"user@example.test",…}`},
			{Name: "another's token", Request: confirmEmail("Mg" + strings.TrimPrefix(link, "MQ")), Status: 400, Want: emailLinkDead},
			{Name: "a changed token", Request: confirmEmail(link + "x"), Status: 400, Want: emailLinkDead},
			{Name: "no token", Request: confirmEmail("x"), Status: 400, Want: emailLinkDead},
			{Name: "a reset link's token", Request: confirmEmail(strings.Replace(strings.TrimSuffix(reset, "/"), "/", ".", 1)), Status: 400, Want: emailLinkDead},
			{Name: "nothing", Request: post(emailConfirmPath, nothing), Status: 400, Want: `{"token":["This field is required."]}`},
			{Name: "confirmed", Request: confirmEmail(link), Status: 200,
				Want: `{"detail":"Your e-mail address has been changed.","email":"new@example.net","changed":true,"already":false}`},
			{Name: "again", Request: confirmEmail(link), Status: 200,
				Want: `{"detail":"This e-mail address is already confirmed.","email":"new@example.net","changed":false,"already":true}`},
			{Name: "the requesting session is valid", Request: profile(here.Access), Status: 200, Want: `{…"email":"new@example.net",…}`},
			{Name: "nothing waits any more", Request: by(here.Access, "GET", dataPath), Status: 200, Want: `{…"email_change":null,…}`},
			{Name: "and is renewed", Request: renew(here.Refresh), Status: 200, Want: `{…}`},
			{Name: "the other session ends", Request: profile(there.Access), Status: 401, Want: badToken},
			{Name: "a reset link of the previous address", Request: confirm(reset, newPassword, newPassword), Status: 400, Want: resetDead},
			{Name: "the previous address", Request: login(previous, apitest.Password), Status: 401, Want: noAccount},
			{Name: "the new address", Request: login(strings.ToUpper(newEmail), apitest.Password), Status: 200, Want: `{…}`},
		})
		notices := mailsTo(t, site, 4, previous)
		var subjects []string
		for _, mail := range notices {
			subjects = append(subjects, mail.Subject)
			if mail.Subject != "Reset your password for site.example" && strings.Contains(mail.Text+mail.HTML, "confirm-email") {
				t.Errorf("the previous address got the link: %s", mail.Text)
			}
			check(t, strings.Contains(mail.Text, "Hello Some,") && strings.Contains(mail.HTML, "Hello Some,"), "text: %s", mail.Text)
		}
		slices.Sort(subjects)
		if !slices.Equal(subjects, []string{"Change of your e-mail address at site.example",
			"Reset your password for site.example", "Your e-mail address at site.example was changed"}) {
			t.Errorf("the previous address got the mails %q", subjects)
		}
		if mail := mailsTo(t, site, 4, newEmail)[0]; !strings.Contains(mail.HTML, `href="https://site.example/confirm-email#`+link+`"`) || !strings.Contains(mail.Text, "60 minutes") {
			t.Errorf("the new address got %s %s", mail.Text, mail.HTML)
		}
		// The previous address is free again, and gets a mail that would count above.
		expect(t, site, 201, register(map[string]any{"email": previous}))
	})
}

func TestWhatIsWrongWithANewEmailAddress(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		ask := func(email, password string) apitest.Request { return changeEmail(bearer, email, password) }
		site.Run(t, []apitest.Scenario{
			{Name: "anonymous", Request: changeEmail("", newEmail, apitest.Password), Status: 401, Want: noToken},
			{Name: "nothing", Request: apitest.Request{Method: "POST", Path: emailPath, Bearer: bearer, JSON: nothing}, Status: 400,
				Want: `{"email":["This field is required."],"password":["This field is required."]}`},
			{Name: "every fault at once", Request: ask("new", "wrong"), Status: 400,
				Want: `{"email":["Enter a valid email address."],"password":["Your password was entered incorrectly. Please enter it again."]}`},
			{Name: "the wrong password", Request: ask(newEmail, "wrong"), Status: 400,
				Want: `{"password":["Your password was entered incorrectly. Please enter it again."]}`},
			{Name: "the same", Request: ask(apitest.Email(apitest.User), apitest.Password), Status: 400, Want: `{"email":["This is already your address."]}`},
			{Name: "another's", Request: ask("STAFF@example.test", apitest.Password), Status: 400, Want: `{"email":["User with this email already exists."]}`},
			{Name: "two addresses", Request: ask("a@example.test, b@example.test", apitest.Password), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "a line of a mail's head", Request: ask("a@example.test\r\nBcc: b@example.test", apitest.Password), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "a null character", Request: ask("a\x00@example.test", apitest.Password), Status: 400, Want: `{"email":["Null characters are not allowed."]}`},
			{Name: "too long", Request: ask(strings.Repeat("a", 250)+"@example.test", apitest.Password), Status: 400,
				Want: `{"email":["Ensure this field has no more than 254 characters."]}`},
			{Name: "in another case", Request: ask("User@example.test", apitest.Password), Status: 200, Want: emailAsked},
		})
		site.Mails(t, 2)
	})
}

func TestALinkToANewAddressEnds(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		user := site.SignIn(t, apitest.User)
		wantDead := func(name, link string) {
			t.Helper()
			site.Run(t, []apitest.Scenario{{Name: name, Request: confirmEmail(link), Status: 400, Want: emailLinkDead}})
		}
		first := requestEmailChange(t, site, user.Access, "first@example.net", 2)
		second := requestEmailChange(t, site, user.Access, "second@example.net", 4)
		wantDead("after a later request", first)
		site.Clock.Advance(59 * time.Minute)
		wantDead("a wrong token", second+"x")
		site.Clock.Advance(time.Minute)
		wantDead("by its hour", second)

		third := requestEmailChange(t, site, site.SignIn(t, apitest.User).Access, "third@example.net", 6)
		link := requestReset(t, site, apitest.User, 7)
		site.Run(t, []apitest.Scenario{{Name: "a new password", Request: confirm(link, newPassword, newPassword), Status: 200, Want: `{…}`}})
		wantDead("after a new password", third)
		// The previous password again: the link does not come back.
		noError(t, site.App.Accounts.SetPassword(t.Context(), apitest.Email(apitest.User), apitest.Password))
		wantDead("for good", third)

		fourth := requestEmailChange(t, site, site.SignIn(t, apitest.User).Access, "fourth@example.net", 9)
		id := site.Find(t, apitest.User)
		for _, email := range []string{"owners@example.net", apitest.Email(apitest.User)} {
			noError(t, site.App.Accounts.ChangeEmail(t.Context(), id, email))
		}
		wantDead("by another change of the address", fourth)
		fifth := requestEmailChange(t, site, site.SignIn(t, apitest.User).Access, "fifth@example.net", 13)
		site.Deactivate(t, apitest.User)
		wantDead("after the account was deactivated", fifth)
		noError(t, site.App.Accounts.Delete(t.Context(), id))
		wantDead("after the account was deleted", fifth)
	})
}

// breakOutbox lets mails fail until repair is called: a file is where their folder was.
func breakOutbox(t *testing.T, site *apitest.Site) (repair func()) {
	t.Helper()
	outbox := filepath.Join(site.Data, "outbox")
	noError(t, os.RemoveAll(outbox))
	noError(t, os.WriteFile(outbox, nil, 0o600))
	return func() { noError(t, os.Remove(outbox)) }
}

// A mail that could not be sent yet is not written for a question from before a new password.
func TestAnUnsentLinkEndsWithThePreviousPassword(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		repair := breakOutbox(t, site)
		bearer := site.SignIn(t, apitest.User).Access
		site.Do(t, changeEmail(bearer, newEmail, apitest.Password))
		site.Await(t, "two mails that fail", func() bool { return strings.Count(site.Log.String(), "job failed, will be tried again") == 2 })
		noError(t, site.App.Accounts.SetPassword(t.Context(), apitest.Email(apitest.User), newPassword))
		repair()
		site.Clock.Advance(time.Minute)
		// It wakes the queue, which sends due mails in order: the note to the previous address,
		// no link, and this one.
		site.Do(t, post(forgotPath, map[string]string{"email": apitest.Email(apitest.Staff)}))
		for _, mail := range site.Mails(t, 2) {
			check(t, mail.To != newEmail, "a link was sent: %s", mail.Text)
		}
	})
}

func TestAnAddressThatIsTakenMeanwhile(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		link := requestEmailChange(t, site, bearer, newEmail, 2)
		site.Run(t, []apitest.Scenario{
			{Name: "somebody registers it", Request: register(map[string]any{"email": strings.ToUpper(newEmail)}), Status: 201, Want: `{…}`},
			{Name: "taken", Request: confirmEmail(link), Status: 409,
				Want: `{"detail":"This address now belongs to another account. Choose a different one in your profile."}`},
			{Name: "nothing has changed", Request: profile(bearer), Status: 200, Want: `{…"email":"user@example.test",…}`},
		})
	})
}

func TestOfManyConfirmationsOfANewAddressOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		link := requestEmailChange(t, site, site.SignIn(t, apitest.User).Access, newEmail, 2)
		var changed atomic.Int32
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				answer := site.Do(t, confirmEmail(link))
				if strings.Contains(answer.Body, `"changed":true`) {
					changed.Add(1)
				} else if answer.Status != 503 && !strings.Contains(answer.Body, `"already":true`) {
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
			})
		}
		group.Wait()
		equal(t, changed.Load(), 1, "confirmations that changed the address")
		site.Mails(t, 3)
	})
}

func TestLimitsOfChangesOfAnAddress(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		site.Join(t, "visitor")
		bearer, other := site.SignIn(t, apitest.User).Access, site.SignIn(t, "visitor").Access
		ask := func(ip, bearer, email, password string) apitest.Request {
			return from(ip, changeEmail(bearer, email, password))
		}
		expect(t, site, 400, several(5, func(int) apitest.Request { return ask("203.0.113.1", bearer, "new", apitest.Password) })...)
		// Requests for taken addresses reveal no more than registrations.
		expect(t, site, 400, several(5, func(int) apitest.Request {
			return ask("203.0.113.1", bearer, apitest.Email(apitest.Staff), apitest.Password)
		})...)
		wait(t, site.Do(t, ask("203.0.113.2", bearer, newEmail, apitest.Password)))
		wait(t, site.Do(t, ask("203.0.113.1", other, newEmail, apitest.Password)))
		wait(t, site.Do(t, from("203.0.113.1", register(nil))))
		expect(t, site, 200, ask("203.0.113.3", other, newEmail, apitest.Password))
		site.Mails(t, 2)

		expect(t, site, 400, several(20, func(int) apitest.Request { return from("203.0.113.4", confirmEmail("MQ.x-y")) })...)
		wait(t, site.Do(t, from("203.0.113.4", confirmEmail("MQ.x-y"))))
		expect(t, site, 400, from("203.0.113.5", confirmEmail("MQ.x-y")))

		expect(t, site, 400, several(50, func(int) apitest.Request { return ask("203.0.113.6", bearer, newEmail, "wrong") })...)
		wait(t, site.Do(t, ask("203.0.113.6", bearer, newEmail, apitest.Password)))
		// They are counted apart from sign-ins.
		expect(t, site, 200, login(apitest.Email(apitest.User), apitest.Password))
	})
}

func TestChangesOfAnAddressAreAudited(t *testing.T) {
	user := apitest.Email(apitest.User)
	eachAudited(t, nil, func(t *testing.T, w *auditReader) {
		bearer := w.site.SignIn(t, apitest.User).Access
		w.newEntries(t)
		w.expect(t, changeEmail(bearer, newEmail, "wrong"), 400)
		w.expect(t, changeEmail(bearer, newEmail, apitest.Password), 200, wantEntry{audit.EmailChangeRequested, user, audit.User, user, "to " + newEmail})
		link := emailLink.FindStringSubmatch(mailsTo(t, w.site, 2, newEmail)[0].Text)[1]
		w.expect(t, confirmEmail(link+"x"), 400)
		w.expect(t, confirmEmail(link), 200, wantEntry{audit.EmailChanged, user, audit.User, newEmail, "was " + user})
		w.secrets = append(w.secrets, link)
	})
}
