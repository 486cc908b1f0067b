package apitest_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

const httpsDomain = "portfolio.test"

// TestHTTPSWithoutAProxy gets a certificate from a real ACME server, which validates each kind of challenge.
func TestHTTPSWithoutAProxy(t *testing.T) {
	apitest.Long(t)
	for name, challenge := range map[string]struct{ tls, http bool }{"tls-alpn-01": {tls: true}, "http-01": {http: true}} {
		t.Run(name, func(t *testing.T) {
			https, plain, closed := freePort(t), freePort(t), freePort(t)
			tlsPort, httpPort := closed, closed
			if challenge.tls {
				tlsPort = https
			}
			if challenge.http {
				httpPort = plain
			}
			authority := startPebble(t, httpPort, tlsPort)
			site := startHTTPS(t, authority, https, plain)
			serial := checkHTTPSSite(t, site)
			checkPlainHTTP(t, site)
			checkFolder(t, site)

			site.stop(t)
			authority.stop()
			site.start(t)
			again := checkHTTPSSite(t, site)
			check(t, again.Cmp(serial) == 0, "the restart has certificate %v, not the stored %v", again, serial)
			site.stop(t)
		})
	}
}

func TestACertificateThatCannotBeObtainedIsExplained(t *testing.T) {
	apitest.Long(t)
	site := startHTTPS(t, startPebble(t, freePort(t), freePort(t)), freePort(t), freePort(t))
	// A handshake ends after ten seconds, or after the attempt.
	for deadline := time.Now().Add(time.Minute); !strings.Contains(site.log.String(), "no certificate") && time.Now().Before(deadline); {
		if _, err := site.client.Get(site.url + "/api/health/"); err == nil {
			t.Error("a handshake succeeded without a certificate")
		}
	}
	logged := site.log.String()
	for _, want := range []string{"no certificate: check that the domain's DNS records", "ports 80 and 443", "domain=" + httpsDomain, "next_try=2m0s"} {
		check(t, strings.Contains(logged, want), "no %q in %s", want, logged)
	}
	site.stop(t)
}

// httpsSite is a server with its own certificate.
type httpsSite struct {
	*process
	client *http.Client
	plain  string // the URL of HTTP_ADDR
}

func startHTTPS(t *testing.T, authority *pebble, httpsPort, httpPort string) *httpsSite {
	t.Helper()
	p := newProcess(t, servertest.SQLiteURL(t))
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", "127.0.0.1:"+httpsPort)
	}
	site := &httpsSite{p, &http.Client{
		Timeout: 2 * time.Minute,
		Transport: &http.Transport{
			DialContext: dial, TLSClientConfig: &tls.Config{RootCAs: authority.roots(t)}, DisableKeepAlives: true, TLSHandshakeTimeout: time.Minute,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, "http://127.0.0.1:" + httpPort}
	p.environment = append(p.environment, "PUBLIC_URL=https://"+httpsDomain+":"+httpsPort, "LISTEN_ADDR=127.0.0.1:"+httpsPort,
		"HTTP_ADDR=127.0.0.1:"+httpPort, "ACME_URL="+authority.url, "SSL_CERT_FILE="+authority.certificate, "METRICS_ADDR=none")
	p.start(t)
	return site
}

// stop asks the server to stop and fails the test unless it does so in order.
func (s *httpsSite) stop(t *testing.T) {
	t.Helper()
	noError(t, s.command.Process.Signal(syscall.SIGTERM))
	if err := s.command.Wait(); err != nil {
		t.Errorf("%v: %s", err, s.log.String())
	}
	s.command = nil
}

// checkHTTPSSite signs in over HTTPS and returns the number of the certificate.
func checkHTTPSSite(t *testing.T, site *httpsSite) *big.Int {
	t.Helper()
	var answer *http.Response
	var err error
	// A handshake waits ten seconds for the first certificate.
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		request, _, buildErr := login(apitest.Email(apitest.Staff), apitest.Password).Build(t.Context(), site.url)
		if buildErr != nil {
			t.Fatal(buildErr)
		}
		if answer, err = site.client.Do(request); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatalf("%v: %s", err, site.log.String())
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	check(t, err == nil && answer.StatusCode == http.StatusOK && bytes.Contains(body, []byte(`"access"`)), "sign-in: %d %s, %v", answer.StatusCode, body, err)
	got := answer.Header.Get("Strict-Transport-Security")
	check(t, strings.HasPrefix(got, "max-age="), "Strict-Transport-Security is %q", got)
	cookies := answer.Cookies()
	check(t, len(cookies) != 0, "sign-in set no cookie")
	for _, cookie := range cookies {
		check(t, cookie.Secure, "the cookie %s is not Secure", cookie.Name)
	}
	return answer.TLS.PeerCertificates[0].SerialNumber
}

func checkPlainHTTP(t *testing.T, site *httpsSite) {
	t.Helper()
	client := &http.Client{CheckRedirect: site.client.CheckRedirect}
	response, err := client.Get(site.plain + "/about?x=1")
	noError(t, err)
	_ = response.Body.Close()
	got := response.Header.Get("Location")
	check(t, response.StatusCode == http.StatusPermanentRedirect && got == site.url+"/about?x=1", "HTTP: %d to %q", response.StatusCode, got)
}

func checkFolder(t *testing.T, site *httpsSite) {
	t.Helper()
	folder := filepath.Join(site.data, "certificates")
	for path, want := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, httpsDomain): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}

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
	// The ACME server's own.
	certificate, err := servertest.NewCertificate(dir)
	noError(t, err)
	p := &pebble{url: "https://127.0.0.1:" + directory + "/dir", management: "https://127.0.0.1:" + management, certificate: certificate.File}
	settings := fmt.Sprintf(`{"pebble": {"listenAddress": "127.0.0.1:%s", "managementListenAddress": "127.0.0.1:%s", "certificate": %q, "privateKey": %q,
		"httpPort": %s, "tlsPort": %s, "keyAlgorithm": "ecdsa", "retryAfter": {"authz": 1, "order": 1}}}`, directory, management, p.certificate, certificate.KeyFile, httpPort, tlsPort)
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

var noError = servertest.NoError
