// Package trash lists what was deleted or replaced, restores it and deletes it for good. The rows
// stay in the tables of their features, which mark them as deleted; the view trash lists them.
package trash

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
)

// Days is the number of days that items are kept.
const Days = 30

const lifetime = Days * 24 * time.Hour

// Kind describes the rows of one kind in the trash.
type Kind struct {
	Name string
	// Table has the rows. deleted_at is set for those in the trash. It is "" for a kind whose Restore and
	// Purge take the row out of the trash.
	Table string
	// Lock is taken before a row is restored or deleted, if it is not "".
	Lock database.Lock
	// Restore prepares a row before its deletion mark is removed, and returns a sentence for each
	// difference from before. It is optional.
	Restore func(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error)
	// Purge prepares a row before it is deleted. It is optional.
	Purge func(ctx context.Context, tx *database.Tx, id int64) error
	// Files is the query for the names of a row's files, or "".
	Files string
}

// Item is an item in the trash. RowID is the ID in the table of its kind. OriginalID is the ID of
// the restored item, or for a replaced file the ID of its image.
type Item struct {
	Kind       string           `db:"kind"`
	RowID      int64            `db:"row_id"`
	OriginalID int64            `db:"original_id"`
	Name       string           `db:"name"`
	Renditions media.Renditions `db:"renditions"`
	Bytes      int64            `db:"bytes"`
	DeletedAt  database.Time    `db:"deleted_at"`
	DeletedBy  *string          `db:"deleted_by"`
}

const selectItems = `
	SELECT t.kind, t.row_id, t.original_id, t.name, t.renditions, t.bytes, t.deleted_at, u.name AS deleted_by
	  FROM trash t LEFT JOIN user_names u ON u.id = t.deleted_by`

// ID returns the ID of a row in the trash, such as image-12.
func ID(kind string, row int64) string { return kind + "-" + strconv.FormatInt(row, 10) }

// ID returns the item's ID in the trash.
func (i Item) ID() string { return ID(i.Kind, i.RowID) }

// Trash is the trash of a site. Callers set all fields.
type Trash struct {
	DB    *database.DB
	Files *files.Files
	Audit *audit.Log
	// Links signs the paths of thumbnails.
	Links *httpx.DownloadLinks
	Clock func() time.Time
	// Pages are built again when something is restored.
	Pages jobs.Pages
	Kinds []Kind
}

// List returns a page of the items of a kind, or of all kinds for "", the most recently deleted
// first, and the number on all pages.
func (t *Trash) List(ctx context.Context, kind string, page apperror.Page) (items []Item, total int64, err error) {
	const where = ` WHERE ? IN ('', t.kind)`
	if err = t.DB.Get(ctx, &total, `SELECT COUNT(*) FROM trash t`+where, kind); err == nil {
		err = t.DB.Select(ctx, &items, selectItems+where+` ORDER BY t.deleted_at DESC, t.kind, t.row_id DESC LIMIT ? OFFSET ?`,
			kind, page.Size(), page.Offset)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list the trash: %w", err)
	}
	return items, total, nil
}

// errMissing is returned for an item that is not in the trash.
var errMissing = &apperror.Error{Kind: apperror.KindNotFound, Detail: apperror.NotInTrash}

// find returns the item of that ID and its kind, or errMissing.
func (t *Trash) find(ctx context.Context, from database.Reader, id string) (item Item, kind Kind, err error) {
	name, row, _ := strings.Cut(id, "-")
	kind, known := t.kind(name)
	number, invalid := strconv.ParseInt(row, 10, 64)
	if !known || invalid != nil {
		return Item{}, Kind{}, errMissing
	}
	there, err := from.Find(ctx, &item, selectItems+` WHERE t.kind = ? AND t.row_id = ?`, name, number)
	if err == nil && !there {
		err = errMissing
	}
	return item, kind, err
}

// take is find, and locks the row until the transaction ends.
func (t *Trash) take(ctx context.Context, tx *database.Tx, id string) (Item, Kind, error) {
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
		err = errMissing
	}
	return item, kind, err
}

func (t *Trash) kind(name string) (Kind, bool) {
	for _, kind := range t.Kinds {
		if kind.Name == name {
			return kind, true
		}
	}
	return Kind{}, false
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
func (t *Trash) deleteRow(ctx context.Context, tx *database.Tx, kind Kind, id int64) error {
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
	if err := t.purgeSelected(ctx, "", selectItems+` ORDER BY t.deleted_at, t.kind, t.row_id`); err != nil {
		return fmt.Errorf("empty the trash: %w", err)
	}
	return nil
}

// Expire purges the items that have been in the trash for Days.
func (t *Trash) Expire(ctx context.Context) error {
	err := t.purgeSelected(ctx, fmt.Sprintf("after %d days", Days),
		selectItems+` WHERE t.deleted_at < ? ORDER BY t.deleted_at, t.kind, t.row_id`, database.At(t.Clock().Add(-lifetime)))
	if err != nil {
		return fmt.Errorf("expire the trash: %w", err)
	}
	return nil
}

// purgeSelected purges the items that a query selects. An item that fails does not stop the others;
// the first error is returned.
func (t *Trash) purgeSelected(ctx context.Context, detail, query string, args ...any) error {
	var items []Item
	err := t.DB.Select(ctx, &items, query, args...)
	for _, item := range items {
		failed := t.purge(ctx, item.ID(), detail)
		// Another request or replica may have deleted it, or it went with another item.
		if err == nil && !apperror.IsNotFound(failed) {
			err = failed
		}
	}
	return err
}

func (t *Trash) record(ctx context.Context, tx *database.Tx, action string, item Item, detail string) error {
	return t.Audit.RecordIn(ctx, tx, audit.Event{
		Action: action, Kind: item.Kind, TargetID: item.OriginalID, Target: item.Name, Detail: detail,
	})
}

// Personal is an item as disclosed to the user who uploaded or deleted it.
type Personal struct {
	Kind         string        `db:"kind" json:"kind"`
	Name         string        `db:"name" json:"name"`
	UploadedByMe bool          `db:"uploaded" json:"uploaded_by_me"`
	DeletedByMe  bool          `db:"deleted" json:"deleted_by_me"`
	DeletedAt    database.Time `db:"deleted_at" json:"deleted_at"`
}

// PersonalData returns the items that the user uploaded or deleted, in the order of their deletion.
func PersonalData(ctx context.Context, from database.Reader, userID int64) ([]Personal, error) {
	found := []Personal{}
	err := from.Select(ctx, &found, `
		SELECT kind, name, deleted_at, COALESCE(uploaded_by = ?, FALSE) AS uploaded, COALESCE(deleted_by = ?, FALSE) AS deleted
		  FROM trash WHERE uploaded_by = ? OR deleted_by = ? ORDER BY deleted_at, kind, row_id`, userID, userID, userID, userID)
	if err != nil {
		return nil, fmt.Errorf("list a user's items in the trash: %w", err)
	}
	return found, nil
}
