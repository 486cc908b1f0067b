package documents

import (
	"net/http"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
)

// maxPDFForm is the maximum size of a reported PDF as JSON, in bytes.
const maxPDFForm = 16 << 20

// MakeFromContent answers POST /api/documents/documents/from_content/: 204, and the document is made with the next
// rendering.
func (h *Handler) MakeFromContent(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.Service.AddFromContent(r.Context()))
}

// ReportPDF answers PUT /api/documents/documents/from_content/ with a PDFForm: 204, 400 for wrong fields, 409 if this
// server renders the pages, 413.
func (h *Handler) ReportPDF(w http.ResponseWriter, r *http.Request) error {
	if h.RendersPages {
		return apperror.Conflict(apperror.RendersPages)
	}
	var in PDFForm
	if err := httpx.DecodeLargeJSON(r, maxPDFForm, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.ReportPDF(r.Context(), in))
}
