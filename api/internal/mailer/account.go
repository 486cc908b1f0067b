package mailer

import (
	"errors"
	"net"
	"net/mail"
	"net/url"
	"strconv"

	"portfolio/api/internal/httpx"
)

// The values of Account.Encryption: STARTTLS, TLS from the first byte, and none, which is for a server on this machine.
const (
	StartTLS = "starttls"
	TLS      = "tls"
	Plain    = "none"
)

// Account is a mail server and how to sign in there: what SMTP_URL says, in fields. Sender is the address that mails come from,
// with or without a name; "" is the default of Open.
type Account struct {
	Server     string `json:"server"`
	Port       int    `json:"port"`
	Encryption string `json:"encryption"`
	User       string `json:"user"`
	Password   string `json:"-"`
	Sender     string `json:"sender"`
}

// ParseAccount returns the fields of a URL that Open takes.
func ParseAccount(smtpURL string) (Account, error) {
	u, err := url.Parse(smtpURL)
	if err != nil {
		return Account{}, errors.New("SMTP_URL is not a URL")
	}
	a := Account{Server: u.Hostname(), Port: 587, Encryption: StartTLS, Sender: u.Query().Get("from")}
	switch {
	case u.Scheme == "smtps":
		a.Port, a.Encryption = 465, TLS
	case u.Query().Get("tls") == Plain:
		a.Encryption = Plain
	}
	if port, err := strconv.Atoi(u.Port()); err == nil {
		a.Port = port
	}
	if u.User != nil {
		a.User = u.User.Username()
		a.Password, _ = u.User.Password()
	}
	return a, nil
}

// URL returns the account in the form of SMTP_URL.
func (a Account) URL() string {
	u := url.URL{Scheme: "smtp", Host: net.JoinHostPort(a.Server, strconv.Itoa(a.Port))}
	if a.Encryption == TLS {
		u.Scheme = "smtps"
	}
	if a.User != "" {
		u.User = url.UserPassword(a.User, a.Password)
	}
	query := url.Values{}
	if a.Sender != "" {
		query.Set("from", a.Sender)
	}
	if a.Encryption == Plain {
		query.Set("tls", Plain)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

const maxField = 254

// Check returns the account in its stored form, and records its faults under the names of the fields.
func (a Account) Check(v *httpx.Validator) Account {
	a.User, a.Sender = httpx.CleanText(a.User), httpx.CleanText(a.Sender)
	v.Length(a.User, maxField, "user")
	v.Length(a.Sender, maxField, "sender")
	host, err := httpx.Host(httpx.CleanText(a.Server))
	if v.Check(err == nil && len(host) <= maxField && !httpx.IsLinkLocal(host), "server", httpx.NotAMailServer) {
		a.Server = host
	}
	v.Check(a.Port > 0 && a.Port < 1<<16, "port", httpx.NotAPort)
	switch a.Encryption {
	case StartTLS, TLS:
	case Plain:
		v.Check(httpx.IsLoopback(a.Server), "encryption", httpx.MailUnencrypted)
	default:
		v.Check(false, "encryption", httpx.NotAnEncryption)
	}
	if a.Sender != "" {
		parsed, err := mail.ParseAddress(a.Sender)
		ok := err == nil
		if ok {
			_, problem := anyAddress(parsed.Address)
			ok = problem == ""
		}
		v.Check(ok, "sender", httpx.NotASender)
	}
	return a
}
