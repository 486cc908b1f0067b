package admin

import (
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// TrashItem is an item as staff see it. ThumbnailURL is a signed path that is valid for a quarter of
// an hour, null for items without an image.
type TrashItem struct {
	ID           string        `json:"id"`
	Kind         string        `json:"kind"`
	OriginalID   int64         `json:"original_id"`
	Name         string        `json:"name"`
	Bytes        int64         `json:"bytes"`
	ThumbnailURL *string       `json:"thumbnail_url"`
	DeletedAt    database.Time `json:"deleted_at"`
	DeletedBy    *string       `json:"deleted_by"`
	ExpiresAt    database.Time `json:"expires_at"`
}

// ListTrash answers GET /api/trash/?kind&limit&offset: 200 with the items, the most recently deleted
// first, and their number on all pages in X-Total-Count; 400 for an unknown kind and for an invalid
// page.
func (h *Handler) ListTrash(w http.ResponseWriter, r *http.Request) error {
	v, query := httpx.NewValidator(), r.URL.Query()
	page, kind := httpx.ReadPage(v, query), query.Get("kind")
	_, known := h.Trash.kind(kind)
	v.Check(known || kind == "", "kind", fmt.Sprintf(httpx.NotAChoice, kind))
	if err := v.Err(); err != nil {
		return err
	}
	items, total, err := h.Trash.List(r.Context(), kind, page)
	if err != nil {
		return err
	}
	listed := make([]TrashItem, len(items))
	for i, item := range items {
		listed[i] = h.Trash.listed(item)
	}
	return httpx.RespondList(w, listed, total, nil)
}

func (t *Trash) listed(item TrashedRow) TrashItem {
	listed := TrashItem{
		ID: item.ID(), Kind: item.Kind, OriginalID: item.OriginalID, Name: item.Name, Bytes: item.Bytes,
		DeletedAt: item.DeletedAt, DeletedBy: item.DeletedBy, ExpiresAt: database.At(item.DeletedAt.Add(trashLifetime)),
	}
	if item.Renditions != nil {
		link := t.Links.Link(trashPath(item.ID())+"thumbnail/", thumbnailName(item.ID()), t.Clock())
		listed.ThumbnailURL = &link
	}
	return listed
}

// thumbnailName is the signed content of a link to a thumbnail.
func thumbnailName(id string) string { return "trash " + id }

func trashPath(id string) string { return "/api/trash/" + id + "/" }

// RestoreItem answers POST /api/trash/:id/restore/: 200 with the restored item, 404 if it is not in the
// trash, 409 with the reason if it cannot be restored.
func (h *Handler) RestoreItem(w http.ResponseWriter, r *http.Request) error {
	restored, err := h.Trash.Restore(r.Context(), chi.URLParam(r, "id"))
	return httpx.Respond(w, http.StatusOK, restored, err)
}

// RestoreItems answers POST /api/trash/restorations/ {items}: 200 with the restored items, 400 for an
// invalid list, 409 with the reason if nothing was restored.
func (h *Handler) RestoreItems(w http.ResponseWriter, r *http.Request) error {
	var in TrashItems
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	restored, err := h.Trash.RestoreMany(r.Context(), in)
	return httpx.Respond(w, http.StatusOK, restored, err)
}

// PurgeItem answers DELETE /api/trash/:id/: 204 when the item is deleted for good, 404 if it is not in
// the trash.
func (h *Handler) PurgeItem(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.Trash.Purge(r.Context(), chi.URLParam(r, "id")))
}

// EmptyTrash answers DELETE /api/trash/: 204 when all items are deleted for good.
func (h *Handler) EmptyTrash(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.Trash.Empty(r.Context()))
}

// ShowThumbnail answers GET /api/trash/:id/thumbnail/ with a signed link: 200 with the image, 403 for
// an expired link, 404.
func (h *Handler) ShowThumbnail(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	if err := h.Trash.Links.Check(r.URL.Query(), thumbnailName(id), h.Trash.Clock()); err != nil {
		return err
	}
	item, _, err := h.Trash.find(r.Context(), h.Trash.DB, id)
	if httpx.IsNotFound(err) || err == nil && item.Renditions == nil {
		return httpx.NotFound()
	}
	if err != nil {
		return fmt.Errorf("find an item of the trash: %w", err)
	}
	return media.ServeRendition(w, r, h.Trash.Files.Storage, item.Renditions.Thumbnail().Name)
}
