package databasetest

import (
	"testing"
	"time"

	"portfolio/api/database"
)

// Fill runs statements, each with how many rows it makes, and updates the engine's statistics.
func Fill(t *testing.T, db *database.DB, rows int, statements ...string) {
	t.Helper()
	// No request makes so many rows at once, least of all under the race detector.
	err := db.InTx(database.WithTimeout(t.Context(), 5*time.Minute), func(tx *database.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(t.Context(), statement, rows); err != nil {
				return err
			}
		}
		_, err := tx.Exec(t.Context(), `ANALYZE`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ManyUsers makes accounts with nobody's password: every fortieth is staff, every fiftieth deactivated, a third have
// never signed in.
func ManyUsers(db *database.DB) string {
	return numbers + `
		INSERT INTO users (email, email_key, first_name, last_name, name_key, password, is_staff, is_active, date_joined, last_login)
		SELECT 'person' || i || '@example.test', 'person' || i || '@example.test', 'First' || i % 97, 'Last' || i % 1009,
		       'last' || i % 1009 || ' first' || i % 97, 'none', i % 40 = 0, i % 50 <> 0, ` + timestamp(db, `i * 7`) + `,
		       CASE WHEN i % 3 > 0 THEN ` + timestamp(db, `i * 11`) + ` END
		  FROM n`
}

// ManyImages makes images in ten galleries. Their files come by ManyFiles and ManyRenditions.
func ManyImages(db *database.DB) string {
	return numbers + `
		INSERT INTO images (title, title_key, description_key, alt_text_key, gallery_id, file_hash, original_name, content_type, byte_size, width, height, uploaded_at, renditions)
		SELECT 'Picture ' || i, 'picture ' || i, '', '', CASE WHEN i % 11 > 0 THEN (SELECT MIN(id) + i % 10 FROM galleries) END, 'hash' || i,
		       'picture' || i || '.png', 'image/png', 12345, 1600, 1200, ` + timestamp(db, `i`) + `, '1600 1200 file' || i
		  FROM n`
}

// CopiesOfImages makes images with the files of the oldest one.
func CopiesOfImages() []string {
	return []string{
		numbers + `
		INSERT INTO images (title, title_key, description_key, alt_text_key, file_hash, original_name, content_type, byte_size, width, height, uploaded_at, renditions)
		SELECT title, title_key, description_key, alt_text_key, file_hash, original_name, content_type, byte_size, width, height, uploaded_at, renditions
		  FROM n CROSS JOIN images WHERE id = (SELECT MIN(id) FROM images)`,
		`INSERT INTO image_renditions (image_id, position, width, height, file_id)
		SELECT images.id, position, r.width, r.height, file_id
		  FROM images CROSS JOIN image_renditions r
		 WHERE r.image_id = (SELECT MIN(id) FROM images) AND images.id > r.image_id AND images.id <= r.image_id + ?`,
	}
}

// ManyFiles makes stored files, without anything in a store.
func ManyFiles(db *database.DB) string {
	return numbers + `
		INSERT INTO stored_files (name, bytes, content_type, state, touched_at)
		SELECT 'file' || i, 12345, 'image/png', 'stored', ` + timestamp(db, `i`) + `
		  FROM n`
}

// ManyRenditions gives each image three of the files.
func ManyRenditions() string {
	return numbers + `
		INSERT INTO image_renditions (image_id, position, width, height, file_id)
		SELECT images.id, i - 1, 320 * i, 240 * i, (SELECT MIN(id) FROM stored_files) + (images.id + i) % (SELECT COUNT(*) FROM stored_files)
		  FROM n CROSS JOIN images WHERE i <= 3`
}

// ManyGalleries makes galleries without images.
func ManyGalleries(db *database.DB) string {
	return numbers + `
		INSERT INTO galleries (name, slug, created_at)
		SELECT 'Gallery ' || i, 'gallery-' || i, ` + timestamp(db, `i`) + `
		  FROM n`
}

// ManyDocuments makes documents in the categories that there are, each with the first stored file.
func ManyDocuments(db *database.DB) string {
	return numbers + `
		INSERT INTO documents (name, category_id, file_id, original_name, content_type, uploaded_at)
		SELECT 'Document ' || i, (SELECT MIN(id) FROM document_categories), (SELECT MIN(id) FROM stored_files), 'document' || i || '.pdf',
		       'application/pdf', ` + timestamp(db, `i`) + `
		  FROM n`
}

// numbers begins a statement with a table n(i) of the numbers from 1 to its argument.
const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)`

// timestamp is the expression of a time so many minutes after one in 2023.
func timestamp(db *database.DB, minutes string) string {
	if db.Engine() == database.PostgreSQL {
		return `to_timestamp(1700000000 + (` + minutes + `) * 60)`
	}
	return `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + (` + minutes + `) * 60, 'unixepoch')`
}
