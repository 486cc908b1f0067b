package apitest_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// olderVersion is the version of the schema that an older program knew.
const olderVersion = 1

func TestAnOlderDatabaseIsUpdatedAfterABackup(t *testing.T) {
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
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
	url := servertest.SQLiteURL(t)
	makeOlderDatabase(t, url)
	p := newProcessWithoutTables(t, builtServer, url, "")
	noError(t, os.WriteFile(filepath.Join(p.data, "backups"), nil, 0o600))
	output, err := p.fail("serve")
	check(t, err != nil && strings.Contains(output, "back up the database before its update, which did not begin"), "%v: %s", err, output)
	checkDatabase(t, url, olderVersion)
}

func TestThreeBackupsOfOlderDatabasesAreKept(t *testing.T) {
	url := servertest.SQLiteURL(t)
	makeOlderDatabase(t, url)
	p := newProcessWithoutTables(t, builtServer, url, "")
	folder := filepath.Join(p.data, "backups")
	noError(t, os.Mkdir(folder, 0o700))
	for _, name := range []string{"mine.backup", "portfolio-v0000.db", "portfolio-v0002.db", "portfolio-v0003.db"} {
		noError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	p.run(t, "", "migrate")
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	got := strings.ReplaceAll(strings.Join(left, " "), folder+"/", "")
	check(t, err == nil && got == "mine.backup portfolio-v0001.db portfolio-v0002.db portfolio-v0003.db", "%s, %v", got, err)
}

// The tables of 3.0 are final. testdata/3.0 has dumps of databases that it made: later programs update them and keep each row.
func TestADatabaseOfTheFirstFinalSchemaIsUpdated(t *testing.T) {
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		engine, _, _ := strings.Cut(url, ":")
		dump, err := os.ReadFile(filepath.Join("testdata", "3.0", engine+".sql"))
		noError(t, err)
		_, err = openRaw(t, url).ExecContext(t.Context(), string(dump))
		noError(t, err)
		p := newProcessWithoutTables(t, builtServer, url, "")
		p.run(t, "", "migrate")
		p.start(t)
		status, access := p.login(t, "192.0.2.1", "a quiet harbour at dawn")
		check(t, status == 200, "sign in: %d", status)
		for path, want := range map[string]string{
			"/api/admin/users/": "Émile", documentsPath: "Talk at the harbour", categoriesPath: "Talks", imagesPath: "Een kraan", galleriesPath: "Harbours",
			sharesPath: "Northwind", messagesPath: "Are you free in June?", trashPath: "Deleted photo", contentFilesPath: "A draft.",
			historyPath + "?path=cv/audiences/interim-cto.md": "title: Interim CTO", "/api/admin/audit/": "document uploaded", settingsPath: "Europe/Lisbon",
		} {
			answer, err := send(t.Context(), p.url, apitest.Request{Method: "GET", Path: path, Bearer: access})
			check(t, err == nil && answer.Status == 200 && strings.Contains(answer.Body, want), "%s: %d %v\n%s", path, answer.Status, err, answer.Body)
		}
	})
}

// refuseOlderDatabase checks that a command does not start.
func refuseOlderDatabase(t *testing.T, p *process, want string, arguments ...string) {
	t.Helper()
	output, err := p.fail(arguments...)
	var exit *exec.ExitError
	check(t, errors.As(err, &exit) && exit.ExitCode() == 78 && strings.Contains(output, "the database is of version 1 and this program needs 2: "+want), "%v: %s", err, output)
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
	check(t, err == nil && got.Version == version && got.Rows == 1, "%+v, %v", got, err)
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

// login returns the status and the access token of a sign-in of the staff account from ip.
func (p *process) login(t *testing.T, ip, password string) (status int, access string) {
	t.Helper()
	answer, err := send(t.Context(), p.url, from(ip, login(apitest.Email(apitest.Staff), password)))
	noError(t, err)
	var opened struct{ Access string }
	_ = json.Unmarshal([]byte(answer.Body), &opened)
	return answer.Status, opened.Access
}
