package accounts

import (
	"context"
	"embed"
	"errors"
	"fmt"
	html "html/template"
	"net/url"
	"regexp"
	"strings"
	text "text/template"
	"unicode/utf8"

	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/tokens"
)

// The kinds of mails: links to a new password, to confirm the address of a new account and to
// confirm a changed address, and two notices to the previous address.
const (
	mailReset          = "password reset"
	mailConfirmation   = "e-mail confirmation"
	mailEmailLink      = "e-mail change: link"
	mailEmailRequested = "e-mail change: asked"
	mailEmailChanged   = "e-mail change: done"
)

//go:embed mails
var mailFiles embed.FS

// mailText is a mail in both forms. The subject ends with the name of the site.
type mailText struct {
	subject string
	text    *text.Template
	html    *html.Template
}

var (
	resetMail          = readMail("reset", "Reset your password for ")
	confirmationMail   = readMail("confirm", "Confirm your e-mail address for ")
	emailLinkMail      = readMail("email-link", "Confirm your new e-mail address for ")
	emailRequestedMail = readMail("email-asked", "Your e-mail address is to be changed for ")
	emailChangedMail   = readMail("email-changed", "Your e-mail address was changed for ")
)

func readMail(name, subject string) mailText {
	return mailText{
		subject: subject,
		text:    text.Must(text.ParseFS(mailFiles, "mails/"+name+".txt")),
		html:    html.Must(html.ParseFS(mailFiles, "mails/layout.html", "mails/"+name+".html")),
	}
}

// mailData is the data of the templates. Link is empty in a mail without one. Minutes or Hours is
// its lifetime.
type mailData struct {
	Name, Site, Link string
	Minutes, Hours   int
}

func (m mailText) to(address string, data mailData) (*mailer.Message, error) {
	var plain, rich strings.Builder
	if err := m.text.Execute(&plain, data); err != nil {
		return nil, err
	}
	if err := m.html.ExecuteTemplate(&rich, "layout", data); err != nil {
		return nil, err
	}
	return &mailer.Message{To: address, Subject: m.subject + data.Site, Text: plain.String(), HTML: rich.String()}, nil
}

// RenderMail writes a mail. It returns nil if the mail is obsolete: the address has no active
// account, or the change was made or cancelled. Links lead to the site's public URL, never to a
// host from a request.
func (s *Service) RenderMail(ctx context.Context, order mailer.Job) (*mailer.Message, error) {
	site, err := url.Parse(s.publicURL)
	if err != nil {
		return nil, err
	}
	var message *mailer.Message
	switch order.Kind {
	case mailReset:
		message, err = s.renderReset(ctx, site, order.Recipient)
	case mailConfirmation:
		message, err = s.renderConfirmation(ctx, site, order)
	case mailEmailLink:
		message, err = s.renderEmailLink(ctx, site, order)
	default:
		notice, known := notices[order.Kind]
		if !known {
			return nil, fmt.Errorf("mail of unknown kind %q", order.Kind)
		}
		message, err = s.renderNote(ctx, site, notice, order)
	}
	if errors.Is(err, database.ErrNoRows) {
		return nil, nil
	}
	return message, err
}

func (s *Service) renderReset(ctx context.Context, site *url.URL, recipient string) (*mailer.Message, error) {
	user, path, err := s.resetLink(ctx, recipient)
	if err != nil {
		return nil, err
	}
	return resetMail.to(user.Email, mailData{
		Name: greeting(user.FirstName), Site: site.Host, Link: site.JoinPath(path).String(), Minutes: int(tokens.ResetLifetime.Minutes()),
	})
}

// renderEmailLink puts the token behind a #, which browsers do not send to servers, so that it is
// in no log on the way.
func (s *Service) renderEmailLink(ctx context.Context, site *url.URL, order mailer.Job) (*mailer.Message, error) {
	waiting, err := s.findWaitingEmail(ctx, order.UserID)
	if err != nil || waiting.NewEmail != order.Recipient {
		return nil, err
	}
	link := site.JoinPath("/confirm-email")
	link.Fragment = s.emailLink(waiting)
	return emailLinkMail.to(order.Recipient, mailData{
		Name: greeting(waiting.FirstName), Site: site.Host, Link: link.String(), Minutes: int(tokens.EmailChangeLifetime.Minutes()),
	})
}

// renderNote writes a notice about an account, to an address that may be the account's previous
// one.
func (s *Service) renderNote(ctx context.Context, site *url.URL, note mailText, order mailer.Job) (*mailer.Message, error) {
	var name string
	if err := s.db.Get(ctx, &name, `SELECT first_name FROM users WHERE id = ?`, order.UserID); err != nil {
		return nil, err
	}
	return note.to(order.Recipient, mailData{Name: greeting(name), Site: site.Host})
}

var plainName = regexp.MustCompile(`^[\p{L}\p{M}]+([ '’-][\p{L}\p{M}]+)*$`)

// greeting returns a name for the salutation, or "" if it could be more than a name. A visitor who
// registers another person's address must not be able to send them a message in our name.
func greeting(name string) string {
	if utf8.RuneCountInString(name) > 40 || !plainName.MatchString(name) {
		return ""
	}
	return name
}
