package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

const (
	// maxRestored is the maximum number of items of one call, as many as one call deletes.
	maxRestored = 1_000
	// restoreTimeout is the timeout of a transaction that restores many items.
	restoreTimeout = 25 * time.Second
	// restoreTries is how often such a transaction is tried: others may take the same names.
	restoreTries = 3
)

// RestoredItem is a restored item. Notes has a sentence for each difference from before.
type RestoredItem struct {
	Kind  string   `json:"kind"`
	ID    int64    `json:"id"`
	Name  string   `json:"name"`
	Notes []string `json:"notes"`
}

// TrashItems are the IDs of items.
type TrashItems struct {
	Items []string `json:"items"`
}

// RestoredItems are the restored items, in the requested order.
type RestoredItems struct {
	Restored []RestoredItem `json:"restored"`
}

// Restore restores an item. It returns NotFound if it is not in the trash, and a Conflict with the
// reason if it cannot be restored now.
func (t *Trash) Restore(ctx context.Context, id string) (restored RestoredItem, err error) {
	err = t.retry(ctx, func(tx *database.Tx) error {
		var item TrashedRow
		if item, restored, err = t.restore(ctx, tx, id); err != nil {
			return err
		}
		files.Failpoint("item restored")
		return t.record(ctx, tx, audit.Restored, item, strings.Join(restored.Notes, " "))
	})
	if err != nil {
		return RestoredItem{}, fmt.Errorf("restore from the trash: %w", err)
	}
	return restored, nil
}

// retry runs fn in a transaction, and again if another transaction took a name that was free.
func (t *Trash) retry(ctx context.Context, fn func(tx *database.Tx) error) (err error) {
	for range restoreTries {
		err = t.DB.InTx(ctx, func(tx *database.Tx) error {
			if err := fn(tx); err != nil {
				return err
			}
			return t.Pages.ChangedSoon(ctx, tx)
		})
		if !database.IsUnique(err) {
			return err
		}
	}
	return httpx.Conflict(httpx.PlaceTaken)
}

func (t *Trash) restore(ctx context.Context, tx *database.Tx, id string) (TrashedRow, RestoredItem, error) {
	item, kind, err := t.take(ctx, tx, id)
	if err != nil {
		return item, RestoredItem{}, err
	}
	restored := RestoredItem{Kind: item.Kind, ID: item.OriginalID, Name: item.Name, Notes: []string{}}
	if kind.Restore != nil {
		notes, err := kind.Restore(ctx, tx, item.RowID)
		if err != nil {
			return item, RestoredItem{}, err
		}
		restored.Notes = append(restored.Notes, notes...)
	}
	if kind.Table == "" {
		return item, restored, nil
	}
	_, err = tx.Exec(ctx, `UPDATE `+kind.Table+` SET deleted_at = NULL, deleted_by = NULL WHERE id = ?`, item.RowID)
	return item, restored, err
}

// RestoreMany restores all items or none. It returns an httpx.Error for an invalid list, and a Conflict that names an item
// that cannot be restored now, with the reason.
func (t *Trash) RestoreMany(ctx context.Context, in TrashItems) (restored RestoredItems, err error) {
	v := httpx.NewValidator()
	v.Check(len(in.Items) > 0, "items", httpx.FieldRequired)
	v.Check(len(in.Items) <= maxRestored, "items", fmt.Sprintf(httpx.TooManyItems, maxRestored))
	if err := v.Err(); err != nil {
		return RestoredItems{}, err
	}
	err = t.retry(database.WithTimeout(ctx, restoreTimeout), func(tx *database.Tx) (err error) {
		restored.Restored, err = t.restoreMany(ctx, tx, in.Items)
		return err
	})
	if err != nil {
		return RestoredItems{}, fmt.Errorf("restore many from the trash: %w", err)
	}
	return restored, nil
}

func (t *Trash) restoreMany(ctx context.Context, tx *database.Tx, ids []string) (restored []RestoredItem, err error) {
	if err := tx.Lock(ctx, database.LockManyImages); err != nil {
		return nil, err
	}
	var names, kinds []string
	for _, id := range ids {
		item, back, err := t.restore(ctx, tx, id)
		var refusal *httpx.Error
		if errors.As(err, &refusal) {
			return nil, httpx.Conflict(fmt.Sprintf(httpx.NothingRestored, describeItem(item, id), refusal.Message()))
		}
		if err != nil {
			return nil, err
		}
		restored = append(restored, back)
		names = append(names, fmt.Sprintf("%d “%s”", item.OriginalID, item.auditName()))
		if !slices.Contains(kinds, item.Kind) {
			kinds = append(kinds, item.Kind)
		}
	}
	return restored, t.Audit.RecordIn(ctx, tx, audit.Event{
		Action: audit.Restored, Kind: kinds[0], Target: fmt.Sprintf("%d items: %s", len(ids), strings.Join(kinds, ", ")), Detail: strings.Join(names, ", "),
	})
}

// describeItem names an item, or quotes the ID of an unknown one.
func describeItem(item TrashedRow, id string) string {
	if item.Name == "" {
		return "item " + strings.ToValidUTF8(id, "\ufffd")
	}
	return "“" + item.Name + "”"
}
