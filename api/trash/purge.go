package trash

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/failpoint"
)

// Purge removes an item for good, and with it what is of no use without it, or returns NotFound when it is not in the trash, or no
// longer.
func (t *Trash) Purge(ctx context.Context, id int64) error {
	if err := t.DB.InTx(ctx, func(tx *database.Tx) error { return t.purge(ctx, tx, id, "") }); err != nil {
		return fmt.Errorf("delete from the trash: %w", err)
	}
	return nil
}

func (t *Trash) purge(ctx context.Context, tx *database.Tx, id int64, detail string) error {
	item, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	kind, _ := t.kind(item.Kind)
	var parts []int64
	if err := tx.Select(ctx, &parts, `SELECT id FROM trash WHERE kind = ? AND former_id = ? ORDER BY id`, kind.Parts, item.FormerID); err != nil {
		return err
	}
	files := item.Files
	for _, part := range parts {
		its, err := filesOf(ctx, tx, part)
		if err != nil {
			return err
		}
		files = append(files, its...)
	}
	err = t.Files.ChangeReferences(ctx, tx, files, func() error {
		for _, id := range append(parts, id) {
			if err := remove(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	failpoint.Reach("item purged")
	return t.record(ctx, tx, audit.Purged, item, detail)
}

// Expire removes for good what was deleted more than Days ago. One item that fails does not stop
// the others; of several failures it returns the first.
func (t *Trash) Expire(ctx context.Context) error {
	var ids []int64
	err := t.DB.Select(ctx, &ids, `SELECT id FROM trash WHERE deleted_at < ? ORDER BY deleted_at, id`, database.At(t.Clock().Add(-t.lifetime())))
	for _, id := range ids {
		failed := t.DB.InTx(ctx, func(tx *database.Tx) error { return t.purge(ctx, tx, id, fmt.Sprintf("after %d days", t.Days)) })
		// Another replica may have been faster, or it went with what it was a part of.
		if err == nil && !apperror.IsNotFound(failed) {
			err = failed
		}
	}
	if err != nil {
		return fmt.Errorf("empty the trash of what expired: %w", err)
	}
	return nil
}

// lifetime is for how long items are in the trash.
func (t *Trash) lifetime() time.Duration { return time.Duration(t.Days) * 24 * time.Hour }
