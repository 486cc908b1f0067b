package servertest

import (
	"bytes"
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// The credentials of a MailServer.
const (
	MailUser     = "mailer"
	MailPassword = "pass word/with:marks"
)

// Encryption is when a MailServer speaks TLS.
type Encryption int

// The kinds of server.
const (
	StartTLS    Encryption = iota // when asked to
	Implicit                      // from the first byte
	Unencrypted                   // never, and it takes passwords in the clear
)

// MailOptions are the properties of a MailServer.
type MailOptions struct {
	Encryption  Encryption
	Certificate Certificate
	// Answer says what becomes of the nth mail, counted from 1, that was sent whole; nil accepts it. It may take its time.
	Answer func(n int) error
	// Account is the user name, and the address of the only accepted sender. By default the name is MailUser, and any sender is
	// accepted.
	Account string
	// Silence is how long the server takes to answer the client's greeting.
	Silence time.Duration
	// Rcpt is the answer to each recipient; nil accepts it.
	Rcpt error
	// Mechanisms are listed before PLAIN, but do not work.
	Mechanisms []string
	// UTF8 announces SMTPUTF8.
	UTF8 bool
	// Anonymous accepts mails from clients that have not signed in.
	Anonymous bool
	// HangUp breaks the connection off after a mail was accepted.
	HangUp bool
}

// MailServer stores the mails that it accepts.
type MailServer struct {
	MailOptions
	address string

	mu    sync.Mutex
	tries int
	mails []Mail
	heard bytes.Buffer
}

// Mail is one that a MailServer accepted, and how it came.
type Mail struct {
	From string
	To   []string
	User string
	// Hello is the name with which the client greeted.
	Hello     string
	Encrypted bool
	Content   []byte
}

// StartMail runs a MailServer on a free port until the test ends.
func StartMail(t *testing.T, options MailOptions) *MailServer {
	t.Helper()
	s := &MailServer{MailOptions: options}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = listener.Addr().String()
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		time.Sleep(s.Silence)
		return &session{server: s, conn: c}, nil
	}))
	server.Domain, server.ErrorLog = "mail.test", log.New(io.Discard, "", 0)
	server.AllowInsecureAuth, server.EnableSMTPUTF8 = options.Encryption == Unencrypted, options.UTF8
	listener = &recorder{Listener: listener, server: s}
	settings := &tls.Config{Certificates: []tls.Certificate{options.Certificate.Certificate}, MinVersion: tls.VersionTLS12}
	switch options.Encryption {
	case StartTLS:
		server.TLSConfig = settings
	case Implicit:
		listener = tls.NewListener(listener, settings)
	}
	stopped := make(chan struct{})
	go func() { defer close(stopped); _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close(); <-stopped })
	return s
}

// URL is the SMTP_URL for the server, with its user and password.
func (s *MailServer) URL() string {
	scheme := "smtp"
	if s.Encryption == Implicit {
		scheme = "smtps"
	}
	u := url.URL{Scheme: scheme, User: url.UserPassword(cmp.Or(s.Account, MailUser), MailPassword), Host: s.address}
	return u.String()
}

// Mails returns the accepted mails.
func (s *MailServer) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

// Tries returns how many mails were sent whole so far, accepted or not.
func (s *MailServer) Tries() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tries
}

// Heard returns all received bytes.
func (s *MailServer) Heard() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.heard.Bytes())
}

func (s *MailServer) accept(mail Mail) error {
	s.mu.Lock()
	s.tries++
	n := s.tries
	s.mu.Unlock()
	if s.Answer != nil {
		if err := s.Answer(n); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, mail)
	return nil
}

// session is one connection.
type session struct {
	server   *MailServer
	conn     *smtp.Conn
	mail     Mail
	accepted bool
}

func (s *session) AuthMechanisms() []string { return append(s.server.Mechanisms, sasl.Plain) }

func (s *session) Auth(mechanism string) (sasl.Server, error) {
	if mechanism != sasl.Plain {
		return nil, smtp.ErrAuthFailed
	}
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != cmp.Or(s.server.Account, MailUser) || password != MailPassword {
			return smtp.ErrAuthFailed
		}
		s.mail.User = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.mail.User == "" && !s.server.Anonymous {
		return smtp.ErrAuthRequired
	}
	if s.server.Account != "" && s.server.Account != from {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: fmt.Sprintf("<%s>: sender rejected", from)}
	}
	s.mail.From = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mail.To = append(s.mail.To, to)
	return s.server.Rcpt
}

func (s *session) Data(r io.Reader) (err error) {
	if s.mail.Content, err = io.ReadAll(r); err != nil {
		return err
	}
	s.mail.Hello = s.conn.Hostname()
	_, s.mail.Encrypted = s.conn.TLSConnectionState()
	err = s.server.accept(s.mail)
	s.accepted = err == nil
	return err
}

func (s *session) Reset() {
	if s.accepted && s.server.HangUp {
		_ = s.conn.Conn().Close()
	}
	s.mail = Mail{User: s.mail.User}
}

func (s *session) Logout() error { return nil }

// MailLater is the answer of a server that cannot take a mail now, and repeats whom it is for, as servers do.
func MailLater(to string) error {
	return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: fmt.Sprintf("<%s>: try again later", to)}
}

// MailNever is the answer of a server that does not know the recipient.
func MailNever(to string) error {
	return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: fmt.Sprintf("<%s>: no such user", to)}
}

// MailAnswer is an answer with that code.
func MailAnswer(code int) error { return &smtp.SMTPError{Code: code, Message: "no"} }

// recorder stores what its connections read.
type recorder struct {
	net.Listener
	server *MailServer
}

func (r *recorder) Accept() (net.Conn, error) {
	conn, err := r.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &recorded{conn, r.server}, nil
}

type recorded struct {
	net.Conn
	server *MailServer
}

func (r *recorded) Read(p []byte) (int, error) {
	n, err := r.Conn.Read(p)
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.server.heard.Write(p[:n])
	return n, err
}

// Certificate is a self-signed certificate for 127.0.0.1, made for one run of the tests.
type Certificate struct {
	tls.Certificate
	// File has it in PEM, for SSL_CERT_FILE, and KeyFile its key.
	File, KeyFile string
}

// NewCertificate makes a certificate and its file in dir.
func NewCertificate(dir string) (Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Certificate{}, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "a server of the tests"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return Certificate{}, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return Certificate{}, err
	}
	file := filepath.Join(dir, "certificate-"+template.SerialNumber.String()+".pem")
	made := Certificate{tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file, file + ".key"}
	err = errors.Join(os.WriteFile(made.File, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600),
		os.WriteFile(made.KeyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600))
	return made, err
}
