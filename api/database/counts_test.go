package database_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// checkCounts compares what triggers count with the rows.
func checkCounts(t *testing.T, db *database.DB, when string) {
	t.Helper()
	var counted, actual []string
	for query, into := range map[string]*[]string{
		`SELECT gallery_id || ':' || images FROM image_counts WHERE images <> 0 ORDER BY 1`:            &counted,
		`SELECT COALESCE(gallery_id, 0) || ':' || COUNT(*) FROM images GROUP BY gallery_id ORDER BY 1`: &actual,
		`SELECT 'bytes ' || bytes FROM stored_bytes`:                                                   &counted,
		`SELECT 'bytes ' || COALESCE(SUM(bytes), 0) FROM stored_files WHERE state = 'stored'`:          &actual,
	} {
		var rows []string
		if err := db.Select(t.Context(), &rows, query); err != nil {
			t.Fatal(err)
		}
		*into = append(*into, rows...)
	}
	slices.Sort(counted)
	slices.Sort(actual)
	if !slices.Equal(counted, actual) {
		t.Errorf("%s: counted %q, there are %q", when, counted, actual)
	}
}

func TestTriggersCountImagesAndBytes(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 8, databasetest.ManyGalleries(db))
		databasetest.Fill(t, db, 200, databasetest.ManyFiles(db), `
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO images (title, gallery_id, file_hash, original_name, content_type, byte_size, width, height, uploaded_at)
			SELECT 'Picture ' || i, CASE WHEN i % 4 > 0 THEN (SELECT MIN(id) + i % 4 FROM galleries) END, 'h', 'o', 'image/png', 1, 1, 1,
			       (SELECT MIN(created_at) FROM galleries) FROM n`)
		checkCounts(t, db, "filled")
		for _, statement := range []string{
			`UPDATE images SET gallery_id = NULL WHERE id % 7 = 0`,
			`UPDATE images SET gallery_id = (SELECT MAX(id) FROM galleries) WHERE id % 5 = 0`,
			`UPDATE images SET title = 'other'`,
			`DELETE FROM images WHERE id % 11 = 0`,
			`DELETE FROM galleries WHERE id = (SELECT MAX(id) FROM galleries)`,
			`UPDATE stored_files SET state = 'unused' WHERE id % 3 = 0`,
			`UPDATE stored_files SET state = 'stored', bytes = 7 WHERE id % 6 = 0`,
			`UPDATE stored_files SET bytes = bytes + id`,
			`DELETE FROM stored_files WHERE id % 5 = 0`,
		} {
			if _, err := db.Exec(t.Context(), statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
			checkCounts(t, db, statement)
		}
		for _, statement := range []string{`DELETE FROM images`, `DELETE FROM stored_files`} {
			if _, err := db.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		checkCounts(t, db, "empty")
	})
}

// TestCountsOfConcurrentWrites lets several writers move images between galleries at once, several in each transaction.
func TestCountsOfConcurrentWrites(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
		databasetest.Fill(t, db, 100, databasetest.ManyFiles(db), databasetest.ManyImages(db))
		var group sync.WaitGroup
		for writer := range 8 {
			group.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(writer)))
				for range 25 {
					var statement string
					switch random.IntN(4) {
					case 0:
						statement = `UPDATE images SET gallery_id = NULLIF(%d, 0) WHERE id = %d`
					case 1:
						statement = `UPDATE images SET gallery_id = CASE WHEN gallery_id IS NULL THEN NULLIF(%d, 0) ELSE NULL END WHERE id %% 100 = %d`
					case 2:
						statement = `UPDATE stored_files SET bytes = bytes + %d WHERE id = %d`
					default:
						statement = `DELETE FROM images WHERE gallery_id = %d AND id = %d`
					}
					if _, err := db.Exec(t.Context(), fmt.Sprintf(statement, random.IntN(11), 1+random.IntN(100))); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		checkCounts(t, db, "after all")
	})
}
