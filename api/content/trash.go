package content

import (
	"context"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// TrashKinds returns the kind of this feature in the trash: texts that a publication removed. A restored one is a draft
// until it is published again; discarding the draft returns it to the trash.
func (s *Service) TrashKinds() []files.TrashKind {
	return []files.TrashKind{{Name: audit.Text, Lock: database.LockContent, Restore: s.restoreText, Purge: purgeText}}
}

// restoreText makes a draft of the text before a removal.
func (s *Service) restoreText(ctx context.Context, tx *database.Tx, removal int64) (notes []string, err error) {
	var draft Draft
	const former = ` FROM content_versions v
		 WHERE v.path = (SELECT path FROM content_versions WHERE id = ?) AND v.id < ? AND v.text IS NOT NULL AND v.publication_id IS NOT NULL`
	found, err := tx.Find(ctx, &draft, `SELECT v.path, v.text, v.translates`+former+` ORDER BY v.id DESC LIMIT 1`, removal, removal)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, httpx.NotFound()
	}
	draft.Base = removal
	if _, err := s.storeDraft(ctx, tx, draft); err != nil {
		return nil, err
	}
	return []string{"It is a draft until you publish it."}, nil
}

// purgeText deletes the versions before a removal. What the files said last is kept, so that the next import
// does not take the file for a new one.
func purgeText(ctx context.Context, tx *database.Tx, removal int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM content_versions
		 WHERE path = (SELECT path FROM content_versions WHERE id = ?) AND id < ?
		   AND id NOT IN (SELECT MAX(id) FROM content_versions WHERE source = 'files' GROUP BY path)`, removal, removal)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE content_versions SET in_trash = FALSE WHERE id = ?`, removal)
	}
	return err
}
