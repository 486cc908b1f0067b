package mailer_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/mailer"
	"portfolio/api/internal/mailer/mailertest"
)

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
		server := mailertest.Start(t, mailertest.Options{Certificate: trusted})
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
		if got := server.Mails()[0]; got.From != test.want || !slices.Equal(got.To, []string{"Ada@xn--bcher-kva.example"}) {
			t.Errorf("from %q to %q, not from %q", got.From, got.To, test.want)
		}
	}
}

func TestASenderWithAnInvisibleCharacterIsRefused(t *testing.T) {
	_, err := mailer.Open("smtps://user:secret@mail.example?from="+url.QueryEscape("m\u200be@site.example"), t.TempDir(), "https://site.example")
	if err == nil || !strings.HasPrefix(err.Error(), "SMTP_URL: from=") || !strings.Contains(err.Error(), "invisible character") || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}
