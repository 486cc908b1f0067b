package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// RedirectToHTTPS redirects requests for pages and files to publicURL. Calls of the API get 403 instead, so that a client
// notices that it sends its tokens unencrypted.
func RedirectToHTTPS(publicURL string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isLink := r.Method == http.MethodGet || r.Method == http.MethodHead
		if !isLink || isAPI(r.URL.Path) && !isFile(r.URL.Path) {
			http.Error(w, "Use "+publicURL, http.StatusForbidden)
			return
		}
		target := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		target.Scheme, target.Host, _ = strings.Cut(publicURL, "://")
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
	})
}

// isFile reports whether the path is that of a file, to which mails and other sites link.
func isFile(path string) bool {
	return path == "/cv-download" || strings.HasPrefix(path, "/cv-download/") || strings.HasPrefix(path, "/media/") || strings.HasPrefix(path, "/s/") ||
		strings.HasSuffix(strings.TrimSuffix(path, "/"), "/download")
}

// RedirectServer returns a server of handler for HTTP_ADDR.
func RedirectServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadTimeout: headerTimeout, WriteTimeout: headerTimeout, MaxHeaderBytes: 32 << 10, ErrorLog: errorLog(log),
	}
}

// accountKey is the name under which autocert stores the key of the account at the authority.
const accountKey = "acme_account+key"

// certificateFolder is a DirCache that puts a damaged account key or certificate aside, for which autocert would fail at every attempt.
type certificateFolder struct {
	autocert.DirCache
	options CertificateOptions
}

// Get implements autocert.Cache.
func (f certificateFolder) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := f.DirCache.Get(ctx, name)
	if err != nil || f.isWhole(name, data) {
		return data, err
	}
	path := filepath.Join(f.options.Folder, name)
	if err := os.Rename(path, path+".damaged"); err != nil {
		return nil, err
	}
	f.options.Log.Warn("a damaged file was put aside and is made again", "file", path, "now", path+".damaged")
	return nil, autocert.ErrCacheMiss
}

// isWhole reports whether a stored key or certificate can be read.
func (f certificateFolder) isWhole(name string, data []byte) bool {
	switch name {
	case accountKey:
		block, _ := pem.Decode(data)
		if block == nil {
			return false
		}
		_, err := x509.ParseECPrivateKey(block.Bytes)
		_, err8 := x509.ParsePKCS8PrivateKey(block.Bytes)
		_, err1 := x509.ParsePKCS1PrivateKey(block.Bytes)
		return err == nil || err8 == nil || err1 == nil
	case f.options.Domain:
		_, err := tls.X509KeyPair(data, data)
		return err == nil
	}
	return true
}

const (
	// certificateInterval is how often a renewed certificate is looked for. It is renewed weeks before it expires.
	certificateInterval = time.Hour
	// firstRetryPause is how long a failure waits. autocert repeats the same error for a minute.
	firstRetryPause = 2 * time.Minute
	// lastRetryPause respects limits such as Let's Encrypt's five failures an hour.
	lastRetryPause = time.Hour
)

// CertificateOptions are the parts of Certificates.
type CertificateOptions struct {
	// Domain is the one name that gets a certificate.
	Domain string
	// Folder stores the certificate and the keys, and is created for its owner only.
	Folder string
	// Authority is the URL of the ACME directory.
	Authority string
	Log       *slog.Logger
}

// Certificates obtains the certificate of one domain from an ACME authority (RFC 8555), stores it in a
// folder, renews and serves it. Only Run asks the authority, so handshakes of strangers cannot use up
// its limits.
type Certificates struct {
	options CertificateOptions
	manager *autocert.Manager
	current atomic.Pointer[tls.Certificate]
	// tried is closed after the first attempt.
	tried chan struct{}
}

// NewCertificates returns Certificates without a certificate. Run obtains it.
func NewCertificates(o CertificateOptions) *Certificates {
	return &Certificates{options: o, tried: make(chan struct{}), manager: &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      certificateFolder{autocert.DirCache(o.Folder), o},
		HostPolicy: onlyDomain(o.Domain),
		Client:     &acme.Client{DirectoryURL: o.Authority, UserAgent: "portfolio"},
	}}
}

// onlyDomain accepts one domain, with or without a port.
func onlyDomain(domain string) autocert.HostPolicy {
	return func(_ context.Context, host string) error {
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if !strings.EqualFold(host, domain) {
			return errors.New("this server has another name")
		}
		return nil
	}
}

// TLSConfig returns the configuration of the HTTPS listener. It answers the authority's tls-alpn-01 challenges (RFC 8737).
// HTTP/2 is off, because the server's time limits are those of HTTP/1.1 connections.
func (c *Certificates) TLSConfig() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: c.certificate,
		NextProtos:     []string{"http/1.1", acme.ALPNProto},
	}
}

// HTTPHandler answers the authority's http-01 challenges, and passes other requests to next.
func (c *Certificates) HTTPHandler(next http.Handler) http.Handler {
	return c.manager.HTTPHandler(next)
}

// certificate waits for the first attempt, so that a start with a stored certificate refuses no visitor.
func (c *Certificates) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return c.manager.GetCertificate(hello)
	}
	if err := onlyDomain(c.options.Domain)(hello.Context(), strings.TrimSuffix(hello.ServerName, ".")); err != nil {
		return nil, err
	}
	select {
	case <-c.tried:
	case <-hello.Context().Done():
	}
	if certificate := c.current.Load(); certificate != nil {
		return certificate, nil
	}
	return nil, errors.New("no certificate yet")
}

// Run obtains the certificate, and logs what to check if that fails, until ctx ends. It retries after growing pauses.
func (c *Certificates) Run(ctx context.Context) {
	retry := firstRetryPause
	for first := true; ; first = false {
		obtained := make(chan error, 1)
		go func() { obtained <- c.obtain() }() // takes no context, and up to five minutes
		var err error
		select {
		case err = <-obtained:
		case <-ctx.Done():
			return
		}
		if first {
			close(c.tried)
		}
		pause := certificateInterval
		if err == nil {
			retry = firstRetryPause
		} else {
			c.options.Log.Error("no certificate: check that the domain's DNS records name this machine, and that ports 80 and 443 are reachable from the internet",
				"domain", c.options.Domain, "error", err, "next_try", retry.String())
			pause, retry = retry, min(2*retry, lastRetryPause)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// obtain loads the certificate from the folder, or gets one. autocert renews it in the background and reports no failures.
func (c *Certificates) obtain() error {
	certificate, err := c.manager.GetCertificate(&tls.ClientHelloInfo{
		ServerName:       c.options.Domain,
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
		CipherSuites:     []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
	if err != nil {
		return err
	}
	leaf, left := certificate.Leaf, time.Until(certificate.Leaf.NotAfter)
	if previous := c.current.Swap(certificate); previous == nil || !previous.Leaf.Equal(leaf) {
		c.options.Log.Info("certificate", "domain", c.options.Domain, "expires", leaf.NotAfter.UTC().Format(time.DateOnly))
	}
	if left < leaf.NotAfter.Sub(leaf.NotBefore)/5 {
		return fmt.Errorf("the certificate expires on %s and could not be renewed", leaf.NotAfter.UTC().Format(time.DateOnly))
	}
	return nil
}
