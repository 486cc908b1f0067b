package trash

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/media"
	"portfolio/api/tokens"
	"portfolio/api/validate"
)

// Handler answers the calls about the trash.
type Handler struct {
	Trash *Trash
	// Names returns the names of users by their ids.
	Names func(ctx context.Context, ids []int64) (map[int64]string, error)
}

// List answers GET /api/trash/?kind&limit&offset: 200 with the items as an array, the one deleted last first, and in X-Total-Count
// how many there are; 400 for a kind that is none and for a limit or an offset that is no number.
func (h *Handler) List(w http.ResponseWriter, r *http.Request) error {
	v, query := validate.New(), r.URL.Query()
	page, kind := validate.ReadPage(v, query), query.Get("kind")
	_, known := h.Trash.kind(kind)
	v.Check(known || kind == "", "kind", fmt.Sprintf(apperror.NotAChoice, kind))
	if err := v.Err(); err != nil {
		return err
	}
	rows, total, err := h.Trash.List(r.Context(), kind, page)
	if err != nil {
		return err
	}
	var people []int64
	for _, row := range rows {
		if row.DeletedBy != nil {
			people = append(people, *row.DeletedBy)
		}
	}
	names, err := h.Names(r.Context(), people)
	if err != nil {
		return err
	}
	items := make([]Listed, len(rows))
	for i, row := range rows {
		items[i] = h.Trash.listed(row, names)
	}
	w.Header().Set("X-Total-Count", strconv.FormatInt(total, 10))
	return httpx.JSON(w, http.StatusOK, items)
}

// Restore answers POST /api/trash/:id/restore/: 200 with what came back, 404 for what is not in the trash, or no longer, 409 with the
// reason why it cannot be restored.
func (h *Handler) Restore(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	restored, err := h.Trash.Restore(r.Context(), id)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, restored)
}

// RestoreMany answers POST /api/trash/restorations/ {items}: 200 with what came back, 400 for a wrong list, 409 with the reason why
// nothing was restored.
func (h *Handler) RestoreMany(w http.ResponseWriter, r *http.Request) error {
	var in ManyItems
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	restored, err := h.Trash.RestoreMany(r.Context(), in)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, restored)
}

// Purge answers DELETE /api/trash/:id/: 204, and the item is gone for good; 404 for what is not in the trash, or no longer.
func (h *Handler) Purge(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Trash.Purge)
}

// Thumbnail answers GET /api/trash/:id/thumbnail/ to whoever has the signed address: 200 with the picture, 403 for an expired signature,
// 404.
func (h *Handler) Thumbnail(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	query := r.URL.Query()
	err = h.Trash.Links.Check(linkName(id), query.Get("expires"), query.Get("signature"), h.Trash.Clock())
	if errors.Is(err, tokens.ErrExpired) {
		return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.LinkExpired}
	}
	if err != nil {
		return apperror.NotFound()
	}
	var item Item
	err = h.Trash.DB.Get(r.Context(), &item, `SELECT `+columns+` FROM trash WHERE id = ?`, id)
	kind, _ := h.Trash.kind(item.Kind)
	if errors.Is(err, database.ErrNoRows) || err == nil && kind.Thumbnail == nil {
		return apperror.NotFound()
	}
	if err != nil {
		return fmt.Errorf("find an item of the trash: %w", err)
	}
	name := kind.Thumbnail(item)
	object, err := h.Trash.Files.OpenTrashed(r.Context(), name)
	if err != nil {
		return fmt.Errorf("open the thumbnail of an item of the trash: %w", err)
	}
	defer func() { _ = object.Close() }()
	media.ServeRendition(w, r, object, name)
	return nil
}

// Delete answers a DELETE of the row that the URL parameter id names: 204, and in Location the path of the item in the trash, whose id
// remove returns.
func Delete(w http.ResponseWriter, r *http.Request, remove func(ctx context.Context, id int64) (item int64, err error)) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	item, err := remove(r.Context(), id)
	if err != nil {
		return err
	}
	w.Header().Set("Location", pathOf(item))
	return httpx.NoContent(w)
}
