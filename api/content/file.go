package content

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"portfolio/api/internal/database"
)

// ReportFiles records all texts that a build found in the content folder. Earlier versions are kept
// for the history. Published texts that equal their file are retired. A build that does not say
// which publications it knows counts as knowing all of them. It returns an apperror for wrong fields.
func (s *Service) ReportFiles(ctx context.Context, in FilesForm) error {
	texts, err := in.check()
	if err != nil {
		return err
	}
	err = s.inTx(ctx, func(tx *database.Tx) error {
		now := s.Clock()
		if err := storeFiles(ctx, tx, texts, database.At(now)); err != nil {
			return err
		}
		if err := retireEdits(ctx, tx, texts, database.At(now)); err != nil {
			return err
		}
		known, err := countPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		if in.Publications != nil {
			known = min(known, *in.Publications)
		}
		if err := storeReport(ctx, tx, database.At(now), known); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE content_reports SET pages = ?`, strings.Join(in.Pages, "\n"))
		return err
	})
	if err != nil {
		return fmt.Errorf("report files: %w", err)
	}
	return nil
}

// HasPage reports whether the last build that reported its pages had one at a path.
func (s *Service) HasPage(ctx context.Context, path string) (bool, error) {
	var pages []string
	if err := s.DB.Select(ctx, &pages, `SELECT pages FROM content_reports`); err != nil {
		return false, fmt.Errorf("read the pages of the last build: %w", err)
	}
	return slices.Contains(strings.Split(strings.Join(pages, ""), "\n"), path), nil
}

// SetFiles makes texts the current files, as a build's report does.
func (s *Service) SetFiles(ctx context.Context, texts map[string]string) error {
	err := s.inTx(ctx, func(tx *database.Tx) error {
		exists, err := Exists(ctx, tx)
		if err != nil {
			return err
		}
		now := database.At(s.Clock())
		if err := storeFiles(ctx, tx, texts, now); err != nil {
			return err
		}
		if err := retireEdits(ctx, tx, texts, now); err != nil || exists {
			return err
		}
		return storeReport(ctx, tx, now, 0)
	})
	if err != nil {
		return fmt.Errorf("set files: %w", err)
	}
	return nil
}

// Exists reports whether the site has content.
func Exists(ctx context.Context, from database.Reader) (exists bool, err error) {
	err = from.Get(ctx, &exists, `SELECT EXISTS (SELECT 1 FROM content_files WHERE superseded_at IS NULL)`)
	if err != nil {
		return false, fmt.Errorf("look for content: %w", err)
	}
	return exists, nil
}

// IsUsed reports whether the site has, or had, texts or drafts of texts.
func IsUsed(ctx context.Context, from database.Reader) (used bool, err error) {
	err = from.Get(ctx, &used, `
		SELECT EXISTS (SELECT 1 FROM content_files) OR EXISTS (SELECT 1 FROM content_drafts) OR EXISTS (SELECT 1 FROM content_publications)`)
	if err != nil {
		return false, fmt.Errorf("look for used content: %w", err)
	}
	return used, nil
}

// MarkBuilt notes, in the transaction that replaces the pages, that they show that many publications.
func (s *Service) MarkBuilt(ctx context.Context, tx *database.Tx, publications int64) error {
	if err := storeReport(ctx, tx, database.At(s.Clock()), publications); err != nil {
		return fmt.Errorf("note the publications on the pages: %w", err)
	}
	return nil
}

// storeReport notes when a build read the content, and how many publications it knew.
func storeReport(ctx context.Context, tx *database.Tx, now database.Time, publications int64) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO content_reports (id, reported_at, publications) VALUES (1, ?, ?)
		    ON CONFLICT (id) DO UPDATE SET reported_at = excluded.reported_at, publications = excluded.publications`,
		now, publications)
	return err
}

// storeFiles makes texts the current files. Files that did not change are not written.
func storeFiles(ctx context.Context, tx *database.Tx, texts map[string]string, now database.Time) error {
	before, err := readFiles(ctx, tx)
	if err != nil {
		return err
	}
	for path, file := range before {
		if text, exists := texts[path]; exists && text == file.Text {
			continue
		}
		_, err := tx.Exec(ctx, `UPDATE content_files SET superseded_at = ? WHERE path = ? AND superseded_at IS NULL`, now, path)
		if err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		text := texts[path]
		if before[path].equals(&text) {
			continue
		}
		_, err := tx.Exec(ctx, `INSERT INTO content_files (path, hash, text, reported_at) VALUES (?, ?, ?, ?)`,
			path, hashOf(text), text, now)
		if err != nil {
			return err
		}
	}
	return nil
}

// retireEdits ends the published texts that equal their files.
func retireEdits(ctx context.Context, tx *database.Tx, texts map[string]string, now database.Time) error {
	published, err := readPublished(ctx, tx, now.Time)
	if err != nil {
		return err
	}
	for path, edit := range published {
		text, exists := texts[path]
		if exists != (edit.Text != nil) || exists && text != *edit.Text {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE content_edits SET retired_at = ? WHERE id = ?`, now, edit.ID); err != nil {
			return err
		}
	}
	return nil
}

// readFiles returns the current files of the content folder by path.
func readFiles(ctx context.Context, from database.Reader) (map[string]*File, error) {
	return selectFiles(ctx, from, `SELECT path, hash, text FROM content_files WHERE superseded_at IS NULL`)
}

// findFile returns the current file at a path, or nil.
func findFile(ctx context.Context, from database.Reader, path string) (*File, error) {
	files, err := selectFiles(ctx, from,
		`SELECT path, hash, text FROM content_files WHERE path = ? AND superseded_at IS NULL`, path)
	return files[path], err
}

func selectFiles(ctx context.Context, from database.Reader, query string, args ...any) (map[string]*File, error) {
	var rows []struct {
		Path string `db:"path"`
		File
	}
	if err := from.Select(ctx, &rows, query, args...); err != nil {
		return nil, err
	}
	files := make(map[string]*File, len(rows))
	for i := range rows {
		files[rows[i].Path] = &rows[i].File
	}
	return files, nil
}
