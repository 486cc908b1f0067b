package trash

import (
	"context"
	"fmt"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/failpoint"
)

// Restored is what came back. Notes say what is not as it was, a sentence each.
type Restored struct {
	Kind  string   `json:"kind"`
	ID    int64    `json:"id"`
	Name  string   `json:"name"`
	Notes []string `json:"notes"`
}

// Restore puts an item back where it was. It returns NotFound when the item is not in the trash, or no longer, and a Conflict that says
// why it cannot be restored now.
func (t *Trash) Restore(ctx context.Context, id int64) (Restored, error) {
	restored, err := t.restore(ctx, id)
	if database.IsUnique(err) { // another transaction took the name that was free
		restored, err = t.restore(ctx, id)
	}
	if database.IsUnique(err) {
		err = apperror.Conflict(apperror.PlaceTaken)
	}
	if err != nil {
		return Restored{}, fmt.Errorf("restore from the trash: %w", err)
	}
	return restored, nil
}

func (t *Trash) restore(ctx context.Context, id int64) (restored Restored, err error) {
	err = t.DB.InTx(ctx, func(tx *database.Tx) error {
		item, back, err := t.putBack(ctx, tx, id)
		if err != nil {
			return err
		}
		restored = back
		failpoint.Reach("item restored")
		if err := t.record(ctx, tx, audit.Restored, item, strings.Join(restored.Notes, " ")); err != nil {
			return err
		}
		return t.Changed(ctx, tx)
	})
	return restored, err
}

// putBack takes an item out of the trash, to where it was.
func (t *Trash) putBack(ctx context.Context, tx *database.Tx, id int64) (item Item, restored Restored, err error) {
	if item, err = lock(ctx, tx, id); err != nil {
		return item, Restored{}, err
	}
	kind, ok := t.kind(item.Kind)
	if !ok {
		return item, Restored{}, apperror.Conflict(apperror.KindOfAnotherVersion)
	}
	notes, err := kind.Restore(ctx, tx, item, func() error { return remove(ctx, tx, id) })
	return item, Restored{Kind: item.Kind, ID: item.FormerID, Name: item.Name, Notes: append([]string{}, notes...)}, err
}
