package apitest_test

import (
	"context"
	"fmt"
	"html"
	"image/color"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/apitest"
	"portfolio/api/audit"
	"portfolio/api/counters"
	"portfolio/api/database"
)

// wantWords fails the test unless a page answers 200 and holds all the words.
func wantWords(t *testing.T, answer apitest.Answer, words ...string) {
	t.Helper()
	for _, word := range words {
		if answer.Status != 200 || !strings.Contains(answer.Body, word) {
			t.Errorf("%d, without %q: %s", answer.Status, word, answer.Body)
		}
	}
}

func TestTheAuditLogsPage(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		staff := site.Browser()
		staff.SignInBackend(t, apitest.Staff)
		for i := range 120 {
			event := audit.Event{Action: audit.GalleryDeleted, ActorID: 7, Actor: "Ada@example.test", Kind: audit.Gallery, TargetID: 9, Target: fmt.Sprintf("<b>%d</b>", i)}
			if err := site.App.Audit.Record(audit.WithSource(t.Context(), audit.Source{IP: "203.0.113.7"}), event); err != nil {
				t.Fatal(err)
			}
		}
		today := site.Clock.Now().UTC().Format("2006-01-02")
		wantWords(t, staff.Get(t, "/backend/admin/audit/"), "&lt;b&gt;119&lt;/b&gt;", "&lt;b&gt;70&lt;/b&gt;", `href="/backend/admin/audit/?ip=203.0.113.7"`)
		for query, want := range map[string]int{
			"":                                50,
			"?action=gallery+deleted":         50,
			"?action=sign-in":                 0,
			"?actor=ADA@example.test+":        50,
			"?actor=ada":                      0,
			"?kind=gallery&target=9":          50,
			"?kind=gallery&target=8":          0,
			"?user=7":                         50,
			"?ip=203.0.113.7":                 50,
			"?ip=203.0.113.8":                 0,
			"?from=" + today + "&to=" + today: 50,
			"?to=2020-01-01":                  0,
			// What cannot be understood filters nothing, but for words that stand for themselves.
			"?from=0000-00-00&to=x&target=x&user=-&after=x-y&page=9": 50,
			"?kind=%22%3E%3Cscript%3E":                               0,
			"?after=99999999999999999999-1":                          50,
			"?user=99999999999999999999999&to=9999-12-31":            0,
			"?from=0001-01-01&after=" + strings.Repeat("9", 5000):    50,
		} {
			answer := staff.Get(t, "/backend/admin/audit/"+query)
			if got := strings.Count(answer.Body, "<td role=\"cell\"><time"); answer.Status != 200 || got != want {
				t.Errorf("%s: %d with %d entries, not %d", query, answer.Status, got, want)
			}
			if strings.Contains(answer.Body, "<b>") || strings.Contains(answer.Body, "<script") {
				t.Errorf("%s: markup of strangers", query)
			}
		}
		older := regexp.MustCompile(`rel="next" href="([^"]+)"`)
		seen, page := 0, "/backend/admin/audit/?action=gallery+deleted"
		for pages := 0; page != "" && pages < 5; pages++ {
			answer := staff.Get(t, page)
			seen += strings.Count(answer.Body, "&lt;b&gt;")
			if page = ""; older.MatchString(answer.Body) {
				page = html.UnescapeString(older.FindStringSubmatch(answer.Body)[1])
			}
		}
		if seen != 120 {
			t.Errorf("%d entries on all pages", seen)
		}
	})
}

func TestTheSystemPage(t *testing.T) {
	apitest.EachWith(t, limited, func(t *testing.T, site *apitest.Site) {
		staff := site.Browser()
		token := url.Values{"token": {staff.SignInBackend(t, apitest.Staff)}}
		engine := "SQLite"
		if strings.HasPrefix(site.Database, "postgres") {
			engine = "PostgreSQL"
		}
		wantWords(t, staff.Get(t, "/backend/admin/system/"), engine+", ", "the folder media, 0 bytes, and 0 bytes in the trash", "files in the folder outbox",
			"No backups leave this machine", "0 wait, 0 were given up", "Nobody is kept from trying again", "0 minutes, since")

		wantWords(t, staff.Get(t, "/backend/admin/system/"), "<dt>Mails written as files</dt><dd>none</dd>")
		entries := regexp.MustCompile(`<dt>Audit log</dt><dd>[1-9]\d* entr(y|ies), about [1-9][\d.,]* (KiB|bytes) of the database</dd>`)
		if body := staff.Get(t, "/backend/admin/system/").Body; !entries.MatchString(body) {
			t.Errorf("the size of the audit log is not told: %s", body)
		}

		giveUpMails(t, site)
		page := staff.Get(t, "/backend/admin/system/")
		wantWords(t, page, "0 wait, 2 were given up", "one@example.test", "connection refused")
		forms := regexp.MustCompile(`/backend/admin/system/mails/(\d+)/retry/`).FindAllStringSubmatch(page.Body, -1)
		for i, action := range []string{"retry", "forget"} {
			path := "/backend/admin/system/mails/" + forms[i][1] + "/" + action + "/"
			if answer := staff.Post(t, path, token); answer.Status != 303 {
				t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
			}
			if answer := staff.Post(t, path, token); answer.Status != 404 {
				t.Errorf("%s, again: %d", path, answer.Status)
			}
		}
		site.Mails(t, 1)
		outbox := regexp.MustCompile(`<dd>1 file, [\d.]+ (KiB|bytes) in ` + regexp.QuoteMeta(filepath.Join(site.Settings.DataDir, "outbox")) + `</dd>`)
		if body := staff.Get(t, "/backend/admin/system/").Body; !outbox.MatchString(body) {
			t.Error("the size of the outbox is not told")
		}
		// The mail leaves the queue a moment after it was sent.
		site.Await(t, "no mails", func() bool {
			return strings.Contains(staff.Get(t, "/backend/admin/system/").Body, "0 wait, 0 were given up")
		})

		wrong := from("203.0.113.9", login(apitest.Email(apitest.User), "wrong"))
		expect(t, site, 401, several(5, func(int) apitest.Request { return wrong })...)
		expect(t, site, 429, wrong)
		page = staff.Get(t, "/backend/admin/system/")
		wantWords(t, page, "203.0.113.9", "sign in by network and address")
		lift := regexp.MustCompile(`/backend/admin/system/throttled/[0-9a-f]+/lift/`).FindString(page.Body)
		if answer := staff.Post(t, lift, token); answer.Status != 303 {
			t.Errorf("%s: %d", lift, answer.Status)
		}
		expect(t, site, 401, wrong)
		wantWords(t, staff.Get(t, "/backend/admin/audit/?actor="+apitest.Email(apitest.Staff)),
			audit.MailRetried, audit.MailForgotten, audit.ThrottleLifted, "203.0.113.9")
	})
}

// giveUpMails puts two mails that were given up into the queue; the first that the page lists is for an account.
func giveUpMails(t *testing.T, site *apitest.Site) {
	t.Helper()
	db, err := database.Open(context.Background(), site.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	now := database.At(site.Clock.Now())
	err = db.InTx(t.Context(), func(tx *database.Tx) error {
		for _, recipient := range []string{"one@example.test", apitest.Email(apitest.User)} {
			_, err := tx.Exec(t.Context(), `
				INSERT INTO jobs (kind, key, payload, attempts, created_at, failed_at, last_error)
				VALUES ('mail', ?, 'password reset', 14, ?, ?, 'connection refused')`, recipient, now, now)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What the server counts is what the plots show.
func TestActivityIsCounted(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		staff := site.Browser()
		staff.SignInBackend(t, apitest.Staff)
		site.SignIn(t, apitest.User)
		site.Do(t, login(apitest.Email(apitest.User), "wrong"))
		addDocument(t, site, nil, "a.pdf", aPDF)
		site.Do(t, sendDocument(nil, "a.pdf", "MZ"))
		picture := jpegOf(t, 24, 24, color.White)
		path := begin(t, site, len(picture), map[string]string{"title": "Crane"})
		for _, request := range []apitest.Request{
			continueAt(path, 0, picture[:100]), continueAt(path, 100, picture[100:]), continueAt(path, len(picture), []byte{}), tus("HEAD", path, nil, nil),
		} {
			site.Do(t, request)
		}
		if err := site.App.Counters.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		days, err := site.App.Counters.Days(t.Context(), site.Clock.Now(), site.Clock.Now())
		if err != nil || len(days) != 1 {
			t.Fatal(err)
		}
		// The upload signed in as staff; the backend admin was signed in to.
		if counts := days[0].Counts; counts[counters.SignIns] != 3 || counts[counters.Uploads] != 2 || counts[counters.PageRequests] != 0 {
			t.Errorf("%+v", counts)
		}
		wantWords(t, staff.Get(t, "/backend/admin/system/"), "3 altogether, 3 today, most on", "2 altogether, 2 today", `<rect class="today"`)
	})
}

// Whoever lost the rights of staff and comes back to the backend admin is refused, and that is written down.
func TestRefusalsOfTheBackendAdminAreAudited(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		site.Join(t, apitest.Demoted)
		browser := site.Browser()
		browser.SignInBackend(t, apitest.Demoted)
		site.Demote(t, apitest.Demoted)
		browser.Get(t, "/backend/admin/users/")
		entries, _, err := site.App.Audit.List(t.Context(), audit.Filter{Action: audit.AccessRefused})
		if err != nil || len(entries) != 1 || entries[0].Actor != apitest.Email(apitest.Demoted) || !strings.HasPrefix(entries[0].Detail, "GET /backend/admin/users: ") {
			t.Errorf("%+v, %v", entries, err)
		}
	})
}

// Backups are sent while the server runs; staff, Prometheus and the mails tell of them.
func TestBackupsThatAreSent(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	place := t.TempDir()
	sent := apitest.Settings{"BACKUP_URL": place, "BACKUP_RECIPIENT": identity.Recipient().String()}
	if metrics := readMetrics(t, apitest.Start(t)); strings.Contains(metrics, "portfolio_backup_") {
		t.Error("metrics of backups of a site that sends none")
	}
	apitest.EachWith(t, sent, func(t *testing.T, site *apitest.Site) {
		staff := site.Browser()
		staff.SignInBackend(t, apitest.Staff)
		site.Await(t, "a good backup", func() bool {
			return strings.Contains(staff.Get(t, "/backend/admin/system/").Body, "<dt>Last good one</dt><dd>portfolio-")
		})
		wantWords(t, staff.Get(t, "/backend/admin/system/"), `<span class="badge success">Checked</span>`, "in the folder "+place)
		metrics := readFigures(t, site)
		for _, line := range []string{`(?m)^portfolio_backup_last_success_timestamp_seconds 1\.\d+e\+09$`, `(?m)^portfolio_backup_last_failure_timestamp_seconds 0$`, `(?m)^portfolio_backup_last_size_bytes [1-9]`} {
			if !regexp.MustCompile(line).MatchString(metrics) {
				t.Errorf("no %s in\n%s", line, metrics)
			}
		}
	})
	// Nobody can write where there is no folder.
	broken := apitest.Settings{"BACKUP_URL": filepath.Join(place, "none"), "BACKUP_RECIPIENT": identity.Recipient().String()}
	apitest.EachWith(t, broken, func(t *testing.T, site *apitest.Site) {
		staff := site.Browser()
		staff.SignInBackend(t, apitest.Staff)
		site.Await(t, "a failure", func() bool {
			return strings.Contains(staff.Get(t, "/backend/admin/system/").Body, "BACKUP_URL: there is no folder")
		})
		wantWords(t, staff.Get(t, "/backend/admin/system/"), `<span class="badge honey">Is tried again</span>`)
		if metrics := readFigures(t, site); !strings.Contains(metrics, "\nportfolio_backup_last_success_timestamp_seconds 0\n") {
			t.Errorf("%s", metrics)
		}

		// Two nights later, after a restart of one of two replicas.
		change := func(statement string, args ...any) {
			db, err := database.Open(t.Context(), site.Database)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			if _, err := db.Exec(t.Context(), statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		restart := maps.Clone(broken)
		restart["DATA_DIR"] = site.Data
		change(`UPDATE offsite_backups SET enabled_at = ?`, database.At(time.Now().AddDate(0, 0, -2)))
		missed := apitest.Open(t, site.Database, restart).Mails(t, 1)[0]
		if !strings.Contains(missed.To, apitest.Email(apitest.Staff)) || missed.Subject != "No backup was made of site.example" || !strings.Contains(missed.Text, "There is no earlier one.") || !strings.Contains(missed.Text, "BACKUP_URL: there is no folder") {
			t.Errorf("%+v", missed)
		}
	})
}
