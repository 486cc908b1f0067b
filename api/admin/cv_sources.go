package admin

import (
	"context"
	"net/http"

	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/httpx"
	"portfolio/api/publishing"
)

// The states of the document that is made from the content.
const (
	cvNone     = "none"
	cvCurrent  = "current"  // it has the published content
	cvUpdating = "updating" // a build that changes it is due or runs
	cvFailed   = "failed"   // the last build failed
	cvWaiting  = "waiting"  // the next build changes it; none is due
	cvUndrawn  = "undrawn"  // the PDF lacks letters of the published content
)

// cvSources are the documents that can be the CV, and those for audiences. FromContent is nil before its first PDF.
// ChangedEntries is how many entries of the CV were published since Own was uploaded.
type cvSources struct {
	State          string `json:"state"`
	FromContent    *int64 `json:"from_content"`
	Own            *int64 `json:"own"`
	ChangedEntries int64  `json:"changed_entries"`

	Audiences []documents.AudienceCV `json:"audiences"`
}

// ShowCVSources answers GET /api/documents/documents/from_content/: 200 with the documents that can be the CV, and the CVs for an audience.
func (h *Handler) ShowCVSources(w http.ResponseWriter, r *http.Request) error {
	sources, err := h.cvSources(r.Context())
	return httpx.Respond(w, http.StatusOK, sources, err)
}

func (h *Handler) cvSources(ctx context.Context) (out cvSources, err error) {
	found, err := documents.FindCVSources(ctx, h.DB)
	if err != nil {
		return cvSources{}, err
	}
	builds, err := h.Builds(ctx)
	if err != nil {
		return cvSources{}, err
	}
	out.State = cvState(found, builds)
	if found.FromContent != nil {
		out.FromContent = &found.FromContent.ID
	}
	if found.Own != nil {
		out.Own = &found.Own.ID
		out.ChangedEntries, err = content.CountPublishedOfCV(ctx, h.DB, found.Own.UploadedAt.Time, h.Clock())
	}
	if err == nil {
		out.Audiences, err = documents.ListAudiences(ctx, h.DB)
	}
	return out, err
}

func cvState(found documents.CVSources, builds publishing.Status) string {
	switch {
	case found.FromContent == nil && !found.Waits && !found.Undrawn:
		return cvNone
	case found.Undrawn && builds.UnbuiltTexts == 0:
		return cvUndrawn
	case !found.Waits && builds.UnbuiltTexts == 0:
		return cvCurrent
	case builds.Failed():
		return cvFailed
	case builds.State == publishing.Waiting || builds.State == publishing.Running || builds.Method == string(publishing.ByHook):
		return cvUpdating
	}
	return cvWaiting
}
