package apitest_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
)

func TestNotices(t *testing.T) {
	user := apitest.Email(apitest.User)
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		expectNotice := func(n int, subject, text string) {
			t.Helper()
			for _, mail := range site.Notices(t, n) {
				if mail.To == user && mail.Subject == subject && strings.Contains(mail.Text, text) && strings.Contains(mail.HTML, text) {
					return
				}
			}
			t.Errorf("no notice %q with %q", subject, text)
		}
		first := site.SignIn(t, apitest.User)
		answer := site.Do(t, login(user, apitest.Password))
		expectNotice(1, "New sign-in at site.example", "choose a new password in your profile")

		known := login(user, apitest.Password)
		cookies := slices.DeleteFunc(answer.Header.Values("Set-Cookie"), func(cookie string) bool { return !strings.HasPrefix(cookie, "known_device=") })
		known.Header = map[string]string{"Cookie": strings.Split(cookies[0], ";")[0]}
		site.Do(t, known)

		site.Do(t, apitest.Request{Method: "POST", Path: "/api/users/password/", Bearer: first.Access,
			JSON: map[string]string{"old_password": apitest.Password, "new_password": newPassword, "new_password2": newPassword}})
		expectNotice(2, "Your password at site.example was changed", "Forgot password")

		for range 2 { // which is granted once
			noError(t, site.App.Accounts.SetStaff(context.Background(), site.Find(t, apitest.User), true))
		}
		expectNotice(3, "You can now manage site.example", "contact the owner of the site")
	})
}

// A thief of the password cannot fill the owner's mailbox.
func TestNoticesOfNewDevicesAreLimited(t *testing.T) {
	site := apitest.Start(t)
	for range 12 {
		site.SignIn(t, apitest.User)
	}
	site.Do(t, post(forgotPath, map[string]string{"email": apitest.Email(apitest.User)}))
	site.Mails(t, 1) // which was queued after the notices
	if notices := site.Notices(t, 4); len(notices) != 4 {
		t.Errorf("%d notices", len(notices))
	}
}

func TestNoticesOfSecondFactors(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		_, recovery := setUpAuthenticator(t, site, apitest.User)
		first := passwordStep(t, site, apitest.User)
		site.Do(t, secondStep(first, "walrus"))
		var opened accounts.Tokens
		site.Do(t, secondStep(first, recovery[0])).Decode(t, &opened)
		site.Do(t, factorCall("POST", "recovery-codes/", opened.Access, nil))
		site.Do(t, factorCall("DELETE", "totp/", opened.Access, nil))

		setUpAuthenticator(t, site, apitest.Staff)
		if _, err := site.App.Accounts.ResetFactors(t.Context(), accounts.User{ID: site.Find(t, apitest.Staff), Email: apitest.Email(apitest.Staff)}); err != nil {
			t.Fatal(err)
		}
		const (
			added   = "A sign-in method was added at site.example"
			device  = "New sign-in at site.example"
			removed = "A sign-in method was removed at site.example"
		)
		subjects := map[string][]string{}
		for _, mail := range site.Notices(t, 6) {
			subjects[mail.To] = append(subjects[mail.To], mail.Subject)
		}
		for _, told := range subjects {
			slices.Sort(told) // those of one moment have no order
		}
		// The right password alone sent no notice of a new device.
		if got := subjects[apitest.Email(apitest.User)]; !slices.Equal(got, []string{added, added, removed, device}) {
			t.Errorf("the user got %q", got)
		}
		if got := subjects[apitest.Email(apitest.Staff)]; !slices.Equal(got, []string{added, removed}) {
			t.Errorf("staff got %q", got)
		}
	})
}
