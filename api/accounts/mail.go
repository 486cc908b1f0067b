package accounts

import (
	"context"
	"embed"
	"fmt"
	html "html/template"
	"net/url"
	"regexp"
	"strings"
	text "text/template"
	"unicode/utf8"

	"portfolio/api/mailer"
	"portfolio/api/tokens"
)

// mailReset is the kind of a mail with a password-reset link.
const mailReset = "password reset"

//go:embed mails
var mailTexts embed.FS

var (
	resetText = text.Must(text.ParseFS(mailTexts, "mails/reset.txt"))
	resetHTML = html.Must(html.ParseFS(mailTexts, "mails/reset.html"))
)

// RenderMail makes the mail of the given kind, or returns nil where the address has no active account.
// Links lead to the site's public URL, never to a host that a request named.
func (s *Service) RenderMail(ctx context.Context, kind, recipient string) (*mailer.Message, error) {
	if kind != mailReset {
		return nil, fmt.Errorf("mail of unknown kind %q", kind)
	}
	user, path, err := s.resetLink(ctx, recipient)
	if err != nil || path == "" {
		return nil, err
	}
	base, err := url.Parse(s.publicURL)
	if err != nil {
		return nil, err
	}
	data := struct {
		Name, Site, Link string
		Minutes          int
	}{greeting(user.FirstName), base.Host, base.JoinPath(path).String(), int(tokens.ResetLifetime.Minutes())}
	var plain, rich strings.Builder
	if err := resetText.Execute(&plain, data); err != nil {
		return nil, err
	}
	if err := resetHTML.Execute(&rich, data); err != nil {
		return nil, err
	}
	return &mailer.Message{
		To: user.Email, Subject: "Reset your password for " + base.Host, Text: plain.String(), HTML: rich.String(),
	}, nil
}

var plainName = regexp.MustCompile(`^[\p{L}\p{M}]+([ '’-][\p{L}\p{M}]+)*$`)

// greeting returns a name to greet by, or "" for one that says more than a name does: whoever registers somebody else's
// address must not get to write that person a mail with our name on it.
func greeting(name string) string {
	if utf8.RuneCountInString(name) > 40 || !plainName.MatchString(name) {
		return ""
	}
	return name
}
