package apitest_test

import (
	"fmt"
	"image/color"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

func TestTheStateOfTheSystem(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		engine := "sqlite"
		if strings.HasPrefix(site.Database, "postgres") {
			engine = "postgres"
		}
		state := readSystem(t, site)
		if state.DatabaseEngine != engine || state.Storage != "the folder media" || state.StorageBytes != 0 || state.DatabaseBytes == 0 ||
			state.AuditEntries == 0 || !state.RateLimited || state.Mails.SentBy != "files in the folder outbox" || state.Mails.Waiting != 0 ||
			state.Mails.Failed != 0 || len(state.Mails.Pending) != 0 || state.Backups != nil || len(state.Throttled) != 0 {
			t.Errorf("%+v", state)
		}
	})
}

func TestStaffRetryAndDiscardMails(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		giveUpMails(t, site)
		mails := readSystem(t, site).Mails
		if mails.Waiting != 0 || mails.Failed != 2 || len(mails.Pending) != 2 || mails.Pending[0].Recipient != apitest.Email(apitest.User) ||
			mails.Pending[0].LastError != "connection refused" {
			t.Fatalf("%+v", mails)
		}
		retry := asStaff("POST", fmt.Sprintf("/api/admin/mails/%d/retry/", mails.Pending[0].ID), nil)
		discard := asStaff("DELETE", fmt.Sprintf("/api/admin/mails/%d/", mails.Pending[1].ID), nil)
		expect(t, site, 204, retry, discard)
		expect(t, site, 404, retry, discard)
		site.Mails(t, 1)
		// The mail leaves the queue a moment after it was sent.
		site.Await(t, "no mails", func() bool { return len(readSystem(t, site).Mails.Pending) == 0 })
		for action, recipient := range map[string]string{audit.MailRetried: apitest.Email(apitest.User), audit.MailForgotten: "one@example.test"} {
			entries := auditOf(t, site, "?action="+strings.ReplaceAll(action, " ", "+")).Entries
			if len(entries) != 1 || entries[0].Actor != apitest.Email(apitest.Staff) || entries[0].Target != recipient {
				t.Errorf("%s: %+v", action, entries)
			}
		}
	})
}

func TestStaffLiftAThrottle(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		wrong := from("203.0.113.9", login(apitest.Email(apitest.User), "wrong"))
		expect(t, site, 401, several(5, func(int) apitest.Request { return wrong })...)
		expect(t, site, 429, wrong)
		throttled := readSystem(t, site).Throttled
		if len(throttled) != 1 || throttled[0].Who != "203.0.113.9" || throttled[0].Rule != "sign in by network and address" {
			t.Fatalf("%+v", throttled)
		}
		lift := asStaff("DELETE", "/api/admin/throttled/"+throttled[0].Key+"/", nil)
		expect(t, site, 204, lift)
		expect(t, site, 404, lift)
		expect(t, site, 401, wrong)
		entries := auditOf(t, site, "?action=throttle+lifted").Entries
		if len(entries) != 1 || entries[0].Actor != apitest.Email(apitest.Staff) || entries[0].Target != "203.0.113.9" {
			t.Errorf("%+v", entries)
		}
	})
}

func TestActivityIsCounted(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.SignIn(t, apitest.User)
		site.Do(t, login(apitest.Email(apitest.User), "wrong"))
		download := get("/cv-download", apitest.Anonymous)
		expect(t, site, 303, download)
		category := map[string]string{"category": "1", "is_current": "true"}
		document := addDocument(t, site, category, "a.pdf", aPDF)
		site.Do(t, sendDocument(nil, "a.pdf", "MZ"))
		picture := jpegOf(t, 24, 24, color.White)
		path := begin(t, site, len(picture), map[string]string{"title": "Crane"})
		for _, request := range []apitest.Request{
			continueAt(path, 0, picture[:100]), continueAt(path, 100, picture[100:]), continueAt(path, len(picture), []byte{}), tus("HEAD", path, nil, nil),
		} {
			site.Do(t, request)
		}
		part := download
		part.Header = map[string]string{"Range": "bytes=1-3"}
		expect(t, site, 200, download, get(fmt.Sprintf("/api/documents/documents/%d/download/", document.ID), apitest.Anonymous))
		expect(t, site, 206, part)
		var overview struct {
			Activity []audit.Sum
			Users    struct{ Accounts, Staff, Sessions int }
			Recent   []audit.Entry
		}
		site.Do(t, get("/api/admin/overview/", apitest.Staff)).Decode(t, &overview)
		// The upload signed in as staff.
		if got := fmt.Sprint(overview.Activity); got != "[{sign-ins 2 2} {uploads 2 2} {CV downloads 2 2}]" {
			t.Error(got)
		}
		if users := overview.Users; users.Accounts != 2 || users.Staff != 1 || users.Sessions != 2 || len(overview.Recent) == 0 {
			t.Errorf("%+v", overview)
		}
	})
}

// Backups are sent while the server runs; staff, Prometheus and the mails tell of them.
func TestBackupsThatAreSent(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	place := t.TempDir()
	sent := apitest.Settings{"BACKUP_URL": place, "BACKUP_RECIPIENT": identity.Recipient().String()}
	if metrics := readMetrics(t, apitest.Start(t)); strings.Contains(metrics, "portfolio_backup_") {
		t.Error("metrics of backups of a site that sends none")
	}
	apitest.AnyWith(t, sent, func(t *testing.T, site *apitest.Site) {
		site.Await(t, "a good backup", func() bool { return readSystem(t, site).Backups.MadeAt != nil })
		if sent := readSystem(t, site).Backups; !strings.HasPrefix(sent.Name, "portfolio-") || sent.Place != "the folder "+place || sent.Failure != "" || sent.MissedNights != 0 {
			t.Errorf("%+v", sent)
		}
		metrics := readFigures(t, site)
		for _, line := range []string{`(?m)^portfolio_backup_last_success_timestamp_seconds 1\.\d+e\+09$`, `(?m)^portfolio_backup_last_failure_timestamp_seconds 0$`, `(?m)^portfolio_backup_last_size_bytes [1-9]`} {
			if !regexp.MustCompile(line).MatchString(metrics) {
				t.Errorf("no %s in\n%s", line, metrics)
			}
		}
	})
	// The folder of the backups does not exist.
	broken := apitest.Settings{"BACKUP_URL": filepath.Join(place, "none"), "BACKUP_RECIPIENT": identity.Recipient().String()}
	apitest.AnyWith(t, broken, func(t *testing.T, site *apitest.Site) {
		site.Await(t, "a failure", func() bool {
			return strings.Contains(readSystem(t, site).Backups.Failure, "BACKUP_URL: there is no folder")
		})
		if failed := readSystem(t, site).Backups; failed.Name != "" || failed.MadeAt != nil || failed.MissedNights != 0 {
			t.Errorf("%+v", failed)
		}
		if metrics := readFigures(t, site); !strings.Contains(metrics, "\nportfolio_backup_last_success_timestamp_seconds 0\n") {
			t.Errorf("%s", metrics)
		}

		// Two nights later, after a restart of one of two replicas.
		change := func(statement string, args ...any) {
			db := databasetest.Open(t, site.Database)
			if _, err := db.Exec(t.Context(), statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		restart := maps.Clone(broken)
		restart["DATA_DIR"] = site.Data
		ago := database.At(time.Now().AddDate(0, 0, -2))
		change(`UPDATE jobs SET created_at = ?, run_at = ? WHERE kind LIKE 'backup%'`, ago, ago)
		missed := apitest.Open(t, site.Database, restart).Mails(t, 1)[0]
		if !strings.Contains(missed.To, apitest.Email(apitest.Staff)) || missed.Subject != "Off-site backup of site.example failed" || !strings.Contains(missed.Text, "There is no earlier one.") || !strings.Contains(missed.Text, "BACKUP_URL: there is no folder") {
			t.Errorf("%+v", missed)
		}
	})
}
