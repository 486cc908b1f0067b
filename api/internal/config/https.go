package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// LetsEncrypt is the default of ACME_URL on port 443.
const LetsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"

// httpsPort is the port of LISTEN_ADDR on which the server speaks HTTPS without ACME_URL.
const httpsPort = "443"

// HTTPS reports whether the server obtains a certificate and speaks HTTPS on LISTEN_ADDR.
func (c Config) HTTPS() bool { return c.ACMEURL != "" }

// Domain returns the host of PUBLIC_URL.
func (c Config) Domain() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// checkHTTPS sets the defaults of ACME_URL and HTTP_ADDR on port 443, and checks that the site's name can have a certificate.
func (c *Config) checkHTTPS() error {
	host, port, err := net.SplitHostPort(c.ListenAddr)
	if err != nil {
		return nil // already reported
	}
	if port == httpsPort {
		c.ACMEURL = cmp.Or(c.ACMEURL, LetsEncrypt)
	}
	if !c.HTTPS() {
		if c.HTTPAddr != "" {
			return errors.New("HTTP_ADDR redirects to HTTPS, which this server does not speak: set LISTEN_ADDR to :443, or remove HTTP_ADDR")
		}
		return nil
	}
	c.HTTPAddr = cmp.Or(c.HTTPAddr, net.JoinHostPort(host, "80"))
	var faults []error
	if u, err := url.Parse(c.ACMEURL); err != nil || u.Scheme != "https" || u.Host == "" {
		faults = append(faults, fmt.Errorf("ACME_URL %q is not the https URL of an ACME directory, such as %s", c.ACMEURL, LetsEncrypt))
	}
	if _, _, err := net.SplitHostPort(c.HTTPAddr); err != nil && c.HTTPAddr != None {
		faults = append(faults, fmt.Errorf("HTTP_ADDR %q is not host:port, such as :80, nor none", c.HTTPAddr))
	}
	domain := c.Domain()
	const remedy = "set PUBLIC_URL to https:// and a domain whose DNS records name this machine, such as https://example.com, or LISTEN_ADDR to another port, such as 127.0.0.1:8080 behind a proxy"
	_, notIP := netip.ParseAddr(domain)
	switch {
	case notIP == nil:
		faults = append(faults, fmt.Errorf("PUBLIC_URL %q: IP addresses get no certificate for LISTEN_ADDR %s: %s", c.PublicURL, c.ListenAddr, remedy))
	case !strings.HasPrefix(c.PublicURL, "https://") || !strings.Contains(domain, "."):
		faults = append(faults, fmt.Errorf("PUBLIC_URL %q: the certificate for LISTEN_ADDR %s needs a domain: %s", c.PublicURL, c.ListenAddr, remedy))
	}
	return errors.Join(faults...)
}
