package config_test

import (
	"strings"
	"testing"

	"portfolio/api/internal/config"
)

func TestPort443GetsACertificate(t *testing.T) {
	for _, test := range []struct{ listen, authority, plain, wantAuthority, wantPlain string }{
		{listen: ":443", wantAuthority: config.LetsEncrypt, wantPlain: ":80"},
		{listen: "192.0.2.1:443", plain: "none", wantAuthority: config.LetsEncrypt, wantPlain: "none"},
		{listen: ":8443", authority: "https://ca.example.com/dir", plain: ":8080", wantAuthority: "https://ca.example.com/dir", wantPlain: ":8080"},
		{listen: "127.0.0.1:8080"},
	} {
		c, err := config.LoadFrom(map[string]string{
			"LISTEN_ADDR": test.listen, "ACME_URL": test.authority, "HTTP_ADDR": test.plain, "PUBLIC_URL": "https://Example.com",
		})
		if err != nil || c.HTTPS() != (test.wantAuthority != "") || c.ACMEURL != test.wantAuthority || c.HTTPAddr != test.wantPlain || c.Domain() != "example.com" {
			t.Errorf("%+v: %t, %q, %q, %q, %v", test, c.HTTPS(), c.ACMEURL, c.HTTPAddr, c.Domain(), err)
		}
	}
}

func TestACertificateNeedsADomain(t *testing.T) {
	const remedy = "such as https://example.com, or LISTEN_ADDR to another port"
	for _, test := range []struct{ listen, public, authority, plain, want, remedy string }{
		{":443", "", "", "", `PUBLIC_URL "http://127.0.0.1:443": IP addresses get no certificate for LISTEN_ADDR :443`, remedy},
		{":443", "https://192.0.2.1", "", "", `PUBLIC_URL "https://192.0.2.1": IP addresses`, remedy},
		{":443", "https://[2001:db8::1]", "", "", `PUBLIC_URL "https://[2001:db8::1]": IP addresses`, remedy},
		{":443", "https://localhost", "", "", `PUBLIC_URL "https://localhost": the certificate for LISTEN_ADDR :443 needs a domain`, remedy},
		{":443", "http://example.com", "", "", `PUBLIC_URL "http://example.com": the certificate`, remedy},
		{":8443", "https://example.com", "http://ca.example.com", "", `ACME_URL "http://ca.example.com" is not the https URL`, config.LetsEncrypt},
		{":443", "https://example.com", "", "80", `HTTP_ADDR "80" is not host:port`, "such as :80, nor none"},
		{":8080", "https://example.com", "", ":80", "HTTP_ADDR redirects to HTTPS, which this server does not speak", "set LISTEN_ADDR to :443"},
	} {
		_, err := config.LoadFrom(map[string]string{
			"LISTEN_ADDR": test.listen, "PUBLIC_URL": test.public, "ACME_URL": test.authority, "HTTP_ADDR": test.plain,
		})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || !strings.Contains(err.Error(), test.remedy) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}
