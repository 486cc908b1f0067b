package mailer

import (
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"syscall"

	gomail "github.com/wneessen/go-mail"

	"portfolio/api/internal/httpx"
)

// explain returns a sentence about an error of Send, which names the fields of the form to check.
func explain(err error) string {
	text := strings.ToLower(err.Error())
	switch refused := new(gomail.SendError); {
	case errors.As(err, &refused) && refused.Reason == gomail.ErrSMTPMailFrom && refused.ErrorCode() != 530:
		return httpx.MailSenderRefused
	// The library has no types for these errors.
	case refused.ErrorCode() == 530, strings.Contains(text, "smtp auth"):
		return httpx.MailSignInRefused
	case strings.Contains(text, "does not support starttls"), errors.As(err, new(tls.RecordHeaderError)):
		return httpx.MailNoEncryption
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return httpx.MailCertificate
	case errors.Is(err, syscall.ECONNREFUSED):
		return httpx.MailServerRefused
	}
	var unknown *net.DNSError
	if errors.As(err, &unknown) && unknown.IsNotFound {
		return httpx.MailServerUnknown
	}
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		return httpx.MailServerSilent
	}
	return httpx.MailTestFailed
}
