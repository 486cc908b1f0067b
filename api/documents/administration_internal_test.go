package documents

import (
	"strings"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// The list of 5,000 documents follows the index of their times, both ways.
func TestTheListOfDocumentsFollowsAnIndex(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 5_000, databasetest.ManyDocuments(db))
		for _, part := range []database.Part{{}, {Reverse: true}} {
			for _, line := range databasetest.Plan(t, db, documentsStatement(part, ""), 50, 100) {
				scan := strings.HasPrefix(line, "SCAN d") && !strings.Contains(line, "USING INDEX documents_uploaded_at")
				if scan || strings.Contains(line, "TEMP B-TREE") || strings.Contains(line, "Seq Scan on documents") || strings.Contains(line, "Sort") {
					t.Errorf("%+v: %s", part, line)
				}
			}
		}
	})
}
