package publishing

import (
	"context"
	"fmt"
	"net/http"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Method is how the pages are built.
type Method string

// The methods.
const (
	None     Method = "none"
	ByHook   Method = "hook"
	ByServer Method = "server"
)

// Handler answers the calls about publishing.
type Handler struct {
	Queue  *Queue
	Audit  *audit.Log
	Method Method
	// ServeNewest makes this server serve the newest pages: texts are on the
	// pages once visitors can read them.
	ServeNewest func(ctx context.Context) error
}

// Show answers GET /api/publishing/: 200 with the Status.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	_ = h.ServeNewest(r.Context()) // the server logs why it keeps the former pages
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
		return &httpx.Error{Kind: httpx.KindConflict, Detail: httpx.NothingPublishes}
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

// Report answers POST /api/publishing/report/ with a ReportForm: 204, 400 for a wrong field.
func (h *Handler) Report(w http.ResponseWriter, r *http.Request) error {
	var in ReportForm
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	if err := h.Queue.storeReport(r.Context(), in); err != nil {
		return fmt.Errorf("store a report: %w", err)
	}
	return httpx.RespondEmpty(w, nil)
}
