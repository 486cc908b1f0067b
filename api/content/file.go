package content

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"portfolio/api/database"
)

// ReportFiles records what a build found in the content folder: all of its texts. Former versions stay. A published text that the
// folder has by now retires. Where the build does not say which publications it knows, it knows all.
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
		published, err := readPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		files, err := readFiles(ctx, tx)
		if err != nil {
			return err
		}
		for path, edit := range published {
			if !files[path].equals(edit.Text) {
				continue
			}
			if _, err := tx.Exec(ctx, `UPDATE content_edits SET retired_at = ? WHERE id = ?`, database.At(now), edit.ID); err != nil {
				return err
			}
		}
		known, err := CountPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		if in.Publications != nil {
			known = min(known, *in.Publications)
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO content_reports (id, reported_at, publications) VALUES (1, ?, ?)
			    ON CONFLICT (id) DO UPDATE SET reported_at = excluded.reported_at, publications = excluded.publications`, database.At(now), known)
		return err
	})
	if err != nil {
		return fmt.Errorf("report files: %w", err)
	}
	return nil
}

// storeFiles makes texts the files that there are, and touches those only that are new, changed or gone.
func storeFiles(ctx context.Context, tx *database.Tx, texts map[string]string, now database.Time) error {
	before, err := readFiles(ctx, tx)
	if err != nil {
		return err
	}
	for path, file := range before {
		if text, still := texts[path]; still && text == file.Text {
			continue
		}
		_, err := tx.Exec(ctx, `UPDATE content_files SET superseded_at = ? WHERE path = ? AND superseded_at IS NULL`, now, path)
		if err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		text := texts[path]
		if file := before[path]; file != nil && file.Text == text {
			continue
		}
		_, err := tx.Exec(ctx, `INSERT INTO content_files (path, hash, text, reported_at) VALUES (?, ?, ?, ?)`, path, hashOf(text), text, now)
		if err != nil {
			return err
		}
	}
	return nil
}

// PublishedEdits returns the published texts that have not retired, by path, and how many publications there are up to now.
func (s *Service) PublishedEdits(ctx context.Context) (edits []Edit, publications int64, err error) {
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		now := s.Clock()
		published, err := readPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(published)) {
			edits = append(edits, *published[path])
		}
		publications, err = CountPublished(ctx, tx, now)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list published texts: %w", err)
	}
	return edits, publications, nil
}
