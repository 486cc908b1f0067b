package mailer_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/mail"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
)

var message = mailer.Message{
	To: "ada@example.test", Subject: "Grüße: a new password",
	Text: "Hello Ada,\n\nhttps://site.example/reset-password/MQ/" + strings.Repeat("0123456789", 12) + "\n.\nA line with a dot.\n",
	HTML: "<p>Hello Ada, <a href=\"https://site.example/?a=1&amp;b=2\">grüß dich</a></p>",
}

func open(t *testing.T, smtpURL string) mailer.Sender {
	t.Helper()
	sender, err := mailer.Open(smtpURL, t.TempDir(), "https://site.example")
	noError(t, err)
	return sender
}

func TestSMTP(t *testing.T) {
	for name, encryption := range map[string]servertest.Encryption{"STARTTLS": servertest.StartTLS, "TLS": servertest.Implicit} {
		t.Run(name, func(t *testing.T) {
			server := servertest.StartMail(t, servertest.MailOptions{Encryption: encryption, Certificate: trusted})
			noError(t, open(t, server.URL()).Send(context.Background(), message))
			mails := server.Mails()
			if len(mails) != 1 {
				t.Fatalf("%d mails", len(mails))
			}
			got := mails[0]
			check(t, got.Encrypted && got.User == servertest.MailUser && got.From == "no-reply@site.example" && slices.Equal(got.To, []string{message.To}), "encrypted %v, as %q, from %q to %q", got.Encrypted, got.User, got.From, got.To)
			checkMail(t, got.Content, "no-reply@site.example")
			checkNothingLeaked(t, server)
		})
	}
}

// Servers list methods that they cannot do.
func TestThePlainMethodComesFirst(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted, Mechanisms: []string{"SCRAM-SHA-256", "NTLM", "CRAM-MD5"}})
	if err := open(t, server.URL()).Send(t.Context(), message); err != nil || len(server.Mails()) != 1 {
		t.Errorf("%d mails, %v", len(server.Mails()), err)
	}
}

// The client greets with the name of the site, before and after STARTTLS, even if the sender's
// address has another domain.
func TestTheGreetingNamesTheSite(t *testing.T) {
	for publicURL, want := range map[string]string{
		"https://site.example": "site.example", "http://localhost:8080": "localhost", "http://192.0.2.1:8080": "[192.0.2.1]",
		"https://[2001:db8::1]": "[IPv6:2001:db8::1]", "http://[fe80::1%25eth0]:8080": "[IPv6:fe80::1]", "http://[::ffff:192.0.2.1]": "[IPv6:::ffff:192.0.2.1]",
	} {
		server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted})
		sender, err := mailer.Open(server.URL()+"?from=me@example.test", t.TempDir(), publicURL)
		noError(t, err)
		noError(t, sender.Send(t.Context(), message))
		got := server.Mails()[0].Hello
		check(t, got == want && bytes.HasPrefix(server.Heard(), []byte("EHLO "+want+"\r\n")), "%s: %q, not %q", publicURL, got, want)
		checked := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted})
		if err := mailer.Check(t.Context(), checked.URL(), publicURL); err != nil || !bytes.HasPrefix(checked.Heard(), []byte("EHLO "+want+"\r\n")) {
			t.Errorf("%s is checked with %q, %v", publicURL, checked.Heard()[:40], err)
		}
	}
}

func TestTheSendersAddressCanBeSet(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted})
	sender := open(t, server.URL()+"?from="+url.QueryEscape("The Site <me@example.test>"))
	noError(t, sender.Send(context.Background(), message))
	got := server.Mails()[0]
	check(t, got.From == "me@example.test", "the envelope is from %q", got.From)
	checkMail(t, got.Content, "me@example.test")
}

func TestAnAccountNamedByItsAddressIsTheSender(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted, Account: "me@example.com"})
	failure, detail := mailer.Try(t.Context(), server.URL(), "https://site.example", message)
	check(t, failure == "" && server.Mails()[0].From == "me@example.com", "%s %s", failure, detail)
	failure, detail = mailer.Try(t.Context(), server.URL()+"?from=you@example.com", "https://site.example", message)
	check(t, strings.Contains(failure, "“Sender”") && strings.Contains(detail, "5.7.1 … sender rejected"), "%s %s", failure, detail)
}

// A password never leaves this machine but through TLS, and to a server that proves who it is.
func TestSMTPWithoutProofIsRefused(t *testing.T) {
	stranger, err := servertest.NewCertificate(t.TempDir())
	noError(t, err)
	for name, test := range map[string]struct {
		options servertest.MailOptions
		more    string
	}{
		"no TLS":                           {servertest.MailOptions{Encryption: servertest.Unencrypted}, ""},
		"no TLS, and the owner allowed it": {servertest.MailOptions{Encryption: servertest.Unencrypted}, "?tls=none"},
		"a stranger with STARTTLS":         {servertest.MailOptions{Certificate: stranger}, ""},
		"a stranger with TLS":              {servertest.MailOptions{Encryption: servertest.Implicit, Certificate: stranger}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := servertest.StartMail(t, test.options)
			err := open(t, server.URL()+test.more).Send(context.Background(), message)
			check(t, err != nil && len(server.Mails()) == 0, "sent: %v", err)
			if err != nil && strings.Contains(err.Error(), servertest.MailPassword) {
				t.Errorf("the failure holds the password: %v", err)
			}
			checkNothingLeaked(t, server)
		})
	}
}

// A mail that was accepted is sent, even if the server says no goodbye.
func TestAServerThatHangsUp(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted, HangUp: true})
	if err := open(t, server.URL()).Send(context.Background(), message); err != nil || len(server.Mails()) != 1 {
		t.Errorf("%d mails, %v", len(server.Mails()), err)
	}
}

func TestOpenNamesTheVariableAndNoPassword(t *testing.T) {
	for _, smtpURL := range []string{
		"smtp://user:hunter2@", "smtp://user:hunter2@host:port", "http://user:hunter2@host", "smtp://user:hunter2%zz@host",
		"smtp://user:hunter2@host?from=nobody", "smtp://user:hunter2@mail.example?tls=none", "smtp://user:hunter2@127.0.0.1?tls=maybe",
		"smtp://user:hunter2@host?form=me@site.example", "smtp://user:?hunter2@mail.example:587", "smtp://user:12?hunter2@mail.example",
	} {
		_, err := mailer.Open(smtpURL, t.TempDir(), "https://site.example")
		check(t, err != nil && strings.HasPrefix(err.Error(), "SMTP_URL") && !strings.Contains(err.Error(), "hunter2"), "%s: %v", smtpURL, err)
	}
}

// checkNothingLeaked looks for the password in the sent bytes, in plain text and as AUTH encodes
// it.
func checkNothingLeaked(t *testing.T, server *servertest.MailServer) {
	t.Helper()
	heard := server.Heard()
	check(t, len(heard) != 0, "nothing was heard")
	for _, secret := range []string{
		servertest.MailPassword, base64.StdEncoding.EncodeToString([]byte(servertest.MailPassword)),
		base64.StdEncoding.EncodeToString([]byte("\x00" + servertest.MailUser + "\x00" + servertest.MailPassword)), "reset-password",
	} {
		check(t, !bytes.Contains(heard, []byte(secret)), "%q went over the wire in the clear", secret)
	}
}

// checkMail reads a mail as a mail program does.
func checkMail(t *testing.T, content []byte, from string) {
	t.Helper()
	parsed, err := mail.ReadMessage(bytes.NewReader(content))
	noError(t, err)
	header := decoded(t, parsed.Header)
	for name, want := range map[string]string{
		"To": "<" + message.To + ">", "Subject": message.Subject, "Auto-Submitted": "auto-generated", "Mime-Version": "1.0",
	} {
		if header[name] != want {
			t.Errorf("%s is %q, not %q", name, header[name], want)
		}
	}
	if address, err := mail.ParseAddress(header["From"]); err != nil || address.Address != from {
		t.Errorf("from %q, %v", header["From"], err)
	}
	if date, err := parsed.Header.Date(); err != nil || time.Since(date).Abs() > time.Hour {
		t.Errorf("dated %v, %v", date, err)
	}
	_, domain, _ := strings.Cut(from, "@")
	id := header["Message-Id"]
	check(t, regexp.MustCompile(`^<[0-9A-Za-z]{20,}@`+regexp.QuoteMeta(domain)+`>$`).MatchString(id), "Message-ID %q", id)
	check(t, header["User-Agent"] == "" && header["X-Mailer"] == "", "the mail says what wrote it: %q", header)
	text, html := parts(t, parsed)
	check(t, strings.ReplaceAll(text, "\r\n", "\n") == message.Text && html == message.HTML, "the parts are %q and %q", text, html)
}

func TestAMailServerIsCheckedWithoutAMail(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted})
	if err := mailer.Check(context.Background(), server.URL(), "https://site.example"); err != nil || server.Tries() != 0 {
		t.Errorf("%d mails, %v", server.Tries(), err)
	}
	wrong, err := url.Parse(server.URL())
	noError(t, err)
	wrong.User = url.UserPassword(servertest.MailUser, "another-password")
	if err := mailer.Check(context.Background(), wrong.String(), "https://site.example"); err == nil || strings.Contains(err.Error(), "another-password") {
		t.Error(err)
	}
}

// Servers that know ASCII alone take the mail (RFC 5321).
func TestAddressesOfAnEnvelopeAreInASCII(t *testing.T) {
	for _, test := range []struct{ publicURL, from, want string }{
		{"https://xn--bcher-kva.example", "", "no-reply@xn--bcher-kva.example"},
		{"https://site.example", "me@bücher.example", "me@xn--bcher-kva.example"},
		{"https://site.example", "Büro <Me@BÜCHER.example>", "Me@xn--bcher-kva.example"},
		{"https://site.example", "site@mailhost", "site@mailhost"},
		{"http://192.0.2.1", "", "no-reply@[192.0.2.1]"},
		{"http://[2001:db8::1]", "", "no-reply@[IPv6:2001:db8::1]"},
	} {
		server := servertest.StartMail(t, servertest.MailOptions{Certificate: trusted})
		address := server.URL()
		if test.from != "" {
			address += "?from=" + url.QueryEscape(test.from)
		}
		sender, err := mailer.Open(address, t.TempDir(), test.publicURL)
		noError(t, err)
		to, problem := mailer.Address(" Ada@bücher.example ")
		if problem != "" {
			t.Fatal(problem)
		}
		if err := sender.Send(t.Context(), mailer.Message{To: to, Subject: "x", Text: "x", HTML: "x"}); err != nil {
			t.Fatalf("%+v: %v", test, err)
		}
		got := server.Mails()[0]
		check(t, got.From == test.want && slices.Equal(got.To, []string{"Ada@xn--bcher-kva.example"}), "from %q to %q, not from %q", got.From, got.To, test.want)
	}
}

func TestASenderWithAnInvisibleCharacterIsRefused(t *testing.T) {
	_, err := mailer.Open("smtps://user:secret@mail.example?from="+url.QueryEscape("m\u200be@site.example"), t.TempDir(), "https://site.example")
	check(t, err != nil && strings.HasPrefix(err.Error(), "SMTP_URL: from=") && strings.Contains(err.Error(), "invisible character") && !strings.Contains(err.Error(), "secret"), "%v", err)
}

// trusted is the certificate that this process trusts, as an owner's machine trusts that of the owner's mail server.
var trusted servertest.Certificate

// TestMain says whom to trust before anything asks: Go reads the system's certificates once.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "mailer-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if trusted, err = servertest.NewCertificate(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for name, value := range map[string]string{"SSL_CERT_FILE": trusted.File, "SSL_CERT_DIR": dir + "/none"} {
			if err := os.Setenv(name, value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
		}
		return m.Run()
	}())
}
