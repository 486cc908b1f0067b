package doctor_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/doctor"
)

// site is a site that has been started once.
type site struct {
	db        *database.DB
	variables map[string]string
}

func newSite(t *testing.T, url string) site {
	t.Helper()
	data, static := t.TempDir(), t.TempDir()
	db, err := database.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{data: 0o700, filepath.Join(data, "media"): 0o700} {
		if err := os.MkdirAll(path, mode); err != nil || os.Chmod(path, mode) != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{filepath.Join(static, "_site.json"), filepath.Join(data, "secret.key"), filepath.Join(data, "build.token")} {
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := site{db, map[string]string{"DATA_DIR": data, "STATIC_DIR": static, "DATABASE_URL": url}}
	now := database.At(today)
	s.exec(t, `INSERT INTO users (email, email_key, first_name, last_name, password, is_staff, is_active, date_joined) VALUES ('ada@example.test', 'ada@example.test', 'Ada', 'L', 'x', TRUE, TRUE, ?)`, now)
	s.exec(t, `INSERT INTO backup_runs (finished_at, file, bytes, seal, verified_at, problem) VALUES (?, '/b.tar', 1, 's', ?, '')`, now, now)
	return s
}

func (s site) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := s.db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(filepath.Join(s.variables["STATIC_DIR"], "sitemap.xml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (s site) examine(t *testing.T, changed map[string]string) (report doctor.Report, text string) {
	t.Helper()
	variables := maps.Clone(s.variables)
	maps.Copy(variables, changed)
	settings, err := config.LoadFrom(variables)
	if err != nil {
		t.Fatal(err)
	}
	report = doctor.CheckSettings(context.Background(), settings, today.Add(time.Hour))
	var out strings.Builder
	report.Print(&out)
	return report, out.String()
}

func TestWhichDatabaseAnswers(t *testing.T) {
	databasetest.EachMigratedURL(t, func(t *testing.T, url string) {
		s := newSite(t, url)
		if _, text := s.examine(t, nil); !regexp.MustCompile(`ok    database        (sqlite|postgres at \S+) answers and takes writes, at the version of this program\n`).MatchString(text) {
			t.Error(text)
		}
		if strings.HasPrefix(url, "postgres") {
			standby := map[string]string{"DATABASE_URL": url + "&default_transaction_read_only=on"}
			if report, text := s.examine(t, standby); report.Failures() == 0 || !strings.Contains(text, " answers, but the database takes no writes, because default_transaction_read_only is on: remove it from DATABASE_URL") {
				t.Error(text)
			}
		}
	})
}

func TestHealthySettings(t *testing.T) {
	databasetest.EachURL(t, func(t *testing.T, url string) {
		report, text := newSite(t, url).examine(t, nil)
		warnings := strings.ReplaceAll(text, "warn  disk", "")
		if report.Failures() != 0 || strings.Contains(warnings, "warn") {
			t.Errorf("%d failures\n%s", report.Failures(), text)
		}
	})
}

func TestWrongSettingsAreNamed(t *testing.T) {
	databasetest.EachURL(t, func(t *testing.T, url string) {
		s := newSite(t, url)
		data := s.variables["DATA_DIR"]
		newest, err := s.db.NewestVersion()
		if err != nil {
			t.Fatal(err)
		}
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
				"warn  mail            SMTP_URL is unset: mails become files in " + filepath.Join(data, "outbox") + " and reach nobody"},
			{"no mails of an https site here", nil, map[string]string{"PUBLIC_URL": "https://localhost"}, "warn  mail"},
			{"no mail server", nil, map[string]string{"SMTP_URL": "smtp://127.0.0.1:1"}, "FAIL  mail"},
			{"no address in the pages", nil, map[string]string{"PUBLIC_URL": "https://example.test"},
				"warn  site address    the pages were built without SITE_URL: they have no canonical links, no pictures of shared links, no structured data and no sitemap; build them with SITE_URL=https://example.test"},
			{"another address in the pages", func(t *testing.T) { s.writeSitemap(t, "https://www.example.test") }, map[string]string{"PUBLIC_URL": "https://example.test"},
				"warn  site address    the pages were built for SITE_URL https://www.example.test, and PUBLIC_URL is https://example.test"},
			{"the right address in the pages", func(t *testing.T) { s.writeSitemap(t, "https://example.test") }, map[string]string{"PUBLIC_URL": "https://example.test/"},
				"ok    site address    the pages name https://example.test"},
			{"no bucket", nil, map[string]string{"STORAGE_URL": "s3://bucket?endpoint=http://127.0.0.1:1"}, "FAIL  storage"},
			{"open metrics", nil, map[string]string{"METRICS_ADDR": "0.0.0.0:9180"}, "warn  metrics"},
			{"no data yet", nil, map[string]string{"DATA_DIR": filepath.Join(data, "none")}, "is not there yet: the first start makes it"},
			{"open folder", func(t *testing.T) { chmod(t, data, 0o755) }, nil, "chmod 700"},
			{"open key", func(t *testing.T) { chmod(t, filepath.Join(data, "secret.key"), 0o644) }, nil, "FAIL  secret key"},
			{"open token", func(t *testing.T) { chmod(t, filepath.Join(data, "build.token"), 0o644) }, nil, "FAIL  build token"},
			{"an old backup", func(t *testing.T) {
				s.exec(t, `UPDATE backup_runs SET finished_at = ?`, database.At(today.AddDate(0, 0, -8)))
			}, nil, "warn  backup          the last one is of 2026-04-23"},
			{"a broken backup", func(t *testing.T) { s.exec(t, `UPDATE backup_runs SET problem = 'the disk is full'`) }, nil,
				"FAIL  backup          the last one is of no use: the disk is full"},
			{"no place for backups", nil, map[string]string{"BACKUP_URL": filepath.Join(data, "none")},
				"FAIL  backup          BACKUP_URL: there is no folder " + filepath.Join(data, "none") + ": make or mount it"},
			{"backups with the credentials of the store", nil, map[string]string{"STORAGE_URL": "s3://a?endpoint=http://127.0.0.1:1", "BACKUP_URL": "s3://b?endpoint=http://127.0.0.1:1"},
				"warn  backup          BACKUP_ACCESS_KEY_ID is unset: backups are sent with the credentials of the store, which may delete them"},
			{"nobody who could read backups", nil, sent, "FAIL  backup          BACKUP_URL needs BACKUP_RECIPIENT"},
			{"no backup sent yet", nil, sent, "warn  backup          there is no good one yet: the server makes one after its start"},
			{"backups that were never made", func(t *testing.T) {
				s.exec(t, `UPDATE offsite_backups SET enabled_at = ?, failed_at = ?, failure = 'refused'`, database.At(today.AddDate(0, 0, -3)), database.At(today))
			}, sent, "FAIL  backup          late by 3 nights, and there is no good one yet: refused; portfolio backup send tries it now and says what is wrong"},
			{"a late backup", func(t *testing.T) {
				s.exec(t, `UPDATE offsite_backups SET made_at = ?, checked_at = ?, name = 'portfolio-x', place = 'the folder /mnt', failed_at = NULL`, database.At(today.AddDate(0, 0, -2)), database.At(today))
			}, sent, "FAIL  backup          late by 2 nights, and the last good one is of 2026-04-29 12:00:00: is the server running?"},
			{"a backup that fails for the first time", func(t *testing.T) {
				s.exec(t, `UPDATE offsite_backups SET made_at = ?, checked_at = ?, failed_at = ?`, database.At(today.Add(-time.Hour)), database.At(today.Add(-time.Hour)), database.At(today))
			}, sent, "warn  backup          the last try failed, and the last good one is of 2026-05-01 11:00:00: refused; it is tried again by itself"},
			{"a good backup", func(t *testing.T) { s.exec(t, `UPDATE offsite_backups SET failed_at = NULL`) }, sent,
				"ok    backup          portfolio-x, sent to the folder /mnt, of 2026-05-01 11:00:00, read back"},
			{"a mail that waits", func(t *testing.T) {
				s.exec(t, `INSERT INTO mails (kind, recipient, due_at, created_at) VALUES ('x', 'a@example.test', ?, ?)`, database.At(today), database.At(today))
			}, nil, "warn  mail            1 wait, one of them since 2026-05-01 12:00:00: the system page"},
			{"failing builds", func(t *testing.T) { s.exec(t, `UPDATE publishing SET tries = 3`) }, nil, "warn  publishing      the last 3 builds failed"},
			{"nobody's site", func(t *testing.T) { s.exec(t, `UPDATE users SET is_active = FALSE`) }, nil, "FAIL  staff"},
			{"an older database", func(t *testing.T) { s.exec(t, `DELETE FROM goose_db_version WHERE version_id = ?`, newest) }, nil, "1 steps behind this program"},
			{"a newer database", func(t *testing.T) {
				s.exec(t, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, TRUE), (999, TRUE)`, newest)
			}, nil, "a newer program made it version 999, and this one works with it"},
			{"steps in another order", func(t *testing.T) {
				s.exec(t, `DELETE FROM goose_db_version WHERE version_id IN (7, 999)`)
			}, nil, fmt.Sprintf("FAIL  database        the database is of version %d and lacks the step 0007_locks.sql, which comes before", newest)},
			{"a newer database that this program is too old for", func(t *testing.T) {
				s.exec(t, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`)
				s.exec(t, `UPDATE schema_compatibility SET oldest_program = 999`)
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
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
