package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// systemctl stands in for systemd: it starts and stops the server that the unit would.
const systemctl = `#!/bin/bash
set -eu
if [ "$1" != start ] && [ -f "$STATE/pid" ]; then
  kill "$(cat "$STATE/pid")"
  while kill -0 "$(cat "$STATE/pid")" 2>/dev/null; do sleep 0.05; done
  rm "$STATE/pid"
fi
if [ "$1" != stop ]; then
  PORTFOLIO_PROGRAM="$PORTFOLIO_ROOT/bin/portfolio" setsid "$SOURCE/docs/examples/portfolio-command.sh" serve >>"$STATE/log" 2>&1 </dev/null &
  echo $! >"$STATE/pid"
fi
`

// host is a machine that the site was installed on by hand: bin/ and dist/ copied, beside them a script of the owner's.
type host struct {
	source, root, data, backups, state string
	address                            string
}

func newHost(t *testing.T, program string) *host {
	t.Helper()
	dir := t.TempDir()
	h := &host{filepath.Join(dir, "source"), filepath.Join(dir, "opt"), filepath.Join(dir, "data"), filepath.Join(dir, "backups"),
		filepath.Join(dir, "state"), freeAddress(t)}
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"scripts/upgrade", "docs/examples/portfolio-command.sh", "docs/examples/portfolio-backup.sh"} {
		text, err := os.ReadFile(filepath.Join(project, file))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(h.source, file), string(text), 0o755)
	}
	put(t, filepath.Join(h.state, "bin/systemctl"), systemctl, 0o755)
	put(t, filepath.Join(h.state, "portfolio.env"), fmt.Sprintf("# Settings\nDATA_DIR=%s\nSTATIC_DIR=\"%s/dist\"\nLISTEN_ADDR=%s\nMETRICS_ADDR=none\n",
		h.data, h.root, h.address), 0o600)
	for name, value := range map[string]string{
		"PORTFOLIO_ROOT": h.root, "PORTFOLIO_USER": who.Username, "PORTFOLIO_SETTINGS": filepath.Join(h.state, "portfolio.env"),
		"BACKUP_DIR": h.backups, "STATE": h.state, "SOURCE": h.source, "PATH": filepath.Join(h.state, "bin") + ":" + os.Getenv("PATH"),
	} {
		t.Setenv(name, value)
	}
	h.build(t, program, "one")
	h.sh(t, `install -d "$PORTFOLIO_ROOT" && cp -r bin dist "$PORTFOLIO_ROOT/" && cp docs/examples/portfolio-backup.sh "$PORTFOLIO_ROOT/bin/"`)
	h.addUser(t, "first")
	h.sh(t, "systemctl start portfolio")
	t.Cleanup(func() { h.sh(t, "systemctl stop portfolio") })
	return h
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// build puts program and pages that say words into the source, as scripts/build does.
func (h *host) build(t *testing.T, program, words string) {
	t.Helper()
	page := "<!doctype html><title>" + words + "</title>"
	put(t, filepath.Join(h.source, "dist/index.html"), page, 0o644)
	site, err := json.Marshal(map[string]any{
		"version":  1,
		"routes":   []any{map[string]any{"path": "/", "file": "index.html", "status": 200}},
		"notFound": map[string]any{"file": "index.html", "status": 404},
		"files":    map[string]any{"index.html": map[string]any{"type": "text/html; charset=utf-8", "etag": `"` + words + `"`}},
	})
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(h.source, "dist/_site.json"), string(site), 0o644)
	h.sh(t, "install -D "+program+" bin/portfolio")
}

func (h *host) sh(t *testing.T, command string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", command)
	if t.Context().Err() != nil { // in a cleanup
		cmd = exec.Command("bash", "-c", command)
	}
	cmd.Dir = h.source
	out, err := cmd.CombinedOutput()
	if err != nil {
		log, _ := os.ReadFile(filepath.Join(h.state, "log"))
		t.Fatalf("%s: %v\n%s\n%s", command, err, out, log)
	}
	return string(out)
}

// portfolio runs a command of the owner as the docs have it.
func (h *host) portfolio(t *testing.T, command string) string {
	t.Helper()
	return h.sh(t, `PORTFOLIO_PROGRAM="$PORTFOLIO_ROOT/bin/portfolio" docs/examples/portfolio-command.sh `+command)
}

func (h *host) addUser(t *testing.T, name string) {
	t.Helper()
	h.portfolio(t, "user create --email "+name+"@example.test --first-name A --last-name B <<<'correct horse battery'")
}

// check wants the site to be served with these words and to have these accounts.
func (h *host) check(t *testing.T, words string, users ...string) {
	t.Helper()
	var served string
	for range 200 { // a running server looks for new pages now and then
		served = h.sh(t, "curl -sS --retry 40 --retry-connrefused --retry-delay 1 http://"+h.address+"/")
		if strings.Contains(served, "<title>"+words+"</title>") {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.Contains(served, "<title>"+words+"</title>") {
		t.Errorf("served is %s, not %s", served, words)
	}
	list := h.portfolio(t, "user list")
	for _, name := range users {
		if !strings.Contains(list, name+"@example.test") {
			t.Errorf("the account %s is lost:\n%s", name, list)
		}
	}
	if strings.Count(list, "@example.test") != len(users) {
		t.Errorf("want the accounts %v:\n%s", users, list)
	}
}

// buildProgram compiles this program, with one more migration if it is not "", as the next version would have.
func buildProgram(t *testing.T, next string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "portfolio")
	args := []string{"build", "-o", out}
	if next != "" {
		migration, overlay := filepath.Join(t.TempDir(), "next.sql"), filepath.Join(t.TempDir(), "overlay.json")
		put(t, migration, "-- +goose Up\n"+next+"\n", 0o600)
		migrations, err := filepath.Abs(filepath.Join(project, "api/database/migrations"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(map[string]map[string]string{"Replace": {
			filepath.Join(migrations, "9999_next.sql"): migration,
		}})
		if err != nil {
			t.Fatal(err)
		}
		put(t, overlay, string(text), 0o600)
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.CommandContext(t.Context(), "go", append(args, ".")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	return out
}

func TestThreeUpgradesInARowAndOneBack(t *testing.T) {
	const addition = "CREATE TABLE next_version (id INTEGER PRIMARY KEY);"
	program, extended := buildProgram(t, ""), buildProgram(t, addition)
	next := buildProgram(t, addition+"UPDATE schema_compatibility SET oldest_program = 9999;")
	h := newHost(t, program)
	h.check(t, "one", "first")

	h.build(t, program, "two")
	h.sh(t, "scripts/upgrade --built")
	h.check(t, "two", "first")
	h.addUser(t, "second")

	h.build(t, program, "three")
	h.sh(t, "scripts/upgrade --built")
	h.check(t, "three", "first", "second")
	h.sh(t, `PORTFOLIO="$PORTFOLIO_ROOT/bin/portfolio" DATA_DIR=`+h.data+` "$PORTFOLIO_ROOT/bin/portfolio-backup.sh"`)

	h.build(t, next, "four")
	h.sh(t, "scripts/upgrade --built")
	h.check(t, "four", "first", "second")
	h.addUser(t, "third")
	h.build(t, next, "five")
	h.sh(t, "scripts/upgrade --built --pages")
	h.check(t, "five", "first", "second", "third")

	h.sh(t, "scripts/upgrade --back")
	h.check(t, "four", "first", "second", "third")
	// Without a good backup nothing changes, unless the former program works with the database.
	h.sh(t, `echo no folder >"$BACKUP_DIR.file"`)
	const noBackup = `BACKUP_DIR="$BACKUP_DIR.file/none" scripts/upgrade `
	refused := func(arguments string) {
		t.Helper()
		out := h.sh(t, noBackup+arguments+` 2>&1 && exit 1 || true`)
		if !strings.Contains(out, "there is no good backup, so nothing was changed") {
			t.Errorf("%s: %s", arguments, out)
		}
	}
	refused("--back --yes")
	if out := h.sh(t, `flock "$PORTFOLIO_ROOT/.upgrade.lock" scripts/upgrade --back --yes 2>&1 && exit 1 || true`); !strings.Contains(out, "another upgrade is under way") {
		t.Error(out)
	}
	if out := h.sh(t, "scripts/upgrade --back </dev/null 2>&1 || true"); !strings.Contains(out, "nobody can answer here; --yes goes on without asking") {
		t.Error(out)
	}
	h.check(t, "four", "first", "second", "third")
	h.sh(t, "scripts/upgrade --back --yes")
	h.check(t, "three", "first", "second")
	if out := h.portfolio(t, "migrate"); out != "The database is up to date.\n" {
		t.Errorf("migrate: %s", out)
	}
	h.keeps(t, map[string]int{
		h.root + "/bin/*": 2, h.root + "/releases/*": 1, h.backups + "/portfolio-*.backup": 1,
		h.backups + "/before-upgrade-*.backup": 3, h.backups + "/before-going-back-*.backup": 2, h.data + "/replaced-*/portfolio.db": 1,
	})

	// Without a migration between them the data stay.
	h.build(t, program, "six")
	h.sh(t, "scripts/upgrade --built")
	h.addUser(t, "fourth")
	h.sh(t, "scripts/upgrade --back")
	h.check(t, "three", "first", "second", "fourth")

	// And with one that the former program works with.
	h.build(t, extended, "seven")
	check := h.sh(t, "PORTFOLIO_PROGRAM=bin/portfolio docs/examples/portfolio-command.sh migrate --check")
	if !strings.Contains(check, "brings it to 9999:\n  9999_next.sql\nPrograms that work with it now go on beside this one, and can come back.\n") {
		t.Errorf("migrate --check: %s", check)
	}
	h.sh(t, "scripts/upgrade --built")
	h.addUser(t, "fifth")
	h.sh(t, "scripts/upgrade --back")
	h.check(t, "three", "first", "second", "fourth", "fifth")
	if out := h.portfolio(t, "migrate --check"); !strings.Contains(out, "A newer program made the database version 9999.") {
		t.Errorf("migrate --check: %s", out)
	}

	// The program that is back cannot back the extended database up, nor can one that corrects it. Both leave it as it is.
	h.build(t, program, "three again")
	if out := h.sh(t, "scripts/upgrade --built"); !strings.Contains(out, "There is no backup: a newer version has extended the database.") {
		t.Error(out)
	}
	h.check(t, "three again", "first", "second", "fourth", "fifth")
	h.sh(t, "scripts/upgrade --back")
	h.check(t, "three", "first", "second", "fourth", "fifth")

	// What an upgrade has left that was killed is no release.
	h.sh(t, `install -d "$PORTFOLIO_ROOT/releases/.next/bin"`)

	// The way forward again begins with a backup too, which only the newer program can make.
	h.build(t, extended, "eight")
	h.sh(t, "scripts/upgrade --built")
	h.check(t, "eight", "first", "second", "fourth", "fifth")
	h.sh(t, `test -f "$(cat "$PORTFOLIO_ROOT/current/before")"`)

	h.build(t, extended, "nine")
	refused("--built")
	h.check(t, "eight", "first", "second", "fourth", "fifth")
	h.keeps(t, map[string]int{h.root + "/releases/*": 2})
	if out := h.sh(t, noBackup+"--back"); !strings.Contains(out, "There is no backup, but ") {
		t.Error(out)
	}
	h.check(t, "three", "first", "second", "fourth", "fifth")
}

// keeps wants that many files of each pattern.
func (h *host) keeps(t *testing.T, want map[string]int) {
	t.Helper()
	for pattern, n := range want {
		if found, err := filepath.Glob(pattern); err != nil || len(found) != n {
			t.Errorf("%s: %v, %v, want %d", pattern, found, err, n)
		}
	}
}
