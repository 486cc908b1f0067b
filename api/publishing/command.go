package publishing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	// commandLimit is how long a build may take.
	commandLimit = 15 * time.Minute
	// outputLimit is how much of the end of a build's output is stored, in bytes.
	outputLimit = 16 << 10
)

// passed are the server's variables that a build gets. Other variables may be secrets.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "LANG", "LANGUAGE",
	"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS",
	"npm_config_cache", "npm_config_registry", "npm_config_userconfig", "npm_config_cafile",
	"NPM_CONFIG_CACHE", "NPM_CONFIG_REGISTRY", "NPM_CONFIG_USERCONFIG", "NPM_CONFIG_CAFILE",
	"GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOFLAGS", "GOTOOLCHAIN", "GOMAXPROCS", "GOMEMLIMIT",
	"SITE_URL", "API_ORIGIN", "PREFETCH_FROM", "DATA_DIR", "LISTEN_ADDR", "ACME_URL", "PUBLIC_URL",
}

// Command builds the site on this machine with a shell command.
type Command struct{ line, publicURL, buildToken string }

// NewCommand returns the publisher that runs line with sh, in the server's working directory. Of
// the server's environment the build gets the variables in passed and those of the locale, and
// buildToken as BUILD_TOKEN. If SITE_URL is unset and publicURL, the site's address, is https,
// SITE_URL is publicURL.
func NewCommand(line, publicURL, buildToken string) *Command {
	return &Command{line, publicURL, buildToken}
}

// Publish runs the command and returns nil if it exits with 0. The error quotes the command's output.
// A command that takes too long, or whose ctx ends, is killed with all its child processes.
func (c *Command) Publish(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	command := exec.CommandContext(limited, "sh", "-c", c.line)
	command.Env = append(withSiteURL(onlyPassed(os.Environ()), c.publicURL), "BUILD_TOKEN="+c.buildToken)
	// A process group of its own ends with all its children.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }
	command.WaitDelay = 10 * time.Second
	output := &tail{limit: outputLimit}
	command.Stdout, command.Stderr = output, output
	err := command.Run()
	if limited.Err() != nil && command.Process != nil {
		// A process that ignored SIGTERM would write into the next build.
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	}
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return nil // a child process may still hold the output
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("the build took longer than %d minutes and was ended", int(commandLimit.Minutes()))
	case errors.As(err, &exit):
		return fmt.Errorf("the build failed (%s): %s", exit, firstCharacters(reasonOf(string(output.text)), maxMessage))
	}
	return fmt.Errorf("the build could not be started: %w", err)
}

func onlyPassed(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return !slices.Contains(passed, name) && !strings.HasPrefix(name, "LC_")
	})
}

// withSiteURL adds SITE_URL when it is unset or empty and publicURL is https.
func withSiteURL(environment []string, publicURL string) []string {
	if os.Getenv("SITE_URL") != "" || !strings.HasPrefix(publicURL, "https://") {
		return environment
	}
	return append(environment, "SITE_URL="+publicURL)
}

// tail stores the last bytes written to it.
type tail struct {
	limit int
	text  []byte
}

// Write adds p and drops the oldest bytes over the limit.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - t.limit; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}
