package photos

import (
	"context"
	"fmt"
	"net/http"

	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// OpenPicture returns the full rendition of an image and its name, or NotFound. The caller
// closes it.
func (s *Service) OpenPicture(ctx context.Context, id int64) (*files.Object, string, error) {
	image, err := findImage(ctx, s.DB, id)
	if err != nil {
		return nil, "", fmt.Errorf("find an image: %w", err)
	}
	name := image.Picture.Full().Name
	object, err := s.Files.Storage.Open(ctx, name)
	if err != nil {
		return nil, "", fmt.Errorf("open the picture of an image: %w", err)
	}
	return object, name, nil
}

// ServePicture answers GET /api/content/photos/:id/: 200 with the file of the image that has all its pixels, 404. It answers conditional
// and range requests.
func (h *Handler) ServePicture(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	object, name, err := h.Service.OpenPicture(r.Context(), id)
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	media.ServeRendition(w, r, object, name)
	return nil
}
