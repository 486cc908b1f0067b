package apitest_test

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

const (
	asciiEmail     = "Ada@xn--bcher-kva.example"
	emailTaken     = `{"email":["User with this email already exists."]}`
	emailInvisible = `{"email":["This address contains an invisible character. Type it instead of pasting it."]}`
)

// sameMailbox are other ways to type asciiEmail.
var sameMailbox = []string{
	"Ada@bücher.example", "ada@BÜCHER.Example", "Ada@bu\u0308cher.example", "ada@bücher。example", "ada@XN--BCHER-KVA.example", "ada@ｂücher.example", asciiEmail,
}

func TestAnAddressInUnicodeAndInASCIIIsOneAccount(t *testing.T) {
	type some = map[string]any
	for _, first := range sameMailbox {
		t.Run(first, func(t *testing.T) {
			site := apitest.Start(t)
			site.Run(t, []apitest.Scenario{{Name: "made", Request: register(some{"email": first}), Status: 201, Want: `{…"email":"` + first[:3] + `@xn--bcher-kva.example"…}`}})
			for _, again := range sameMailbox {
				site.Run(t, []apitest.Scenario{
					{Name: again + " again", Request: register(some{"email": again}), Status: 400, Want: emailTaken},
					{Name: again + " signs in", Request: login(again, newPassword), Status: 200, Want: `{…}`},
				})
			}
		})
	}
}

func TestAnAccountOfTheCommandLineSignsInByTheAddressThatBrowsersSend(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		user, err := site.App.Accounts.CreateUser(t.Context(), accounts.NewUser{
			Email: "Ada@bücher.example", FirstName: "Ada", LastName: "Lovelace", Password: apitest.Password, IsStaff: true,
		})
		if err != nil || user.Email != asciiEmail {
			t.Fatal(user.Email, err)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "the site", Request: login(asciiEmail, apitest.Password), Status: 200, Want: `{…"email":"` + asciiEmail + `"…}`},
			{Name: "a link to a new password", Request: post(forgotPath, map[string]string{"email": "ada@bücher.example"}), Status: 200, Want: resetAsked},
		})
		mail := site.Mails(t, 1)[0]
		check(t, mail.To == asciiEmail, "mailed to %s", mail.To)
		for _, typed := range sameMailbox {
			expect(t, site, 200, login(typed, apitest.Password))
			if found, err := site.App.Accounts.FindUser(t.Context(), typed); err != nil || found.ID != user.ID {
				t.Errorf("%s on the command line: %v, %v", typed, found, err)
			}
		}
		for _, actor := range sameMailbox {
			entries := auditOf(t, site, "?actor="+url.QueryEscape(actor)).Entries
			check(t, len(entries) != 0 && entries[0].Actor == asciiEmail, "the audit log of %s: %+v", actor, entries)
		}
		for search, found := range map[string]bool{
			"ada@bücher.example": true, "BÜCHER.example": true, "Bücher": true, "xn--bcher": true, "lovelace bücher": true, "ada@büchlein.example": false,
		} {
			page := site.Do(t, get("/api/admin/users/?q="+url.QueryEscape(search), apitest.Staff))
			check(t, page.Status == 200 && strings.Contains(page.Body, asciiEmail) == found, "the search for %s: %d, %s", search, page.Status, page.Body)
		}
	})
}

func TestAnAddressIsChangedToOneInUnicode(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		site.Run(t, []apitest.Scenario{{Name: "asked", Request: changeEmail(bearer, "Ada@bücher.example", apitest.Password), Status: 200, Want: emailAsked}})
		link := emailLink.FindStringSubmatch(mailsTo(t, site, 2, asciiEmail)[0].Text)[1]
		site.Run(t, []apitest.Scenario{
			{Name: "confirmed", Request: confirmEmail(link), Status: 200, Want: `{…"email":"` + asciiEmail + `"…}`},
			{Name: "the same again", Request: changeEmail(bearer, "Ada@BÜCHER.example", apitest.Password), Status: 400,
				Want: `{"email":["This is already your address."]}`},
			{Name: "in another account's form", Request: register(map[string]any{"email": "ada@bücher.example"}), Status: 400, Want: emailTaken},
		})
	})
}

func TestAddressesWithInvisibleCharactersAreRefused(t *testing.T) {
	site := apitest.Start(t)
	bearer := site.SignIn(t, apitest.User).Access
	for name, email := range map[string]string{
		"a zero-width space in the local part": "a\u200bda@example.test", "a soft hyphen in the local part": "a\u00adda@example.test",
		"a zero-width space in the domain": "ada@exam\u200bple.test", "a soft hyphen in the domain": "ada@exam\u00adple.test",
		"a zero-width non-joiner": "ada\u200c@example.test", "a zero-width joiner": "ada@exa\u200dmple.test", "a word joiner": "a\u2060da@example.test",
		"a byte order mark at the beginning": "\ufeffada@example.test", "one at the end": "ada@example.test\ufeff", "a left-to-right mark": "ada@example.test\u200e",
		"a filler": "ada\u3164@example.test", "a variation selector": "ada\ufe0f@example.test", "the combining grapheme joiner": "a\u034fda@example.test",
	} {
		site.Run(t, []apitest.Scenario{
			{Name: name + ", registered", Request: register(map[string]any{"email": email}), Status: 400, Want: emailInvisible},
			{Name: name + ", changed to", Request: changeEmail(bearer, email, apitest.Password), Status: 400, Want: emailInvisible},
			{Name: name + ", to reset a password", Request: post(forgotPath, map[string]string{"email": email}), Status: 400, Want: emailInvisible},
		})
	}
	invisible := "us\u200ber@example.test"
	site.Run(t, []apitest.Scenario{{Name: "to sign in", Request: login(invisible, apitest.Password), Status: 401, Want: `{…}`}})
	site.Run(t, []apitest.Scenario{{Name: "in the domain, to sign in", Request: login("user@exam\u00adple.test", apitest.Password), Status: 401, Want: `{…}`}})
	user := accounts.NewUser{Email: invisible, FirstName: "A", LastName: "B", Password: apitest.Password}
	if _, err := site.App.Accounts.CreateUser(t.Context(), user); err == nil || !strings.Contains(err.Error(), "invisible character") {
		t.Errorf("on the command line: %v", err)
	}
}

func TestAPasswordLikeADomainInUnicodeIsRefused(t *testing.T) {
	like := map[string]any{"email": "ada@gemüsegarten.example", "password": "gemüsegarten1", "password2": "gemüsegarten1"}
	apitest.Start(t).Run(t, []apitest.Scenario{{Name: "the domain", Request: register(like), Status: 400,
		Want: `{"password":["The password is too similar to the email address."]}`}})
}

// Browsers send the name of a site in ASCII and lower case, and leave the default port out.
func TestPublicURLInAnyForm(t *testing.T) {
	for publicURL, want := range map[string]struct{ party, origin, link string }{
		"HTTPS://Bücher.Example:443/":  {"xn--bcher-kva.example", "https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
		"https://BU\u0308CHER。example": {"xn--bcher-kva.example", "https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
		"https://bücher.example:08443": {"xn--bcher-kva.example", "https://xn--bcher-kva.example:8443", "https://xn--bcher-kva.example:8443"},
		"http://127.0.0.1:80":          {"localhost", "http://localhost", "http://127.0.0.1"},
		"http://[::1]:80":              {"localhost", "http://localhost", "http://[::1]"},
		"http://[0:0:0:0:0:0:0:1]:81/": {"localhost", "http://localhost:81", "http://[::1]:81"},
	} {
		t.Run(publicURL, func(t *testing.T) {
			site := apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": publicURL})
			key := newPhone(site)
			key.party = virtualwebauthn.RelyingParty{ID: want.party, Name: want.party, Origin: want.origin}
			asked := ask(t, site, factorCall("POST", "passkeys/options/", site.SignIn(t, apitest.User).Access, nil))
			check(t, strings.Contains(string(asked.Options), `"id":"`+want.party+`"`), "options %s", asked.Options)
			key.register(t, site.SignIn(t, apitest.User).Access, "Blue phone")
			site.Run(t, []apitest.Scenario{{Name: "signs in", Request: key.signIn(t), Status: 200, Want: `{…}`}})

			answer := site.Do(t, post(forgotPath, map[string]string{"email": apitest.Email(apitest.Staff)}))
			secure := slices.ContainsFunc(answer.Header.Values("Set-Cookie"), func(cookie string) bool { return strings.Contains(cookie, "; Secure") })
			equal(t, secure, strings.HasPrefix(want.origin, "https:"), "secure cookies")
			site.Await(t, "the mail with the link", func() bool {
				names, err := filepath.Glob(filepath.Join(site.Data, "outbox", "*.eml"))
				return err == nil && slices.ContainsFunc(names, func(name string) bool {
					mail, err := os.ReadFile(name)
					return err == nil && bytes.Contains(mail, []byte("\n"+want.link+"/reset-password/"))
				})
			})
		})
	}
}

func TestCORSOriginsInAnyForm(t *testing.T) {
	for configured, origin := range map[string]string{
		"HTTPS://App.Example:443/":         "https://app.example",
		"https://app.bücher.example":       "https://app.xn--bcher-kva.example",
		"https://App.Bücher.example:8443/": "https://app.xn--bcher-kva.example:8443",
		"http://app.example:80":            "http://app.example",
		"http://[::0001]:3000":             "http://[::1]:3000",
	} {
		t.Run(configured, func(t *testing.T) {
			site := apitest.StartWith(t, apitest.Settings{"CORS_ORIGINS": configured})
			preflight := map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, site.URL+"/api/users/login/", nil)
			noError(t, err)
			for name, value := range preflight {
				request.Header.Set(name, value)
			}
			answer, err := http.DefaultClient.Do(request)
			noError(t, err)
			_ = answer.Body.Close()
			check(t, answer.StatusCode == 204 && answer.Header.Get("Access-Control-Allow-Origin") == origin, "the preflight: %d, %v", answer.StatusCode, answer.Header)
			allowed := map[string]string{"Access-Control-Allow-Origin": origin}
			call := login(apitest.Email(apitest.User), apitest.Password)
			call.Header = map[string]string{"Origin": origin, "Sec-Fetch-Site": "cross-site"}
			stranger := login(apitest.Email(apitest.User), apitest.Password)
			stranger.Header = map[string]string{"Origin": strings.Replace(origin, "://", "://x.", 1), "Sec-Fetch-Site": "cross-site"}
			site.Run(t, []apitest.Scenario{
				{Name: "the call", Request: call, Status: 200, Want: `{…}`, Header: allowed},
				{Name: "another origin", Request: stranger, Status: 403, Want: `{…}`},
			})
		})
	}
}

// Requests without Sec-Fetch-Site are accepted if their Origin is PUBLIC_URL's or one of
// CORS_ORIGINS, even behind a proxy that changes the Host.
func TestSignInBehindAProxyThatChangesTheHost(t *testing.T) {
	for public, hosts := range map[string][]string{
		"https://site.example:8443": {"127.0.0.1:8080", "site.example"},
		"http://192.168.1.5:8081":   {"192.168.1.5"},
		"https://bücher.example":    {"127.0.0.1:8080"},
	} {
		site := apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": public, "CORS_ORIGINS": "https://app.example"})
		for _, host := range hosts {
			for origin, status := range map[string]int{
				strings.Replace(public, "bücher", "xn--bcher-kva", 1): 200, "https://app.example": 200, "https://evil.example": 403,
			} {
				call := login(apitest.Email(apitest.User), apitest.Password)
				call.Header = map[string]string{"Origin": origin, "Host": host}
				equal(t, site.Do(t, call).Status, status, "PUBLIC_URL %s, Host %s, Origin %s", public, host, origin)
			}
		}
	}
}

func TestAnAddressThatNoMailReachesIsRefused(t *testing.T) {
	const refused = `{"email":["The mail server of this site can't send to this address. Use one with only the letters a to z before the @."]}`
	for _, announced := range []bool{false, true} {
		server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, UTF8: announced})
		address := strings.Replace(server.URL(), url.UserPassword(servertest.MailUser, servertest.MailPassword).String()+"@", "", 1)
		site := apitest.StartWith(t, apitest.Settings{"SMTP_URL": address + "?tls=none"})
		registered, changed, want, wantChanged := 400, 400, refused, refused
		if announced {
			registered, changed, want, wantChanged = 201, 200, `{…}`, emailAsked
		}
		bearer := site.SignIn(t, apitest.User).Access
		site.Run(t, []apitest.Scenario{
			{Name: "a new account", Request: register(map[string]any{"email": "jörg@example.test"}), Status: registered, Want: want},
			{Name: "a changed address", Request: changeEmail(bearer, "björn@example.test", apitest.Password), Status: changed, Want: wantChanged},
			{Name: "a domain alone", Request: register(map[string]any{"email": "ada@bücher.example"}), Status: 201, Want: `{…}`},
		})
	}
}
