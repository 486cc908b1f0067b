package apitest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"portfolio/api/apitest"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

// olderVersion is the version of the schema that an older program knew.
const olderVersion = 1

func TestAnOlderDatabaseIsUpdatedAfterABackup(t *testing.T) {
	databasetest.EachURL(t, func(t *testing.T, url string) {
		makeOlderDatabase(t, url)
		p := newProcessWithoutTables(t, builtServer, url, "")
		// The server of the older program may be running.
		refuseOlderDatabase(t, p, "a command does not update it", "user", "list")
		checkDatabase(t, url, olderVersion)
		if !strings.HasPrefix(url, "sqlite:") {
			refuseOlderDatabase(t, p, "stop all replicas, back it up with pg_dump, and run portfolio migrate", "serve")
			checkDatabase(t, url, olderVersion)
			p.run(t, "", "migrate")
		}
		p.start(t)
		checkDatabase(t, url, olderVersion+1)
		if !strings.HasPrefix(url, "sqlite:") {
			return
		}
		copied := filepath.Join(p.data, "backups", "portfolio-v0001.db")
		// The address is on another stream than the log, which may come later.
		await(t, "the log of the update", func() bool { return strings.Contains(p.log.String(), "updated the database after a backup") })
		if logged := p.log.String(); strings.Count(logged, copied) != 1 {
			t.Errorf("%s is not in one line of %s", copied, logged)
		}
		checkDatabase(t, "sqlite://"+copied, olderVersion)
		for path, want := range map[string]os.FileMode{copied: 0o600, filepath.Dir(copied): 0o700} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v", path, info, err)
			}
		}
		p.kill()
		p.start(t)
		if logged := p.log.String(); strings.Contains(logged, "backup") {
			t.Errorf("the next start made another copy: %s", logged)
		}
	})
}

func TestADatabaseThatCannotBeBackedUpIsNotUpdated(t *testing.T) {
	url := databasetest.SQLiteURL(t)
	makeOlderDatabase(t, url)
	p := newProcessWithoutTables(t, builtServer, url, "")
	noError(t, os.WriteFile(filepath.Join(p.data, "backups"), nil, 0o600))
	output, err := p.fail("serve")
	if err == nil || !strings.Contains(output, "back up the database before its update, which did not begin") {
		t.Errorf("%v: %s", err, output)
	}
	checkDatabase(t, url, olderVersion)
}

func TestThreeBackupsOfOlderDatabasesAreKept(t *testing.T) {
	url := databasetest.SQLiteURL(t)
	makeOlderDatabase(t, url)
	p := newProcessWithoutTables(t, builtServer, url, "")
	folder := filepath.Join(p.data, "backups")
	noError(t, os.Mkdir(folder, 0o700))
	for _, name := range []string{"mine.backup", "portfolio-v0000.db", "portfolio-v0002.db", "portfolio-v0003.db"} {
		noError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	p.run(t, "", "migrate")
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if got := strings.ReplaceAll(strings.Join(left, " "), folder+"/", ""); err != nil || got != "mine.backup portfolio-v0001.db portfolio-v0002.db portfolio-v0003.db" {
		t.Errorf("%s, %v", got, err)
	}
}

// refuseOlderDatabase checks that a command does not start.
func refuseOlderDatabase(t *testing.T, p *process, want string, arguments ...string) {
	t.Helper()
	output, err := p.fail(arguments...)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 78 || !strings.Contains(output, "the database is of version 1 and this program needs 2: "+want) {
		t.Errorf("%v: %s", err, output)
	}
}

// fail runs a command or a server that ends.
func (p *process) fail(arguments ...string) (output string, err error) {
	command := exec.Command(p.binary, arguments...)
	command.Env = p.environment
	text, err := command.CombinedOutput()
	return string(text), err
}

// makeOlderDatabase migrates the empty database at url to olderVersion, and adds a category.
func makeOlderDatabase(t *testing.T, url string) {
	t.Helper()
	engine, dialect := database.PostgreSQL, goose.DialectPostgres
	if strings.HasPrefix(url, "sqlite:") {
		engine, dialect = database.SQLite, goose.DialectSQLite3
	}
	migrations, err := engine.Migrations()
	noError(t, err)
	db := openRaw(t, url)
	provider, err := goose.NewProvider(dialect, db.DB, migrations)
	if err == nil {
		_, err = provider.UpTo(t.Context(), olderVersion)
	}
	if err == nil {
		_, err = db.ExecContext(t.Context(), `INSERT INTO document_categories (name) VALUES ('Kept')`)
	}
	noError(t, err)
}

// checkDatabase fails the test unless the database at url has the version and the category of makeOlderDatabase.
func checkDatabase(t *testing.T, url string, version int) {
	t.Helper()
	var got struct {
		Version int
		Rows    int
	}
	err := openRaw(t, url).GetContext(t.Context(), &got, `SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied) AS version,
		(SELECT count(*) FROM document_categories WHERE name = 'Kept') AS rows`)
	if err != nil || got.Version != version || got.Rows != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func openRaw(t *testing.T, url string) *sqlx.DB {
	t.Helper()
	driver, source := "postgres", url
	if path, ok := strings.CutPrefix(url, "sqlite://"); ok {
		driver, source = "sqlite", path
	}
	db, err := sqlx.Open(driver, source)
	noError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// eachServing starts the real server with rate limits: one process on SQLite, two on PostgreSQL.
func eachServing(t *testing.T, test func(t *testing.T, replicas []*process)) {
	databasetest.EachURL(t, func(t *testing.T, databaseURL string) {
		first := newProcess(t, databaseURL)
		first.environment = append(first.environment, "RATE_LIMIT="+config.On, "TRUSTED_PROXIES=127.0.0.0/8", "METRICS_ADDR=none")
		first.start(t)
		replicas := []*process{first}
		if strings.HasPrefix(databaseURL, "postgres") {
			second := &process{binary: first.binary, data: first.data, environment: first.environment}
			t.Cleanup(second.kill)
			second.start(t)
			replicas = append(replicas, second)
		}
		test(t, replicas)
	})
}

// login returns the status and the access token of a sign-in of the staff account from ip.
func (p *process) login(t *testing.T, ip, password string) (status int, access string) {
	t.Helper()
	answer, err := send(t.Context(), p.url, from(ip, login(apitest.Email(apitest.Staff), password)))
	noError(t, err)
	var opened struct{ Access string }
	_ = json.Unmarshal([]byte(answer.Body), &opened)
	return answer.Status, opened.Access
}

// statusForStaff returns the status of a request that is for staff.
func (p *process) statusForStaff(t *testing.T, access string) int {
	t.Helper()
	answer, err := send(t.Context(), p.url, by(access, "GET", documentsPath))
	noError(t, err)
	return answer.Status
}

// The next sign-in after user set --unthrottle is checked, on each replica that had refused one.
func TestUnthrottleWhileServersRun(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	eachServing(t, func(t *testing.T, replicas []*process) {
		for i := range 50 {
			if status, _ := replicas[i%len(replicas)].login(t, fmt.Sprintf("203.0.113.%d", i), "wrong"); status != 401 {
				t.Fatalf("wrong password %d: %d", i, status)
			}
		}
		signInOnEach := func(network string, want int) {
			t.Helper()
			for i, p := range replicas {
				if status, _ := p.login(t, fmt.Sprintf("%s.%d", network, i), apitest.Password); status != want {
					t.Errorf("the right password on replica %d: %d, not %d", i, status, want)
				}
			}
		}
		signInOnEach("198.51.100", 429)
		replicas[0].run(t, "", "user", "set", "--email", apitest.Email(apitest.Staff), "--unthrottle")
		signInOnEach("192.0.2", 200)
	})
}

// Commands that take a right from an account act on its next request, on each replica.
func TestAccountCommandsWhileServersRun(t *testing.T) {
	t.Parallel()
	eachServing(t, func(t *testing.T, replicas []*process) {
		staff := apitest.Email(apitest.Staff)
		replicas[0].run(t, apitest.Password+"\n", "user", "create", "--email", "second@example.test",
			"--first-name", "Second", "--last-name", "Staff", "--staff")
		for _, step := range []struct {
			input  string
			change []string
			status int
			undo   []string
		}{
			{change: []string{"--staff", "off"}, status: 403, undo: []string{"--staff", "on"}},
			{change: []string{"--active", "off"}, status: 401, undo: []string{"--active", "on"}},
			{input: newPassword + "\n", change: []string{"--password"}, status: 401},
		} {
			tokens := make([]string, len(replicas))
			for i, p := range replicas {
				status, access := p.login(t, "192.0.2.1", apitest.Password)
				if status != 200 || p.statusForStaff(t, access) != 200 {
					t.Fatalf("sign in before %v: %d", step.change, status)
				}
				tokens[i] = access
			}
			replicas[0].run(t, step.input, append([]string{"user", "set", "--email", staff}, step.change...)...)
			for i, p := range replicas {
				if status := p.statusForStaff(t, tokens[i]); status != step.status {
					t.Errorf("replica %d, after %v: %d, not %d", i, step.change, status, step.status)
				}
			}
			if step.undo != nil {
				replicas[0].run(t, "", append([]string{"user", "set", "--email", staff}, step.undo...)...)
			}
		}
	})
}

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
	if first := demo(); !strings.Contains(first, "@sample.invalid\n") || !strings.Contains(first, "password  ") {
		t.Errorf("the first start says: %s", first)
	}
	if second := demo(); !strings.Contains(second, "bin/portfolio user set --email YOU --password") || strings.Contains(second, "password  ") {
		t.Errorf("the second start says: %s", second)
	}
	data := t.TempDir()
	environment[1] = "DATA_DIR=" + data
	demo("--files=false")
	if files, _ := filepath.Glob(filepath.Join(data, "media", "*", "*")); len(files) > 0 {
		t.Errorf("a start without files makes %v", files)
	}
}
