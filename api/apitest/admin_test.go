package apitest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
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
	answer := site.Do(t, get(path, apitest.Staff))
	if answer.Status != 200 {
		t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
	}
	answer.Decode(t, &found)
	return found
}

// giveUpMails puts two mails that were given up into the queue.
func giveUpMails(t *testing.T, site *apitest.Site) {
	t.Helper()
	db := databasetest.Open(t, site.Database)
	now := database.At(site.Clock.Now())
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		for _, recipient := range []string{"one@example.test", apitest.Email(apitest.User)} {
			_, err := tx.Exec(t.Context(), `
				INSERT INTO jobs (kind, key, payload, attempts, created_at, failed_at, last_error)
				VALUES ('mail', ?, '{"mail":"password reset"}', 14, ?, ?, 'connection refused')`, recipient, now, now)
			if err != nil {
				return err
			}
		}
		return nil
	})
	noError(t, err)
}
