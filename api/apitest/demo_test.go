package apitest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/config"
)

// The first start shows a password, and no later one does. It is the real binary, because painting
// under the race detector takes minutes.
func TestDemoShowsAPasswordOnce(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	binary, err := builtServer()
	noError(t, err)
	environment := []string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + t.TempDir(), "STATIC_DIR=" + config.NoSite}
	demo := func(args ...string) string {
		command := exec.Command(binary, append([]string{"demo"}, args...)...)
		command.Env = environment
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		return string(output)
	}
	if first := demo(); !strings.Contains(first, "edda@example.test") || !strings.Contains(first, "password  ") {
		t.Errorf("the first start says: %s", first)
	}
	if second := demo(); !strings.Contains(second, "bin/portfolio user set --email YOU --password") || strings.Contains(second, "password  ") {
		t.Errorf("the second start says: %s", second)
	}
	// A first start for a named owner has an account and no samples.
	data := t.TempDir()
	environment[1] = "DATA_DIR=" + data
	own := demo("--samples=false", "--email", "ann@example.com", "--first-name", "Ann", "--last-name", "Vega")
	if !strings.Contains(own, "ann@example.com") || strings.Contains(own, "sample") {
		t.Errorf("an owner's first start says: %s", own)
	}
	if files, _ := filepath.Glob(filepath.Join(data, "media", "*", "*")); len(files) > 0 {
		t.Errorf("an owner's first start makes %v", files)
	}
}
