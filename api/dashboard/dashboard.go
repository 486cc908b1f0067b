// Package dashboard sums up for staff what the features know of the site, in one call.
package dashboard

import (
	"context"
	"net/http"

	"portfolio/api/database"
	"portfolio/api/documents"
	"portfolio/api/httpx"
	"portfolio/api/photos"
	"portfolio/api/storedfiles"
)

// Handler answers the dashboard's call by what the features know.
type Handler struct {
	DB        *database.DB
	Documents *documents.Service
	Photos    *photos.Service
	Files     *storedfiles.Files
}

// Figures are the numbers of the dashboard. StorageBytes is what all files take that something uses.
type Figures struct {
	documents.DocumentCounts
	photos.ImageCounts
	StorageBytes int64                `json:"storage_bytes"`
	CurrentCV    *documents.CurrentCV `json:"current_cv"`
}

// Show answers GET /api/dashboard/: 200 with the figures.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	return httpx.Read(w, r, h.Figures)
}

// Figures returns the numbers of the dashboard.
func (h *Handler) Figures(ctx context.Context) (figures Figures, err error) {
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
