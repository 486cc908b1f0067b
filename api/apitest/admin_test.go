package apitest_test

import (
	"fmt"
	"image/color"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
	"portfolio/api/visits"
)

// asStaff is a call that staff make; body is nil for none.
func asStaff(method, path string, body any) apitest.Request {
	return apitest.Request{Method: method, Path: path, As: apitest.Staff, JSON: body}
}

// adminUser is a user in the answers of the admin calls.
type adminUser struct {
	accounts.Details
	Self     bool
	Sessions []accounts.SessionInfo
	History  []audit.Entry
}

// adminSystem is the part of the system's state that tests look at.
type adminSystem struct {
	DatabaseEngine string `json:"database_engine"`
	Storage        string
	StorageBytes   int64 `json:"storage_bytes"`
	DatabaseBytes  int64 `json:"database_bytes"`
	AuditEntries   int64 `json:"audit_entries"`
	RateLimited    bool  `json:"rate_limited"`
	Mails          struct {
		SentBy          string `json:"sent_by"`
		Waiting, Failed int64
		Pending         []struct {
			ID        int64
			Recipient string
			LastError string `json:"last_error"`
		}
	}
	Backups *struct {
		Name, Place, Failure string
		MadeAt               *database.Time `json:"made_at"`
		MissedNights         int64          `json:"missed_nights"`
	}
	Throttled []struct{ Key, Who, Rule string }
}

func readSystem(t *testing.T, site *apitest.Site) (state adminSystem) {
	t.Helper()
	site.Do(t, get("/api/admin/system/", apitest.Staff)).Decode(t, &state)
	return state
}

// auditOf returns the page of the audit log for a query.
func auditOf(t *testing.T, site *apitest.Site, query string) (page struct {
	Entries []audit.Entry
	Next    string
}) {
	t.Helper()
	site.Do(t, get("/api/admin/audit/"+query, apitest.Staff)).Decode(t, &page)
	return page
}

// hasDetail reports whether an entry has a detail that contains text.
func hasDetail(entries []audit.Entry, text string) bool {
	return slices.ContainsFunc(entries, func(entry audit.Entry) bool { return strings.Contains(entry.Detail, text) })
}

func userPath(id int64) string { return fmt.Sprintf("/api/admin/users/%d/", id) }

func readUser(t *testing.T, site *apitest.Site, path string) (found adminUser) {
	t.Helper()
	answered(t, site, 200, get(path, apitest.Staff), &found)
	return found
}

// giveUpMails puts two mails that were given up into the queue. Their IDs are fixed: those of the queue depend on when the
// worker adds its own jobs.
func giveUpMails(t *testing.T, site *apitest.Site) {
	t.Helper()
	db := servertest.OpenDatabase(t, site.Database)
	now := database.At(site.Clock.Now())
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		for i, recipient := range []string{"one@example.test", apitest.Email(apitest.User)} {
			_, err := tx.Exec(t.Context(), `
				INSERT INTO jobs (id, kind, key, payload, attempts, created_at, failed_at, last_error)
				VALUES (?, 'mail', ?, '{"mail":"password reset"}', 14, ?, ?, 'connection refused')`, 101+i, recipient, now, now)
			if err != nil {
				return err
			}
		}
		return nil
	})
	noError(t, err)
}

func TestTheAuditLogIsFilteredAndPaged(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		all := 0
		record := func() {
			event := audit.Event{Action: audit.GalleryDeleted, ActorID: 7, Actor: "Ada@example.test", Kind: audit.Gallery, TargetID: 9, Target: fmt.Sprintf("<b>%d</b>", all)}
			noError(t, site.App.Audit.Record(audit.WithSource(t.Context(), audit.Source{IP: "203.0.113.7"}), event))
			all++
		}
		for range 120 {
			record()
		}
		today := site.Clock.Now().UTC().Format("2006-01-02")
		// In the reader's time zone, to the second.
		zone := time.FixedZone("", 13*60*60)
		at := func(name string, after time.Duration) string {
			return "?" + name + "=" + url.QueryEscape(site.Clock.Now().Add(after).In(zone).Format(time.RFC3339))
		}
		for query, want := range map[string]int{
			"?action=gallery+deleted":  50,
			"?action=nothing":          0,
			"?actor=ADA@example.test+": 50,
			"?actor=ada":               0,
			"?kind=gallery&target=9":   50,
			"?kind=gallery&target=8":   0,
			"?user=7":                  50,
			"?user=8":                  0,
			"?user=7&ip=203.0.113.8":   0,
			"?actor=command+line":      0,
			"?from=9998-12-31":         0,
			"?ip=203.0.113.7":          50,
			"?ip=203.0.113.8":          0,
			"?kind=gallery&from=" + today + "&to=" + today:        50,
			at("from", time.Second):                               0,
			at("from", -time.Second):                              50,
			at("to", -time.Second) + "&kind=gallery":              0,
			at("to", time.Second) + "&kind=gallery":               50,
			"?to=2020-01-01":                                      0,
			"?kind=%22%3E%3Cscript%3E":                            0,
			"?kind=%00":                                           50,
			"?after=99999999999999999999-1":                       50,
			"?user=7&to=9998-12-31&from=0001-01-01":               50,
			"?user=7&after=" + strings.Repeat("9", 5000):          50,
			"?user=7&target=&from=&to=&action=&kind=&ip=&actor=+": 50,
		} {
			page := auditOf(t, site, query)
			equal(t, len(page.Entries), want, "entries of %s", query)
		}
		newest := auditOf(t, site, "?kind=gallery").Entries[0]
		check(t, newest.Target == "<b>119</b>" && newest.IP == "203.0.113.7" && newest.Actor == "Ada@example.test" && *newest.TargetID == 9, "%+v", newest)
		// Entries of one time are on one page each, even if new ones come in between.
		for _, query := range []string{"?action=gallery+deleted&after=", "?user=7&after="} {
			want, next, ids := all, "", []int64{}
			for range 5 {
				page := auditOf(t, site, query+url.QueryEscape(next))
				for _, entry := range page.Entries {
					ids = append(ids, entry.ID)
				}
				if next = page.Next; next == "" {
					break
				}
				record()
			}
			check(t, len(ids) == want && next == "" && slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) && len(slices.Compact(ids)) == want, "%s: %d entries on all pages: %v", query, len(ids), ids)
		}
	})
}

func TestInvalidFiltersOfTheAuditLogAreRefused(t *testing.T) {
	const number, date = `"A valid integer is required."`, `"Date has wrong format. Use one of these formats instead: YYYY-MM-DD."`
	site := apitest.Start(t)
	site.Run(t, []apitest.Scenario{
		{Name: "no numbers", Request: get("/api/admin/audit/?user=-&target=99999999999999999999", apitest.Staff), Status: 400,
			Want: `{"target":[` + number + `],"user":[` + number + `]}`},
		{Name: "no days", Request: get("/api/admin/audit/?from=0000-00-00&to=x", apitest.Staff), Status: 400, Want: `{"from":[` + date + `],"to":[` + date + `]}`},
		{Name: "a day after which there is none", Request: get("/api/admin/audit/?to=9999-12-31", apitest.Staff), Status: 400, Want: `{"to":[` + date + `]}`},
	})
}

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
			check(t, len(entries) == 1 && entries[0].Actor == apitest.Email(apitest.Staff) && entries[0].Target == recipient, "%s: %+v", action, entries)
		}
		breakOutbox(t, site)
		site.Do(t, forgot(apitest.Email(apitest.Staff)))
		site.Await(t, "a mail that waits for its next try", func() bool { return readSystem(t, site).Mails.Waiting == 1 })
		path := fmt.Sprintf("/api/admin/mails/%d/", readSystem(t, site).Mails.Pending[0].ID)
		expect(t, site, 404, asStaff("POST", path+"retry/", nil), asStaff("DELETE", path, nil))
	})
}

func TestStaffLiftAThrottle(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		wrong := from("203.0.113.9", login(apitest.Email(apitest.User), "wrong"))
		expect(t, site, 401, several(5, func(int) apitest.Request { return wrong })...)
		early := readSystem(t, site).Throttled
		check(t, len(early) == 0, "before anybody was refused: %+v", early)
		expect(t, site, 429, wrong)
		throttled := readSystem(t, site).Throttled
		if len(throttled) != 1 || throttled[0].Who != "203.0.113.9" || throttled[0].Rule != "sign in by network and address" {
			t.Fatalf("%+v", throttled)
		}
		lift := asStaff("DELETE", "/api/admin/throttled/"+throttled[0].Key+"/", nil)
		expect(t, site, 204, lift)
		expect(t, site, 404, lift)
		expect(t, site, 401, several(5, func(int) apitest.Request { return wrong })...)
		entries := auditOf(t, site, "?action=throttle+lifted").Entries
		check(t, len(entries) == 1 && entries[0].Actor == apitest.Email(apitest.Staff) && entries[0].Target == "203.0.113.9", "%+v", entries)
		site.Clock.Advance(wait(t, site.Do(t, wrong)))
		if left, err := site.App.Accounts.Throttled(t.Context()); err != nil || len(left) != 0 {
			t.Errorf("once the wait is over: %+v, %v", left, err)
		}
	})
}

func TestActivityIsCounted(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.SignIn(t, apitest.User)
		site.Do(t, login(apitest.Email(apitest.User), "wrong"))
		download := get("/cv-download", apitest.Anonymous)
		download.Header = browser("Pixel 8")
		expect(t, site, 303, download)
		category := map[string]string{"category": "1", "is_current": "true"}
		document := addDocument(t, site, category, "a.pdf", aPDF)
		site.Do(t, sendDocument(nil, "a.pdf", "MZ"))
		site.Do(t, upload(map[string]string{"title": "Crane"}, "crane.jpg", jpegOf(t, 24, 24, color.White)))
		part := download
		part.Header = map[string]string{"Range": "bytes=1-3"}
		direct := download
		direct.Path = fmt.Sprintf("/api/documents/documents/%d/download/", document.ID)
		expect(t, site, 200, download, direct)
		expect(t, site, 206, part)
		var overview struct {
			Activity []visits.Sum
			Users    struct{ Accounts, Staff, Sessions int }
			Recent   []audit.Entry
		}
		site.Do(t, get("/api/admin/overview/", apitest.Staff)).Decode(t, &overview)
		// The upload signed in as staff.
		equal(t, fmt.Sprint(overview.Activity), "[{sign-ins 2 2} {uploads 2 2} {CV downloads 2 2}]", "the activity")
		users := overview.Users
		check(t, users.Accounts == 2 && users.Staff == 1 && users.Sessions == 2 && len(overview.Recent) != 0, "%+v", overview)
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
			check(t, regexp.MustCompile(line).MatchString(metrics), "no %s in\n%s", line, metrics)
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
			db := servertest.OpenDatabase(t, site.Database)
			_, err := db.Exec(t.Context(), statement, args...)
			noError(t, err)
		}
		restart := maps.Clone(broken)
		restart["DATA_DIR"] = site.Data
		ago := database.At(time.Now().AddDate(0, 0, -2))
		change(`UPDATE jobs SET created_at = ?, run_at = ? WHERE kind LIKE 'backup%'`, ago, ago)
		missed := apitest.Open(t, site.Database, restart).Mails(t, 1)[0]
		check(t, strings.Contains(missed.To, apitest.Email(apitest.Staff)) && missed.Subject == "Off-site backup of site.example failed" && strings.Contains(missed.Text, "There is no earlier one.") && strings.Contains(missed.Text, "BACKUP_URL: there is no folder"), "%+v", missed)
	})
}
