package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	gosmtp "github.com/wneessen/go-mail/smtp"

	"portfolio/api/internal/httpx"
)

const (
	// sendTimeout bounds each step of an SMTP exchange. Servers greet late to put spammers off.
	sendTimeout = time.Minute
	// formTimeout is sendTimeout while a visitor waits.
	formTimeout = 10 * time.Second
)

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
		return nil, fmt.Errorf("SMTP_URL: %q is not a port", text)
	}
	dialer := &net.Dialer{Control: httpx.RefuseLinkLocal}
	options := []gomail.Option{
		gomail.WithDialContextFunc(dialer.DialContext),
		gomail.WithPort(port), gomail.WithTimeout(sendTimeout), gomail.WithTLSPolicy(gomail.TLSMandatory),
		// The server writes this name into the mail (RFC 5321, section 4.1.1.1).
		gomail.WithHELO(site),
	}
	switch {
	case u.Scheme == "smtps":
		tlsDialer := tls.Dialer{NetDialer: dialer, Config: &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}}
		options = append(options, gomail.WithSSL(), gomail.WithDialContextFunc(tlsDialer.DialContext))
	case u.Query().Get("tls") == "none" && httpx.IsLoopback(host):
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	case u.Query().Get("tls") != "":
		return nil, errors.New("SMTP_URL: tls=none is for a server on this machine only; leave tls out for STARTTLS")
	}
	if u.User != nil {
		password, _ := u.User.Password()
		// Servers list methods that they cannot do, such as CRAM-MD5 without readable passwords. Over
		// TLS the plain ones are as good.
		method := gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthPlain, gomail.SMTPAuthLogin)
		if u.Query().Get("tls") == "none" {
			method = gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover)
		}
		options = append(options, method, gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return &smtp{host: host, options: options, from: from}, nil
}

// Send returns nil once the server has accepted the mail, even if the connection fails after that.
func (s *smtp) Send(ctx context.Context, message Message) error {
	composed, err := compose(s.from, message)
	if err != nil {
		return err
	}
	client, connection, err := s.dial(ctx)
	if err != nil {
		return err
	}
	// A failure after the server accepted the mail must not count: it would be sent again.
	defer func() { _ = client.CloseWithSMTPClient(connection) }()
	if err := client.SendWithSMTPClient(connection, composed); !composed.IsDelivered() {
		return err
	}
	return nil
}

// dial connects to the server and signs in.
func (s *smtp) dial(ctx context.Context, options ...gomail.Option) (*gomail.Client, *gosmtp.Client, error) {
	client, err := gomail.NewClient(s.host, slices.Concat(s.options, options)...)
	if err != nil {
		return nil, nil, err
	}
	connection, err := client.DialToSMTPClientWithContext(ctx)
	return client, connection, err
}

// isFinal reports whether a server refused a mail for good: a 5xx after RCPT or DATA (RFC 5321,
// 4.2.1). After 530 and 535 the settings are wrong, not the mail.
func isFinal(err error) bool {
	var refused *gomail.SendError
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		code := refused.ErrorCode()
		return code >= 500 && code != 530 && code != 535
	}
	return false
}

// AcceptsUTF8 reports whether sender can send to addresses with letters beyond ASCII before the @. A
// mail server has to announce it (SMTPUTF8, RFC 6531); one that does not answer cannot.
func AcceptsUTF8(ctx context.Context, sender Sender) bool {
	server, ok := sender.(*smtp)
	if !ok {
		return true
	}
	client, connection, err := server.dial(ctx, gomail.WithTimeout(formTimeout))
	if err != nil {
		return false
	}
	defer func() { _ = client.CloseWithSMTPClient(connection) }()
	announced, _ := connection.Extension("SMTPUTF8")
	return announced
}

func openServer(smtpURL, publicURL string) (*smtp, error) {
	sender, err := Open(smtpURL, "", publicURL)
	if server, ok := sender.(*smtp); ok || err != nil {
		return server, err
	}
	return nil, errors.New("it names no mail server")
}

// Try sends a message over smtpURL at once, without the queue. If it fails, it returns a sentence
// that names the fields to check, and the server's answer without e-mail addresses; otherwise "".
func Try(ctx context.Context, smtpURL, publicURL string, message Message) (failure, detail string) {
	server, err := openServer(smtpURL, publicURL)
	if err == nil {
		err = server.Send(ctx, message)
	}
	if err == nil {
		return "", ""
	}
	return explain(err), reason(err, message.To)
}

// Check signs in to the mail server of smtpURL without sending a mail.
func Check(ctx context.Context, smtpURL, publicURL string) error {
	server, err := openServer(smtpURL, publicURL)
	if err != nil {
		return err
	}
	client, connection, err := server.dial(ctx)
	if err != nil {
		return err
	}
	return client.CloseWithSMTPClient(connection)
}
