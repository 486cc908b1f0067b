package documents

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
)

// Publication is what was the current document of a category, and so was public, from BeganAt until EndedAt, null when it is so
// still. The names are those of then. Document is the id that the document had, and BeganBy the name of who made it current,
// null when that is not known. DownloadURL is a path that holds for a quarter of an hour, null when the file is deleted.
type Publication struct {
	CategoryName string         `json:"category_name"`
	Document     int64          `json:"document"`
	DocumentName string         `json:"document_name"`
	Version      int64          `json:"version"`
	BeganAt      database.Time  `json:"began_at"`
	BeganBy      *string        `json:"began_by"`
	EndedAt      *database.Time `json:"ended_at"`
	DownloadURL  *string        `json:"download_url"`
}

// publicationRow is a publication as the database has it.
type publicationRow struct {
	CategoryName string         `db:"category_name"`
	Document     int64          `db:"document_id"`
	DocumentName string         `db:"document_name"`
	Version      int64          `db:"version"`
	BeganAt      database.Time  `db:"began_at"`
	BeganBy      *int64         `db:"began_by"`
	EndedAt      *database.Time `db:"ended_at"`
	StoredName   *string        `db:"stored_name"`
}

// recordPublications ends the publications of what is public no longer, and begins those of what has become so.
func (s *Service) recordPublications(ctx context.Context, tx *database.Tx) error {
	now := database.At(s.Clock())
	_, err := tx.Exec(ctx, `
		UPDATE document_publications SET ended_at = ? WHERE ended_at IS NULL AND NOT EXISTS (
		  SELECT 1 FROM documents d
		   WHERE d.id = document_publications.document_id AND d.is_current AND d.category_id = document_publications.category_id
		     AND document_publications.version = (SELECT MAX(number) FROM document_versions WHERE document_id = d.id))`, now)
	if err != nil {
		return fmt.Errorf("end publications: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO document_publications (category_id, category_name, document_id, document_name, version, began_at, began_by)
		SELECT c.id, c.name, d.id, d.name, (SELECT MAX(number) FROM document_versions WHERE document_id = d.id), ?, ?
		  FROM documents d JOIN document_categories c ON c.id = d.category_id
		 WHERE d.is_current AND NOT EXISTS (
		  SELECT 1 FROM document_publications p WHERE p.category_id = c.id AND p.ended_at IS NULL)`, now, audit.ActorID(ctx))
	if err != nil {
		return fmt.Errorf("begin publications: %w", err)
	}
	return nil
}

// publicationsOn returns what was public on a day of UTC, by category and the last first.
func (s *Service) publicationsOn(ctx context.Context, day time.Time) (rows []publicationRow, err error) {
	err = s.DB.Select(ctx, &rows, `
		SELECT p.category_name, p.document_id, p.document_name, p.version, p.began_at, p.began_by, p.ended_at, f.name AS stored_name
		  FROM document_publications p
		  LEFT JOIN document_versions v ON v.document_id = p.document_id AND v.number = p.version
		  LEFT JOIN stored_files f ON f.id = v.file_id
		 WHERE p.began_at < ? AND (p.ended_at IS NULL OR p.ended_at >= ?)
		 ORDER BY p.began_at DESC, p.id DESC`, database.At(day.AddDate(0, 0, 1)), database.At(day))
	if err != nil {
		return nil, fmt.Errorf("list what was public: %w", err)
	}
	slices.SortStableFunc(rows, func(a, b publicationRow) int {
		return cmp.Compare(database.SearchKey(a.CategoryName), database.SearchKey(b.CategoryName))
	})
	return rows, nil
}
