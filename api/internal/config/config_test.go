package config_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"filippo.io/age"

	"portfolio/api/internal/config"
)

func TestDefaults(t *testing.T) {
	c := load(t, nil)
	data, err := filepath.Abs("data")
	noError(t, err)
	for name, pair := range map[string][2]string{
		"ListenAddr":  {c.ListenAddr, "127.0.0.1:8080"},
		"PublicURL":   {c.PublicURL, "http://127.0.0.1:8080"},
		"DataDir":     {c.DataDir, data},
		"DatabaseURL": {c.DatabaseURL, "sqlite://" + data + "/portfolio.db"},
		"StaticDir":   {c.StaticDir, ""},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %q, not %q", name, pair[0], pair[1])
		}
	}
}

func TestABadValueNamesItsVariable(t *testing.T) {
	for variable, value := range map[string]string{
		"LISTEN_ADDR":    "8080",
		"PUBLIC_URL":     "example.com",
		"DATABASE_URL":   "mysql://x",
		"STORAGE_URL":    "ftp://x",
		"SECRET_KEY":     "hunter2",
		"SMTP_URL":       "mail.example.com",
		"RATE_LIMIT":     "no",
		"BUILD_HOOK_URL": "build_hooks/secret",

		"BUILD_TOKEN":      "too short",
		"METRICS_ADDR":     "9180",
		"LOG_LEVEL":        "loud",
		"LOG_FORMAT":       "xml",
		"TRUSTED_PROXIES":  "10.0.0.0/99",
		"CORS_ORIGINS":     "https://a.example/path",
		"REGISTRATION":     "no",
		"BACKUP_URL":       "backups",
		"BACKUP_RECIPIENT": "age1made-up",

		"BACKEND_ADMIN_URL": "javascript:alert(1)",
	} {
		_, err := config.LoadFrom(map[string]string{variable: value})
		if err == nil || !strings.HasPrefix(err.Error(), variable) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s=%s: %v", variable, value, err)
		}
	}
}

// A wildcard would let every subdomain call the API with a visitor's cookies, and a network that holds all addresses would
// let every client name its own.
func TestNobodyTrustsEverybody(t *testing.T) {
	for _, test := range []struct{ variable, value, want string }{
		{"CORS_ORIGINS", "https://*.example.com", `CORS_ORIGINS "https://*.example.com" has a wildcard: list each origin, such as https://app.example.com`},
		{"CORS_ORIGINS", "https://a.example,https://*", `CORS_ORIGINS "https://*" has a wildcard`},
		{"CORS_ORIGINS", "*", `CORS_ORIGINS "*" has a wildcard`},
		{"TRUSTED_PROXIES", "0.0.0.0/0", `TRUSTED_PROXIES "0.0.0.0/0" is too wide: name the networks of your proxies, such as 10.0.0.0/8; the widest are /8, and /16 of IPv6`},
		{"TRUSTED_PROXIES", "10.0.0.0/8, ::/0", `TRUSTED_PROXIES "::/0" is too wide`},
		{"TRUSTED_PROXIES", "10.1.2.3/0", `TRUSTED_PROXIES "10.1.2.3/0" is too wide`},
		{"TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1", `TRUSTED_PROXIES "0.0.0.0/1" is too wide`},
		{"TRUSTED_PROXIES", "10.0.0.0/7", `TRUSTED_PROXIES "10.0.0.0/7" is too wide`},
		{"TRUSTED_PROXIES", "::/1,8000::/1", `TRUSTED_PROXIES "::/1" is too wide`},
		{"TRUSTED_PROXIES", "2600::/15", `TRUSTED_PROXIES "2600::/15" is too wide`},
		{"TRUSTED_PROXIES", "::ffff:0:0/96", `TRUSTED_PROXIES "::ffff:0:0/96" is too wide`},
		{"TRUSTED_PROXIES", "::ffff:10.0.0.0/16", `TRUSTED_PROXIES "::ffff:10.0.0.0/16" is too wide: name the networks of your proxies, such as 10.0.0.0/8`},
		{"TRUSTED_PROXIES", "fc00::/6", `TRUSTED_PROXIES "fc00::/6" is too wide`},
	} {
		_, err := config.LoadFrom(map[string]string{test.variable: test.value})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s=%s: %v", test.variable, test.value, err)
		}
	}
}

func TestTheTokenOfABuildHookIsItsPassword(t *testing.T) {
	for address, fault := range map[string]string{
		"https://:secret@build.example/": "", "https://secret@build.example/": "as the password", "//secret": "must be an address",
	} {
		_, err := config.LoadFrom(map[string]string{"BUILD_HOOK_URL": address})
		if (err == nil) != (fault == "") || err != nil && (!strings.Contains(err.Error(), fault) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestSecretIsMadeOnceAndKept(t *testing.T) {
	c := load(t, map[string]string{"DATA_DIR": t.TempDir()})
	keys := make([][]byte, 8)
	var group sync.WaitGroup
	for i := range keys {
		group.Go(func() {
			key, err := c.Secret()
			if err != nil {
				t.Error(err)
			}
			keys[i] = key
		})
	}
	group.Wait()
	for _, key := range keys {
		if len(key) < config.MinSecret || !bytes.Equal(key, keys[0]) {
			t.Fatalf("keys differ: %q", keys)
		}
	}
	info, err := os.Stat(filepath.Join(c.DataDir, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestASecretIsMadeOnAFileSystemWithoutLinks(t *testing.T) {
	t.Cleanup(config.WithoutLinks(syscall.EPERM))
	c := load(t, map[string]string{"DATA_DIR": t.TempDir()})
	key, err := c.Secret()
	again, errAgain := c.Secret()
	files, errFiles := os.ReadDir(c.DataDir)
	if err := errors.Join(err, errAgain, errFiles); err != nil || !bytes.Equal(key, again) || len(files) != 1 {
		t.Errorf("%q, then %q, %v, %v", key, again, files, err)
	}
}

func TestTheBuildTokenIsAnotherSecret(t *testing.T) {
	c := load(t, map[string]string{"DATA_DIR": t.TempDir()})
	key, err := c.Secret()
	noError(t, err)
	made, err := c.ReadBuildToken()
	again, errAgain := c.ReadBuildToken()
	if err != nil || errAgain != nil || len(made) < config.MinSecret || made != again || made == string(key) {
		t.Errorf("%q, then %q: %v, %v", made, again, err, errAgain)
	}
	if info, err := os.Stat(filepath.Join(c.DataDir, "build.token")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	c.BuildToken = strings.Repeat("t", config.MinSecret)
	if set, err := c.ReadBuildToken(); err != nil || set != c.BuildToken {
		t.Errorf("%q, %v", set, err)
	}
}

func TestADamagedSecretStopsTheStart(t *testing.T) {
	c := load(t, map[string]string{"DATA_DIR": t.TempDir()})
	noError(t, os.WriteFile(filepath.Join(c.DataDir, "secret.key"), []byte("cut"), 0o600))
	if _, err := c.Secret(); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v", err)
	}
}

// The widest networks that content delivery networks, clouds and private networks have.
func TestNetworksOfRealProxies(t *testing.T) {
	const networks = "10.0.0.0/8,23.32.0.0/11,104.16.0.0/13,2a06:98c0::/29,2600:9000::/28,2606:4700::/32,fc00::/7,fd00::/8,::1/128"
	c, err := config.LoadFrom(map[string]string{"TRUSTED_PROXIES": networks})
	if err != nil || len(c.Proxies) != 9 {
		t.Errorf("%v, %v", c.Proxies, err)
	}
}

func TestBackupSettings(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	hybrid, err := age.GenerateHybridIdentity()
	noError(t, err)
	public := identity.Recipient().String()
	for _, url := range []string{"s3://backups?region=eu-central-1", "/mnt/backups", "file:///mnt/backups"} {
		c, err := config.LoadFrom(map[string]string{"BACKUP_URL": url, "BACKUP_RECIPIENT": public + ", " + public})
		if err != nil || c.Backup.CheckSending() != nil || len(c.Backup.Recipients) != 2 {
			t.Errorf("%s: %+v, %v", url, c.Backup, err)
		}
	}
	if c, err := config.LoadFrom(map[string]string{"BACKUP_URL": "/mnt", "BACKUP_RECIPIENT": hybrid.Recipient().String()}); err != nil || len(c.Backup.Recipients) != 1 {
		t.Errorf("a key that a quantum computer does not break: %v", err)
	}
	if _, err := config.LoadFrom(map[string]string{"BACKUP_URL": "/mnt", "BACKUP_RECIPIENT": public + "," + hybrid.Recipient().String()}); err == nil || !strings.HasPrefix(err.Error(), "BACKUP_RECIPIENT mixes") {
		t.Errorf("keys that cannot read the same file: %v", err)
	}
	// A restore does not need the public key.
	c, err := config.LoadFrom(map[string]string{"BACKUP_URL": "/mnt"})
	if err != nil || c.Backup.CheckSending() == nil {
		t.Errorf("no recipient: %v, %v", err, c.Backup.CheckSending())
	}
	for _, secret := range []string{identity.String(), strings.ToLower(identity.String()), " " + hybrid.String()} {
		_, err := config.LoadFrom(map[string]string{"BACKUP_URL": "/mnt", "BACKUP_RECIPIENT": public + "," + secret})
		if err == nil || !strings.HasPrefix(err.Error(), "BACKUP_RECIPIENT is a private key, which must not be on this machine") || strings.Contains(strings.ToLower(err.Error()), strings.ToLower(secret)[16:24]) {
			t.Errorf("a private key: %v", err)
		}
	}
}

func TestBackupsAndTheSitesFilesAreApart(t *testing.T) {
	data, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
	noError(t, errors.Join(os.MkdirAll(filepath.Join(data, "media", "sub"), 0o700), os.Symlink(filepath.Join(data, "media"), link)))
	for _, test := range []struct {
		storage, backup string
		apart           bool
	}{
		{"", filepath.Join(data, "media"), false},
		{"", "file://" + filepath.Join(data, "media", "new"), false},
		{"", data, false},
		{"", "/", false},
		{"", link, false},
		{"", filepath.Join(link, "sub"), false},
		{"", filepath.Join(data, "backups"), true},
		{"", filepath.Join(data, "media-backups"), true},
		{"s3://a", data, true},
		{"", "s3://a", true},
		{"s3://a", "s3://a?region=eu-central-1", false},
		{"s3://a?endpoint=https://s3.eu-central-1.amazonaws.com", "s3://a", false},
		{"s3://a?endpoint=s3.example.com", "s3://a?endpoint=https://S3.example.com:443/path", false},
		{"s3://a", "s3://b", true},
		{"s3://a?endpoint=https://s3.example.com", "s3://a?endpoint=https://s3.example.net", true},
	} {
		_, err := config.LoadFrom(map[string]string{"DATA_DIR": data, "STORAGE_URL": test.storage, "BACKUP_URL": test.backup})
		if (err == nil) != test.apart || err != nil && !strings.Contains(err.Error(), "backups need a place of their own") {
			t.Errorf("STORAGE_URL %q, BACKUP_URL %q: %v", test.storage, test.backup, err)
		}
	}
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestBuildLine(t *testing.T) {
	for _, test := range []struct {
		info config.Build
		want string
	}{
		{config.Build{Revision: "0123456789abcdef", Time: "2026-05-01T12:00:00Z", Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 0123456789ab of 2026-05-01T12:00:00Z, go1.26, linux/amd64"},
		{config.Build{Revision: "0123456789abcdef", Modified: true, Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 0123456789ab+, go1.26, linux/amd64"},
		{config.Build{Version: "2.0.0", Revision: "0123456789abcdef", Time: "2026-05-01T12:00:00Z", Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 2.0.0 (0123456789ab of 2026-05-01T12:00:00Z), go1.26, linux/amd64"},
		{config.Build{Go: "go1.26", Platform: "linux/amd64"}, "portfolio unknown, go1.26, linux/amd64"},
	} {
		if got := test.info.String(); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
	}
	if here := config.ReadBuild(); here.Go == "" || here.Platform == "" {
		t.Errorf("%+v", here)
	}
}

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

// load returns the settings that the variables make.
func load(t *testing.T, variables map[string]string) config.Config {
	t.Helper()
	c, err := config.LoadFrom(variables)
	noError(t, err)
	return c
}
