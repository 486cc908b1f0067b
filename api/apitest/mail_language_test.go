package apitest_test

import (
	"net/url"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// Mails are in the language that the published site.md names, from the publication on; those to staff
// alone are in English.
func TestMailsAreInTheLanguageOfTheSite(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true})
	address := strings.Replace(server.URL(), url.UserPassword(servertest.MailUser, servertest.MailPassword).String()+"@", "", 1)
	site := apitest.StartWith(t, apitest.Settings{"SMTP_URL": address + "?tls=none"})
	sent := 0
	expectMail := func(request apitest.Request, language, subject string, texts ...string) {
		t.Helper()
		answer := site.Do(t, request)
		check(t, answer.Status < 300, "%d %s", answer.Status, answer.Body)
		sent++
		site.Await(t, subject, func() bool { return len(server.Mails()) == sent })
		mail := apitest.ParseMail(t, server.Mails()[sent-1].Content)
		check(t, mail.Subject == subject && mail.Language == language && strings.Contains(mail.HTML, `<html lang="`+language+`" dir="ltr">`),
			"%q in %q: %s", mail.Subject, mail.Language, mail.HTML)
		for _, text := range texts {
			check(t, strings.Contains(mail.Text, text) || strings.Contains(mail.HTML, text), "no %q in %s\n%s", text, mail.Text, mail.HTML)
		}
	}
	publish := func(line string) {
		t.Helper()
		expect(t, site, 200, importFiles(t, site, map[string]string{"site.md": "---\nname: Ann Vega\n" + line + "\n---\n"}))
	}
	forgot := post(forgotPath, map[string]string{"email": apitest.Email(apitest.User)})
	for _, test := range [][3]string{
		{"role: Engineer", "en", "Reset your password for site.example"},
		{"language: de", "de", "Passwort für site.example zurücksetzen"},
		{"language: ar", "en", "Reset your password for site.example"},
		{`language: "de-AT"`, "de-AT", "Passwort für site.example zurücksetzen"},
		{"language: en-GB # as most visitors read", "en-GB", "Reset your password for site.example"},
		{"language: fr", "fr", "Réinitialisation de votre mot de passe sur site.example"},
	} {
		publish(test[0])
		expectMail(forgot, test[1], test[2])
	}
	expectMail(forgot, "fr", "Réinitialisation de votre mot de passe sur site.example", ">Choisir un nouveau mot de passe</a>")

	publish("language: de")
	expectMail(register(nil), "de", "E-Mail-Adresse für site.example bestätigen",
		"Hallo Ada,", ">Adresse bestätigen</a>", "Der Link ist 48 Stunden gültig.")
	site.SignIn(t, apitest.User)
	signIn := login(apitest.Email(apitest.User), apitest.Password)
	signIn.Header = map[string]string{"User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"}
	expectMail(signIn, "de", "Neue Anmeldung bei site.example",
		">Gerät: Firefox (Windows)<br>", "Zeit: "+site.Clock.Now().UTC().Format("02.01.2006, 15:04")+" Uhr (UTC)<br>", "IP-Adresse: 127.0.0.1<")
	expectMail(asStaff("POST", settingsPath+"mail/test/", mailForm("", 0)), "en", "This site can send mail")
}
