// Package trash lists what was deleted or replaced, restores it and deletes it for good. The rows stay in the tables of
// their features, which mark them as deleted; the view trash lists them.
package trash

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/tokens"
)

// Days is the number of days that items are kept.
const Days = 30

const lifetime = Days * 24 * time.Hour

// Kind says how rows of one kind are restored and deleted. Both functions return Missing if the row is not in the trash.
type Kind struct {
	Name string
	// Restore takes the row out of the trash and returns a sentence for each thing that is not as it was.
	Restore func(ctx context.Context, tx *database.Tx, id int64) (notes []string, err error)
	// Purge deletes the row and its files for good.
	Purge func(ctx context.Context, tx *database.Tx, id int64) error
}

// Missing is the error for a row that is not in the trash.
func Missing() error {
	return &apperror.Error{Kind: apperror.KindNotFound, Detail: apperror.NotInTrash}
}

// Item is something in the trash. RowID is the ID in the table of its kind. FormerID is the ID that it gets back, or for
// a replaced picture that of its image.
type Item struct {
	Kind       string        `db:"kind"`
	RowID      int64         `db:"row_id"`
	FormerID   int64         `db:"former_id"`
	Name       string        `db:"name"`
	Renditions string        `db:"renditions"`
	Bytes      int64         `db:"bytes"`
	DeletedAt  database.Time `db:"deleted_at"`
	DeletedBy  *int64        `db:"deleted_by"`
}

const selectItems = `SELECT kind, row_id, former_id, name, renditions, bytes, deleted_at, deleted_by FROM trash`

// ID returns the ID of a row in the trash, such as image-12.
func ID(kind string, row int64) string { return kind + "-" + strconv.FormatInt(row, 10) }

// ID returns the item's ID in the trash.
func (i Item) ID() string { return ID(i.Kind, i.RowID) }

// Trash is the trash of a site. Callers set all fields.
type Trash struct {
	DB    *database.DB
	Store files.Store
	Audit *audit.Log
	// Links signs the paths of thumbnails.
	Links *tokens.Download
	Clock func() time.Time
	// Changed is called at the end of each transaction that restores something.
	Changed func(ctx context.Context, tx *database.Tx) error
	Kinds   []Kind
}

// List returns a page of the items of a kind, or of all kinds for "", those deleted last first, and the number on all
// pages.
func (t *Trash) List(ctx context.Context, kind string, page apperror.Page) (items []Item, total int64, err error) {
	where, args := ``, []any{}
	if kind != "" {
		where, args = ` WHERE kind = ?`, []any{kind}
	}
	if err = t.DB.Get(ctx, &total, `SELECT COUNT(*) FROM trash`+where, args...); err == nil {
		err = t.DB.Select(ctx, &items, selectItems+where+` ORDER BY deleted_at DESC, kind, row_id DESC LIMIT ? OFFSET ?`,
			append(args, page.Size(), page.Offset)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list the trash: %w", err)
	}
	return items, total, nil
}

// find returns the item of that ID and its kind, or Missing.
func (t *Trash) find(ctx context.Context, from database.Reader, id string) (item Item, kind Kind, err error) {
	name, row, _ := strings.Cut(id, "-")
	kind, known := t.kind(name)
	number, invalid := strconv.ParseInt(row, 10, 64)
	if !known || invalid != nil {
		return Item{}, Kind{}, Missing()
	}
	err = from.Get(ctx, &item, selectItems+` WHERE kind = ? AND row_id = ?`, name, number)
	if errors.Is(err, database.ErrNoRows) {
		return Item{}, Kind{}, Missing()
	}
	return item, kind, err
}

func (t *Trash) kind(name string) (Kind, bool) {
	at := slices.IndexFunc(t.Kinds, func(kind Kind) bool { return kind.Name == name })
	if at < 0 {
		return Kind{}, false
	}
	return t.Kinds[at], true
}

// Purge deletes an item and its dependents for good. It returns Missing if it is not in the trash.
func (t *Trash) Purge(ctx context.Context, id string) error { return t.purge(ctx, id, "") }

func (t *Trash) purge(ctx context.Context, id, detail string) error {
	err := t.DB.InTx(ctx, func(tx *database.Tx) error {
		item, kind, err := t.find(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := kind.Purge(ctx, tx, item.RowID); err != nil {
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

// Expire purges the items that have been in the trash for Days. An item that fails does not stop
// the others; the first error is returned.
func (t *Trash) Expire(ctx context.Context) error {
	var expired []Item
	err := t.DB.Select(ctx, &expired, selectItems+` WHERE deleted_at < ? ORDER BY deleted_at, kind, row_id`, database.At(t.Clock().Add(-lifetime)))
	for _, item := range expired {
		failed := t.purge(ctx, item.ID(), fmt.Sprintf("after %d days", Days))
		// Another replica may have deleted it, or it went with another item.
		if err == nil && !apperror.IsNotFound(failed) {
			err = failed
		}
	}
	if err != nil {
		return fmt.Errorf("expire the trash: %w", err)
	}
	return nil
}

func (t *Trash) record(ctx context.Context, tx *database.Tx, action string, item Item, detail string) error {
	return t.Audit.RecordIn(ctx, tx, audit.Event{
		Action: action, Kind: item.Kind, TargetID: item.FormerID, Target: item.Name, Detail: detail,
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
