package photos

import (
	"context"
	"net/http"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// Handler answers the calls about photos.
type Handler struct {
	Service *Service
	// Public keeps the answers that are the same for everybody.
	Public *httpx.PublicAnswers
	// HasPage reports whether the site has a page at a path now.
	HasPage func(ctx context.Context, path string) (bool, error)
}

// listedGallery is a gallery in the list for staff. OnSite means that visitors see its page.
type listedGallery struct {
	Gallery

	OnSite bool `json:"on_site"`
}

// ListGalleries answers GET /api/photos/galleries/: 200 with all galleries, sorted by name.
func (h *Handler) ListGalleries(w http.ResponseWriter, r *http.Request) error {
	galleries, err := h.Service.ListGalleries(r.Context())
	listed := []listedGallery{}
	for _, gallery := range galleries {
		onSite := false
		if err == nil && gallery.Shown {
			onSite, err = h.HasPage(r.Context(), "/gallery/"+gallery.Slug)
		}
		listed = append(listed, listedGallery{gallery, onSite})
	}
	return httpx.Respond(w, http.StatusOK, listed, err)
}

// CreateGallery answers POST /api/photos/galleries/ {name, description}: 201 with the gallery, 400 for wrong fields.
func (h *Handler) CreateGallery(w http.ResponseWriter, r *http.Request) error {
	var in GalleryFields
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	gallery, err := h.Service.CreateGallery(r.Context(), in)
	return httpx.Respond(w, http.StatusCreated, gallery, err)
}

// ChangeGallery answers PATCH /api/photos/galleries/update/:id/ {name, description}: 200 with the
// gallery, 400 for invalid fields, 404.
func (h *Handler) ChangeGallery(w http.ResponseWriter, r *http.Request) error {
	var in GalleryFields
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	gallery, err := h.Service.ChangeGallery(r.Context(), id, in)
	return httpx.Respond(w, http.StatusOK, gallery, err)
}

// DeleteGallery answers DELETE /api/photos/galleries/:id/: 204 when it is in the trash, 404.
func (h *Handler) DeleteGallery(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.DeleteGallery)
}

// ListShownGalleries answers GET /api/photos/galleries/shown/: 200 with the galleries that have a page,
// and their images, for everyone.
func (h *Handler) ListShownGalleries(w http.ResponseWriter, r *http.Request) error {
	return h.Public.Serve(w, r, "shown galleries", func(ctx context.Context) (any, error) { return h.Service.ListShownGalleries(ctx) })
}

// IsGalleryRequest reports whether a GET for images names one gallery by its slug. Such lists are
// public if pages show the gallery.
func IsGalleryRequest(r *http.Request) bool { return r.URL.Query().Get("gallery_slug") != "" }

// ListImages answers GET /api/photos/images/. With ?gallery_slug= it lists the images of that
// gallery in its order, for staff, and for everyone if pages show the gallery. Otherwise it lists
// all images for staff, newest first, filtered by gallery, words (search) or a missing alternative
// text (alt_text=missing), or in another order. limit and offset select a page; the header
// X-Total-Count has the total. For staff, ?sha256= lists the images made from a file with that
// hash, and ?ids= those with the IDs.
func (h *Handler) ListImages(w http.ResponseWriter, r *http.Request) error {
	if IsGalleryRequest(r) {
		return h.listGallery(w, r)
	}
	images, total, err := h.listForStaff(r)
	return httpx.RespondList(w, images, total, err)
}

// listGallery answers with the images of a gallery. Only whole lists for everyone are kept in memory.
func (h *Handler) listGallery(w http.ResponseWriter, r *http.Request) error {
	v, slug := httpx.NewValidator(), r.URL.Query().Get("gallery_slug")
	page := httpx.ReadPage(v, r.URL.Query())
	if err := v.Err(); err != nil {
		return err
	}
	if audit.ActorID(r.Context()) != nil { // the guard lets staff alone say who they are
		_, shown, err := h.Service.ListPublicImages(r.Context(), slug, httpx.Page{Limit: 1})
		if err != nil || shown == 0 {
			images, total, err := h.Service.ListGalleryImages(r.Context(), slug, page)
			return httpx.RespondList(w, images, total, err)
		}
	}
	if page == (httpx.Page{}) && isSlug(slug) {
		return h.Public.Serve(w, r, "images of "+slug, func(ctx context.Context) (any, error) {
			images, total, err := h.Service.ListPublicImages(ctx, slug, page)
			return httpx.List{Entries: images, Total: total}, err
		})
	}
	images, total, err := h.Service.ListPublicImages(r.Context(), slug, page)
	return httpx.RespondList(w, images, total, err)
}

func (h *Handler) listForStaff(r *http.Request) ([]Image, int64, error) {
	query := r.URL.Query()
	if sum := query.Get("sha256"); sum != "" {
		return h.Service.ListDoubles(r.Context(), sum)
	}
	if ids := query.Get("ids"); ids != "" {
		return h.Service.ListNamed(r.Context(), ids)
	}
	filter, err := readFilter(query)
	if err != nil {
		return nil, 0, err
	}
	return h.Service.ListImages(r.Context(), filter)
}

// ChangeImage answers PATCH /api/photos/images/:id/, with a form like that of UploadImage or JSON
// without the file: 200 with the image. Missing fields are unchanged; an empty gallery means none.
// 400 for invalid fields, 404, 413, 415.
func (h *Handler) ChangeImage(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	var in ImageFields
	if httpx.IsForm(r) {
		in, err = h.receive(w, r)
		defer in.close()
	} else {
		err = httpx.DecodeJSON(r, &in)
	}
	if err != nil {
		return err
	}
	image, err := h.Service.ChangeImage(r.Context(), id, in)
	return httpx.Respond(w, http.StatusOK, image, err)
}

// DeleteImage answers DELETE /api/photos/images/:id/: 204 when it is in the trash, 404.
func (h *Handler) DeleteImage(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.DeleteImage)
}

// ChangeImages answers POST /api/photos/image-changes/: 200 with the number of changed or deleted
// images, which are all of them or none; 400 for invalid fields; 409 if an image is gone.
func (h *Handler) ChangeImages(w http.ResponseWriter, r *http.Request) error {
	var in ManyImages
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	changed, err := h.Service.ChangeImages(r.Context(), in)
	return httpx.Respond(w, http.StatusOK, changed, err)
}

// MoveImage answers POST /api/photos/images/:id/move/ {before}: 200 with the order of its gallery, 400 for a wrong field, 404.
func (h *Handler) MoveImage(w http.ResponseWriter, r *http.Request) error {
	var in Move
	id, err := httpx.DecodeFor(r, &in)
	if err != nil {
		return err
	}
	order, err := h.Service.MoveImage(r.Context(), id, in)
	return httpx.Respond(w, http.StatusOK, order, err)
}

// ServeFull answers GET /api/content/images/:id/: 200 with the full rendition of the image, 404.
// It answers conditional and range requests.
func (h *Handler) ServeFull(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	name, err := h.Service.fullName(r.Context(), id)
	if err != nil {
		return err
	}
	return media.ServeRendition(w, r, h.Service.Files.Storage, name)
}
