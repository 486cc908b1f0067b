package site

import (
	"context"
	"errors"
	"net"
	"strconv"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

const (
	mailVariable = "SMTP_URL"
	// mailPurpose is the purpose of the sealed settings.
	mailPurpose = "mail settings"
)

// errOtherKey is why stored mail settings cannot be read.
var errOtherKey = errors.New("the mail settings were stored with another SECRET_KEY: enter them again under Settings")

// SMTPURL returns the mail server in the form of SMTP_URL, "" if mails become files.
func (s *Settings) SMTPURL(ctx context.Context) (string, error) {
	if s.Config.SMTPURL != "" {
		return s.Config.SMTPURL, nil
	}
	sealed, err := findSetting(ctx, s.DB, mail)
	if err != nil || sealed == "" {
		return "", err
	}
	box, err := s.Box()
	if err != nil {
		return "", err
	}
	opened, err := box.Open(sealed, mailPurpose)
	if err != nil {
		return "", errOtherKey
	}
	return string(opened), nil
}

// SendsMail reports whether there is a mail server, so that mails reach people.
func (s *Settings) SendsMail(ctx context.Context) (bool, error) {
	found, err := s.SMTPURL(ctx)
	return found != "" || errors.Is(err, errOtherKey), ignoreOtherKey(err)
}

// ignoreOtherKey returns err, or nil for errOtherKey.
func ignoreOtherKey(err error) error {
	if errors.Is(err, errOtherKey) {
		return nil
	}
	return err
}

// MailForm is the form of the mail server. Without a Password, the stored one is kept; if none is
// stored, a User needs one. An empty Server stops sending.
type MailForm struct {
	Server     string  `json:"server"`
	Port       int     `json:"port"`
	Encryption string  `json:"encryption"`
	User       string  `json:"user"`
	Password   *string `json:"password"`
	Sender     string  `json:"sender"`
}

// MailState is the mail server without its password. Fault says why the stored settings cannot be used, "" if they can.
type MailState struct {
	mailer.Account
	PasswordSet bool   `json:"password_set"`
	SetBy       string `json:"set_by"`
	Fault       string `json:"fault"`
}

// Mail returns the mail server. Its Server is "" if mails become files, or if there is a Fault.
func (s *Settings) Mail(ctx context.Context) (MailState, error) {
	found, err := s.SMTPURL(ctx)
	if errors.Is(err, errOtherKey) {
		return MailState{Fault: httpx.OtherSecretKey}, nil
	}
	if err != nil || found == "" {
		return MailState{}, err
	}
	account, err := mailer.ParseAccount(found)
	if err != nil { // its text has the password
		return MailState{Fault: httpx.MailSettingsInvalid}, nil
	}
	state := MailState{Account: account, PasswordSet: account.Password != ""}
	if s.Config.SMTPURL != "" {
		state.SetBy = mailVariable
	}
	return state, nil
}

// SetMail stores the mail server. It returns Conflict if the environment sets it, and an httpx.Error that names the wrong fields.
func (s *Settings) SetMail(ctx context.Context, form MailForm) error {
	if err := checkFree(mailVariable, s.Config.SMTPURL); err != nil {
		return err
	}
	if form.Server == "" {
		return s.DB.InTx(ctx, func(tx *database.Tx) error { return s.store(ctx, tx, mail, "", "off") })
	}
	account, err := s.account(ctx, form)
	if err != nil {
		return err
	}
	box, err := s.Box()
	if err != nil {
		return err
	}
	sealed := box.Seal([]byte(account.URL()), mailPurpose)
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		return s.store(ctx, tx, mail, sealed, net.JoinHostPort(account.Server, strconv.Itoa(account.Port)))
	})
}

// account returns the mail server of a form, with the stored password if the form has none. It returns an httpx.Error that names
// the wrong fields. A stored password never goes to another server.
func (s *Settings) account(ctx context.Context, form MailForm) (mailer.Account, error) {
	stored, err := s.SMTPURL(ctx)
	if ignoreOtherKey(err) != nil {
		return mailer.Account{}, err
	}
	before, err := mailer.ParseAccount(stored)
	if err != nil { // nothing stored, or nothing that can be used
		before = mailer.Account{}
	}
	v := httpx.NewValidator()
	account := mailer.Account{Server: form.Server, Port: form.Port, Encryption: form.Encryption, User: form.User, Sender: form.Sender}.Check(v)
	switch {
	case form.Password != nil:
		account.Password = *form.Password
		v.Length(account.Password, maxPassword, "password")
	case account.User != "" && before.User == "":
		v.Check(false, "password", httpx.FieldRequired)
	case account.User != "":
		same := account.Server == before.Server && account.Port == before.Port && account.Encryption == before.Encryption && account.User == before.User
		v.Check(same, "password", httpx.MailPasswordAgain)
		account.Password = before.Password
	}
	return account, v.Err()
}

const maxPassword = 500

// MailTest is the result of a test mail. Failure says why it was not sent, and Detail is the answer of
// the mail server; both are "" if it was sent.
type MailTest struct {
	SentTo  string `json:"sent_to"`
	Failure string `json:"failure"`
	Detail  string `json:"detail"`
}

// TryMail sends a mail through the server of a form, or that of the environment, and stores nothing. It returns an httpx.Error that
// names the wrong fields.
func (s *Settings) TryMail(ctx context.Context, form MailForm, to string) (MailTest, error) {
	smtpURL := s.Config.SMTPURL
	if smtpURL == "" {
		account, err := s.account(ctx, form)
		if err != nil {
			return MailTest{}, err
		}
		smtpURL = account.URL()
	}
	site, err := s.MailSite()
	if err != nil {
		return MailTest{}, err
	}
	message, err := mailer.Compose(site, to, "This site can send mail\n\nHello,\n\nThis is the test that you sent from the settings of your site. It arrived, so mails reach you.")
	if err != nil {
		return MailTest{}, err
	}
	failure, detail := mailer.Try(ctx, smtpURL, s.Config.PublicURL, *message)
	return MailTest{SentTo: to, Failure: failure, Detail: detail}, nil
}
