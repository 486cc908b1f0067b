// Package trash holds what was deleted or replaced, until it is restored, deleted for good or expires. What lies in it has left the
// table that it was in: features take their rows out and put them back, and everything else is the same for all kinds.
package trash

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/storedfiles"
	"portfolio/api/tokens"
)

// FileUse says which stored files the trash uses.
var FileUse = storedfiles.Use{
	Table:  "trash_files",
	Trash:  true,
	Owners: `SELECT f.file_id, 'in the trash: ' || t.kind AS kind, t.former_id AS id, t.name AS title FROM trash_files f JOIN trash t ON t.id = f.trash_id`,
}

// Item is something in the trash.
type Item struct {
	ID   int64  `db:"id"`
	Kind string `db:"kind"`
	// FormerID is the id that it had, and gets back.
	FormerID int64  `db:"former_id"`
	Name     string `db:"name"`
	// Content is JSON of everything that the feature needs to restore it, of which the names of people are no part.
	Content    string `db:"content"`
	UploadedBy *int64 `db:"uploaded_by"`
	// Files are its stored files.
	Files []storedfiles.File `db:"-"`

	DeletedAt database.Time `db:"deleted_at"`
	DeletedBy *int64        `db:"deleted_by"`
}

// Kind is how things of one kind are handled.
type Kind struct {
	Name string
	// Restore puts the item back, and returns what is not as it was, a sentence each. It calls remove once, which takes the item out
	// of the trash, within ChangeReferences where the item has files. An apperror says why it cannot be restored, and the remedy.
	Restore func(ctx context.Context, tx *database.Tx, item Item, remove func() error) (notes []string, err error)
	// Thumbnail returns the name of the item's file that is a small picture of it; nil for kinds without.
	Thumbnail func(item Item) string
	// Parts is the kind of items that go for good with the one whose FormerID they have, "" for none.
	Parts string
}

// Trash is the trash of a site. All fields are set by whoever makes one.
type Trash struct {
	DB    *database.DB
	Files *storedfiles.Files
	Audit *audit.Log
	// Links signs the addresses of thumbnails.
	Links *tokens.Download
	Clock func() time.Time
	// Changed is called at the end of each transaction that restores something.
	Changed func(ctx context.Context, tx *database.Tx) error
	// Kinds are all kinds that there are.
	Kinds []Kind
	// Days is after how many days what was deleted is removed for good.
	Days int
}

const columns = `id, kind, former_id, name, content, uploaded_by, deleted_at, deleted_by`

// Add puts an item into the trash and returns its ID there. Content is encoded as JSON. Of the item's fields the Kind, FormerID, Name,
// UploadedBy and Files are set; who deletes it the context knows. The caller deletes the item's rows in the same transaction, both within
// ChangeReferences where it has files.
func (t *Trash) Add(ctx context.Context, tx *database.Tx, item Item, content any) (id int64, err error) {
	encoded, err := json.Marshal(content)
	if err != nil {
		return 0, fmt.Errorf("put into the trash: %w", err)
	}
	err = tx.Get(ctx, &id, `
		INSERT INTO trash (kind, former_id, name, content, uploaded_by, deleted_at, deleted_by) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		item.Kind, item.FormerID, item.Name, string(encoded), item.UploadedBy, database.At(t.Clock()), audit.ActorID(ctx))
	for position, file := range item.Files {
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO trash_files (trash_id, position, file_id) VALUES (?, ?, ?)`, id, position, file.ID)
		}
	}
	if err != nil {
		return 0, fmt.Errorf("put into the trash: %w", err)
	}
	return id, nil
}

// ChangeContent replaces the content of the item that was of that kind and had that id, and reports whether there is one: change is called
// when content, a pointer, has what was encoded.
func (t *Trash) ChangeContent(ctx context.Context, tx *database.Tx, kind string, formerID int64, content any, change func()) (found bool, err error) {
	var item Item
	err = tx.Get(ctx, &item, `UPDATE trash SET name = name WHERE kind = ? AND former_id = ? RETURNING `+columns, kind, formerID)
	if errors.Is(err, database.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(item.Content), content)
	}
	if err == nil {
		change()
		var encoded []byte
		if encoded, err = json.Marshal(content); err == nil {
			_, err = tx.Exec(ctx, `UPDATE trash SET content = ? WHERE id = ?`, string(encoded), item.ID)
		}
	}
	if err != nil {
		return false, fmt.Errorf("change what is in the trash: %w", err)
	}
	return true, nil
}

// lock returns the item, which nobody else restores or deletes before the transaction ends, or NotFound.
func lock(ctx context.Context, tx *database.Tx, id int64) (item Item, err error) {
	err = tx.Get(ctx, &item, `UPDATE trash SET name = name WHERE id = ? RETURNING `+columns, id)
	if errors.Is(err, database.ErrNoRows) {
		return Item{}, &apperror.Error{Kind: apperror.KindNotFound, Detail: apperror.NotInTrash}
	}
	if err != nil {
		return Item{}, err
	}
	item.Files, err = filesOf(ctx, tx, id)
	return item, err
}

func filesOf(ctx context.Context, tx *database.Tx, id int64) (files []storedfiles.File, err error) {
	err = tx.Select(ctx, &files, `
		SELECT f.id, f.name FROM trash_files u JOIN stored_files f ON f.id = u.file_id WHERE u.trash_id = ? ORDER BY u.position`, id)
	return files, err
}

func remove(ctx context.Context, tx *database.Tx, id int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM trash WHERE id = ?`, id)
	return err
}

func (t *Trash) kind(name string) (kind Kind, ok bool) {
	at := slices.IndexFunc(t.Kinds, func(kind Kind) bool { return kind.Name == name })
	if at < 0 {
		return Kind{}, false
	}
	return t.Kinds[at], true
}

func (t *Trash) record(ctx context.Context, tx *database.Tx, action string, item Item, detail string) error {
	return t.Audit.RecordIn(ctx, tx, audit.Event{
		Action: action, Kind: item.Kind, TargetID: item.FormerID, Target: item.Name, Detail: detail,
	})
}
