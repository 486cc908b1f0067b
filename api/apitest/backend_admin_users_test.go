package apitest_test

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/validate"
)

// accountPage is the page of an ordinary user's account in the backend admin, as staff use it.
type accountPage struct {
	*apitest.Site
	browser     *apitest.Browser
	token, path string
}

func openAccountPage(t *testing.T, site *apitest.Site) accountPage {
	t.Helper()
	user, err := site.App.Accounts.FindUser(t.Context(), apitest.Email(apitest.User))
	if err != nil {
		t.Fatal(err)
	}
	o := accountPage{Site: site, browser: site.Browser(), path: fmt.Sprintf("/backend/admin/users/%d/", user.ID)}
	o.token = o.browser.SignInBackend(t, apitest.Staff)
	return o
}

// send sends a form on the account's page, with fields as "name=value".
func (o accountPage) send(t *testing.T, form string, fields ...string) apitest.Answer {
	t.Helper()
	sent := url.Values{"token": {o.token}}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		sent.Set(name, value)
	}
	return o.browser.Post(t, o.path+form, sent)
}

// submitTwice sends a form twice, as an impatient hand does, and expects the account's page to say what was done, once.
func (o accountPage) submitTwice(t *testing.T, says, form string, fields ...string) {
	t.Helper()
	for range 2 {
		answer := o.send(t, form, fields...)
		if answer.Status != 303 || answer.Header.Get("Location") != o.path {
			t.Errorf("%s %v: %d to %q: %s", form, fields, answer.Status, answer.Header.Get("Location"), answer.Body)
		}
	}
	if page := o.browser.Get(t, o.path); !strings.Contains(page.Body, says) {
		t.Errorf("%s %v: the page does not say %q", form, fields, says)
	}
	if page := o.browser.Get(t, o.path); strings.Contains(page.Body, `role="status"`) {
		t.Errorf("%s %v: the page says it again", form, fields)
	}
}

func (o accountPage) details(t *testing.T) accounts.Details {
	t.Helper()
	user, err := o.App.Accounts.FindUser(t.Context(), apitest.Email(apitest.User))
	if err != nil {
		t.Fatal(err)
	}
	details, err := o.App.Accounts.Details(t.Context(), user.ID)
	if err != nil {
		t.Fatal(err)
	}
	return details
}

func TestWhatStaffDoToAnAccount(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		account.submitTwice(t, "The names were saved.", "names/", "first_name= Ada ", "last_name=Lovelace")
		account.submitTwice(t, "The notes were saved.", "notes/", "notes=Wrote the first programme.\nOwes us a clock.")
		account.submitTwice(t, "may manage the site now", "staff/", "to=yes")
		if got := account.details(t); got.FirstName != "Ada" || got.LastName != "Lovelace" || !got.IsStaff ||
			got.StaffNotes != "Wrote the first programme.\nOwes us a clock." {
			t.Errorf("%+v", got)
		}
		account.submitTwice(t, "may no longer manage the site", "staff/", "to=no")
		signedIn := site.SignIn(t, apitest.User)
		account.submitTwice(t, "signed out everywhere and cannot sign in", "active/", "to=no")
		if got := account.details(t); got.IsStaff || got.IsActive {
			t.Errorf("%+v", got)
		}
		profile := apitest.Request{Method: "GET", Path: "/api/users/profile/", Bearer: signedIn.Access}
		if answer := site.Do(t, profile); answer.Status != 401 {
			t.Errorf("a deactivated account's call: %d", answer.Status)
		}
		if answer := account.send(t, "reset/"); answer.Status != 409 || !strings.Contains(answer.Body, apperror.ResetInactive) {
			t.Errorf("a reset mail to a deactivated account: %d", answer.Status)
		}
		account.submitTwice(t, "can sign in again", "active/", "to=yes")
		account.submitTwice(t, "is on its way", "reset/")
		for _, mail := range site.Mails(t, 2) {
			if mail.To != apitest.Email(apitest.User) || !strings.Contains(mail.Text, "/reset-password/") {
				t.Errorf("a mail to %s says %s", mail.To, mail.Text)
			}
		}
		page := account.browser.Get(t, account.path)
		for _, action := range []string{"staff given", "staff taken", "activated", "deactivated", "notes changed", "user changed", "reset asked"} {
			if !strings.Contains(page.Body, "<strong>"+action+"</strong>") {
				t.Errorf("the history does not tell of %q", action)
			}
		}
	})
}

func TestStaffChangeTheAddressOfAnAccount(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		signedIn := site.SignIn(t, apitest.User)
		for email, says := range map[string]string{
			"": "Enter a valid email address.", "ada": "Enter a valid email address.", "STAFF@example.test": "User with this email already exists.",
		} {
			answer := account.send(t, "email/", "email="+email)
			if answer.Status != 400 || !strings.Contains(answer.Body, says) || !strings.Contains(answer.Body, `value="`+email+`"`) {
				t.Errorf("%q: %d %s", email, answer.Status, answer.Body)
			}
		}
		account.submitTwice(t, "The address was changed, and the account signed out everywhere.", "email/", "email= Ada@example.test ")
		site.Run(t, []apitest.Scenario{
			{Name: "signed out", Request: apitest.Request{Method: "GET", Path: "/api/users/profile/", Bearer: signedIn.Access}, Status: 401, Want: badToken},
			{Name: "the former address", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401, Want: noAccount},
			{Name: "the new one", Request: login("ada@example.test", apitest.Password), Status: 200, Want: `{…"email":"Ada@example.test",…}`},
		})
		if mail := site.Mails(t, 1)[0]; mail.To != apitest.Email(apitest.User) || !strings.Contains(mail.Text, "was changed") {
			t.Errorf("%+v", mail)
		}
		if page := account.browser.Get(t, account.path); !strings.Contains(page.Body, "<strong>e-mail changed</strong>") {
			t.Error("the history does not tell of it")
		}
	})
}

// A slip must not lock staff out of their own account: the address stays until the link that was mailed is opened.
func TestStaffConfirmAnAddressOfTheirOwn(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		account.path = fmt.Sprintf("/backend/admin/users/%d/", site.Find(t, apitest.Staff))
		if answer := account.send(t, "email/", "email="+newEmail, "password=wrong"); answer.Status != 400 ||
			!strings.Contains(answer.Body, "Your password was entered incorrectly.") || strings.Contains(answer.Body, `value="wrong"`) {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
		if answer := account.send(t, "email/", "email="+newEmail); answer.Status != 400 {
			t.Errorf("without a password: %d", answer.Status)
		}
		account.submitTwice(t, "A link is on its way to the new address", "email/", "email="+newEmail, "password="+apitest.Password)
		if page := account.browser.Get(t, account.path); !strings.Contains(page.Body, apitest.Email(apitest.Staff)) {
			t.Error("the address has changed already")
		}
		link := emailLink.FindStringSubmatch(mailsTo(t, site, 2, newEmail)[0].Text)[1]
		site.Run(t, []apitest.Scenario{{Name: "confirmed", Request: confirmEmail(link), Status: 200, Want: `{…}`}})
		if page := account.browser.Get(t, account.path); page.Status != 200 || !strings.Contains(page.Body, newEmail) {
			t.Errorf("the session that asked: %d", page.Status)
		}
	})
}

func TestStaffEndSessions(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		first, second := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		sessions, _, err := site.App.Accounts.Sessions(t.Context(), account.details(t).ID, "", validate.Page{})
		if err != nil || len(sessions) != 2 {
			t.Fatal(sessions, err)
		}
		calls := func() (status [2]int) {
			for i, bearer := range []string{first.Access, second.Access} {
				status[i] = site.Do(t, apitest.Request{Method: "GET", Path: "/api/users/profile/", Bearer: bearer}).Status
			}
			return status
		}
		account.submitTwice(t, "The device was signed out.", "sessions/"+sessions[0].ID+"/")
		if got := calls(); got[0]+got[1] != 200+401 {
			t.Errorf("after one was ended: %v", got)
		}
		account.submitTwice(t, "was signed out everywhere", "sessions/")
		if got := calls(); got != [2]int{401, 401} {
			t.Errorf("after all were ended: %v", got)
		}

		site.Promote(t, apitest.User)
		other := site.Browser()
		other.SignInBackend(t, apitest.User)
		inside, err := site.App.Accounts.BackendSessions(t.Context(), account.details(t).ID, "")
		if err != nil || len(inside) != 1 {
			t.Fatal(inside, err)
		}
		account.submitTwice(t, "The device was signed out.", "sessions/"+inside[0].ID+"/")
		if answer := other.Get(t, "/backend/admin/"); answer.Status != 303 {
			t.Errorf("in the backend admin, after the session was ended: %d", answer.Status)
		}
	})
}

func TestAnAccountIsDeleted(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		if page := account.browser.Get(t, account.path+"delete/"); page.Status != 200 || !strings.Contains(page.Body, "Delete Some Body?") {
			t.Errorf("the question: %d", page.Status)
		}
		for range 2 {
			if answer := account.send(t, "delete/"); answer.Status != 303 || answer.Header.Get("Location") != "/backend/admin/users/" {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		}
		page := account.browser.Get(t, "/backend/admin/users/")
		if !strings.Contains(page.Body, "The account was deleted.") || strings.Contains(page.Body, apitest.Email(apitest.User)) {
			t.Error("the list does not show that the account is gone")
		}
		if answer := account.browser.Get(t, account.path); answer.Status != 404 {
			t.Errorf("its page: %d", answer.Status)
		}
	})
}

func TestTheLastStaffAccountStaysInTheBackendAdmin(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		staff, err := site.App.Accounts.FindUser(t.Context(), apitest.Email(apitest.Staff))
		if err != nil {
			t.Fatal(err)
		}
		account.path = fmt.Sprintf("/backend/admin/users/%d/", staff.ID)
		for form, field := range map[string]string{"staff/": "to=no", "active/": "to=no", "delete/": ""} {
			if answer := account.send(t, form, field); answer.Status != 409 || !strings.Contains(answer.Body, apperror.LastStaff) {
				t.Errorf("%s: %d %s", form, answer.Status, answer.Body)
			}
		}
		site.Promote(t, apitest.User)
		if answer := account.send(t, "staff/", "to=no"); answer.Status != 303 {
			t.Errorf("with a successor: %d %s", answer.Status, answer.Body)
		}
		if answer := account.browser.Get(t, account.path); answer.Status != 403 {
			t.Errorf("and then: %d", answer.Status)
		}
	})
}

func TestMistakesInFormsOfTheBackendAdmin(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		account := openAccountPage(t, site)
		for _, test := range []struct {
			form   string
			fields []string
			status int
			says   []string
		}{
			{"names/", []string{"first_name=", "last_name=Kept"}, 400, []string{apperror.FieldBlank, `value="Kept"`, `aria-invalid="true"`}},
			{"names/", []string{"first_name=" + strings.Repeat("x", 151), "last_name=L"}, 400, []string{"Ensure this field has no more than 150 characters."}},
			{"names/", []string{"first_name=a\x00b", "last_name=L"}, 400, []string{apperror.FormUnreadable}},
			{"notes/", []string{"notes=" + strings.Repeat("x", 5001)}, 400, []string{"5000"}},
			{"staff/", []string{"to=perhaps"}, 400, []string{apperror.FormUnreadable}},
			{"notes/", []string{"notes=" + strings.Repeat("x", 70_000)}, 400, []string{apperror.FormUnreadable}},
		} {
			answer := account.send(t, test.form, test.fields...)
			if answer.Status != test.status {
				t.Errorf("%s: %d", test.form, answer.Status)
			}
			for _, text := range test.says {
				if !strings.Contains(answer.Body, text) {
					t.Errorf("%s does not say %q: %s", test.form, text, answer.Body)
				}
			}
		}
		if got := account.details(t); got.FirstName != "Some" || got.LastName != "Body" || got.StaffNotes != "" {
			t.Errorf("%+v", got)
		}
	})
}

// The switch of the theme on a page that answered a form leads back to the page of that form.
func TestTheThemeIsChosenOnARefusedForm(t *testing.T) {
	account := openAccountPage(t, apitest.Start(t))
	next := regexp.MustCompile(`name="next" value="([^"]*)"`)
	for form, want := range map[string]string{
		"names/": account.path, "notes/?x=1": account.path, "sessions/x/": account.path, "nothing/here/": account.path + "nothing/here/",
		"delete/": account.path + "delete/", "../../system/mails/1/retry/": "/backend/admin/system/",
	} {
		page := account.browser.Post(t, path.Join(account.path, form)+"/", url.Values{"token": {"wrong"}})
		found := next.FindStringSubmatch(page.Body)
		if page.Status != 403 && page.Status != 404 || len(found) < 2 || found[1] != want {
			t.Errorf("%s: %d, %q, not %s", form, page.Status, found, want)
			continue
		}
		chosen := account.browser.Post(t, "/backend/admin/theme/", url.Values{"theme": {"dark"}, "next": {found[1]}})
		if chosen.Status != 303 || chosen.Header.Get("Location") != want {
			t.Errorf("%s: %d to %s", form, chosen.Status, chosen.Header.Get("Location"))
		}
	}
}

func TestStaffConfirmAnAddress(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		access, _ := newcomer(t, site)
		account := openAccountPage(t, site)
		user, err := site.App.Accounts.FindUser(t.Context(), "ada@example.test")
		if err != nil {
			t.Fatal(err)
		}
		account.path = fmt.Sprintf("/backend/admin/users/%d/", user.ID)
		says := func(path, text string, want bool) {
			t.Helper()
			if page := account.browser.Get(t, path); page.Status != 200 || strings.Contains(page.Body, text) != want {
				t.Errorf("%s: %d, whether it says %q is not %v", path, page.Status, text, want)
			}
		}
		says(account.path, "Confirm address", true)
		says(account.path, "ada@example.test, not confirmed", true)
		says("/backend/admin/users/", "Not confirmed", true)
		says("/backend/admin/users/?which=unconfirmed", "ada@example.test", true)
		says("/backend/admin/users/?which=unconfirmed", apitest.Email(apitest.User), false)
		account.submitTwice(t, "The address counts as confirmed.", "confirm-email/")
		says(account.path, "Confirm address", false)
		says(account.path, "ada@example.test, confirmed", true)
		says("/backend/admin/users/", "Not confirmed", false)
		if n := countEntries(t, site, audit.EmailConfirmed); n != 1 {
			t.Errorf("%d entries", n)
		}
		expect(t, site, 201, apitest.Request{Method: "POST", Path: "/api/users/app-token/", Bearer: access})
	})
}

// Whatever people call themselves and their things is shown as text.
func TestTheBackendAdminShowsHostileTextAsText(t *testing.T) {
	const hostile = `"><script>alert(1)</script>`
	site := apitest.Start(t)
	account := openAccountPage(t, site)
	for _, request := range []apitest.Request{
		{Method: "POST", Path: "/api/documents/categories/", JSON: map[string]string{"name": hostile, "description": hostile}},
		{Method: "POST", Path: "/api/photos/galleries/", JSON: map[string]string{"name": hostile, "description": hostile}},
	} {
		request.As = apitest.Staff
		if answer := site.Do(t, request); answer.Status != 201 {
			t.Fatal(answer)
		}
	}
	account.send(t, "names/", "first_name="+hostile, "last_name="+hostile)
	account.send(t, "notes/", "notes=</textarea>"+hostile)
	query := url.QueryEscape(hostile)
	for _, path := range []string{
		"", "users/", "users/?q=" + query, "users/?sort=" + query + "&which=" + query, "audit/?q=" + query,
		strings.TrimPrefix(account.path, "/backend/admin/"), strings.TrimPrefix(account.path, "/backend/admin/") + "delete/",
	} {
		page := account.browser.Get(t, "/backend/admin/"+path)
		if page.Status != 200 || strings.Contains(page.Body, "<script") || strings.Contains(page.Body, "</textarea>\"") {
			t.Errorf("%s: %d %s", path, page.Status, page.Body)
		}
	}
}

// The limits of the sign-in are one for the site and for the backend admin.
func TestTheBackendAdminSharesTheLimitsOfTheSignIn(t *testing.T) {
	apitest.EachWith(t, apitest.Settings{"RATE_LIMIT": "on"}, func(t *testing.T, site *apitest.Site) {
		wrong := map[string]string{"email": apitest.Email(apitest.Staff), "password": "wrong horse battery"}
		for range 5 {
			site.Do(t, apitest.Request{Method: "POST", Path: "/api/users/login/", JSON: wrong})
		}
		right := url.Values{"email": {apitest.Email(apitest.Staff)}, "password": {apitest.Password}}
		browser := site.Browser()
		answer := browser.Post(t, "/backend/admin/sign-in/", right)
		if answer.Status != 429 || answer.Header.Get("Retry-After") == "" || !strings.Contains(answer.Body, "throttled") {
			t.Errorf("%d %v", answer.Status, answer.Header)
		}
		site.Clock.Advance(10 * time.Minute)
		if answer := browser.Post(t, "/backend/admin/sign-in/", right); answer.Status != 303 {
			t.Errorf("later: %d %s", answer.Status, answer.Body)
		}
	})
}
