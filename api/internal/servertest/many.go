package servertest

import (
	"testing"
	"time"

	"portfolio/api/internal/database"
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
	NoError(t, err)
}

// ManyUsers makes accounts without a password: every fortieth is staff, every fiftieth deactivated,
// a third have never signed in.
func ManyUsers(db *database.DB) string {
	return numbers + `
		INSERT INTO users (email, email_key, first_name, last_name, name_key, password, is_staff, is_active, date_joined, last_login)
		SELECT 'person' || i || '@example.test', 'person' || i || '@example.test', 'First' || i % 97, 'Last' || i % 1009,
		       'last' || i % 1009 || ' first' || i % 97, 'none', i % 40 = 0, i % 50 <> 0, ` + timestamp(db, `i * 7`) + `,
		       CASE WHEN i % 3 > 0 THEN ` + timestamp(db, `i * 11`) + ` END
		  FROM n`
}

// ManyImages makes images in ten galleries. ManyImageFiles gives them files.
func ManyImages(db *database.DB) string {
	return numbers + `
		INSERT INTO images (title, title_key, description_key, alt_text_key, gallery_id, file_hash, original_name, content_type, byte_size, width, height, uploaded_at, renditions)
		SELECT 'Image ' || i, 'image ' || i, '', '', CASE WHEN i % 11 > 0 THEN (SELECT MIN(id) + i % 10 FROM galleries) END, 'hash' || i,
		       'image' || i || '.png', 'image/png', 12345, 1600, 1200, ` + timestamp(db, `i`) + `, '1600 1200 file' || i
		  FROM n`
}

// ManyImageFiles gives each image that many files of 12345 bytes, without anything in a store.
func ManyImageFiles() string {
	return numbers + `
		INSERT INTO image_files (name, image_id, bytes)
		SELECT 'file' || images.id || '-' || i, images.id, 12345 FROM n CROSS JOIN images`
}

// ManyGalleries makes galleries without images.
func ManyGalleries(db *database.DB) string {
	return numbers + `
		INSERT INTO galleries (name, slug, created_at)
		SELECT 'Gallery ' || i, 'gallery-' || i, ` + timestamp(db, `i`) + `
		  FROM n`
}

// ManyAuditEntries makes entries of the audit log.
func ManyAuditEntries(db *database.DB) string {
	return numbers + `
		INSERT INTO audit_entries (at, action, actor, actor_key, kind, target_id, target, ip, request_id, detail)
		SELECT ` + timestamp(db, `i`) + `, 'changed', 'person' || i % 100 || '@example.test', 'person' || i % 100 || '@example.test',
		       'image', i, 'Image ' || i, '192.0.2.1', 'request' || i, 'title: Before ' || i || ' → After ' || i
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

// Plan returns how the engine is going to answer a statement, a line a step.
func Plan(t *testing.T, db *database.DB, statement string, args ...any) (lines []string) {
	t.Helper()
	if db.Engine() == database.PostgreSQL {
		NoError(t, db.Select(t.Context(), &lines, `EXPLAIN `+statement, args...))
		return lines
	}
	var rows []struct {
		ID      int64  `db:"id"`
		Parent  int64  `db:"parent"`
		NotUsed int64  `db:"notused"`
		Detail  string `db:"detail"`
	}
	NoError(t, db.Select(t.Context(), &rows, `EXPLAIN QUERY PLAN `+statement, args...))
	for _, row := range rows {
		lines = append(lines, row.Detail)
	}
	return lines
}
