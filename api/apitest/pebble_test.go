package apitest_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"portfolio/api/apitest"
)

// EnvPebble names the variable with the folder of Pebble, an ACME server for tests, and of its DNS server.
const EnvPebble = "TEST_PEBBLE"

// pebble is a running ACME server.
type pebble struct {
	url, certificate, management string
	stop                         func()
}

// startPebble runs an ACME server, which validates http-01 and tls-alpn-01 on the given ports of this machine.
func startPebble(t *testing.T, httpPort, tlsPort string) *pebble {
	t.Helper()
	folder := os.Getenv(EnvPebble)
	if folder == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set: run the tests with scripts/test all, which builds Pebble", EnvPebble)
		}
		t.Skipf("%s is not set: HTTPS was not tested; scripts/drill https does it", EnvPebble)
	}
	dns, directory, management := freePort(t), freePort(t), freePort(t)
	dir := t.TempDir()
	p := &pebble{
		url: "https://127.0.0.1:" + directory + "/dir", management: "https://127.0.0.1:" + management, certificate: filepath.Join(dir, "authority.pem"),
	}
	key := filepath.Join(dir, "authority.key")
	writeCertificate(t, p.certificate, key)
	settings := fmt.Sprintf(`{"pebble": {"listenAddress": "127.0.0.1:%s", "managementListenAddress": "127.0.0.1:%s", "certificate": %q, "privateKey": %q,
		"httpPort": %s, "tlsPort": %s, "keyAlgorithm": "ecdsa", "retryAfter": {"authz": 1, "order": 1}}}`, directory, management, p.certificate, key, httpPort, tlsPort)
	file := filepath.Join(dir, "pebble.json")
	noError(t, os.WriteFile(file, []byte(settings), 0o600))
	startTool(t, exec.Command(filepath.Join(folder, "pebble-challtestsrv"), "-dnsserver", "127.0.0.1:"+dns, "-management", "127.0.0.1:"+freePort(t),
		"-defaultIPv6", "", "-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", ""))
	server := exec.Command(filepath.Join(folder, "pebble"), "-strict", "-config", file, "-dnsserver", "127.0.0.1:"+dns)
	server.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	p.stop = startTool(t, server)
	return p
}

// startTool runs command until the test ends, or the returned function is called.
func startTool(t *testing.T, command *exec.Cmd) (stop func()) {
	t.Helper()
	output := &apitest.Log{}
	command.Stdout, command.Stderr = output, output
	noError(t, command.Start())
	stop = func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			t.Logf("%s: %s", filepath.Base(command.Path), output.String())
		}
	})
	return stop
}

// roots waits for the server and returns the certificates that sign its certificates.
func (p *pebble) roots(t *testing.T) *x509.CertPool {
	t.Helper()
	trusted, pool := x509.NewCertPool(), x509.NewCertPool()
	file, err := os.ReadFile(p.certificate)
	if err != nil || !trusted.AppendCertsFromPEM(file) {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	answer, err := client.Get(p.management + "/roots/0")
	ticker, deadline := time.NewTicker(20*time.Millisecond), time.Now().Add(30*time.Second)
	defer ticker.Stop()
	for err != nil && time.Now().Before(deadline) {
		<-ticker.C
		answer, err = client.Get(p.management + "/roots/0")
	}
	noError(t, err)
	defer func() { _ = answer.Body.Close() }()
	root, err := io.ReadAll(answer.Body)
	if err != nil || !pool.AppendCertsFromPEM(root) {
		t.Fatalf("the root is %s, %v", root, err)
	}
	return pool
}

// writeCertificate makes the certificate of the ACME server itself, which signs itself.
func writeCertificate(t *testing.T, certificateFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	noError(t, err)
	keyBytes, err := x509.MarshalPKCS8PrivateKey(key)
	noError(t, err)
	for path, block := range map[string]*pem.Block{certificateFile: {Type: "CERTIFICATE", Bytes: certificate}, keyFile: {Type: "PRIVATE KEY", Bytes: keyBytes}} {
		noError(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	}
}

// freePort returns a port of this machine that nothing listens on.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	noError(t, err)
	defer func() { _ = listener.Close() }()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	noError(t, err)
	return port
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
