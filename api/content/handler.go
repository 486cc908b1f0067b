package content

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/httpx"
)

const (
	// maxDraft is the size limit of a draft as JSON, in bytes.
	maxDraft = 1 << 20
	// maxFiles is the size limit of a content folder as JSON, in bytes.
	maxFiles = 32 << 20
)

// Handler answers the calls about content.
type Handler struct {
	Service *Service
	// BuildToken authenticates builds.
	BuildToken string
	// Live makes this server serve the newest pages, and returns how many publications they have: one is live once
	// visitors can read it.
	Live func(ctx context.Context) (int64, error)
	// TimeZone returns the owner's time zone.
	TimeZone func(ctx context.Context) (*time.Location, error)
}

// RequireBuild is the guard of the routes for builds. It returns Unauthenticated without the build
// token.
func (h *Handler) RequireBuild(r *http.Request) (context.Context, error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	sent, known := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(h.BuildToken))
	if h.BuildToken == "" || subtle.ConstantTimeCompare(sent[:], known[:]) != 1 {
		return r.Context(), httpx.Unauthenticated(httpx.NotThisBuild)
	}
	return r.Context(), nil
}

// ListFiles answers GET /api/content/files/: 200 with all files by path, and the owner's time zone.
func (h *Handler) ListFiles(w http.ResponseWriter, r *http.Request) error {
	zone, err := h.TimeZone(r.Context())
	if err != nil {
		return err
	}
	files, err := h.Service.listFiles(r.Context())
	return httpx.Respond(w, http.StatusOK, struct {
		Files    []*FileState `json:"files"`
		TimeZone string       `json:"time_zone"`
	}{files, zone.String()}, err)
}

// SaveDraft answers PUT /api/content/drafts/ with a DraftForm: 200 with the draft, 400 for wrong
// fields, 409 with the stored texts if another revision is stored or another text was published.
func (h *Handler) SaveDraft(w http.ResponseWriter, r *http.Request) error {
	var in DraftForm
	if err := httpx.DecodeLargeJSON(r, maxDraft, &in); err != nil {
		return err
	}
	draft, err := h.Service.SaveDraft(r.Context(), in)
	if err != nil {
		return orConflict(w, err)
	}
	return httpx.Respond(w, http.StatusOK, draft, nil)
}

// DiscardDrafts answers POST /api/content/drafts/discard/ with a ChoiceForm: 204, 400 for wrong
// fields, 409 with the stored texts if another revision is stored.
func (h *Handler) DiscardDrafts(w http.ResponseWriter, r *http.Request) error {
	var in ChoiceForm
	if err := httpx.DecodeLargeJSON(r, maxDraft, &in); err != nil {
		return err
	}
	if err := h.Service.DiscardDrafts(r.Context(), in); err != nil {
		return orConflict(w, err)
	}
	return httpx.RespondEmpty(w, nil)
}

// Publish answers POST /api/content/publications/ with a PublicationForm: 201 with the publication,
// 400 for wrong fields, 409 with the stored texts if another revision is stored or another text
// was published.
func (h *Handler) Publish(w http.ResponseWriter, r *http.Request) error {
	var in PublicationForm
	if err := httpx.DecodeLargeJSON(r, maxDraft, &in); err != nil {
		return err
	}
	publication, err := h.Service.Publish(r.Context(), in)
	if err != nil {
		return orConflict(w, err)
	}
	return httpx.Respond(w, http.StatusCreated, publication, nil)
}

// Cancel answers DELETE /api/content/publications/:id/: 204 when the publication is not scheduled any more, 404 for an
// unknown one, 409 if it is published already.
func (h *Handler) Cancel(w http.ResponseWriter, r *http.Request) error {
	return httpx.Delete(w, r, h.Service.Cancel)
}

// ListPublications answers GET /api/content/publications/?limit&offset: 200 with the publications,
// newest first, and their number on all pages in X-Total-Count; 400 for an invalid page.
func (h *Handler) ListPublications(w http.ResponseWriter, r *http.Request) error {
	v := httpx.NewValidator()
	page := httpx.ReadPage(v, r.URL.Query())
	if err := v.Err(); err != nil {
		return err
	}
	live, err := h.Live(r.Context())
	if err != nil {
		return err
	}
	publications, total, err := h.Service.listPublications(r.Context(), page, live)
	return httpx.RespondList(w, append([]*Publication{}, publications...), total, err)
}

// History answers GET /api/content/history/?path=: 200 with the earlier texts, newest first; 400 for
// a wrong path.
func (h *Handler) History(w http.ResponseWriter, r *http.Request) error {
	path := r.URL.Query().Get("path")
	v := httpx.NewValidator()
	checkPath(v, path, "path")
	if err := v.Err(); err != nil {
		return err
	}
	entries, err := h.Service.history(r.Context(), path)
	return httpx.Respond(w, http.StatusOK, append([]*historyEntry{}, entries...), err)
}

// MarkUpToDate answers POST /api/content/translations/ {path}: 200 with the file, a translation that is up to date from then
// on; 400 for an invalid path, 404 if there is no such translation or original.
func (h *Handler) MarkUpToDate(w http.ResponseWriter, r *http.Request) error {
	var in TranslationForm
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	file, err := h.Service.MarkUpToDate(r.Context(), in)
	return httpx.Respond(w, http.StatusOK, file, err)
}

// imagePath begins the addresses of images for builds.
const imagePath = "/api/content/images/"

// Export answers GET /api/content/published/: 200 with the published texts by path, the addresses of
// the images that they show by ID, and the number of publications; 304.
func (h *Handler) Export(w http.ResponseWriter, r *http.Request) error {
	published, err := h.Service.PublishedFiles(r.Context())
	if err != nil {
		return err
	}
	images := map[string]string{}
	for _, id := range published.Images {
		key := strconv.FormatInt(id, 10)
		images[key] = imagePath + key + "/"
	}
	body, err := json.Marshal(struct {
		Publications int64             `json:"publications"`
		Files        map[string]string `json:"files"`
		Changed      map[string]string `json:"changed"`
		Images       map[string]string `json:"images"`
	}{published.Publications, published.Files, published.Changed, images})
	if err != nil {
		return err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	httpx.NewContent(header, body).Serve(w, r, http.StatusOK)
	return nil
}

// Import answers PUT /api/content/source/ with a FilesForm: 200 with the changed paths, 400 for wrong
// fields, 409 with them if some changed here as well, 413.
func (h *Handler) Import(w http.ResponseWriter, r *http.Request) error {
	var in FilesForm
	if err := httpx.DecodeLargeJSON(r, maxFiles, &in); err != nil {
		return err
	}
	texts, err := in.texts()
	if err != nil {
		return err
	}
	if err := h.Service.CheckSite(r.Context(), texts); err != nil {
		return err
	}
	done, err := h.Service.Import(r.Context(), texts)
	if err != nil {
		return err
	}
	if len(done.Conflicts) == 0 {
		return httpx.Respond(w, http.StatusOK, done, nil)
	}
	return httpx.Respond(w, http.StatusConflict, struct {
		Detail string `json:"detail"`
		Imported
	}{fmt.Sprintf(httpx.FilesInConflict, strings.Join(done.Conflicts, ", ")), done}, nil)
}

// orConflict answers a Conflict and returns any other error.
func orConflict(w http.ResponseWriter, err error) error {
	var conflict *Conflict
	if !errors.As(err, &conflict) {
		return err
	}
	return httpx.Respond(w, http.StatusConflict, conflict, nil)
}
