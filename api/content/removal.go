package content

import (
	"context"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/trash"
)

// TrashKinds returns the kind of this feature in the trash: texts that a publication removed. A restored one is a draft
// until it is published again; discarding the draft returns it to the trash.
func (s *Service) TrashKinds() []trash.Kind {
	return []trash.Kind{{
		Name: audit.Text, Table: "content_removals", Lock: database.LockContent, Restore: s.restoreText, Purge: purgeText,
	}}
}

// storeRemoval keeps the text that a publication removes. It is in the trash once the publication is announced.
func (s *Service) storeRemoval(ctx context.Context, tx *database.Tx, publication Publication, path, title string) error {
	published, err := findPublished(ctx, tx, path, s.Clock())
	if err != nil {
		return err
	}
	file, err := findFile(ctx, tx, path)
	if err != nil {
		return err
	}
	var text *string
	if published != nil {
		text = published.Text
	} else if file != nil {
		text = &file.Text
	}
	if text == nil {
		return nil
	}
	_, err = tx.Exec(ctx, `INSERT INTO content_removals (publication_id, path, name, text, deleted_at, deleted_by) VALUES (?, ?, ?, ?, ?, ?)`,
		publication.ID, path, title, *text, publication.AnnouncedAt, audit.ActorID(ctx))
	return err
}

// forgetRemoval takes a path out of the trash that has another text or removal now.
func forgetRemoval(ctx context.Context, tx *database.Tx, publication int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM content_removals
		 WHERE publication_id <> ? AND path IN (SELECT path FROM content_edits WHERE publication_id = ? AND replaced_at IS NULL)`,
		publication, publication)
	return err
}

// restoreText makes a draft of a removed text. It returns a Conflict if there is another draft.
func (s *Service) restoreText(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error) {
	var removed struct {
		Path string `db:"path"`
		Text string `db:"text"`
	}
	if err := tx.Get(ctx, &removed, `SELECT path, text FROM content_removals WHERE id = ?`, id); err != nil {
		return nil, err
	}
	draft, err := findDraft(ctx, tx, removed.Path)
	if err != nil {
		return nil, err
	}
	if draft != nil {
		return nil, apperror.Conflict(apperror.PlaceTaken)
	}
	file, err := findFile(ctx, tx, removed.Path)
	if err != nil {
		return nil, err
	}
	base := ""
	if file != nil {
		base = file.Hash
	}
	if _, err := s.storeDraft(ctx, tx, Draft{Path: removed.Path, Base: base, Text: &removed.Text}); err != nil {
		return nil, err
	}
	return []string{"It is a draft until you publish it."}, nil
}

// purgeText deletes the former texts of a removed path. The removal stays, because the file may still exist.
func purgeText(ctx context.Context, tx *database.Tx, id int64) error {
	const path = `(SELECT path FROM content_removals WHERE id = ?)`
	_, err := tx.Exec(ctx, `
		DELETE FROM content_edits
		 WHERE text IS NOT NULL AND path = `+path+`
		   AND (replaced_at IS NOT NULL OR publication_id IN (SELECT id FROM content_publications WHERE announced_at IS NOT NULL))`, id)
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM content_files WHERE superseded_at IS NOT NULL AND path = `+path, id)
	}
	return err
}

// returnToTrash returns a restored text whose draft is discarded.
func (s *Service) returnToTrash(ctx context.Context, tx *database.Tx, path string) error {
	_, err := tx.Exec(ctx, `
		UPDATE content_removals SET deleted_at = ?, deleted_by = ?
		 WHERE path = ? AND deleted_at IS NULL
		   AND publication_id IN (SELECT id FROM content_publications WHERE announced_at IS NOT NULL)`,
		database.At(s.Clock()), audit.ActorID(ctx), path)
	return err
}
