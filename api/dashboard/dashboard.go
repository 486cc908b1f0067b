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
	Documents        int64                `json:"documents"`
	Categories       int64                `json:"categories"`
	CurrentDocuments int64                `json:"current_documents"`
	Images           int64                `json:"images"`
	Galleries        int64                `json:"galleries"`
	FrontPageImages  int64                `json:"front_page_images"`
	StorageBytes     int64                `json:"storage_bytes"`
	CurrentCV        *documents.CurrentCV `json:"current_cv"`
}

// Show answers GET /api/dashboard/: 200 with the figures.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	return httpx.Read(w, r, h.Figures)
}

// Figures returns the numbers of the dashboard.
func (h *Handler) Figures(ctx context.Context) (figures Figures, err error) {
	ofDocuments, err := h.Documents.Counts(ctx)
	if err != nil {
		return Figures{}, err
	}
	ofPhotos, err := h.Photos.Counts(ctx)
	if err != nil {
		return Figures{}, err
	}
	used, err := h.Files.Used(ctx)
	if err != nil {
		return Figures{}, err
	}
	cv, err := documents.FindCurrentCV(ctx, h.DB)
	if err != nil {
		return Figures{}, err
	}
	return Figures{
		Documents: ofDocuments.Documents, Categories: ofDocuments.Categories, CurrentDocuments: ofDocuments.Current,
		Images: ofPhotos.Images, Galleries: ofPhotos.Galleries, FrontPageImages: ofPhotos.FrontPage,
		StorageBytes: used, CurrentCV: cv,
	}, nil
}
