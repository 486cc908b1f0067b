package admin

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
)

// TrashDays is the number of days that items are kept.
const TrashDays = 30

const trashLifetime = TrashDays * 24 * time.Hour

// TrashedRow is an item in the trash. RowID is the ID in the table of its kind. OriginalID is the ID of
// the restored item, or for a replaced file the ID of its image.
type TrashedRow struct {
	Kind       string           `db:"kind"`
	RowID      int64            `db:"row_id"`
	OriginalID int64            `db:"original_id"`
	Name       string           `db:"name"`
	Renditions media.Renditions `db:"renditions"`
	Bytes      int64            `db:"bytes"`
	DeletedAt  database.Time    `db:"deleted_at"`
	DeletedBy  *string          `db:"deleted_by"`
}

const selectTrash = `
	SELECT t.kind, t.row_id, t.original_id, t.name, t.renditions, t.bytes, t.deleted_at, u.name AS deleted_by
	  FROM trash t LEFT JOIN user_names u ON u.id = t.deleted_by`

// ID returns the item's ID in the trash.
func (i TrashedRow) ID() string { return files.TrashID(i.Kind, i.RowID) }

// auditName is the name in the audit log, which keeps no names of visitors.
func (i TrashedRow) auditName() string {
	if i.Kind == audit.Message {
		return ""
	}
	return i.Name
}

// Trash lists the deleted or replaced rows of all features, restores them and deletes them for good. Callers set
// all fields.
type Trash struct {
	DB    *database.DB
	Files *files.Files
	Audit *audit.Log
	// Links signs the paths of thumbnails.
	Links *httpx.DownloadLinks
	Clock func() time.Time
	// Pages are built again when something is restored.
	Pages jobs.Pages
	Kinds []files.TrashKind
}

// List returns a page of the items of a kind, or of all kinds for "", the most recently deleted
// first, and the number on all pages.
func (t *Trash) List(ctx context.Context, kind string, page httpx.Page) (items []TrashedRow, total int64, err error) {
	const where = ` WHERE ? IN ('', t.kind)`
	if err = t.DB.Get(ctx, &total, `SELECT COUNT(*) FROM trash t`+where, kind); err == nil {
		err = t.DB.Select(ctx, &items, selectTrash+where+` ORDER BY t.deleted_at DESC, t.kind, t.row_id DESC LIMIT ? OFFSET ?`,
			kind, page.Size(), page.Offset)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list the trash: %w", err)
	}
	return items, total, nil
}

// errNotInTrash is returned for an item that is not in the trash.
var errNotInTrash = &httpx.Error{Kind: httpx.KindNotFound, Detail: httpx.NotInTrash}

// find returns the item of that ID and its kind, or errNotInTrash.
func (t *Trash) find(ctx context.Context, from database.Reader, id string) (item TrashedRow, kind files.TrashKind, err error) {
	name, row, _ := strings.Cut(id, "-")
	kind, known := t.kind(name)
	number, invalid := strconv.ParseInt(row, 10, 64)
	if !known || invalid != nil {
		return TrashedRow{}, files.TrashKind{}, errNotInTrash
	}
	there, err := from.Find(ctx, &item, selectTrash+` WHERE t.kind = ? AND t.row_id = ?`, name, number)
	if err == nil && !there {
		err = errNotInTrash
	}
	return item, kind, err
}

// take is find, and locks the row until the transaction ends.
func (t *Trash) take(ctx context.Context, tx *database.Tx, id string) (TrashedRow, files.TrashKind, error) {
	item, kind, err := t.find(ctx, tx, id)
	if err != nil {
		return item, kind, err
	}
	if kind.Lock != "" {
		if err := tx.Lock(ctx, kind.Lock); err != nil {
			return item, kind, err
		}
	}
	if kind.Table == "" {
		return t.find(ctx, tx, id) // another transaction may have had the lock
	}
	n, err := tx.Exec(ctx, `UPDATE `+kind.Table+` SET deleted_at = deleted_at WHERE id = ? AND deleted_at IS NOT NULL`, item.RowID)
	if err == nil && n == 0 {
		err = errNotInTrash
	}
	return item, kind, err
}

func (t *Trash) kind(name string) (files.TrashKind, bool) {
	for _, kind := range t.Kinds {
		if kind.Name == name {
			return kind, true
		}
	}
	return files.TrashKind{}, false
}

// Purge deletes an item and its dependents for good. It returns NotFound if it is not in the trash.
func (t *Trash) Purge(ctx context.Context, id string) error { return t.purge(ctx, id, "") }

func (t *Trash) purge(ctx context.Context, id, detail string) error {
	err := t.DB.InTx(ctx, func(tx *database.Tx) error {
		item, kind, err := t.take(ctx, tx, id)
		if err != nil {
			return err
		}
		if kind.Purge != nil {
			if err := kind.Purge(ctx, tx, item.RowID); err != nil {
				return err
			}
		}
		if err := t.deleteRow(ctx, tx, kind, item.RowID); err != nil {
			return err
		}
		files.Failpoint("item purged")
		return t.record(ctx, tx, audit.Purged, item, detail)
	})
	if err != nil {
		return fmt.Errorf("delete from the trash: %w", err)
	}
	return nil
}

// deleteRow deletes a row and queues its files for removal.
func (t *Trash) deleteRow(ctx context.Context, tx *database.Tx, kind files.TrashKind, id int64) error {
	if kind.Files != "" {
		var names []string
		if err := tx.Select(ctx, &names, kind.Files, id); err != nil {
			return err
		}
		if err := t.Files.Delete(ctx, tx, names...); err != nil {
			return err
		}
	}
	if kind.Table == "" {
		return nil
	}
	_, err := tx.Exec(ctx, `DELETE FROM `+kind.Table+` WHERE id = ?`, id)
	return err
}

// Empty purges all items.
func (t *Trash) Empty(ctx context.Context) error {
	if err := t.purgeSelected(ctx, "", selectTrash+` ORDER BY t.deleted_at, t.kind, t.row_id`); err != nil {
		return fmt.Errorf("empty the trash: %w", err)
	}
	return nil
}

// Expire purges the items that have been in the trash for TrashDays.
func (t *Trash) Expire(ctx context.Context) error {
	err := t.purgeSelected(ctx, fmt.Sprintf("after %d days", TrashDays),
		selectTrash+` WHERE t.deleted_at < ? ORDER BY t.deleted_at, t.kind, t.row_id`, database.At(t.Clock().Add(-trashLifetime)))
	if err != nil {
		return fmt.Errorf("expire the trash: %w", err)
	}
	return nil
}

// purgeSelected purges the items that a query selects. An item that fails does not stop the others;
// the first error is returned.
func (t *Trash) purgeSelected(ctx context.Context, detail, query string, args ...any) error {
	var items []TrashedRow
	err := t.DB.Select(ctx, &items, query, args...)
	for _, item := range items {
		failed := t.purge(ctx, item.ID(), detail)
		// Another request or replica may have deleted it, or it went with another item.
		if err == nil && !httpx.IsNotFound(failed) {
			err = failed
		}
	}
	return err
}

func (t *Trash) record(ctx context.Context, tx *database.Tx, action string, item TrashedRow, detail string) error {
	return t.Audit.RecordIn(ctx, tx, audit.Event{
		Action: action, Kind: item.Kind, TargetID: item.OriginalID, Target: item.auditName(), Detail: detail,
	})
}

// PersonalTrash is an item as disclosed to the user who uploaded or deleted it, without the names of visitors.
type PersonalTrash struct {
	Kind         string        `db:"kind" json:"kind"`
	Name         string        `db:"name" json:"name"`
	UploadedByMe bool          `db:"uploaded" json:"uploaded_by_me"`
	DeletedByMe  bool          `db:"deleted" json:"deleted_by_me"`
	DeletedAt    database.Time `db:"deleted_at" json:"deleted_at"`
}

// readPersonalTrash returns the items that the user uploaded or deleted, in the order of their deletion.
func readPersonalTrash(ctx context.Context, from database.Reader, userID int64) ([]PersonalTrash, error) {
	found := []PersonalTrash{}
	err := from.Select(ctx, &found, `
		SELECT kind, CASE WHEN kind = 'message' THEN '' ELSE name END AS name, deleted_at, COALESCE(uploaded_by = ?, FALSE) AS uploaded, COALESCE(deleted_by = ?, FALSE) AS deleted
		  FROM trash WHERE uploaded_by = ? OR deleted_by = ? ORDER BY deleted_at, kind, row_id`, userID, userID, userID, userID)
	if err != nil {
		return nil, fmt.Errorf("list a user's items in the trash: %w", err)
	}
	return found, nil
}
