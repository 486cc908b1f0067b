package admin

import (
	"context"
	"net/http"

	"portfolio/api/documents"
	"portfolio/api/internal/httpx"
	"portfolio/api/photos"
)

// Figures are the numbers of the dashboard. StorageBytes is the size of all files in use.
type Figures struct {
	documents.DocumentCounts
	photos.ImageCounts
	StorageBytes int64                `json:"storage_bytes"`
	CurrentCV    *documents.CurrentCV `json:"current_cv"`
}

// Dashboard answers GET /api/dashboard/: 200 with the figures.
func (h *Handler) Dashboard(w http.ResponseWriter, r *http.Request) error {
	return httpx.Read(w, r, h.figures)
}

func (h *Handler) figures(ctx context.Context) (figures Figures, err error) {
	if figures.DocumentCounts, err = h.Documents.Counts(ctx); err != nil {
		return Figures{}, err
	}
	if figures.ImageCounts, err = h.Photos.Counts(ctx); err != nil {
		return Figures{}, err
	}
	if figures.StorageBytes, err = h.Files.Used(ctx); err != nil {
		return Figures{}, err
	}
	figures.CurrentCV, err = documents.FindCurrentCV(ctx, h.DB)
	return figures, err
}
