package apitest_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"filippo.io/age"

	"portfolio/api/apitest"
)

// standIns are the programs of the page that need root, systemd or a release, without what needs them.
var standIns = map[string]string{
	"install": `keep=()
while (($#)); do case $1 in -o | -g) shift ;; *) keep+=("$1") ;; esac; shift; done
exec /usr/bin/install "${keep[@]}"`,
	"age-keygen": `cp key.txt "$2"`,
	"systemctl": `case $1 in
start) portfolio serve ;;
stop) pid=$(cat pid); kill "$pid"; while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done ;;
esac`,
	"../portfolio": `case $1 in
serve)
  "$PROGRAM" serve >"$LOG" 2>&1 & echo $! >"$PID"
  until curl -sf "http://$LISTEN_ADDR/api/health/"; do kill -0 $!; sleep 0.05; done ;;
*) exec "$PROGRAM" "$@" ;;
esac`,
}

// The commands of docs/backups.md back a site up, restore it in another folder, and restore it after its machine was lost.
func TestTheCommandsOfThePageAboutBackupsWork(t *testing.T) {
	t.Parallel()
	program, err := builtServer()
	noError(t, err)
	text, err := os.ReadFile("../../docs/backups.md")
	noError(t, err)
	wrapper, err := os.ReadFile("../../docs/examples/portfolio-command.sh")
	noError(t, err)
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	root, address := t.TempDir(), "127.0.0.1:"+freePort(t)
	write := func(name, text string, mode os.FileMode) {
		path := filepath.Join(root, name)
		noError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		noError(t, os.WriteFile(path, []byte(text), mode))
	}
	for name, script := range standIns {
		write(filepath.Join("bin", name), "#!/bin/bash\nset -eu\n"+script+"\n", 0o700)
	}
	write("bin/portfolio", string(wrapper), 0o700)
	write("key.txt", identity.String()+"\n", 0o600)
	write("copies/.keep", "", 0o600)
	write("settings.env", fmt.Sprintf("DATA_DIR=%[1]s/var/lib/portfolio\nLISTEN_ADDR=%[2]s\nPUBLIC_URL=http://%[2]s\nMETRICS_ADDR=none\nBACKUP_URL=%[1]s/copies\nBACKUP_RECIPIENT=%[3]s\n",
		root, address, identity.Recipient()), 0o600)
	page := readCommands(strings.NewReplacer("/var/", root+"/var/", "/tmp/", root+"/", "/root/", root+"/", "/usr/local/bin/", root+"/bin/", "127.0.0.1:8090", address).Replace(string(text)))
	bash := func(lines ...string) string {
		t.Helper()
		command := exec.Command("bash", "-eu")
		command.Dir, command.Stdin = root, strings.NewReader(strings.Join(lines, "\n"))
		command.Env = append(os.Environ(), "PATH="+root+"/bin:"+os.Getenv("PATH"), "PORTFOLIO_PROGRAM="+root+"/portfolio", "PORTFOLIO_SETTINGS="+root+"/settings.env",
			"PORTFOLIO_USER="+strings.TrimSpace(userName(t)), "STATIC_DIR=none", "PROGRAM="+program, "PID="+root+"/pid", "LOG="+root+"/log")
		output, err := command.CombinedOutput()
		log, _ := os.ReadFile(filepath.Join(root, "log"))
		if err != nil {
			t.Fatalf("%s\n%v\n%s\n%s", strings.Join(lines, "\n"), err, output, log)
		}
		return string(output)
	}
	t.Cleanup(func() { bash("if [ -e pid ]; then kill $(cat pid) || true; fi") })
	signsIn := func() {
		t.Helper()
		site := &process{url: "http://" + address}
		site.signIn(t)
		bash("systemctl stop portfolio")
	}

	bash("portfolio user create --email "+apitest.Email(apitest.Staff)+" --first-name Some --last-name Body --staff <<< '"+apitest.Password+"'",
		"cp var/lib/portfolio/secret.key .")
	first := page["Backups"]
	made := strings.Split(first[0], "\n")
	bash(first[1], made[0], made[1], "cp var/backups/portfolio/today.backup .")
	night := page["Every night, in another place"]
	bash(night[0])
	check(t, strings.Contains(bash(night[2]), "portfolio-"), "no backup is listed")

	verification := page["Verification"]
	bash(regexp.MustCompile(`(?m)^\S+ \S+ \S+ \S+ \S+ (\S+/portfolio .*)$`).FindStringSubmatch(verification[0])[1])
	bash(verification[1])
	signsIn()

	bash("rm -r var/lib/portfolio")
	bash(page["The bad day"]...)
	signsIn()
}

func userName(t *testing.T) string {
	t.Helper()
	name, err := exec.Command("id", "-un").Output()
	noError(t, err)
	return string(name)
}

// readCommands returns the blocks of code below each heading of a page.
func readCommands(page string) map[string][]string {
	blocks, heading := map[string][]string{}, ""
	for _, part := range regexp.MustCompile("(?ms)^#+ ([^\n]+)$|^ *```(?:sh)?\n(.*?)^ *```$").FindAllStringSubmatch(page, -1) {
		if part[1] != "" {
			heading = part[1]
			continue
		}
		blocks[heading] = append(blocks[heading], string(bytes.TrimSpace([]byte(part[2]))))
	}
	return blocks
}
