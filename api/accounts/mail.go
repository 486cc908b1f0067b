package accounts

import (
	"context"
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"portfolio/api/internal/mailer"
)

// The kinds of mails: links to a new password, to confirm the address of a new account and to
// confirm a changed address, two notices to the previous address, and an invitation to a share.
const (
	mailReset          = "password reset"
	mailConfirmation   = "e-mail confirmation"
	mailEmailLink      = "e-mail change: link"
	mailEmailRequested = "e-mail change: asked"
	mailEmailChanged   = "e-mail change: done"
	mailInvitation     = "share invitation"
)

//go:embed mails/*.txt
var mailFiles embed.FS

// mailTexts are the templates of each language, under its code.
var mailTexts = readMailTexts()

func readMailTexts() map[string]*template.Template {
	files, err := mailFiles.ReadDir("mails")
	if err != nil {
		panic(err)
	}
	texts := map[string]*template.Template{}
	for _, file := range files {
		name := file.Name()
		texts[strings.TrimSuffix(name, path.Ext(name))] = template.Must(template.ParseFS(mailFiles, "mails/"+name))
	}
	return texts
}

// mailTextsFor returns the templates for a site in a language, and the code of their language: those of
// "de" for "de-AT", and the English ones for a language without any.
func mailTextsFor(language string) (texts *template.Template, code string) {
	for table := language; table != ""; table = table[:max(0, strings.LastIndexByte(table, '-'))] {
		if texts := mailTexts[table]; texts != nil {
			return texts, language
		}
	}
	return mailTexts[mailer.English], mailer.English
}

// mailData is the data of the templates. Link is empty in a mail without one; Minutes or Hours is
// its lifetime. Time describes the event of a notice. Browser and System do too if IP is not empty;
// each is empty if it is not known. Share is the name of a shared thing, and Until its last day, nil without an end.
type mailData struct {
	Site                mailer.Site
	Name, Link          string
	Minutes, Hours      int
	Browser, System, IP string
	Time                time.Time
	Share               string
	Until               *time.Time
}

func compose(name, to string, data mailData) (*mailer.Message, error) {
	texts, language := mailTextsFor(data.Site.Language)
	data.Site.Language = language
	var text strings.Builder
	if err := texts.ExecuteTemplate(&text, name, data); err != nil {
		return nil, err
	}
	return mailer.Compose(data.Site, to, text.String())
}

// RenderMail writes a mail in the language of site. It returns nil if the mail is obsolete: the
// address has no active account, the change was made or cancelled, or the share ended. Links lead to the site's
// public URL, never to a host from a request.
func (s *Service) RenderMail(ctx context.Context, site mailer.Site, order mailer.Job) (*mailer.Message, error) {
	switch order.Kind {
	case mailReset:
		return s.renderReset(ctx, site, order.Recipient)
	case mailConfirmation, mailEmailLink:
		return s.renderEmailLink(ctx, site, order)
	case mailInvitation:
		return s.renderInvitation(ctx, site, order)
	}
	notice, known := notices[order.Kind]
	if !known {
		return nil, fmt.Errorf("mail of unknown kind %q", order.Kind)
	}
	return s.renderNotice(ctx, site, notice, order)
}

func (s *Service) renderReset(ctx context.Context, site mailer.Site, recipient string) (*mailer.Message, error) {
	user, path, err := s.resetLink(ctx, recipient)
	if err != nil || path == "" {
		return nil, err
	}
	return compose("reset", user.Email, mailData{
		Name: greeting(user.FirstName), Site: site, Link: site.URL.JoinPath(path).String(), Minutes: int(resetLifetime.Minutes()),
	})
}

// renderNotice writes a notice about an account, to an address that may be the account's previous
// one.
func (s *Service) renderNotice(ctx context.Context, site mailer.Site, template string, order mailer.Job) (*mailer.Message, error) {
	var name string
	known, err := s.db.Find(ctx, &name, `SELECT first_name FROM users WHERE id = ?`, order.UserID)
	if err != nil || !known {
		return nil, err
	}
	return compose(template, order.Recipient, mailData{
		Name: greeting(name), Site: site, Browser: order.Browser, System: order.System, IP: order.IP, Time: order.At.UTC(),
	})
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
