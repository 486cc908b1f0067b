package apitest_test

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

var mailedLink = regexp.MustCompile(`http://\S+/reset-password/(\S+)/(\S+)`)

// A process that is killed in the middle of a mail's delivery leaves it to the next one, and the
// link in it works.
func TestAResetMailOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	servertest.EachDatabaseURL(t, func(t *testing.T, databaseURL string) {
		certificate, err := servertest.NewCertificate(t.TempDir())
		noError(t, err)
		arrived, killed := make(chan struct{}), make(chan struct{})
		server := servertest.StartMail(t, servertest.MailOptions{Certificate: certificate, Answer: func(n int) error {
			if n > 1 {
				return nil
			}
			close(arrived)
			<-killed
			return servertest.MailLater(apitest.Email(apitest.Staff))
		}})
		p := newProcess(t, databaseURL)
		p.environment = append(p.environment, "SMTP_URL="+server.URL(), "SSL_CERT_FILE="+certificate.File)
		p.start(t)
		p.do(t, post("/backend/forgotpasswordreset/", map[string]string{"email": apitest.Email(apitest.Staff)}), http.StatusOK)
		within(t, arrived, "the mail at the server")
		p.kill()
		close(killed)

		makeMailsDue(t, databaseURL)
		p.start(t)
		var link []string
		await(t, "the mail of the next process", func() bool { return len(server.Mails()) == 1 })
		if link = mailedLink.FindStringSubmatch(apitest.ParseMail(t, server.Mails()[0].Content).Text); link == nil {
			t.Fatalf("no link in %s", server.Mails()[0].Content)
		}
		const fresh = "an entirely new password"
		p.do(t, post("/backend/password-reset-confirm/"+link[1]+"/"+link[2]+"/",
			map[string]string{"new_password": fresh, "new_password2": fresh}), http.StatusOK)
		logged := p.log.String()
		for _, secret := range []string{link[2], fresh, "@", servertest.MailPassword} {
			check(t, !strings.Contains(logged, secret), "%q was logged", secret)
		}
	})
}

// makeMailsDue makes every mail due, as if the lease of a process that died had run out.
func makeMailsDue(t *testing.T, databaseURL string) {
	t.Helper()
	db := servertest.OpenDatabase(t, databaseURL)
	var left int64
	err := db.InTx(context.Background(), func(tx *database.Tx) (err error) {
		left, err = tx.Exec(context.Background(), `UPDATE jobs SET locked_until = ? WHERE kind = 'mail'`, database.At(time.Now()))
		return err
	})
	if err != nil || left != 1 {
		t.Fatalf("the killed process left %d mails, %v", left, err)
	}
}

func within(t *testing.T, happened <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-happened:
	case <-time.After(time.Minute):
		t.Fatalf("waited in vain for %s", what)
	}
}

func await(t *testing.T, what string, condition func() bool) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for start := time.Now(); !condition(); <-ticker.C {
		if time.Since(start) > time.Minute {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

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

		site.Do(t, on(cookieOf(t, answer), login(user, apitest.Password)))

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
		_, err := site.App.Accounts.ResetFactors(t.Context(), accounts.User{ID: site.Find(t, apitest.Staff), Email: apitest.Email(apitest.Staff)})
		noError(t, err)
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
