package servertest

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Postgres is a PostgreSQL server that one test alone has.
type Postgres struct {
	// URL is that of its only database, StandbyURL that of the standby.
	URL, StandbyURL string
	// Restart is the shell command that restarts the server as after a crash, Standby one that makes a streaming standby, and
	// Promote one that makes it the primary.
	Restart, Standby, Promote string
}

// StartPostgres starts a server until t ends, or skips t.
func StartPostgres(t *testing.T) *Postgres {
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
	NoError(t, err)
	output, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	NoError(t, err)
	t.Cleanup(func() { _ = stop.Close(); _ = program.Wait() })
	s, lines := &Postgres{}, bufio.NewScanner(output)
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
func (s *Postgres) Run(t *testing.T, command string) {
	t.Helper()
	if output, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, %s", command, err, output)
	}
}

// PgBouncerURL starts a PgBouncer with default settings in front of the database at databaseURL
// until t ends, and returns the URL of the database through it. Without PgBouncer it skips t, and
// fails it instead where CI is set.
func PgBouncerURL(t *testing.T, databaseURL string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("PgBouncer: scripts/test all runs it")
	}
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		// Debian installs it outside an ordinary user's PATH.
		program, err = exec.LookPath("/usr/sbin/pgbouncer")
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("pgbouncer is not installed: scripts/install-test-tools installs it")
		}
		t.Skip("pgbouncer is not installed: nothing was tested behind it; scripts/install-test-tools installs it")
	}
	u, err := url.Parse(databaseURL)
	NoError(t, err)
	// Not t.TempDir: the path of a socket is at most 107 bytes long.
	dir, err := os.MkdirTemp("", "pgbouncer-")
	NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	settings := fmt.Sprintf("[databases]\n* = host=%s\n[pgbouncer]\nunix_socket_dir = %s\nauth_type = trust\nauth_file = %s/users.txt\n",
		u.Query().Get("host"), dir, dir)
	file := filepath.Join(dir, "pgbouncer.ini")
	if os.Getuid() == 0 {
		// It refuses to run as root.
		settings += "user = postgres\n"
		err = os.Chmod(dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(file, []byte(settings), 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "users.txt"), []byte(`"postgres" ""`+"\n"), 0o644)
	}
	NoError(t, err)
	startPgBouncer(t, exec.Command(program, file))
	query := u.Query()
	query.Set("host", dir)
	query.Set("port", "6432")
	u.RawQuery = query.Encode()
	return u.String()
}

// startPgBouncer returns when PgBouncer takes connections, and stops it when t ends.
func startPgBouncer(t *testing.T, command *exec.Cmd) {
	t.Helper()
	output, err := command.StderrPipe()
	if err == nil {
		err = command.Start()
	}
	NoError(t, err)
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	var log strings.Builder
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		fmt.Fprintln(&log, lines.Text())
		if strings.Contains(lines.Text(), "process up") {
			go func() {
				for lines.Scan() {
				}
			}()
			return
		}
	}
	t.Fatalf("pgbouncer did not start:\n%s", log.String())
}
