package apitest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"portfolio/api/config"
)

// The first start shows a password, and no later one does. It is the real binary, because painting under the race
// detector takes minutes.
func TestDemoShowsAPasswordOnce(t *testing.T) {
	binary, err := builtServer()
	if err != nil {
		t.Fatal(err)
	}
	environment := []string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + t.TempDir(), "STATIC_DIR=" + config.NoSite}
	demo := func() string {
		command := exec.Command(binary, "demo")
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
	if second := demo(); !strings.Contains(second, "bin/portfolio user password") || strings.Contains(second, "password  ") {
		t.Errorf("the second start says: %s", second)
	}
}
