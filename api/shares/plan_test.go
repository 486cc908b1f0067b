package shares_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
	"portfolio/api/shares"
)

// wholeTable matches a step that reads more than a row of a large table.
var wholeTable = regexp.MustCompile(`SCAN|MATERIALIZE|Seq Scan on (shares|share_days|documents|document_versions)`)

// A request for a share reads rows by indexes, whether there is such a share or not: guesses cost hardly anything.
func TestAShareIsFoundByIndexes(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		for _, rows := range []string{
			`documents (name) SELECT 'Paper ' || i`,
			`document_versions (document_id, number, file_hash, bytes, original_name, content_type, uploaded_at)
			 SELECT i, 1, '', 1, 'paper.pdf', 'application/pdf', CURRENT_TIMESTAMP`,
			`shares (token_hash, kind, name, document_id, access, created_at) SELECT 'hash ' || i, 'document', 'Paper', i, 'link', CURRENT_TIMESTAMP`,
			`share_days (share_id, day) SELECT i, '2026-11-21'`,
		} {
			servertest.Fill(t, db, 5000, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO `+rows+` FROM n`)
		}
		for condition, value := range map[string]any{`token_hash = ?`: "hash 7", `id = ?`: 7} {
			plan := strings.Join(servertest.Plan(t, db, shares.Find(condition), database.At(time.Now()), value), "\n")
			if found := wholeTable.FindString(plan); found != "" {
				t.Errorf("%s for a share by %s:\n%s", found, condition, plan)
			}
		}
	})
}
