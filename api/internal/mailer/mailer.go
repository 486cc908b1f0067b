// Package mailer queues mails as jobs and sends them over SMTP or to a folder.
package mailer

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// English is the code of the language of mails that name no other.
const English = "en"

// Message is a mail to one recipient, as plain text and HTML. ID is the part of the Message-ID before
// the @, the same for each attempt. The sender generates one if it is "". Language is the code of its
// language (RFC 5646), "" for English. ReplyTo is the address for answers, "" for none, and ReplyName its name.
type Message struct {
	ID                 string
	To                 string
	ReplyName, ReplyTo string
	Language           string
	Subject            string
	Text               string
	HTML               string
}

// Sender sends a message. After an error it may be sent again.
type Sender interface {
	Send(ctx context.Context, message Message) error
}

// Open returns the sender for smtpURL: smtp://user:password@host:port with STARTTLS, smtps:// with TLS
// from the first byte, and for "" the folder outbox in dataDir. The sender's address is the URL's
// parameter from, by default the user if it is an address, otherwise no-reply at the host of
// publicURL. That host is also the name in HELO.
// The error names SMTP_URL and does not contain the password.
func Open(smtpURL, dataDir, publicURL string) (Sender, error) {
	site, err := url.Parse(publicURL)
	if err != nil || site.Hostname() == "" {
		return nil, fmt.Errorf("PUBLIC_URL %q has no host", publicURL)
	}
	host := mailHost(site.Hostname())
	from := &mail.Address{Address: "no-reply@" + host}
	if smtpURL == "" {
		return openOutbox(filepath.Join(dataDir, "outbox"), from)
	}
	u, err := url.Parse(smtpURL)
	if err != nil {
		return nil, errors.New("SMTP_URL is not a URL: escape the characters of the password that URLs reserve")
	}
	for name := range u.Query() {
		if name != "from" && name != "tls" {
			return nil, errors.New("SMTP_URL has a parameter other than from and tls; a ? in the password is written %3F")
		}
	}
	text := u.Query().Get("from")
	if user, problem := Address(u.User.Username()); text == "" && problem == "" {
		text = user
	}
	if text != "" {
		if from, err = mail.ParseAddress(text); err != nil {
			return nil, fmt.Errorf("SMTP_URL: from=%q is no address", text)
		}
		address, problem := anyAddress(from.Address)
		if problem != "" {
			return nil, fmt.Errorf("SMTP_URL: from=%q: %s", text, problem)
		}
		from.Address = address
	}
	return openSMTP(u, from, host)
}

// mailHost returns a host in the form of mails (RFC 5321, section 4.1.3): IP addresses are literals.
func mailHost(host string) string {
	ip, err := netip.ParseAddr(host)
	switch {
	case err != nil:
		return host
	case ip.Is4():
		return "[" + host + "]"
	default:
		return "[IPv6:" + ip.WithZone("").String() + "]"
	}
}

// compose returns the MIME form (RFC 2045, 2046) of a message: multipart/alternative, plain text first.
// It does not reveal this machine or the program.
func compose(from *mail.Address, message Message, options ...gomail.MsgOption) (*gomail.Msg, error) {
	composed := gomail.NewMsg(append(options, gomail.WithNoDefaultUserAgent())...)
	composed.FromMailAddress(from)
	if err := composed.To(message.To); err != nil {
		return nil, err
	}
	// A header with an address beyond ASCII is for servers with SMTPUTF8 alone (RFC 6532).
	if message.ReplyTo != "" && isASCII(message.ReplyTo) {
		composed.ReplyToMailAddress(&mail.Address{Name: message.ReplyName, Address: message.ReplyTo})
	}
	composed.Subject(message.Subject)
	composed.SetDate()
	composed.SetMessageIDWithValue(cmp.Or(message.ID, rand.Text()) + from.Address[strings.LastIndex(from.Address, "@"):])
	composed.SetGenHeader("Content-Language", cmp.Or(message.Language, English)) // RFC 3282
	composed.SetGenHeader("Auto-Submitted", "auto-generated")                    // RFC 3834: no holiday notes in answer
	composed.SetBodyString(gomail.TypeTextPlain, message.Text)
	composed.AddAlternativeString(gomail.TypeTextHTML, message.HTML)
	return composed, nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}
