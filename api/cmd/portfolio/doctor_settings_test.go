package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// site is a site that has been started once.
type site struct {
	db        *database.DB
	variables map[string]string
}

func newSite(t *testing.T, url string) site {
	t.Helper()
	data, static := t.TempDir(), t.TempDir()
	db := servertest.OpenDatabase(t, url)
	_, err := db.Migrate(t.Context())
	noError(t, err)
	for path, mode := range map[string]os.FileMode{data: 0o700, filepath.Join(data, "media"): 0o700} {
		if err := os.MkdirAll(path, mode); err != nil || os.Chmod(path, mode) != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{filepath.Join(static, "_site.json"), filepath.Join(data, "secret.key"), filepath.Join(data, "build.token")} {
		noError(t, os.WriteFile(path, []byte("{}"), 0o600))
	}
	s := site{db, map[string]string{"DATA_DIR": data, "STATIC_DIR": static, "DATABASE_URL": url}}
	s.exec(t, `INSERT INTO users (email, email_key, first_name, last_name, password, is_staff, is_active, date_joined) VALUES ('ada@example.test', 'ada@example.test', 'Ada', 'L', 'x', TRUE, TRUE, ?)`, database.At(time.Now()))
	return s
}

func (s site) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	_, err := s.db.Exec(t.Context(), statement, args...)
	noError(t, err)
}

func TestADamagedDatabaseFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "portfolio.db")
	s := newSite(t, "sqlite://"+path)
	s.exec(t, `PRAGMA writable_schema = ON`)
	s.exec(t, `UPDATE sqlite_master SET rootpage = 2 WHERE name = 'audit_entries'`)
	if _, text := s.examine(t, nil); !strings.Contains(text, "FAIL  database        sqlite: the database is damaged: ") || !strings.Contains(text, "; restore a backup") {
		t.Error(text)
	}
}

// writeSitemap puts into the built site the sitemap of a build with that SITE_URL.
func (s site) writeSitemap(t *testing.T, siteURL string) {
	t.Helper()
	text := "<urlset><url><loc>" + siteURL + "/</loc></url></urlset>"
	noError(t, os.WriteFile(filepath.Join(s.variables["STATIC_DIR"], "sitemap.xml"), []byte(text), 0o600))
}

func (s site) examine(t *testing.T, changed map[string]string) (report doctorReport, text string) {
	t.Helper()
	variables := maps.Clone(s.variables)
	maps.Copy(variables, changed)
	settings, err := config.LoadFrom(variables)
	noError(t, err)
	report = checkSettings(context.Background(), settings)
	var out strings.Builder
	report.print(&out)
	return report, out.String()
}

func TestHealthySettingsAndWhichDatabaseAnswers(t *testing.T) {
	servertest.EachMigratedURL(t, func(t *testing.T, url string) {
		s := newSite(t, url)
		report, text := s.examine(t, nil)
		if warnings := strings.ReplaceAll(text, "warn  disk", ""); report.failures() != 0 || strings.Contains(warnings, "warn") {
			t.Errorf("%d failures\n%s", report.failures(), text)
		}
		if !regexp.MustCompile(`ok    database        (sqlite|postgres) accepts writes and has the tables of this version\n`).MatchString(text) {
			t.Error(text)
		}
		if strings.HasPrefix(url, "postgres") {
			standby := map[string]string{"DATABASE_URL": url + "&default_transaction_read_only=on"}
			if report, text := s.examine(t, standby); report.failures() == 0 || !strings.Contains(text, "FAIL  database        the database takes no writes: it is a standby, or default_transaction_read_only is on") {
				t.Error(text)
			}
		}
	})
}

func TestWrongSettingsAreNamed(t *testing.T) {
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		s := newSite(t, url)
		data := s.variables["DATA_DIR"]
		newest, err := s.db.NewestVersion()
		noError(t, err)
		sent := map[string]string{"BACKUP_URL": t.TempDir()}
		for _, test := range []struct {
			name    string
			change  func(t *testing.T)
			changed map[string]string
			want    string
		}{
			{"no built site", nil, map[string]string{"STATIC_DIR": t.TempDir()}, "holds no built site: run scripts/build"},
			{"no https", nil, map[string]string{"PUBLIC_URL": "http://example.test"}, "FAIL  address         PUBLIC_URL http://example.test is not https"},
			{"no limits", nil, map[string]string{"PUBLIC_URL": "https://example.test", "RATE_LIMIT": "off"}, "FAIL  limits"},
			{"no proxy", nil, map[string]string{"PUBLIC_URL": "https://example.test"}, "warn  proxy"},
			{"no mails", nil, map[string]string{"PUBLIC_URL": "https://example.test"},
				"warn  mail            no mail server is set: mails become files in " + filepath.Join(data, "outbox") + " and are not sent, so passwords cannot be reset"},
			{"no mails of an https site here", nil, map[string]string{"PUBLIC_URL": "https://localhost"}, "warn  mail"},
			{"no mail server", nil, map[string]string{"SMTP_URL": "smtp://127.0.0.1:1"}, "FAIL  mail"},
			{"no address in the pages", nil, map[string]string{"PUBLIC_URL": "https://example.test"},
				"warn  pages           they were not built for https://example.test: search engines and shared links need it; build them with SITE_URL=https://example.test"},
			{"another address in the pages", func(t *testing.T) { s.writeSitemap(t, "https://www.example.test") }, map[string]string{"PUBLIC_URL": "https://example.test"},
				"warn  pages           they were not built for https://example.test"},
			{"no bucket", nil, map[string]string{"STORAGE_URL": "s3://bucket?endpoint=http://127.0.0.1:1"}, "FAIL  storage"},
			{"open metrics", nil, map[string]string{"METRICS_ADDR": "0.0.0.0:9180"}, "warn  metrics"},
			{"no data yet", nil, map[string]string{"DATA_DIR": filepath.Join(data, "none")}, "does not exist yet: the first start creates it"},
			{"open folder", func(t *testing.T) { chmod(t, data, 0o755) }, nil, "chmod 700"},
			{"open key", func(t *testing.T) { chmod(t, filepath.Join(data, "secret.key"), 0o644) }, nil, "FAIL  secrets         other users of this machine can read secret.key"},
			{"open token", func(t *testing.T) { chmod(t, filepath.Join(data, "build.token"), 0o644) }, nil, "FAIL  secrets         other users of this machine can read build.token"},
			{"nobody who could read backups", nil, sent, "FAIL  backup          BACKUP_URL needs BACKUP_RECIPIENT"},
			{"a database on another machine", func(t *testing.T) {
				here := config.FileSystem(data)
				config.NetworkFileSystems[here] = "NFS"
				t.Cleanup(func() { delete(config.NetworkFileSystems, here) })
			}, map[string]string{"DATABASE_URL": "sqlite://" + filepath.Join(data, "secret.key")},
				"warn  database        " + filepath.Join(data, "secret.key") + " is on NFS, where SQLite may damage it"},
			{"nobody's site", func(t *testing.T) { s.exec(t, `UPDATE users SET is_active = FALSE`) }, nil, "FAIL  staff"},
			{"an older database", func(t *testing.T) { s.exec(t, `DELETE FROM goose_db_version WHERE version_id = ?`, newest) }, nil, "1 migrations are pending"},
			{"a newer database", func(t *testing.T) {
				s.exec(t, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`)
			}, nil, "run a newer program"},
		} {
			t.Run(test.name, func(t *testing.T) {
				if test.change != nil {
					test.change(t)
				}
				if _, text := s.examine(t, test.changed); !strings.Contains(text, test.want) {
					t.Errorf("no %s in\n%s", test.want, text)
				}
			})
		}
	})
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	noError(t, os.Chmod(path, mode))
}

// A server that listens on every address of the machine names one that can be opened.
func TestTheAddressThatIsListenedOnIsNoLink(t *testing.T) {
	for host, want := range map[string]string{
		"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "[::]": "127.0.0.1", "[0:0::0]": "127.0.0.1", "127.0.0.1": "127.0.0.1", "[::1]": "[::1]",
	} {
		t.Run("LISTEN_ADDR="+host, func(t *testing.T) {
			data := t.TempDir()
			_, port, _ := strings.Cut(freeAddress(t), ":")
			site := "http://" + want + ":" + port
			for name, value := range map[string]string{
				"DATA_DIR": data, "STATIC_DIR": "none", "METRICS_ADDR": "none", "RATE_LIMIT": "off", "LISTEN_ADDR": host + ":" + port,
			} {
				t.Setenv(name, value)
			}
			portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L")
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			out, ended := &announcing{line: make(chan struct{})}, make(chan int, 1)
			go func() { ended <- run(ctx, []string{"serve"}, streams{nil, out, &bytes.Buffer{}}) }()
			select {
			case <-out.line:
			case code := <-ended:
				t.Fatalf("the server ended with %d", code)
			}
			if got := out.text.String(); got != "Serving on "+site+" (Ctrl-C stops)\n" {
				t.Errorf("printed %q", got)
			}
			answer, err := http.Post(site+"/backend/forgotpasswordreset/", "application/json", strings.NewReader(`{"email":"ada@example.test"}`))
			noError(t, err)
			_ = answer.Body.Close()
			var mail []byte
			for start := time.Now(); mail == nil && time.Since(start) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
				if names, _ := filepath.Glob(filepath.Join(data, "outbox", "*.eml")); len(names) == 1 {
					mail, _ = os.ReadFile(names[0])
				}
			}
			if !bytes.Contains(mail, []byte("\n"+site+"/reset-password/")) {
				t.Errorf("the link is not to %s: %s", site, mail)
			}
			stop()
			if code := <-ended; code != 0 || !strings.HasSuffix(out.text.String(), "Stopped.\n") {
				t.Errorf("ended with %d: %s", code, &out.text)
			}
		})
	}
}

func TestTheDoctorNamesAnAddressThatLeadsNobodyToAnOpenServer(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("STATIC_DIR", "none")
	for _, host := range []string{"", "0.0.0.0", "[::]", "192.0.2.1"} {
		address := host + ":8080"
		t.Setenv("LISTEN_ADDR", address)
		t.Setenv("PUBLIC_URL", "")
		if host == "192.0.2.1" {
			t.Setenv("PUBLIC_URL", "http://127.0.0.1:8080")
		}
		got := portfolio(t, "", "doctor")
		want := fmt.Sprintf("FAIL  address         PUBLIC_URL http://127.0.0.1:8080 names this machine, but LISTEN_ADDR %s is open to the network", address)
		if got.code != exitFound || !strings.Contains(got.out, want) {
			t.Errorf("%s: %d %s", address, got.code, got.out)
		}
	}
}

// The account is one, in whichever form its address is typed.
func TestUserCommandsTakeAnAddressInUnicode(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	const unicode, ascii = "ada@bücher.example", "ada@xn--bcher-kva.example"
	create := func(email string) []string {
		return []string{"user", "create", "--email", email, "--first-name", "Ada", "--last-name", "L"}
	}
	runSteps(t, []step{
		{password + "\n", create(unicode), 0, "Created " + ascii + " (not staff)."},
		{password + "\n", create(ascii), 1, "--email: User with this email already exists."},
		{password + "\n", create("ada@BÜCHER.example"), 1, "--email: User with this email already exists."},
		{password + "\n", create("ada@exam\u200bple.test"), 1, "--email: This address contains an invisible character"},
		{password + "\n", create("a\u00adda@example.test"), 1, "--email: This address contains an invisible character"},
		{"another good one\n", []string{"user", "set", "--email", unicode, "--password"}, 0, "has a new password"},
		{"", []string{"user", "set", "--email", ascii, "--staff", "on"}, 0, ascii + " is now staff."},
		{"", []string{"user", "set", "--email", unicode, "--new-email", "ada@bu\u0308cher.example"}, 1, "--new-email: This is already your address."},
		{"", []string{"user", "set", "--email", unicode, "--new-email", "a\u2060da@example.test"}, 1, "--new-email: This address contains an invisible character"},
		{"", []string{"user", "set", "--email", unicode, "--new-email", "ada@gemüse.example"}, 0, "The address of " + ascii + " is now ada@xn--gemse-mva.example."},
		{"", []string{"user", "export", "--email", "ada@gemüse.example"}, 0, `"email": "ada@xn--gemse-mva.example"`},
	})
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}
