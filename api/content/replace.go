package content

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// CheckFiles records every wrong path and text under field.
func CheckFiles(v *apperror.Validator, texts map[string]string, field string) {
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if checkPath(v, path, field) {
			checkText(v, texts[path], field, path+": ")
		}
	}
}

// Replace makes valid texts the content, without any drafts, publications or history. Files that
// builds bring back stay, if keepFiles is set, and the texts are published over them.
func (s *Service) Replace(ctx context.Context, tx *database.Tx, texts map[string]string, keepFiles bool) error {
	if err := s.replace(ctx, tx, texts, keepFiles); err != nil {
		return fmt.Errorf("replace the content: %w", err)
	}
	return nil
}

func (s *Service) replace(ctx context.Context, tx *database.Tx, texts map[string]string, keepFiles bool) error {
	if err := tx.Lock(ctx, database.LockContent); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM content_removals`, `DELETE FROM content_edits`, `DELETE FROM content_publications`, `DELETE FROM content_drafts`,
		`DELETE FROM content_files WHERE superseded_at IS NOT NULL`,
	} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	now := database.At(s.Clock())
	if err := storeReport(ctx, tx, now, 0); err != nil {
		return err
	}
	if keepFiles {
		return s.publishOver(ctx, tx, texts, now)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM content_files`); err != nil {
		return err
	}
	return storeFiles(ctx, tx, texts, now)
}

// publishOver publishes the texts that differ from the files, and the removal of all other files.
func (s *Service) publishOver(ctx context.Context, tx *database.Tx, texts map[string]string, now database.Time) error {
	files, err := readFiles(ctx, tx)
	if err != nil {
		return err
	}
	drafts := map[string]Draft{}
	for path, file := range files {
		drafts[path] = Draft{Path: path, Base: file.Hash, SavedAt: now, SavedBy: audit.ActorID(ctx)}
	}
	for path, text := range texts {
		if files[path].equals(&text) {
			delete(drafts, path)
			continue
		}
		drafts[path] = Draft{Path: path, Base: drafts[path].Base, Text: &text, SavedAt: now, SavedBy: audit.ActorID(ctx)}
	}
	if len(drafts) == 0 {
		return nil
	}
	publication, err := insertPublication(ctx, tx, now.Time, now.Time)
	for _, path := range slices.Sorted(maps.Keys(drafts)) {
		if err == nil {
			err = s.insertEdit(ctx, tx, publication, drafts[path], path)
		}
	}
	return err
}
