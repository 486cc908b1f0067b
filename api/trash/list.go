package trash

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"portfolio/api/database"
	"portfolio/api/validate"
)

// Listed is an item as staff see it. FormerID is the id that it had. Bytes is the size of its files, of which others may have the
// same. ThumbnailURL is a path on this server that holds for a quarter of an hour, null for what has no picture.
type Listed struct {
	ID           int64         `json:"id"`
	Kind         string        `json:"kind"`
	FormerID     int64         `json:"former_id"`
	Name         string        `json:"name"`
	Bytes        int64         `json:"bytes"`
	ThumbnailURL *string       `json:"thumbnail_url"`
	DeletedAt    database.Time `json:"deleted_at"`
	DeletedBy    *string       `json:"deleted_by"`
	ExpiresAt    database.Time `json:"expires_at"`
}

// Row is an item in a list, with the bytes of its files.
type Row struct {
	Item
	Bytes int64 `db:"bytes"`
}

// List returns a page of the items of a kind, "" for all, the one deleted last first, and how many there are on all pages.
func (t *Trash) List(ctx context.Context, kind string, page validate.Page) (rows []Row, total int64, err error) {
	where, args := ``, []any{}
	if kind != "" {
		where, args = ` WHERE kind = ?`, []any{kind}
	}
	if err = t.DB.Get(ctx, &total, `SELECT COUNT(*) FROM trash`+where, args...); err == nil {
		err = t.DB.Select(ctx, &rows, `
			SELECT `+columns+`, (SELECT CAST(COALESCE(SUM(f.bytes), 0) AS BIGINT)
			          FROM trash_files u JOIN stored_files f ON f.id = u.file_id WHERE u.trash_id = trash.id) AS bytes
			  FROM trash`+where+` ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?`, append(args, page.Size(), page.Offset)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list the trash: %w", err)
	}
	return rows, total, nil
}

func (t *Trash) listed(r Row, names map[int64]string) Listed {
	listed := Listed{
		ID: r.ID, Kind: r.Kind, FormerID: r.FormerID, Name: r.Name, Bytes: r.Bytes,
		DeletedAt: r.DeletedAt, ExpiresAt: database.At(r.DeletedAt.Add(t.lifetime())),
	}
	if r.DeletedBy != nil {
		if name, ok := names[*r.DeletedBy]; ok {
			listed.DeletedBy = &name
		}
	}
	if kind, _ := t.kind(r.Kind); kind.Thumbnail != nil {
		expires, signature := t.Links.Sign(linkName(r.ID), t.Clock())
		path := pathOf(r.ID) + "thumbnail/?" + url.Values{"expires": {expires}, "signature": {signature}}.Encode()
		listed.ThumbnailURL = &path
	}
	return listed
}

// linkName is what the address of a thumbnail signs.
func linkName(id int64) string { return "trash " + strconv.FormatInt(id, 10) }

func pathOf(id int64) string { return "/api/trash/" + strconv.FormatInt(id, 10) + "/" }

// Personal is an item as it is disclosed to the person who uploaded or deleted it; Content is null to whom it is not disclosed.
type Personal struct {
	Kind         string          `db:"kind" json:"kind"`
	Name         string          `db:"name" json:"name"`
	Content      json.RawMessage `db:"content" json:"content"`
	UploadedByMe bool            `db:"uploaded" json:"uploaded_by_me"`
	DeletedByMe  bool            `db:"deleted" json:"deleted_by_me"`
	DeletedAt    database.Time   `db:"deleted_at" json:"deleted_at"`
}

// PersonalData returns what the trash has of what the user uploaded or deleted, oldest first.
func PersonalData(ctx context.Context, from database.Reader, userID int64) ([]Personal, error) {
	found := []Personal{}
	err := from.Select(ctx, &found, `
		SELECT kind, name, CASE WHEN uploaded_by = ? THEN content END AS content, deleted_at,
		       COALESCE(uploaded_by = ?, FALSE) AS uploaded, COALESCE(deleted_by = ?, FALSE) AS deleted
		  FROM trash WHERE uploaded_by = ? OR deleted_by = ? ORDER BY id`, userID, userID, userID, userID, userID)
	if err != nil {
		return nil, fmt.Errorf("list what a user has in the trash: %w", err)
	}
	return found, nil
}
