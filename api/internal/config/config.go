// Package config reads the server's settings from the environment, once, at the start.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/caarlos0/env/v11"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Config is every setting of the server. docs/settings.md lists them for the owner.
type Config struct {
	ListenAddr      string   `env:"LISTEN_ADDR" envDefault:"127.0.0.1:8080"`
	HTTPAddr        string   `env:"HTTP_ADDR"`
	ACMEURL         string   `env:"ACME_URL"`
	PublicURL       string   `env:"PUBLIC_URL"`
	DataDir         string   `env:"DATA_DIR" envDefault:"data"`
	DatabaseURL     string   `env:"DATABASE_URL"`
	StorageURL      string   `env:"STORAGE_URL"`
	SMTPURL         string   `env:"SMTP_URL"`
	RateLimit       string   `env:"RATE_LIMIT" envDefault:"on"`
	Registration    string   `env:"REGISTRATION"`
	Visibility      string   `env:"VISIBILITY"`
	StaticDir       string   `env:"STATIC_DIR"`
	SecretKey       string   `env:"SECRET_KEY"`
	TrustedProxies  []string `env:"TRUSTED_PROXIES"`
	CORSOrigins     []string `env:"CORS_ORIGINS"`
	BackendAdminURL string   `env:"BACKEND_ADMIN_URL" envDefault:"/backend/admin/"`
	MetricsAddr     string   `env:"METRICS_ADDR" envDefault:"127.0.0.1:9180"`
	LogLevel        string   `env:"LOG_LEVEL"`
	LogFormat       string   `env:"LOG_FORMAT" envDefault:"text"`
	StaffFactor     string   `env:"STAFF_SECOND_FACTOR" envDefault:"optional"`
	BuildHookURL    string   `env:"BUILD_HOOK_URL"`
	BuildToken      string   `env:"BUILD_TOKEN"`

	Backup Backup

	// Proxies is TrustedProxies, parsed.
	Proxies []netip.Prefix `env:"-"`
	// Level is LogLevel, parsed.
	Level slog.Level `env:"-"`
	// CheapPasswords makes insecure hashes of passwords. No variable sets it: tests set it in a
	// loaded Config.
	CheapPasswords bool `env:"-"`
}

// On and Off are the values of RATE_LIMIT, which is off under a load test only.
const (
	On  = "on"
	Off = "off"
)

// Open and Closed are the values of REGISTRATION: on a closed site visitors make no accounts. Unset, staff choose.
const (
	Open   = "open"
	Closed = "closed"
)

// Private and Public are the values of VISIBILITY: on a private site only staff see the pages. Unset, staff choose.
const (
	Private = "private"
	Public  = "public"
)

// Required is the STAFF_SECOND_FACTOR of a site whose staff need a second factor.
const Required = "required"

// None is the METRICS_ADDR of a server without metrics, and the HTTP_ADDR of one that does not listen for HTTP.
const None = "none"

// DefaultMetricsAddr is the default of METRICS_ADDR. If it is in use, the server runs without
// metrics.
const DefaultMetricsAddr = "127.0.0.1:9180"

// JSON is the LOG_FORMAT of one JSON object a line.
const JSON = "json"

// NoSite is the STATIC_DIR of a server that answers API calls only, because a CDN serves the pages.
const NoSite = "none"

// Load reads the environment. Errors name the variable, the fault and a valid value.
func Load() (Config, error) {
	return parse(env.Options{})
}

// LoadFrom is Load with the given variables instead of the environment's.
func LoadFrom(variables map[string]string) (Config, error) {
	return parse(env.Options{Environment: variables})
}

// Fault is a setting that is wrong, or a folder that a setting names and that cannot be used.
type Fault struct{ error }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.error }

// Wrong returns err as a Fault, and nil for nil.
func Wrong(err error) error {
	if err == nil {
		return nil
	}
	return &Fault{err}
}

func parse(options env.Options) (Config, error) {
	c, err := env.ParseAsWithOptions[Config](options)
	if err != nil {
		return Config{}, Wrong(err)
	}
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil {
		return Config{}, Wrong(fmt.Errorf("DATA_DIR: %w", err))
	}
	if c.DatabaseURL == "" {
		c.DatabaseURL = "sqlite://" + filepath.Join(c.DataDir, "portfolio.db")
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://" + Reachable(c.ListenAddr)
	}
	return c, Wrong(errors.Join(c.checkAddresses(), c.checkHTTPS(), c.checkLog(), c.checkPublishing(), c.checkBackup(), c.checkSecret(), c.readProxies()))
}

func (c *Config) checkAddresses() error {
	var faults []error
	if _, _, err := net.SplitHostPort(c.ListenAddr); err != nil {
		faults = append(faults, fmt.Errorf("LISTEN_ADDR %q is not host:port, such as 127.0.0.1:8080", c.ListenAddr))
	}
	if _, _, err := net.SplitHostPort(c.MetricsAddr); err != nil && c.MetricsAddr != None {
		faults = append(faults, fmt.Errorf("METRICS_ADDR %q is not host:port, such as 127.0.0.1:9180, nor none", c.MetricsAddr))
	}
	if origin, err := httpx.Origin(c.PublicURL); err != nil {
		faults = append(faults, fmt.Errorf("PUBLIC_URL %q %w", c.PublicURL, err))
	} else {
		c.PublicURL = origin
	}
	if !isLink(c.BackendAdminURL) {
		faults = append(faults, fmt.Errorf("BACKEND_ADMIN_URL %q is neither a path nor a URL, such as /backend/admin/ or https://admin.example.com/", c.BackendAdminURL))
	}
	for i, text := range c.CORSOrigins {
		if strings.Contains(text, "*") {
			faults = append(faults, fmt.Errorf("CORS_ORIGINS %q has a wildcard: list each origin, such as https://app.example.com", text))
		} else if origin, err := httpx.Origin(strings.TrimSpace(text)); err != nil {
			faults = append(faults, fmt.Errorf("CORS_ORIGINS %q %w", text, err))
		} else {
			c.CORSOrigins[i] = origin
		}
	}
	if err := database.CheckURL(c.DatabaseURL); err != nil {
		faults = append(faults, err)
	}
	if c.StorageURL != "" && !strings.HasPrefix(c.StorageURL, "s3://") {
		faults = append(faults, errors.New("STORAGE_URL must be s3://bucket?region=…&endpoint=…, or unset for files in DATA_DIR"))
	}
	if c.StaffFactor != "optional" && c.StaffFactor != Required {
		faults = append(faults, fmt.Errorf("STAFF_SECOND_FACTOR %q must be optional or required", c.StaffFactor))
	}
	if c.RateLimit != On && c.RateLimit != Off {
		faults = append(faults, fmt.Errorf("RATE_LIMIT %q must be on or off", c.RateLimit))
	}
	if c.Registration != "" && c.Registration != Open && c.Registration != Closed {
		faults = append(faults, fmt.Errorf("REGISTRATION %q must be open or closed", c.Registration))
	}
	if c.Visibility != "" && c.Visibility != Private && c.Visibility != Public {
		faults = append(faults, fmt.Errorf("VISIBILITY %q must be private or public", c.Visibility))
	}
	if c.SMTPURL != "" && !strings.HasPrefix(c.SMTPURL, "smtp://") && !strings.HasPrefix(c.SMTPURL, "smtps://") {
		faults = append(faults, errors.New("SMTP_URL must be smtp://user:password@host:port, or smtps://… for TLS from the first byte"))
	}
	return errors.Join(faults...)
}

func (c *Config) checkLog() error {
	var faults []error
	if err := c.Level.UnmarshalText([]byte(cmp.Or(c.LogLevel, "info"))); err != nil {
		faults = append(faults, fmt.Errorf("LOG_LEVEL %q must be debug, info, warn or error", c.LogLevel))
	}
	if c.LogFormat != "text" && c.LogFormat != JSON {
		faults = append(faults, fmt.Errorf("LOG_FORMAT %q must be text or json", c.LogFormat))
	}
	return errors.Join(faults...)
}

func (c *Config) checkPublishing() error {
	var faults []error
	// Errors do not contain the address: it gives access to builds.
	if u, err := url.Parse(c.BuildHookURL); c.BuildHookURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		faults = append(faults, errors.New("BUILD_HOOK_URL must be an address such as https://api.netlify.com/build_hooks/…"))
	} else if err == nil && u.User != nil {
		if _, set := u.User.Password(); !set {
			faults = append(faults, errors.New("BUILD_HOOK_URL: write the token as the password, as in https://:TOKEN@api.github.com/…"))
		}
	}
	if c.BuildToken != "" && len(c.BuildToken) < MinSecret {
		faults = append(faults, fmt.Errorf("BUILD_TOKEN has %d bytes and needs %d or more; unset, one is made in DATA_DIR", len(c.BuildToken), MinSecret))
	}
	return errors.Join(faults...)
}

func (c *Config) checkSecret() error {
	if c.SecretKey != "" && len(c.SecretKey) < MinSecret {
		return fmt.Errorf("SECRET_KEY has %d bytes and needs %d or more; unset, one is made in DATA_DIR", len(c.SecretKey), MinSecret)
	}
	return nil
}

func (c *Config) readProxies() error {
	for _, text := range c.TrustedProxies {
		text = strings.TrimSpace(text)
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return fmt.Errorf("TRUSTED_PROXIES %q is not a network, such as 10.0.0.0/8", text)
		}
		if mapped := prefix.Addr(); mapped.Is4In6() { // clients have IPv4 addresses, never IPv4-mapped ones
			prefix = netip.PrefixFrom(mapped.Unmap(), max(0, prefix.Bits()-96))
		}
		if tooWide(prefix) {
			return fmt.Errorf("TRUSTED_PROXIES %q is too wide: name the networks of your proxies, such as 10.0.0.0/8; the widest are /8, and /16 of IPv6", text)
		}
		c.Proxies = append(c.Proxies, prefix)
	}
	return nil
}

// tooWide reports whether a network is wider than those of any proxy, so that a few of them are every address. The private networks
// of IPv6 are fc00::/7.
func tooWide(network netip.Prefix) bool {
	switch bits := network.Bits(); {
	case network.Addr().Is4():
		return bits < 8
	case network.Addr().IsPrivate():
		return bits < 7
	default:
		return bits < 16
	}
}

// OpenToNetwork reports whether other machines may reach a server that listens at address.
func OpenToNetwork(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && !httpx.IsLoopback(host)
}

// Reachable returns the host and port at which this machine reaches a server listening at address:
// a loopback address instead of one for all interfaces.
func Reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip, ipErr := netip.ParseAddr(host); err != nil || host != "" && (ipErr != nil || !ip.Unmap().IsUnspecified()) {
		return address
	}
	return net.JoinHostPort("127.0.0.1", port)
}

// isLink reports whether text is a path of the site or the address of a page elsewhere.
func isLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (isWeb(u) || u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/"))
}

func isWeb(u *url.URL) bool { return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" }
