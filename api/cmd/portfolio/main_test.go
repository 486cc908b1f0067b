package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"portfolio/api/internal/config"
	"portfolio/api/internal/servertest"
)

const password = "correct horse battery"

type result struct {
	code     int
	out, err string
}

// portfolio runs one command line with input on standard input.
func portfolio(t *testing.T, input string, args ...string) result {
	t.Helper()
	in := filepath.Join(t.TempDir(), "stdin")
	noError(t, os.WriteFile(in, []byte(input), 0o600))
	file, err := os.Open(in)
	noError(t, err)
	defer func() { _ = file.Close() }()
	var out, errOut bytes.Buffer
	code := run(t.Context(), args, streams{file, &out, &errOut})
	return result{code, out.String(), errOut.String()}
}

func TestUserCommands(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "ada.json")
	create := []string{"user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L"}
	runSteps(t, []step{
		{"", []string{"migrate", "--check"}, 0, "There is no database yet; the first start creates it."},
		{password + "\n", append(create, "--staff"), 0, "Created ada@example.test (staff)."},
		{password + "\n", create, 1, "--email: User with this email already exists."},
		{"short\n", create, 1, "password: This password is too short. It must contain at least 8 characters."},
		{"", create, 1, "no password on standard input"},
		{"", []string{"user", "list"}, 0, "ada@example.test  Ada L  staff  active"},
		{"", []string{"user", "set", "--email", "ada@example.test", "--staff", "yes"}, 2, "must be on or off"},
		{"", []string{"user", "delete", "--email", "ada@example.test", "--yes"}, 1, "the last active staff account"},
		{password + "\n", []string{"user", "create", "--email", "eve@example.test", "--first-name", "Eve", "--last-name", "L", "--staff"}, 0, "Created eve"},
		{"", []string{"user", "set", "--email", "ada@example.test", "--staff", "off"}, 0, "ada@example.test is now not staff."},
		{"", []string{"user", "set", "--email", "ADA@example.test", "--active", "off"}, 0, "signed out everywhere"},
		{"", []string{"user", "list"}, 0, "not staff  deactivated"},
		{"", []string{"user", "set", "--email", "ada@example.test", "--active", "on"}, 0, "can sign in again"},
		{"", []string{"user", "set", "--email", "ada@example.test", "--confirmed"}, 1, "This e-mail address is already confirmed."},
		{"", []string{"user", "set", "--email", "ada@example.test", "--unthrottle"}, 0, "Cleared all rate limits for ada@example.test."},
		{"", []string{"user", "set", "--email", "ada@example.test", "--reset-factors"}, 0, "ada@example.test has no second factor."},
		{"another good one\n", []string{"user", "set", "--email", "ada@example.test", "--password"}, 0, "has a new password"},
		{"", []string{"user", "set", "--email", "ada@example.test"}, 2, "missing change, such as --password"},
		{"", []string{"user", "set", "--email", "ada@example.test", "--password", "another good one"}, 2, "unexpected argument; the password is read from standard input"},
		{"another good one\n", []string{"user", "set", "--email", "bob@example.test", "--password"}, 1, `no account has the address "bob@example.test"`},
		{"", []string{"user", "set", "--email", "bob@example.test", "--new-email", "b@example.test"}, 1, `no account has the address "bob@example.test"`},
		{"", []string{"user", "set", "--email", "ada@example.test", "--new-email", "ada"}, 1, "--new-email: Enter a valid email address."},
		{"", []string{"user", "set", "--email", "ada@example.test", "--new-email", "EVE@example.test"}, 1, "--new-email: User with this email already exists."},
		{"", []string{"user", "set", "--email", "ada@example.test", "--new-email", "ada@example.test"}, 1, "--new-email: This is already your address."},
		{"", []string{"user", "set", "--email", "ada@example.test", "--new-email", "lovelace@example.test"}, 0,
			"The address of ada@example.test is now lovelace@example.test. The account was signed out everywhere"},
		{"", []string{"user", "set", "--email", "lovelace@example.test", "--new-email", "ada@example.test"}, 0, "is now ada@example.test"},
		{"", []string{"user", "export", "--email", "bob@example.test"}, 1, `no account has the address "bob@example.test"`},
		{"", []string{"user", "export", "--email", "ada@example.test"}, 0, `"email": "ada@example.test"`},
		{"", []string{"user", "export", "--email", "ada@example.test", "--to", file}, 0, "The personal data of ada@example.test is in " + file},
		{"", []string{"user", "export", "--email", "ada@example.test", "--to", file}, 1, file + " exists; name another file"},
		{"", []string{"user", "delete", "--email", "ada@example.test"}, 2, "portfolio user delete: cannot ask without a terminal; --yes skips the question"},
		{"", []string{"user", "delete", "--email", "ada@example.test", "--yes"}, 0,
			"Deleting the account ada@example.test of Ada L (not staff) permanently.\nDeleted ada@example.test."},
		{"", []string{"user", "delete", "--email", "ada@example.test"}, 1, "no account has the address"},
		{"", []string{"user", "delete", "ada@example.test"}, 2, "unexpected argument"},
		{password + "\n", []string{"user", "create", "--email", "s@example.test", "--first-name", "Sukarno"}, 0, "Created s@example.test"},
		{"", []string{"user", "list"}, 0, "s@example.test    Sukarno  not staff"},
		{"", []string{"user", "delete", "--email", "s@example.test", "--yes"}, 0, "Deleting the account s@example.test of Sukarno (not staff)"},
		{"", []string{"user"}, 2, "portfolio serves a personal portfolio"},
		{"", nil, 2, "portfolio serves a personal portfolio"},
		{"", []string{"help"}, 2, "portfolio serves a personal portfolio"},
		{"", []string{"--help", "serve"}, 2, "portfolio serves a personal portfolio"},
		{"", []string{"user", "--help"}, 2, "portfolio serves a personal portfolio"},
		{"", []string{"servee"}, 2, "portfolio: unknown command \"servee\"; 'portfolio help' lists all commands\n"},
		{"", []string{"user", "nope"}, 2, "portfolio: unknown command \"user nope\"; 'portfolio help' lists all commands\n"},
		{"", []string{"user", "del", "--email", "ada@example.test"}, 2, "portfolio: unknown command \"user del\""},
		{"", []string{"migrate"}, 0, "The database is up to date."},
		{"", []string{"migrate", "--check"}, 0, "The database is up to date."},
		{"", []string{"migrate", "check"}, 2, "unexpected argument"},
		{"", []string{"version"}, 0, "portfolio "},
		{"", []string{"doctor", "--help"}, 2, "doctor"},
		{"", []string{"version", "now"}, 2, "unexpected argument"},
		{"", []string{"serve", "now"}, 2, "unexpected argument"},
		{"", []string{"serve", "--help"}, 2, "Usage of portfolio serve"},
	})
}

// step is a command line with its input and its output.
type step struct {
	input string
	args  []string
	code  int
	want  string
}

func runSteps(t *testing.T, steps []step) {
	t.Helper()
	for _, step := range steps {
		got := portfolio(t, step.input, step.args...)
		if got.code != step.code || !strings.Contains(got.out+got.err, step.want) {
			t.Errorf("portfolio %s: %d %s%s\nwant %d %s", strings.Join(step.args, " "), got.code, got.out, got.err, step.code, step.want)
		}
	}
}

// wants returns a function that runs one command line.
func wants(t *testing.T) func(code int, want string, args ...string) {
	return func(code int, want string, args ...string) {
		t.Helper()
		runSteps(t, []step{{"", args, code, want}})
	}
}

func TestTheSampleShowsItsPasswordOnce(t *testing.T) {
	data := t.TempDir()
	t.Setenv("DATA_DIR", data)
	check := wants(t)
	check(exitDone, "\n    password  ", "demo", "--files=false")
	check(exitDone, "Your data is unchanged.", "demo", "--files=false")
	if files, _ := filepath.Glob(filepath.Join(data, "media", "*", "*")); len(files) > 0 {
		t.Errorf("a sample without files makes %v", files)
	}
}

func TestTheCheckOfAMigrationNamesTheStepsAndTakesNone(t *testing.T) {
	data := t.TempDir()
	t.Setenv("DATA_DIR", data)
	db := servertest.OpenDatabase(t, "sqlite://"+filepath.Join(data, "portfolio.db"))
	_, err := db.Migrate(t.Context())
	noError(t, err)
	_, err = db.Exec(t.Context(), `DELETE FROM goose_db_version WHERE version_id = 2`)
	noError(t, err)
	for range 2 {
		got := portfolio(t, "", "migrate", "--check")
		if got.code != 0 || !strings.HasPrefix(got.out, "The database has version 1. These steps update it to ") ||
			!strings.Contains(got.out, "\n  0002_3.0_per_engine.sql\n") || !strings.Contains(got.out, "Stop all other programs that use the database. The update first copies the database into DATA_DIR/backups.") {
			t.Errorf("%d %s%s", got.code, got.out, got.err)
		}
	}
}

func TestAnExportIsOneJSONForItsOwnerAlone(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L")
	printed := portfolio(t, "", "user", "export", "--email", "ada@example.test")
	file := filepath.Join(t.TempDir(), "ada.json")
	portfolio(t, "", "user", "export", "--email", "ada@example.test", "--to", file)
	written, err := os.ReadFile(file)
	noError(t, err)
	for _, text := range []string{printed.out, string(written)} {
		var document struct {
			Version int
			Audit   []struct{ Action, By string } `json:"audit_entries"`
		}
		if err := json.Unmarshal([]byte(text), &document); err != nil || document.Version != 1 || len(document.Audit) == 0 || document.Audit[0].By != "command line" {
			t.Errorf("%v: %s", err, text)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// What strangers called themselves must not steer the owner's terminal, nor forge lines.
func TestNothingPrintedSteersTheTerminal(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L")
	settings, err := config.Load()
	noError(t, err)
	db := servertest.OpenDatabase(t, settings.DatabaseURL)
	// As an older version has stored it.
	forged := "A\x1b]0;x\x07\u202eda\neve@example.test\u009b\xff"
	_, err = db.Exec(t.Context(), `UPDATE users SET first_name = ?`, forged)
	noError(t, err)
	list := portfolio(t, "", "user", "list").out
	if !strings.Contains(list, `A\u001b]0;x\u0007\u202eda\u000aeve@example.test\u009b\xff`) || strings.Count(list, "\n") != 2 {
		t.Errorf("%q", list)
	}
	export := portfolio(t, "", "user", "export", "--email", "ada@example.test").out
	var document struct {
		Account struct {
			FirstName string `json:"first_name"`
		}
	}
	if err := json.Unmarshal([]byte(export), &document); err != nil || document.Account.FirstName != strings.ToValidUTF8(forged, "\ufffd") {
		t.Errorf("%v: %q", err, document)
	}
	refused := portfolio(t, "", "user", "delete", "--email", "eve\x1b[2J@example.test")
	for _, output := range []string{list, export, refused.err, portfolio(t, "", "user", "list", "\x1b[2J").err, portfolio(t, "", "backup", "verify", "\u202e").err} {
		if strings.ContainsAny(output, "\x1b\x07\u202e\u009b") || !utf8.ValidString(output) {
			t.Errorf("%q", output)
		}
	}
}

// Other users cannot read the data in a shared folder, with any umask of the shell.
func TestNewFilesAreForTheOwnerAlone(t *testing.T) {
	previous := syscall.Umask(0o022)
	t.Cleanup(func() { syscall.Umask(previous) })
	data := t.TempDir()
	noError(t, os.Chmod(data, 0o755))
	t.Setenv("DATA_DIR", data)
	portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L")
	err := filepath.WalkDir(data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == data {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v", path, info.Mode())
		}
		return err
	})
	noError(t, err)
}

func TestAFaultIsOneSentence(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	noError(t, err)
	defer func() { _ = taken.Close() }()
	file := filepath.Join(t.TempDir(), "file")
	noError(t, os.WriteFile(file, nil, 0o600))
	media := filepath.Join(t.TempDir(), "media")
	noError(t, os.WriteFile(media, nil, 0o600))
	for name, test := range map[string]struct {
		variable, value, want string
		code                  int
	}{
		"no media folder":      {"DATA_DIR", filepath.Dir(media), "portfolio: open the media folder: mkdir " + media + ": not a directory\n", exitUnavailable},
		"a taken port":         {"LISTEN_ADDR", taken.Addr().String(), "LISTEN_ADDR " + taken.Addr().String() + " is in use", 69},
		"a taken metrics port": {"METRICS_ADDR", taken.Addr().String(), "METRICS_ADDR " + taken.Addr().String() + " is in use", 69},
		"an unwritable place":  {"DATA_DIR", filepath.Join(file, "data"), "create DATA_DIR", 78},
		"a hidden place":       {"DATA_DIR", filepath.Join(file, "data"), "not a directory; the unit of the service may hide it: systemctl edit portfolio, and add [Service] and ReadWritePaths=" + filepath.Join(file, "data") + ", and ProtectHome=no if it is in /home", 78},
		"backups in the media": {"BACKUP_URL", "/", "are in one folder: backups need a place of their own", 78},
		"a bad variable":       {"PUBLIC_URL", "example", "PUBLIC_URL \"example\" is not scheme://host", 78},
		"no built site":        {"STATIC_DIR", t.TempDir(), "holds no built site: run scripts/build", 78},
		"a database away":      {"DATABASE_URL", "postgres://user:secret@127.0.0.1:1/x?sslmode=disable", "open the database: ", 69},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DATA_DIR", t.TempDir())
			t.Setenv("STATIC_DIR", "none")
			t.Setenv("LISTEN_ADDR", "127.0.0.1:0")
			t.Setenv(test.variable, test.value)
			t.Setenv("INVOCATION_ID", map[string]string{"a hidden place": "1"}[name])
			got := portfolio(t, "", "serve")
			if got.code != test.code || !strings.Contains(got.err, test.want) || strings.Contains(got.err, "secret") || strings.Count(got.err, "\n") != 1 {
				t.Errorf("%d %s", got.code, got.err)
			}
		})
	}
}

// announcing tells when its first line was written.
type announcing struct {
	text bytes.Buffer
	line chan struct{}
}

func (a *announcing) Write(p []byte) (int, error) {
	if a.text.Len() == 0 {
		defer close(a.line)
	}
	return a.text.Write(p)
}

// Tests hash passwords at the lowest cost. No variable brings that into the program that owners run.
func TestPasswordsAreHashedAtTheRecommendedCost(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("CHEAP_PASSWORDS", "true")
	portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L")
	settings, err := config.Load()
	if err != nil || settings.CheapPasswords {
		t.Fatalf("%v, %v", settings.CheapPasswords, err)
	}
	db := servertest.OpenDatabase(t, settings.DatabaseURL)
	var hash string
	if err := db.Get(t.Context(), &hash, `SELECT password FROM users`); err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%q, %v", hash, err)
	}
}
