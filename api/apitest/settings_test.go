package apitest_test

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/backup"
	"portfolio/api/internal/servertest"
)

const (
	settingsPath = "/api/admin/settings/"
	backupKey    = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
)

// mailForm is the form of an unencrypted mail server on this machine.
func mailForm(server string, port int) map[string]any {
	return map[string]any{"server": server, "port": port, "encryption": "none", "user": servertest.MailUser, "password": servertest.MailPassword, "sender": "Edda <hello@site.example>"}
}

// formOf is mailForm for a running server.
func formOf(t *testing.T, server *servertest.MailServer) map[string]any {
	t.Helper()
	host, text, err := net.SplitHostPort(strings.SplitN(server.URL(), "@", 2)[1])
	noError(t, err)
	port, err := strconv.Atoi(text)
	noError(t, err)
	return mailForm(host, port)
}

// with returns a copy of a form with another value of a field, nil for none.
func with(form map[string]any, name string, value any) map[string]any {
	changed := map[string]any{}
	for field, old := range form {
		changed[field] = old
	}
	changed[name] = value
	if value == nil {
		delete(changed, name)
	}
	return changed
}

func TestMailIsSetInTheBrowser(t *testing.T) {
	const mailPath, tryPath = settingsPath + "mail/", settingsPath + "mail/test/"
	apitest.AnyWith(t, nil, func(t *testing.T, site *apitest.Site) {
		server, refusing := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true}), servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted})
		form := formOf(t, server)
		kept := with(form, "password", nil)
		open := with(kept, "user", "") // the server takes no password unencrypted
		set := func(form map[string]any) apitest.Request { return asStaff("PUT", mailPath, form) }
		try := func(form map[string]any) apitest.Request { return asStaff("POST", tryPath, form) }
		site.Run(t, []apitest.Scenario{
			{Name: "staff are told", Request: get("/api/users/profile/", apitest.Staff), Status: 200, Want: `{…"lacks_mail":true}`},
			{Name: "visitors are not", Request: get("/api/users/profile/", apitest.User), Status: 200, Want: `{…"date_joined":"…Z"}`},
			{Name: "a test", Request: try(open), Status: 200, Want: `{"sent_to":"staff@example.test","failure":"","detail":""}`},
			{Name: "a test stores nothing", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"mail":{"server":"",…"password_set":false…}…}`},
			{Name: "a failed test", Request: try(form), Status: 200, Want: `{"sent_to":"staff@example.test","failure":"The mail server refused the sign-in. Check “User name” and “Password”.","detail":"SMTP Auth …"}`},
			{Name: "everything is wrong", Request: set(map[string]any{"server": "smtp://x", "port": 0, "encryption": "ssl", "sender": "Edda"}), Status: 400, Want: `{"encryption":["Choose starttls, tls or none."],` +
				`"port":["Enter a port from 1 to 65535."],"sender":["Enter an address, such as Ann Example <hello@example.com>."],"server":["Enter the name of the mail server, such as smtp.example.com."]}`},
			{Name: "an address of this network alone", Request: try(with(form, "server", "169.254.169.254")), Status: 400, Want: `{…"server":["Enter the name of the mail server, such as smtp.example.com."]}`},
			{Name: "the same in IPv6", Request: set(with(form, "server", "fe80::1")), Status: 400, Want: `{…"server":["Enter the name of the mail server, such as smtp.example.com."]}`},
			{Name: "the same in both", Request: set(with(form, "server", "::ffff:169.254.169.254")), Status: 400, Want: `{…"server":["Enter the name of the mail server, such as smtp.example.com."]}`},
			{Name: "unencrypted to elsewhere", Request: set(with(form, "server", "smtp.example.com")), Status: 400,
				Want: `{"encryption":["Only a mail server on this machine may go without encryption."]}`},
			{Name: "stored", Request: set(form), Status: 204},
			{Name: "shown without the password", Request: get(settingsPath, apitest.Staff), Status: 200,
				Want: `{…"mail":{"server":"127.0.0.1","port":…,"encryption":"none","user":"mailer","sender":"Edda <hello@site.example>","password_set":true,"set_by":"","fault":""}…}`},
			{Name: "recorded without the password", Request: get("/api/admin/audit/?kind=setting", apitest.Staff), Status: 200, Want: `{…"target":"mail",…"detail":"127.0.0.1:…"…}`},
			{Name: "the password stays", Request: set(with(kept, "sender", "")), Status: 204},
			{Name: "and is shown to be there", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"sender":"","password_set":true…}`},
			{Name: "the password does not go to another server", Request: try(with(formOf(t, refusing), "password", nil)), Status: 400,
				Want: `{"password":["Enter the password again, because the server or the user name has changed."]}`},
			{Name: "the notice of staff is gone", Request: get("/api/users/profile/", apitest.Staff), Status: 200, Want: `{…"backend_admin_url":"…"}`},
			{Name: "without a password", Request: set(with(open, "sender", "")), Status: 204},
			{Name: "a mail", Request: post("/backend/forgotpasswordreset/", map[string]string{"email": apitest.Email(apitest.User)}), Status: 200, Want: `{…}`},
		})
		site.Await(t, "the mail that goes to the new server", func() bool { return len(server.Mails()) == 2 })
		if mail := server.Mails()[1]; mail.From != "no-reply@site.example" || mail.To[0] != apitest.Email(apitest.User) {
			t.Errorf("%+v", mail)
		}
		var stored string
		noError(t, servertest.OpenDatabase(t, site.Database).Get(t.Context(), &stored, `SELECT value FROM settings WHERE name = 'mail'`))
		check(t, len(refusing.Heard()) == 0 && !strings.Contains(stored, "127.0.0.1") && !strings.Contains(site.Log.String(), servertest.MailPassword), "the password got out")
		site.Run(t, []apitest.Scenario{{Name: "off", Request: set(map[string]any{"server": ""}), Status: 204}})
		site.Run(t, []apitest.Scenario{
			{Name: "the notice of staff is back", Request: get("/api/users/profile/", apitest.Staff), Status: 200, Want: `{…"lacks_mail":true}`}})
	})
	near := apitest.StartWith(t, apitest.Settings{"SMTP_URL": "smtp://169.254.169.254:25"})
	near.Run(t, []apitest.Scenario{{Name: "no connection to such an address", Request: asStaff("POST", tryPath, mailForm("localhost", 25)), Status: 200,
		Want: `{…"detail":"…169.254.169.254 is a link-local address, which is not allowed…"}`}})
	site := apitest.StartWith(t, apitest.Settings{"SMTP_URL": "smtp://me:secret%20word@smtp.example.com?from=me@example.com"})
	site.Run(t, []apitest.Scenario{
		{Name: "the environment wins", Request: asStaff("PUT", mailPath, mailForm("localhost", 25)), Status: 409, Want: `{"detail":"SMTP_URL is set in the environment of the server, which wins."}`},
		{Name: "and is shown without the password", Request: get(settingsPath, apitest.Staff), Status: 200,
			Want: `{…"mail":{"server":"smtp.example.com","port":587,"encryption":"starttls","user":"me","sender":"me@example.com","password_set":true,"set_by":"SMTP_URL","fault":""}…}`},
	})
}

// A failed test mail names the fields to check, with the answer of the server below.
func TestAFailedTestMailNamesTheFields(t *testing.T) {
	site := apitest.Start(t)
	started := func(options servertest.MailOptions) map[string]any {
		options.Encryption, options.Anonymous = servertest.Unencrypted, true
		return with(with(formOf(t, servertest.StartMail(t, options)), "user", ""), "password", nil)
	}
	plain := started(servertest.MailOptions{})
	for name, test := range map[string]struct {
		form            map[string]any
		failure, detail string
	}{
		"no server":   {mailForm("127.0.0.1", 1), "The mail server refused the connection. Check “Server” and “Port”.", "…connection refused"},
		"no name":     {with(with(plain, "server", "mail.invalid"), "encryption", "tls"), "No server has this name. Check “Server”.", "…no such host"},
		"no STARTTLS": {with(plain, "encryption", "starttls"), "The mail server does not offer this encryption on this port. Check “Port” and “Encryption”.", "…STARTTLS…"},
		"no TLS":      {with(plain, "encryption", "tls"), "The mail server does not offer this encryption on this port. Check “Port” and “Encryption”.", "tls: …"},
		"the sender": {started(servertest.MailOptions{Account: "me@example.com"}),
			"The mail server refused the sender. Enter the address of your mail account in the field “Sender”.", "…5.7.1 … sender rejected…"},
		"the recipient": {started(servertest.MailOptions{Rcpt: servertest.MailNever("x")}), "The test could not be sent.", "…5.1.1…"},
	} {
		site.Run(t, []apitest.Scenario{{Name: name, Request: asStaff("POST", settingsPath+"mail/test/", test.form), Status: 200,
			Want: `{"sent_to":"staff@example.test","failure":"` + test.failure + `","detail":"` + test.detail + `"}`}})
	}
}

func TestATestMailWaitsForALateGreeting(t *testing.T) {
	apitest.Long(t)
	site := apitest.Start(t)
	server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true, Silence: 35 * time.Second})
	form := with(with(formOf(t, server), "user", ""), "password", nil)
	site.Run(t, []apitest.Scenario{{Name: "late", Request: asStaff("POST", settingsPath+"mail/test/", form), Status: 200,
		Want: `{"sent_to":"staff@example.test","failure":"","detail":""}`}})
}

func TestSettingsOfAnotherSecretKeyAreAskedForAgain(t *testing.T) {
	url := servertest.MigratedURL(t)
	site := apitest.StartOn(t, url, apitest.Settings{"SECRET_KEY": strings.Repeat("a", 32)})
	site.Run(t, []apitest.Scenario{{Name: "stored", Request: asStaff("PUT", settingsPath+"mail/", mailForm("127.0.0.1", 25)), Status: 204}})
	other := apitest.Open(t, url, apitest.Settings{"SECRET_KEY": strings.Repeat("b", 32)})
	other.Run(t, []apitest.Scenario{
		{Name: "asked", Request: get(settingsPath, apitest.Staff), Status: 200,
			Want: `{…"mail":{"server":""…"fault":"These settings were stored with another secret key. Enter them again."}…}`},
		{Name: "asked on the system screen", Request: get("/api/admin/system/", apitest.Staff), Status: 200,
			Want: `{…"mails":{"sent_by":"","fault":"These settings were stored with another secret key. Enter them again."…}…}`},
		{Name: "the dashboard", Request: get("/api/dashboard/", apitest.Staff), Status: 200, Want: `{…}`},
		{Name: "the overview", Request: get("/api/admin/overview/", apitest.Staff), Status: 200, Want: `{…}`},
		{Name: "a profile", Request: get("/api/users/profile/", apitest.Staff), Status: 200, Want: `{…}`},
		{Name: "a mail is queued", Request: post("/backend/forgotpasswordreset/", map[string]string{"email": apitest.Email(apitest.User)}), Status: 200, Want: `{…}`},
		{Name: "without the password", Request: asStaff("PUT", settingsPath+"mail/", with(mailForm("127.0.0.1", 25), "password", nil)), Status: 400,
			Want: `{"password":["This field is required."]}`},
		{Name: "asked still", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"fault":"These settings were stored with another secret key. Enter them again."…}`},
		{Name: "entered", Request: asStaff("PUT", settingsPath+"mail/", mailForm("127.0.0.1", 26)), Status: 204},
		{Name: "shown", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"mail":{"server":"127.0.0.1","port":26…}…}`},
		{Name: "and on the system screen", Request: get("/api/admin/system/", apitest.Staff), Status: 200, Want: `{…"mails":{"sent_by":"SMTP, 127.0.0.1","fault":""…}…}`},
	})
}

// A stored place for backups can become invalid with the settings of a later start. The screens and the metrics name the fault, and
// staff get a mail about the missed night.
func TestStoredBackupsThatBecameInvalidAreReported(t *testing.T) {
	url := servertest.MigratedURL(t)
	site := apitest.StartOn(t, url, nil)
	place := filepath.Join(site.Data, "copies")
	noError(t, os.Mkdir(place, 0o700))
	site.Run(t, []apitest.Scenario{{Name: "stored", Request: asStaff("PUT", settingsPath+"backups/", map[string]string{"url": place, "recipient": backupKey}), Status: 204}})
	site.Await(t, "the first backup", func() bool { return readSystem(t, site).Backups.MadeAt != nil })
	first := *readSystem(t, site).Backups.MadeAt
	spoil := func() {
		_, err := servertest.OpenDatabase(t, url).Exec(t.Context(), `UPDATE settings SET value = ? WHERE name = 'off-site backups'`,
			`{"url":"`+filepath.Join(site.Data, "media")+`","recipient":"`+backupKey+`"}`)
		noError(t, err)
	}
	spoil()
	const fault = `"fault":"Enter the settings of the backups again. The place …: backups need a place of their own."`
	site.Run(t, []apitest.Scenario{
		{Name: "the settings", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"backups":{"url":"…/media"…` + fault + `}…}`},
		{Name: "the system screen", Request: get("/api/admin/system/", apitest.Staff), Status: 200, Want: `{…"backups":{…` + fault + `}…}`},
		{Name: "the dashboard", Request: get("/api/dashboard/", apitest.Staff), Status: 200, Want: `{…"last_backup_at":"…Z"…}`},
	})
	check(t, strings.Contains(readFigures(t, site), "portfolio_backup_last_size_bytes"), "the metrics have no backups")
	site.Clock.Advance(time.Minute)
	site.Run(t, []apitest.Scenario{
		{Name: "entered again", Request: asStaff("PUT", settingsPath+"backups/", map[string]string{"url": place, "recipient": backupKey}), Status: 204},
		{Name: "without a fault", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"backups":{"url":"` + place + `"…"fault":""}…}`},
	})
	site.Await(t, "another backup", func() bool { return readSystem(t, site).Backups.MadeAt.After(first.Time) })
	spoil()
	site.Clock.Advance(48 * time.Hour)
	mails := site.Mails(t, 1)
	check(t, strings.Contains(mails[0].Text, "Last night's off-site backup failed."), "the mail: %s", mails[0].Text)
}

func TestStaffOfASiteWithoutMailChangeTheirAddressByThePassword(t *testing.T) {
	apitest.AnyWith(t, nil, func(t *testing.T, site *apitest.Site) {
		opened, elsewhere := site.SignIn(t, apitest.Staff), site.SignIn(t, apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "a wrong password", Request: changeEmail(opened.Access, newEmail, "wrong"), Status: 400, Want: `{"password":["Your password was entered incorrectly. Please enter it again."]}`},
			{Name: "a taken address", Request: changeEmail(opened.Access, apitest.Email(apitest.User), apitest.Password), Status: 400, Want: `{"email":["User with this email already exists."]}`},
			{Name: "changed", Request: changeEmail(opened.Access, newEmail, apitest.Password), Status: 200, Want: `{"detail":"Your e-mail address has been changed.","changed":true}`},
			{Name: "this session stays", Request: by(opened.Access, "GET", "/api/users/profile/"), Status: 200, Want: `{…"email":"` + newEmail + `"…}`},
			{Name: "others end", Request: by(elsewhere.Access, "GET", "/api/users/profile/"), Status: 401, Want: `{…}`},
			{Name: "visitors get a link", Request: changeEmail(site.SignIn(t, apitest.User).Access, "other@example.net", apitest.Password), Status: 200, Want: emailAsked},
		})
	})
}

func TestOffsiteBackupsAreSetInTheBrowser(t *testing.T) {
	const path = settingsPath + "backups/"
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	apitest.AnyWith(t, nil, func(t *testing.T, site *apitest.Site) {
		place, elsewhere := filepath.Join(site.Data, "copies"), t.TempDir()
		noError(t, os.Mkdir(place, 0o700))
		noError(t, os.Symlink(elsewhere, filepath.Join(site.Data, "link")))
		set := func(url, recipient string) apitest.Request {
			return asStaff("PUT", path, map[string]string{"url": url, "recipient": recipient})
		}
		outside := func(name, url string) apitest.Scenario {
			return apitest.Scenario{Name: name, Request: set(url, backupKey), Status: 400,
				Want: `{"url":["The folder must be in …; BACKUP_URL in the environment of the server may name any other."]}`}
		}
		site.Run(t, []apitest.Scenario{
			{Name: "no place and no key", Request: set("backups", ""), Status: 400, Want: `{"recipient":["This field may not be blank."],` +
				`"url":["The place must be s3://bucket?region=…&endpoint=…, or the absolute path of a folder."]}`},
			{Name: "no such folder, and a private key", Request: set(filepath.Join(place, "none"), "AGE-SECRET-KEY-1ABC"), Status: 400,
				Want: `{"recipient":["The key is a private key, which must not be on this machine: …"],"url":["There is no folder …"]}`},
			{Name: "a folder, and a private key", Request: set(place, "AGE-SECRET-KEY-1ABC"), Status: 400, Want: `{"recipient":["The key is a private key, …"]}`},
			{Name: "a folder, and no key", Request: set(place, ""), Status: 400, Want: `{"recipient":["This field may not be blank."]}`},
			{Name: "the folder of the photos", Request: set(filepath.Join(site.Data, "media"), backupKey), Status: 400, Want: `{"url":["The place …: backups need a place of their own."]}`},
			outside("a folder elsewhere", elsewhere),
			outside("a folder of the system", "file:///etc"),
			{Name: "the data itself", Request: set(site.Data, backupKey), Status: 400, Want: `{"url":["The place …: backups need a place of their own."]}`},
			outside("a way out", site.Data+"/../"+filepath.Base(elsewhere)),
			outside("a link out", filepath.Join(site.Data, "link")),
			{Name: "a bucket at the address of a cloud's metadata", Request: set("s3://a?region=b&endpoint=http://169.254.169.254", backupKey), Status: 400,
				Want: `{"url":["…169.254.169.254 is a link-local address, which is not allowed.…"]}`},
		})
		const otherKey = "age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg"
		for pasted, stored := range map[string]string{
			"# created: 2026-05-01T12:00:00Z\n# public key: " + backupKey + "\n": backupKey,
			"Public key: " + backupKey: backupKey, "," + backupKey: backupKey, strings.ToUpper(backupKey): backupKey,
			backupKey + "\n" + otherKey: backupKey + "," + otherKey, " " + backupKey + ", ": backupKey,
		} {
			other := apitest.Start(t)
			place := filepath.Join(other.Data, "copies")
			noError(t, os.Mkdir(place, 0o700))
			other.Run(t, []apitest.Scenario{
				{Name: "pasted " + pasted, Request: set(place, pasted), Status: 204},
				{Name: "shown " + pasted, Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"recipient":"` + stored + `"…}`},
			})
		}
		secret := "AGE-SECRET-KEY-1QQQQQQQQQQQQQQ"
		refused := site.Do(t, set(place, "# public key: "+backupKey+"\n"+secret))
		check(t, refused.Status == 400 && strings.Contains(refused.Body, "The key is a private key") && !strings.Contains(refused.Body+site.Log.String(), "QQQQ"), "%d %s", refused.Status, refused.Body)
		if left, err := os.ReadDir(place); err != nil || len(left) > 0 {
			t.Errorf("a refused folder got files: %v, %v", left, err)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "stored", Request: set(place, backupKey), Status: 204},
			{Name: "shown", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"backups":{"url":"` + place + `","recipient":"` + backupKey + `","place":"the folder ` + place + `","set_by":"","fault":""}}`},
			{Name: "recorded", Request: get("/api/admin/audit/?kind=setting", apitest.Staff), Status: 200, Want: `{…"target":"off-site backups",…"detail":"the folder …"…}`},
		})
		site.Await(t, "the first backup", func() bool { return readSystem(t, site).Backups.MadeAt != nil })
		check(t, strings.Contains(readFigures(t, site), "portfolio_backup_last_size_bytes"), "the metrics have no backups")
		if sent, err := filepath.Glob(filepath.Join(place, "portfolio-*.age")); err != nil || len(sent) != 1 {
			t.Errorf("%v, %v", sent, err)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "off", Request: set("", ""), Status: 204},
			{Name: "the system page has none", Request: get("/api/admin/system/", apitest.Staff), Status: 200, Want: `{…"backups":null…}`},
		})
	})
}

// askForBackup returns the request that downloads a backup, as the form of a browser sends it.
func askForBackup(t *testing.T, site *apitest.Site) apitest.Request {
	t.Helper()
	var answer struct{ Token string }
	site.Do(t, asStaff("POST", "/api/admin/backup/", nil)).Decode(t, &answer)
	return apitest.Request{Method: "POST", Path: "/api/admin/backup/download/", Form: &apitest.Form{Fields: map[string]string{"token": answer.Token}}}
}

func TestStaffDownloadABackup(t *testing.T) {
	apitest.AnyWith(t, nil, func(t *testing.T, site *apitest.Site) {
		addDocument(t, site, nil, "a.pdf", aPDF)
		download := askForBackup(t, site)
		answer := site.Do(t, download)
		path := filepath.Join(t.TempDir(), "site.backup")
		noError(t, os.WriteFile(path, []byte(answer.Body+"\n"), 0o600)) // Do trims the last line
		archive, err := backup.Open(path)
		noError(t, err)
		defer func() { _ = archive.Close() }()
		if err := archive.Check(t.Context(), func(string, int, int) {}); err != nil || len(archive.Files()) != 1 || answer.Header.Get("Cache-Control") != "no-store" || answer.Header.Get("X-Accel-Buffering") != "no" {
			t.Errorf("%v, %v, %v", err, archive.Files(), answer.Header)
		}
		made := download.Form.Fields["token"]
		forged := apitest.Request{Method: "POST", Path: download.Path, Form: &apitest.Form{Fields: map[string]string{"token": made[:len(made)-2] + "xx"}}}
		site.Run(t, []apitest.Scenario{
			{Name: "recorded", Request: get("/api/admin/audit/?action=backup+downloaded", apitest.Staff), Status: 200, Want: `{"entries":[{…"action":"backup downloaded",…"actor":"staff@example.test",…}],…}`},
			{Name: "a forged token", Request: forged, Status: 303},
			{Name: "no token", Request: apitest.Request{Method: "POST", Path: download.Path, Form: &apitest.Form{}}, Status: 303},
		})
		site.Clock.Advance(61 * time.Second)
		site.Run(t, []apitest.Scenario{{Name: "too late", Request: download, Status: 303}})
	})
}
