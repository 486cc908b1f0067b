package publishing

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Method is how the pages are built.
type Method string

// The methods.
const (
	None      Method = "none"
	ByHook    Method = "hook"
	ByCommand Method = "command"
)

// signatureHeader carries a report's signature.
const signatureHeader = "X-Webhook-Signature"

// maxReport is the size limit of a report, in bytes.
const maxReport = 1 << 20

// Handler answers the calls about publishing.
type Handler struct {
	Queue  *Queue
	Audit  *audit.Log
	Method Method
	// BuildToken authenticates builds. The secret of their reports derives from it.
	BuildToken string
}

// Show answers GET /api/publishing/: 200 with the Status.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	status, err := h.Queue.Status(r.Context(), h.Method)
	if err != nil {
		return fmt.Errorf("read the status of the pages: %w", err)
	}
	return httpx.Respond(w, http.StatusOK, status, nil)
}

// Build answers POST /api/publishing/: 202 with the Status, 409 if nothing is configured that builds
// the pages.
func (h *Handler) Build(w http.ResponseWriter, r *http.Request) error {
	if h.Method == None {
		return &apperror.Error{Kind: apperror.KindConflict, Detail: apperror.NothingPublishes}
	}
	status, err := h.Queue.BuildNow(r.Context(), h.Method, h.recordRequest)
	if err != nil {
		return fmt.Errorf("ask for a build: %w", err)
	}
	return httpx.Respond(w, http.StatusAccepted, status, nil)
}

func (h *Handler) recordRequest(ctx context.Context, tx *database.Tx) error {
	return h.Audit.RecordIn(ctx, tx, audit.Event{Action: audit.BuildRequested})
}

// Report answers POST /api/publishing/report/, the signed notification of a build service: 204, 401
// for a wrong signature, 400 for a malformed body, 413.
func (h *Handler) Report(w http.ResponseWriter, r *http.Request) error {
	body, err := httpx.ReadBody(r, maxReport)
	if err != nil {
		return err
	}
	report, ends, err := readReport(ReportSecret(h.BuildToken), r.Header.Get(signatureHeader), body)
	switch {
	case errors.Is(err, errSignature):
		return apperror.Unauthenticated(apperror.SignatureWrong)
	case err != nil:
		return apperror.Malformed(fmt.Sprintf(apperror.JSONParse, err.Error()))
	case ends:
		if err := h.Queue.storeReport(r.Context(), report); err != nil {
			return fmt.Errorf("store a report: %w", err)
		}
	}
	return httpx.RespondEmpty(w, nil)
}
