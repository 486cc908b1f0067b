package mailer

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"portfolio/api/internal/httpx"
)

// sendTimeout bounds each step of an SMTP exchange.
const sendTimeout = 30 * time.Second

// smtp sends mails to a server (RFC 5321) with STARTTLS (RFC 3207) or TLS from the first byte
// (RFC 8314).
type smtp struct {
	host    string
	options []gomail.Option
	from    *mail.Address
}

func openSMTP(u *url.URL, from *mail.Address, site string) (*smtp, error) {
	host, err := httpx.Host(u.Hostname())
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("SMTP_URL must be smtp://user:password@host:port, or smtps://… for TLS from the first byte")
	}
	ports := map[string]string{"smtp": "587", "smtps": "465"}
	text := u.Port()
	if text == "" {
		text = ports[u.Scheme]
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, fmt.Errorf("SMTP_URL: %q is no port", text)
	}
	options := []gomail.Option{
		gomail.WithPort(port), gomail.WithTimeout(sendTimeout), gomail.WithTLSPolicy(gomail.TLSMandatory),
		// The server writes this name into the mail (RFC 5321, section 4.1.1.1).
		gomail.WithHELO(site),
	}
	switch {
	case u.Scheme == "smtps":
		options = append(options, gomail.WithSSL())
	case u.Query().Get("tls") == "none" && httpx.IsLoopback(host):
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	case u.Query().Get("tls") != "":
		return nil, errors.New("SMTP_URL: tls=none is for a server on this machine only; leave tls out for STARTTLS")
	}
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return &smtp{host: host, options: options, from: from}, nil
}

// Send returns nil once the server has accepted the mail, even if the connection fails after that.
func (s *smtp) Send(ctx context.Context, message Message) error {
	composed, err := compose(s.from, message)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return err
	}
	// A failure after the server accepted the mail must not count: it would be sent again.
	defer func() { _ = client.Close() }()
	if err := client.Send(composed); !composed.IsDelivered() {
		return err
	}
	return nil
}

// Check signs in to the mail server of smtpURL without sending a mail.
func Check(ctx context.Context, smtpURL, publicURL string) error {
	sender, err := Open(smtpURL, "", publicURL)
	if err != nil {
		return err
	}
	server, ok := sender.(*smtp)
	if !ok {
		return errors.New("it names no mail server")
	}
	client, err := gomail.NewClient(server.host, server.options...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return err
	}
	return client.Close()
}
