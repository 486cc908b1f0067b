package server_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"portfolio/api/server"
)

// The authority is asked although neither file can be read.
func TestDamagedFilesArePutAside(t *testing.T) {
	for _, damaged := range []string{"", "half a key", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n"} {
		folder, log := t.TempDir(), &bytes.Buffer{}
		account, certificate := filepath.Join(folder, "acme_account+key"), filepath.Join(folder, "portfolio.test")
		noError(t, errors.Join(os.WriteFile(account, []byte(damaged), 0o600), os.WriteFile(certificate, []byte(damaged), 0o600)))
		ctx, stop := context.WithCancel(t.Context())
		authority := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			stop()
		}))
		server.NewCertificates(server.CertificateOptions{Domain: "portfolio.test", Folder: folder, Authority: authority.URL, Log: slog.New(slog.NewTextHandler(log, nil))}).Run(ctx)
		authority.Close()
		for _, path := range []string{account, certificate} {
			if kept, err := os.ReadFile(path + ".damaged"); err != nil || string(kept) != damaged {
				t.Errorf("%q: %q, %v", damaged, kept, err)
			}
		}
		if made, err := os.ReadFile(account); err != nil || !strings.Contains(string(made), "PRIVATE KEY") || strings.Count(log.String(), "put aside") != 2 {
			t.Errorf("%q: the account key is %q, %v\n%s", damaged, made, err, log)
		}
	}
}
