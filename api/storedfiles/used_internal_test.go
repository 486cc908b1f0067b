package storedfiles

import (
	"strings"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// What uses a few files is looked up by their ids, also where the engine knows nothing of the tables' sizes yet.
func TestWhatUsesAFileIsLookedUp(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
		databasetest.Fill(t, db, 10_000, databasetest.ManyFiles(db), databasetest.ManyImages(db))
		databasetest.Fill(t, db, 3, databasetest.ManyRenditions())
		files := Files{DB: db, Uses: []Use{{Table: "image_renditions"}}}
		plan := strings.Join(databasetest.Plan(t, db,
			`SELECT id, `+files.used()+` FROM stored_files WHERE id > ? ORDER BY id LIMIT ?`, 0, checkBatch), "\n")
		if !strings.Contains(plan, "image_renditions_file_id") {
			t.Errorf("the plan is\n%s", plan)
		}
	})
}
