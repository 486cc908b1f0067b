package databasetest

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Server is a PostgreSQL server that one test alone has.
type Server struct {
	// URL is that of its only database, StandbyURL that of the standby.
	URL, StandbyURL string
	// Restart is the shell command that restarts the server as after a crash, Standby one that makes a streaming standby, and
	// Promote one that makes it the primary.
	Restart, Standby, Promote string
}

// StartServer starts a server until t ends, or skips t.
func StartServer(t *testing.T) *Server {
	t.Helper()
	openServer(t)
	const tell = `echo "$TEST_DATABASE_URL"; echo "$TEST_DATABASE_RESTART"; echo $TEST_DATABASE_STANDBY; echo "$TEST_DATABASE_PROMOTE"; cat`
	script := "../../scripts/with-postgres"
	for len(script) < 100 {
		if _, err := os.Stat(script); err == nil {
			break
		}
		script = "../" + script
	}
	program := exec.Command(script, "sh", "-c", tell)
	program.Stderr = os.Stderr
	stop, err := program.StdinPipe()
	noError(t, err)
	output, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	noError(t, err)
	t.Cleanup(func() { _ = stop.Close(); _ = program.Wait() })
	s, lines := &Server{}, bufio.NewScanner(output)
	for _, line := range []*string{&s.URL, &s.Restart, &s.Standby, &s.Promote} {
		if !lines.Scan() {
			t.Fatal("PostgreSQL did not start")
		}
		*line = lines.Text()
	}
	s.StandbyURL = strings.Replace(s.URL, "&sslmode", "/standby&sslmode", 1)
	return s
}

// Run runs one of the server's commands.
func (s *Server) Run(t *testing.T, command string) {
	t.Helper()
	if output, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, %s", command, err, output)
	}
}
