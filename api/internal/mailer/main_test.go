package mailer_test

import (
	"fmt"
	"os"
	"testing"

	"portfolio/api/internal/mailer/mailertest"
)

// trusted is the certificate that this process trusts, as an owner's machine trusts that of the owner's mail server.
var trusted mailertest.Certificate

// TestMain says whom to trust before anything asks: Go reads the system's certificates once.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "mailer-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if trusted, err = mailertest.NewCertificate(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for name, value := range map[string]string{"SSL_CERT_FILE": trusted.File, "SSL_CERT_DIR": dir + "/none"} {
			if err := os.Setenv(name, value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
		}
		return m.Run()
	}())
}
