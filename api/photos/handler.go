package photos

import (
	"context"
	"net/http"

	"portfolio/api/httpx"
)

// StaffFunc returns the id of the staff user who sent a request, or the refusal to answer: 401 or 403.
type StaffFunc func(*http.Request) (userID int64, err error)

// Handler answers the calls about photos.
type Handler struct {
	service *Service
	staff   StaffFunc
}

// NewHandler returns the handlers of service's calls. staff is asked where the guard of a route does not decide.
func NewHandler(service *Service, staff StaffFunc) *Handler {
	return &Handler{service: service, staff: staff}
}

// ListGalleries answers GET /api/photos/galleries/: 200 with all of them by name.
func (h *Handler) ListGalleries(w http.ResponseWriter, r *http.Request) error {
	galleries, err := h.service.ListGalleries(r.Context())
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, galleries)
}

// CreateGallery answers POST /api/photos/galleries/ {name, description}: 201 with the gallery, 400 for wrong fields.
func (h *Handler) CreateGallery(w http.ResponseWriter, r *http.Request) error {
	var in NewGallery
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	gallery, err := h.service.CreateGallery(r.Context(), in)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, gallery)
}

// ListImages answers GET /api/photos/images/: with ?gallery_slug= the images of that gallery for everybody, in the order
// of their upload; without it all images, newest first, for staff.
func (h *Handler) ListImages(w http.ResponseWriter, r *http.Request) error {
	list := h.service.ListImages
	if slug := r.URL.Query().Get("gallery_slug"); slug != "" {
		list = func(ctx context.Context) ([]Image, error) { return h.service.ListGalleryImages(ctx, slug) }
	} else if _, err := h.staff(r); err != nil {
		return err
	}
	images, err := list(r.Context())
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, images)
}

// UploadImage answers POST /api/photos/images/, a form of image, title, description, alt_text and gallery: 201 with the image, 400
// for wrong fields, 413 for too many bytes, 415 for another type than multipart/form-data.
func (h *Handler) UploadImage(w http.ResponseWriter, r *http.Request) error {
	userID, err := h.staff(r)
	if err != nil {
		return err
	}
	form, err := h.service.readForm(w, r)
	if err != nil {
		return err
	}
	defer form.close()
	image, err := h.service.Upload(r.Context(), NewImage{
		Title: form.Texts["title"], Description: form.Texts["description"], AltText: form.Texts["alt_text"],
		Gallery: form.Texts["gallery"], File: form.file, FileFault: form.FileFault, FileName: form.fileName, UploadedBy: userID,
	})
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, image)
}
