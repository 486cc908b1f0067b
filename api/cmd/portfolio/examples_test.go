package main

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/config"
	"portfolio/api/internal/servertest"
)

const project = "../../.."

func readExample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(project, "docs/examples", name))
	noError(t, err)
	return string(text)
}

// variables are all that the server reads.
func variables() (names []string) {
	for _, part := range []reflect.Type{reflect.TypeFor[config.Config](), reflect.TypeFor[config.Backup]()} {
		for field := range part.Fields() {
			if name := field.Tag.Get("env"); name != "-" && name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// assignments reads lines of the form NAME=value.
func assignments(t *testing.T, text string) map[string]string {
	t.Helper()
	values := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if _, twice := values[name]; !ok || twice {
			t.Errorf("%q", line)
		}
		values[name] = value
	}
	return values
}

func TestTheExamplesOfTheSettingsAreRight(t *testing.T) {
	for _, name := range []string{"portfolio.env", "../../scripts/tools/package/portfolio.env"} {
		// The settings that are commented out, too.
		text := regexp.MustCompile(`(?m)^#([A-Z_]+=)`).ReplaceAllString(readExample(t, name), "$1")
		settings := assignments(t, text)
		for name := range settings {
			if !slices.Contains(variables(), name) {
				t.Errorf("there is no variable %s", name)
			}
		}
		// The key is only an example.
		settings["BACKUP_RECIPIENT"] = ""
		if _, err := config.LoadFrom(settings); err != nil {
			t.Error(err)
		}
	}
}

func TestTheProxiesOfTheDocsAreTrusted(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(project, "docs/deploy.md"))
	noError(t, err)
	lines := regexp.MustCompile(`(?m)^TRUSTED_PROXIES=(.*)$`).FindAllSubmatch(page, -1)
	for _, line := range lines {
		read, err := config.LoadFrom(map[string]string{"TRUSTED_PROXIES": string(line[1])})
		noError(t, err)
		if want := 1 + strings.Count(string(line[1]), ","); len(read.Proxies) != want {
			t.Errorf("%d networks, not %d", len(read.Proxies), want)
		}
	}
	if len(lines) != 2 {
		t.Errorf("%d lines", len(lines))
	}
}

// The command of root reads the settings as the unit's EnvironmentFile= does.
func TestTheCommandReadsSettingsAsSystemdDoes(t *testing.T) {
	who, err := user.Current()
	noError(t, err)
	file := filepath.Join(t.TempDir(), "portfolio.env")
	for text, want := range map[string]string{
		"X_=/tmp/a\r\nY_=https://a.example \r\n":  "X_=/tmp/a|Y_=https://a.example",
		"  X_=a\nY_=\"A <a@b>\" \nZ_ = 127.0.0.1": "X_=a|Y_=A <a@b>|Z_=127.0.0.1",
		`X_="p\"w\a\$" c`:                         `X_=p"w\a$c`,
		"X_=https://\\\na.example\n":              "X_=https://a.example",
		"X_=it's $HOME & `ls`; 'x' \"y\"\n":       "X_=it's $HOME & `ls`; 'x' \"y\"",
		"X_='a\\' 'it'\\''s'\nY_=\"it\\'s\"\n":    `X_=a\it''s'|Y_=it\'s`,
		"#X_=a\n;X_=b\n1X_=c\nX Y_=d\nX_=\n":      "X_=",
		"X_=a\nX_=b  c \\ \n":                     "X_=b  c  ",
	} {
		noError(t, os.WriteFile(file, []byte(text), 0o600))
		command := exec.Command("sh", filepath.Join(project, "docs/examples/portfolio-command.sh"), "-0")
		command.Env = []string{"PATH=" + os.Getenv("PATH"), "PORTFOLIO_SETTINGS=" + file, "PORTFOLIO_PROGRAM=env", "PORTFOLIO_USER=" + who.Username}
		output, err := command.Output()
		settings := slices.DeleteFunc(strings.Split(string(output), "\x00"), func(line string) bool { return !regexp.MustCompile("^[XYZ]_=").MatchString(line) })
		slices.Sort(settings)
		if got := strings.Join(settings, "|"); err != nil || got != want {
			t.Errorf("%q: %q, want %q, %v", text, got, want, err)
		}
	}
}

// unitSections are the sections and the options of systemd.unit(5), systemd.service(5) and systemd.exec(5) that the
// examples use.
var unitSections = map[string]string{
	"Unit": "Description Wants After Documentation",
	"Service": `Type ExecStart WorkingDirectory EnvironmentFile User Group StateDirectory StateDirectoryMode Restart RestartSec
		RestartPreventExitStatus TimeoutStopSec UMask NoNewPrivileges ProtectSystem ProtectHome PrivateTmp PrivateDevices
		ProtectKernelTunables ProtectKernelModules ProtectControlGroups ProtectClock ProtectHostname RestrictAddressFamilies
		RestrictNamespaces RestrictSUIDSGID LockPersonality MemoryDenyWriteExecute SystemCallArchitectures AmbientCapabilities CapabilityBoundingSet
		ReadWritePaths Nice IOSchedulingClass`,
	"Timer":   "OnCalendar RandomizedDelaySec Persistent",
	"Install": "WantedBy",
}

func TestTheExamplesOfUnitsAreUnits(t *testing.T) {
	units, err := filepath.Glob(filepath.Join(project, "docs/examples/*.service"))
	timers, errTimers := filepath.Glob(filepath.Join(project, "docs/examples/*.timer"))
	if err != nil || errTimers != nil || len(units) == 0 {
		t.Fatal(units, err, errTimers)
	}
	for _, path := range append(units, timers...) {
		section := ""
		for line := range strings.Lines(readExample(t, filepath.Base(path))) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if strings.HasPrefix(line, "[") {
				section = strings.Trim(line, "[]")
				continue
			}
			option, value, ok := strings.Cut(line, "=")
			if !ok || !slices.Contains(strings.Fields(unitSections[section]), option) {
				t.Errorf("%s: [%s] has no %q", path, section, line)
			}
			if option == "ExecStart" {
				checkCommand(t, path, value)
			}
		}
	}
}

// checkCommand checks that a command line of a unit names an existing command.
func checkCommand(t *testing.T, path, line string) {
	t.Helper()
	for words := strings.Fields(line); len(words) > 0; words = words[1:] {
		if strings.HasSuffix(words[0], "/portfolio") {
			if len(words) > 1 && commands[words[1]] != nil {
				return
			}
			t.Errorf("%s: there is no command in %q", path, line)
		}
	}
}

// The image starts with valid settings, as a user without privileges. scripts/drill container runs its steps.
func TestTheImageStartsUnprivileged(t *testing.T) {
	last := map[string]string{}
	for line := range strings.Lines(readExample(t, "../../Dockerfile")) {
		if instruction, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			last[instruction] = rest
		}
	}
	for instruction, want := range map[string]string{"FROM": "scratch", "USER": "65532:65532", "ENTRYPOINT": `["/portfolio"]`, "CMD": `["serve"]`} {
		if last[instruction] != want {
			t.Errorf("%s %s, not %s", instruction, last[instruction], want)
		}
	}
	// A user outside /etc/passwd has the group 0.
	if text := readExample(t, "../../Dockerfile"); !strings.Contains(text, "mkdir -m 770 /data\n") || !strings.Contains(text, "--chown=65532:0 /data /data\n") {
		t.Error("another user cannot write /data")
	}
	_, err := config.LoadFrom(assignments(t, strings.Join(strings.Fields(last["ENV"]), "\n")))
	noError(t, err)
}

// The commands in the docs exist.
func TestEachCommandOfTheDocsIsThere(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(project, "docs/*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	found := 0
	for _, page := range append(pages, filepath.Join(project, "README.md"), filepath.Join(project, "content/README.md")) {
		text, err := os.ReadFile(page)
		noError(t, err)
		for _, match := range regexp.MustCompile("(?m)(?:^ *|`|&& |-- )(?:bin/)?portfolio ([a-z-]+)(?: ([a-z-]+))?").FindAllStringSubmatch(string(text), -1) {
			found++
			if commands[match[1]] == nil && commands[match[1]+" "+match[2]] == nil {
				t.Errorf("%s: there is no command in %q", page, match[0])
			}
		}
		for _, match := range regexp.MustCompile("(?m)(?:^|[ `])(scripts/[a-z-]+|docs/examples/[A-Za-z][A-Za-z.-]*)").FindAllStringSubmatch(string(text), -1) {
			found++
			if _, err := os.Stat(filepath.Join(project, match[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d commands were found", found)
	}
}

// Owners look variables up in the table of docs/settings.md.
func TestDocsListEveryVariable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(project, "docs/settings.md"))
	noError(t, err)
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `[^|]*\\|").FindAllString(string(text), -1) {
		for _, name := range regexp.MustCompile("`([A-Z_]+)`").FindAllStringSubmatch(row, -1) {
			listed[name[1]] = true
		}
	}
	for _, name := range variables() {
		if !listed[name] {
			t.Errorf("docs/settings.md does not list %s", name)
		}
	}
}

// .env.example has each variable once, commented out, with a valid value.
func TestEnvExampleHasEveryVariable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(project, ".env.example"))
	noError(t, err)
	server, _, _ := strings.Cut(string(text), "# Read by the build only.")
	settings := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^#([A-Z_]+)=(.*)$`).FindAllStringSubmatch(server, -1) {
		if _, twice := settings[line[1]]; twice {
			t.Errorf("%s is there twice", line[1])
		}
		settings[line[1]] = strings.Trim(line[2], "'")
	}
	known := append(variables(), "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
	for _, name := range known {
		if _, ok := settings[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	for name := range settings {
		if !slices.Contains(known, name) {
			t.Errorf("there is no variable %s", name)
		}
	}
	// The key is only an example.
	settings["BACKUP_RECIPIENT"] = ""
	_, err = config.LoadFrom(settings)
	noError(t, err)
}

// docs/deploy.md has a site with a domain in at most six commands.
func TestDeployTakesSixCommands(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(project, "docs/deploy.md"))
	noError(t, err)
	for _, title := range []string{"## A package", "## A container"} {
		_, section, _ := strings.Cut(string(text), title)
		_, block, _ := strings.Cut(section, "```sh\n")
		commands, _, ok := strings.Cut(block, "```")
		if n := strings.Count(commands, "\n") + strings.Count(commands, "&&"); !ok || n < 4 || n > 6 {
			t.Errorf("%s: %d commands", title, n)
		}
	}
}

// The scripts of the package, with a systemd that records its calls.
func TestTheServiceOfThePackageIsAsBefore(t *testing.T) {
	root := t.TempDir()
	bin, asked := filepath.Join(root, "bin"), filepath.Join(root, "asked")
	write := func(path, text string) {
		t.Helper()
		noError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o700)))
	}
	write(filepath.Join(root, "run/systemd/system/x"), "")
	write(filepath.Join(root, "usr/share/portfolio/portfolio.env"), "A=1\n")
	write(filepath.Join(bin, "getent"), "#!/bin/sh\n")
	write(filepath.Join(bin, "install"), "#!/bin/sh\n[ \"$1\" = -d ] || exec /usr/bin/install \"$@\"\n")
	write(filepath.Join(bin, "systemctl"), "#!/bin/sh\necho \"$*\" >>"+asked+"\n[ \"$1\" = ${1#is-} ] || [ -e "+root+"/${1#is-} ]\n")
	noError(t, os.MkdirAll(filepath.Join(root, "etc"), 0o700))
	run := func(script string, arguments ...string) (printed, ordered string) {
		t.Helper()
		text := regexp.MustCompile(` (/(?:etc|run|var|usr/share)/)`).ReplaceAllString(readExample(t, "../../scripts/tools/package/"+script), " "+root+"$1")
		command := exec.Command("sh", append([]string{"-c", text, script}, arguments...)...)
		command.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
		output, err := command.CombinedOutput()
		orders, _ := os.ReadFile(asked)
		_ = os.Remove(asked)
		if err != nil {
			t.Errorf("%s %v: %v", script, arguments, err)
		}
		return string(output), string(orders)
	}
	if printed, _ := run("postinstall.sh", "configure"); !strings.Contains(printed, "systemctl enable --now portfolio") {
		t.Error(printed)
	}
	settings := filepath.Join(root, "etc/portfolio.env")
	write(settings, "A=mine\n")
	if printed, orders := run("postinstall.sh", "configure", "2.0.0"); !strings.Contains(printed, "The service is not enabled") || strings.Contains(orders, " restart") {
		t.Error(printed, orders)
	}
	write(filepath.Join(root, "enabled"), "")
	for _, active := range []bool{true, false} {
		if active {
			write(filepath.Join(root, "active"), "")
		} else if err := os.Remove(filepath.Join(root, "active")); err != nil {
			t.Fatal(err)
		}
		if _, orders := run("preremove.sh", "remove"); !strings.HasSuffix(orders, "stop portfolio\n") {
			t.Error(orders)
		}
		if printed, orders := run("postinstall.sh", "configure", "2.0.0"); printed != "" || strings.Contains(orders, "\nstart portfolio\n") != active {
			t.Error(active, printed, orders)
		}
	}
	if kept, err := os.ReadFile(settings); err != nil || string(kept) != "A=mine\n" {
		t.Errorf("%q, %v", kept, err)
	}
	run("postremove.sh", "purge")
	if _, err := os.Stat(settings); !os.IsNotExist(err) {
		t.Error(err)
	}
	if strings.Contains(readExample(t, "../../.goreleaser.yaml"), "/etc/") {
		t.Error("the package owns a file that owners edit")
	}
}

var noError = servertest.NoError
