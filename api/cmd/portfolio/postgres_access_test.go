package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/servertest"
)

// postgresFault is a PostgreSQL that the site cannot work with.
type postgresFault struct {
	// prepare changes the server as its superuser. %[1]s is the role that the site connects as,
	// %[2]s its database.
	prepare []string
	// query is added to DATABASE_URL.
	query string
	// migrated says that the database has its tables, which the superuser owns unless the role
	// does.
	migrated bool
	want     string
}

var postgresFaults = map[string]postgresFault{
	"no right to create tables": {want: `the role "%[1]s" may not create or use the tables of the site: correct DATABASE_URL`},
	"no right to use tables":    {migrated: true, want: `the role "%[1]s" may not create or use the tables of the site`},
	"a missing schema":          {query: "&search_path=site", want: `the role "%[1]s" may not create or use the tables of the site`},
	"a read-only role": {
		prepare: []string{`ALTER ROLE %[1]s SET default_transaction_read_only = on`}, migrated: true, want: `takes no writes`,
	},
	"no right to connect": {
		prepare: []string{`REVOKE CONNECT ON DATABASE %[2]s FROM PUBLIC`}, want: `permission denied for database "%[2]s"`,
	},
	"a missing database": {
		prepare: []string{`DROP DATABASE %[2]s WITH (FORCE)`, `ALTER ROLE %[1]s RENAME TO %[1]s_`, `CREATE ROLE %[1]s LOGIN`},
		want:    `database "%[2]s" does not exist`,
	},
	"a missing role": {
		prepare: []string{`DROP OWNED BY %[1]s`, `DROP ROLE %[1]s`}, want: `role "%[1]s" does not exist`,
	},
}

// commandsOnPostgres returns the command lines that need the database, each with a name.
func commandsOnPostgres(t *testing.T) map[string][]string {
	t.Helper()
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("DATABASE_URL", "")
	wants(t)(exitDone, "", "migrate")
	file := filepath.Join(t.TempDir(), "site.backup")
	wants(t)(exitDone, "", "backup", file)
	return map[string][]string{
		"serve":       {"serve"},
		"migrate":     {"migrate"},
		"user create": {"user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L"},
		"restore":     {"restore", file, "--yes"},
		"doctor":      {"doctor"},
	}
}

func TestCommandsNameTheFaultOfPostgreSQL(t *testing.T) {
	servertest.PostgresURL(t) // skips without a server
	commands := commandsOnPostgres(t)
	for name, fault := range postgresFaults {
		t.Run(name, func(t *testing.T) {
			databaseURL, want := fault.make(t)
			expectFault(t, commands, databaseURL, want)
		})
	}
}

// make returns the URL of a database with the fault, for a new role, and the message of the
// commands.
func (f postgresFault) make(t *testing.T) (databaseURL, want string) {
	t.Helper()
	databaseURL = servertest.PostgresURL(t)
	if f.migrated {
		t.Setenv("DATABASE_URL", databaseURL)
		wants(t)(exitDone, "", "migrate")
	}
	return f.grant(t, databaseURL)
}

// grant creates the role and prepares the server. It returns the URL for the role, and the message.
func (f postgresFault) grant(t *testing.T, databaseURL string) (withRole, want string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	noError(t, err)
	name := strings.TrimPrefix(u.Path, "/")
	role := strings.Replace(name, "test_", "role_", 1)
	admin, err := sql.Open("postgres", databaseURL)
	noError(t, err)
	run := func(statements ...string) {
		t.Helper()
		for _, statement := range statements {
			if _, err := admin.ExecContext(context.Background(), fmt.Sprintf(statement+`/* %[1]s %[2]s */`, role, name)); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
	}
	run(`CREATE ROLE %[1]s LOGIN`, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
	_ = admin.Close()
	server := *u
	server.Path = "/postgres"
	admin, err = sql.Open("postgres", server.String())
	noError(t, err)
	t.Cleanup(func() {
		run(`DROP DATABASE IF EXISTS %[2]s WITH (FORCE)`, `DROP ROLE IF EXISTS %[1]s`, `DROP ROLE IF EXISTS %[1]s_`, `CREATE DATABASE %[2]s`)
		_ = admin.Close()
	})
	run(f.prepare...)
	u.User = url.User(role)
	return u.String() + f.query, strings.NewReplacer("%[1]s", role, "%[2]s", name).Replace(f.want)
}

// The parameters are those that hosts print for copying.
func TestParametersOfOtherClients(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	databaseURL := servertest.PostgresURL(t)
	for query, want := range map[string]struct {
		code int
		said string
	}{
		"channel_binding=require":           {exitDone, "ignored: channel_binding\n"},
		"gssencmode=disable":                {exitDone, "ignored: gssencmode\n"},
		"keepalives=1&keepalives_idle=30":   {exitDone, "ignored: keepalives, keepalives_idle\n"},
		"pgbouncer=true&connection_limit=1": {exitDone, "ignored: connection_limit, pgbouncer\n"},
		"options=endpoint%3Dep-cool-1":      {exitConfig, "DATABASE_URL has options=endpoint=ep-cool-1, which this PostgreSQL does not take"},
		"schema=site":                       {exitConfig, `unrecognized configuration parameter "schema"`},
		"statement_timeout=soon":            {exitConfig, `invalid value for parameter "statement_timeout"`},
	} {
		t.Setenv("DATABASE_URL", databaseURL+"&"+query)
		got, examined := portfolio(t, "", "migrate"), portfolio(t, "", "doctor")
		if got.code != want.code || !strings.Contains(got.err+examined.out, want.said) {
			t.Errorf("%s: %d %s%s", query, got.code, got.err, examined.out)
		}
	}
}

func TestADatabaseThatIsNotUTF8IsRefused(t *testing.T) {
	databaseURL := servertest.PostgresURL(t)
	admin, err := sql.Open("postgres", databaseURL)
	noError(t, err)
	defer func() { _ = admin.Close() }()
	u, err := url.Parse(databaseURL)
	noError(t, err)
	u.Path += "_latin1"
	name := strings.TrimPrefix(u.Path, "/")
	_, err = admin.ExecContext(t.Context(), `CREATE DATABASE `+name+` TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'`)
	noError(t, err)
	t.Cleanup(func() { _, _ = admin.ExecContext(context.Background(), `DROP DATABASE `+name+` WITH (FORCE)`) })
	expectFault(t, commandsOnPostgres(t), u.String(), `the database has the encoding LATIN1, which not every text fits into: create one with createdb --template template0 --encoding UTF8`)
	wants(t)(exitConfig, "", "serve")
}

// expectFault runs each command on the database. Each must fail, and one line must contain want.
func expectFault(t *testing.T, commands map[string][]string, databaseURL, want string) {
	t.Helper()
	t.Setenv("DATABASE_URL", databaseURL)
	t.Setenv("STATIC_DIR", "none")
	t.Setenv("LISTEN_ADDR", "127.0.0.1:0")
	t.Setenv("METRICS_ADDR", "none")
	for name, args := range commands {
		t.Setenv("DATA_DIR", t.TempDir())
		got := portfolio(t, password+"\n", args...)
		said := got.err
		if name == "doctor" {
			said = got.out
		}
		lines := 0
		for line := range strings.Lines(said) {
			if strings.Contains(line, want) {
				lines++
			}
		}
		if got.code == exitDone || lines != 1 || strings.Contains(got.out+got.err, "s3cret") {
			t.Errorf("%s: code %d\n%s%s\nwant a line with %s", name, got.code, got.out, got.err, want)
		}
		if name != "doctor" && name != "restore" && strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s says more than a line: %s", name, got.err)
		}
	}
}

// A role that may use the tables but not change them works until a newer program has steps to take.
func TestStepsOnTablesOfAnotherRole(t *testing.T) {
	owner := servertest.PostgresURL(t)
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("DATABASE_URL", owner)
	wants(t)(exitDone, "", "migrate")
	db := servertest.OpenDatabase(t, owner)
	for _, kind := range []string{"TABLES", "SEQUENCES"} {
		_, err := db.Exec(t.Context(), `GRANT ALL ON ALL `+kind+` IN SCHEMA public TO PUBLIC`)
		noError(t, err)
	}
	other, _ := postgresFault{}.grant(t, owner)
	t.Setenv("DATABASE_URL", other)
	runSteps(t, []step{{password + "\n", []string{"user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L"}, exitDone, "Created"}})
	_, err := db.Exec(t.Context(), `DELETE FROM goose_db_version WHERE version_id = 2`)
	noError(t, err)
	wants(t)(exitFailed, "permission denied for schema public", "migrate")
}

func TestCommandsNameAStandbyAWrongPasswordAndASilentServer(t *testing.T) {
	server := servertest.StartPostgres(t)
	commands := commandsOnPostgres(t)
	server.Run(t, server.Standby)
	t.Run("a standby", func(t *testing.T) {
		expectFault(t, commands, server.StandbyURL, `takes no writes: it is a standby`)
	})
	t.Run("a wrong password", func(t *testing.T) {
		admin, err := sql.Open("postgres", server.URL)
		noError(t, err)
		defer func() { _ = admin.Close() }()
		for _, statement := range []string{
			`CREATE ROLE careful LOGIN PASSWORD 'another'`,
			`DO $$ BEGIN EXECUTE format('COPY (SELECT ''local all careful scram-sha-256'' UNION ALL SELECT ''local all all trust'') TO %L', current_setting('hba_file')); END $$`,
			`SELECT pg_reload_conf()`,
		} {
			if _, err := admin.ExecContext(t.Context(), statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		wrong := strings.Replace(server.URL, "postgres@", "careful:s3cret@", 1)
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
			db, err := sql.Open("postgres", wrong)
			noError(t, err)
			err = db.PingContext(t.Context())
			_ = db.Close()
			if err != nil {
				break // the server has read the file
			}
		}
		expectFault(t, commands, wrong, `password authentication failed for user "careful"`)
	})
	t.Run("nothing listens", func(t *testing.T) {
		expectFault(t, commands, "postgres://careful:s3cret@127.0.0.1:1/site?sslmode=disable",
			`connect to PostgreSQL at 127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused: correct DATABASE_URL`)
	})
}
