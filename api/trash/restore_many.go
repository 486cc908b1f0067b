package trash

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/validate"
)

const (
	// maxRestored is how many items one call restores at most: as many as one call deletes.
	maxRestored = 1_000
	// restoreTimeout bounds the transaction that restores many items.
	restoreTimeout = 25 * time.Second
	// restoreTries is how often that transaction is tried: others may lock the same rows in another order.
	restoreTries = 3
)

// ManyItems are the ids that items have in the trash.
type ManyItems struct {
	Items []int64 `json:"items"`
}

// ManyRestored is what came back, in the order of the items.
type ManyRestored struct {
	Restored []Restored `json:"restored"`
}

// RestoreMany puts all of the items back where they were, or none. It returns an apperror for a wrong list, and a Conflict that names an
// item that is not in the trash, or no longer, or that cannot be restored now, and why.
func (t *Trash) RestoreMany(ctx context.Context, in ManyItems) (restored ManyRestored, err error) {
	v := validate.New()
	v.Check(len(in.Items) > 0, "items", apperror.FieldRequired)
	v.Check(len(in.Items) <= maxRestored, "items", fmt.Sprintf(apperror.TooManyItems, maxRestored))
	if err := v.Err(); err != nil {
		return ManyRestored{}, err
	}
	for range restoreTries {
		restored.Restored = nil
		err = t.DB.InTx(database.WithTimeout(ctx, restoreTimeout), func(tx *database.Tx) error { return t.restoreMany(ctx, tx, in.Items, &restored) })
		if !database.IsUnique(err) && !database.IsDeadlock(err) {
			break
		}
	}
	if database.IsUnique(err) {
		err = apperror.Conflict(apperror.PlaceTaken)
	}
	if err != nil {
		return ManyRestored{}, fmt.Errorf("restore many from the trash: %w", err)
	}
	return restored, nil
}

func (t *Trash) restoreMany(ctx context.Context, tx *database.Tx, ids []int64, restored *ManyRestored) error {
	if err := tx.Lock(ctx, database.LockManyImages); err != nil {
		return err
	}
	var names, kinds []string
	for _, id := range ids {
		item, back, err := t.putBack(ctx, tx, id)
		var refusal *apperror.Error
		if errors.As(err, &refusal) {
			return apperror.Conflict(fmt.Sprintf(apperror.NothingRestored, describe(item, id), refusal.Message()))
		}
		if err != nil {
			return err
		}
		restored.Restored = append(restored.Restored, back)
		names = append(names, fmt.Sprintf("%d “%s”", item.FormerID, item.Name))
		if !slices.Contains(kinds, item.Kind) {
			kinds = append(kinds, item.Kind)
		}
	}
	err := t.Audit.RecordIn(ctx, tx, audit.Event{
		Action: audit.Restored, Kind: kinds[0], Target: fmt.Sprintf("%d items: %s", len(ids), strings.Join(kinds, ", ")), Detail: strings.Join(names, ", "),
	})
	if err != nil {
		return err
	}
	return t.Changed(ctx, tx)
}

// describe names an item, of which there may be no more than the id.
func describe(item Item, id int64) string {
	if item.Name == "" {
		return fmt.Sprintf("item %d", id)
	}
	return "“" + item.Name + "”"
}
