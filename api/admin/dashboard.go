package admin

import (
	"context"
	"net/http"

	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/photos"
)

// Figures are the numbers of the dashboard. StorageBytes is the size of all files in use.
type Figures struct {
	documents.DocumentCounts
	photos.ImageCounts
	StorageBytes int64                `json:"storage_bytes"`
	CurrentCV    *documents.CurrentCV `json:"current_cv"`
	// Drafts is how many content files have unpublished changes.
	Drafts int64 `json:"drafts"`
	// CVDownloads are the downloads of the last 30 days, oldest first.
	CVDownloads []int64 `json:"cv_downloads"`
	// LastBackupAt is when the last off-site backup was made, nil if there is none.
	LastBackupAt *database.Time `json:"last_backup_at"`
}

// Dashboard answers GET /api/dashboard/: 200 with the figures.
func (h *Handler) Dashboard(w http.ResponseWriter, r *http.Request) error {
	figures, err := h.figures(r.Context())
	return httpx.Respond(w, http.StatusOK, figures, err)
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
	if figures.CurrentCV, err = documents.FindCurrentCV(ctx, h.DB); err != nil {
		return Figures{}, err
	}
	if figures.Drafts, err = content.CountDrafts(ctx, h.DB); err != nil {
		return Figures{}, err
	}
	if figures.CVDownloads, err = h.Counters.Daily(ctx, audit.CountCVDownloads, activityDays); err != nil {
		return Figures{}, err
	}
	backups, err := h.readBackups(ctx)
	if backups != nil {
		figures.LastBackupAt = backups.MadeAt
	}
	return figures, err
}
