package photos

import (
	"strings"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// The list of 5,000 images follows the index of their times, both ways.
func TestTheListOfImagesFollowsAnIndex(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
		databasetest.Fill(t, db, 5_000, databasetest.ManyImages(db))
		for _, part := range []database.Part{{}, {Reverse: true}} {
			for _, line := range databasetest.Plan(t, db, imagesStatement(part, ""), 50, 100) {
				scan := strings.HasPrefix(line, "SCAN i") && !strings.Contains(line, "USING INDEX images_uploaded_at")
				if scan || strings.Contains(line, "TEMP B-TREE") || strings.Contains(line, "Seq Scan on images") || strings.Contains(line, "Sort") {
					t.Errorf("%+v: %s", part, line)
				}
			}
		}
	})
}
