// Package dashboard tells staff how the site stands, in one call.
package dashboard

import (
	"context"
	"fmt"
	"net/http"

	"portfolio/api/database"
	"portfolio/api/httpx"
)

// The names that requirements and migrations give to what is public.
const (
	cvCategory       = "CV"
	frontPageGallery = "page-logos"
)

// Handler answers the dashboard's call.
type Handler struct {
	db   *database.DB
	used func(context.Context) (int64, error)
}

// NewHandler returns the handler for the rows in db; used returns the bytes of all stored files.
func NewHandler(db *database.DB, used func(context.Context) (int64, error)) *Handler {
	return &Handler{db: db, used: used}
}

// Figures is how the site stands. StorageBytes is what all files take that something uses.
type Figures struct {
	Documents        int64      `db:"documents" json:"documents"`
	Categories       int64      `db:"categories" json:"categories"`
	CurrentDocuments int64      `db:"current_documents" json:"current_documents"`
	Images           int64      `db:"images" json:"images"`
	Galleries        int64      `db:"galleries" json:"galleries"`
	FrontPageImages  int64      `db:"front_page_images" json:"front_page_images"`
	StorageBytes     int64      `json:"storage_bytes"`
	CurrentCV        *CurrentCV `json:"current_cv"`
}

// CurrentCV is what the public CV is called and since when it is there.
type CurrentCV struct {
	Name       string        `db:"name" json:"name"`
	UploadedAt database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// Show answers GET /api/dashboard/: 200 with the figures.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	figures, err := h.Figures(r.Context())
	if err != nil {
		return fmt.Errorf("figures of the dashboard: %w", err)
	}
	return httpx.JSON(w, http.StatusOK, figures)
}

// Figures returns how the site stands.
func (h *Handler) Figures(ctx context.Context) (Figures, error) {
	var figures Figures
	err := h.db.Get(ctx, &figures, `
		SELECT (SELECT COUNT(*) FROM documents) AS documents,
		       (SELECT COUNT(*) FROM document_categories) AS categories,
		       (SELECT COUNT(*) FROM documents WHERE is_current) AS current_documents,
		       (SELECT COUNT(*) FROM images) AS images,
		       (SELECT COUNT(*) FROM galleries) AS galleries,
		       (SELECT COUNT(*) FROM images i JOIN galleries g ON g.id = i.gallery_id WHERE g.slug = ?) AS front_page_images`,
		frontPageGallery)
	if err != nil {
		return Figures{}, err
	}
	var current []CurrentCV
	err = h.db.Select(ctx, &current, `
		SELECT d.name, d.uploaded_at
		  FROM documents d JOIN document_categories c ON c.id = d.category_id
		 WHERE c.name = ? AND d.is_current`, cvCategory)
	if err != nil {
		return Figures{}, err
	}
	if len(current) > 0 {
		figures.CurrentCV = &current[0]
	}
	figures.StorageBytes, err = h.used(ctx)
	return figures, err
}
