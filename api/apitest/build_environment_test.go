package apitest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

// A build gets the variables that it needs and none of the server's others.
func TestBuildCommandGetsListedVariablesOnly(t *testing.T) {
	passed := map[string]string{
		"HOME": t.TempDir(), "LANG": "C.UTF-8", "LC_TIME": "de_DE.UTF-8", "TZ": "Europe/Berlin", "TMPDIR": t.TempDir(),
		"HTTPS_PROXY": "http://127.0.0.1:9", "no_proxy": "example.test", "NODE_EXTRA_CA_CERTS": "/etc/ssl/ca.pem",
		"npm_config_cache": "/var/cache/npm", "GOCACHE": "/var/cache/go",
		"SITE_URL": "https://example.test", "API_ORIGIN": "https://api.example.test", "PREFETCH_FROM": "none",
		"DATA_DIR": "/srv/data", "LISTEN_ADDR": "127.0.0.1:8099", "PUBLIC_URL": "https://example.test",
	}
	withheld := []string{
		"PGPASSFILE", "PGSERVICEFILE", "PGPASSWORD", "PGSSLKEY", "AWS_PROFILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE",
		"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
		"MINIO_ROOT_PASSWORD", "SECRET_KEY", "DATABASE_URL", "STORAGE_URL", "SMTP_URL", "BACKUP_URL", "BACKUP_RECIPIENT",
		"BUILD_HOOK_URL",
		"npm_config__authToken", "NPM_TOKEN", "GITHUB_TOKEN", "CREDENTIALS_DIRECTORY", "SSH_AUTH_SOCK", "BASH_ENV", "ANYTHING_ELSE",
	}
	const secret = "a secret of the server"
	for name, value := range passed {
		t.Setenv(name, value)
	}
	for _, name := range withheld {
		t.Setenv(name, secret)
	}
	file := filepath.Join(t.TempDir(), "environment")
	const token = "the token of a build, 32 characters"
	site := apitest.StartWith(t, apitest.Settings{"BUILD_COMMAND": "env > '" + file + "'", "BUILD_TOKEN": token})
	asked := site.Do(t, apitest.Request{Method: http.MethodPost, Path: publishingPath, As: apitest.Staff})
	if asked.Status != http.StatusAccepted {
		t.Fatalf("%d %s", asked.Status, asked.Body)
	}
	publishDue(t, site)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	passed["PATH"], passed["BUILD_TOKEN"] = os.Getenv("PATH"), token
	lines := strings.Split(string(text), "\n")
	for name, value := range passed {
		if !slices.Contains(lines, name+"="+value) {
			t.Errorf("the build did not get %s=%s", name, value)
		}
	}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, "=")
		if value == secret || slices.Contains(withheld, name) {
			t.Errorf("the build got %s", name)
		}
	}
}
