package content

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
	"portfolio/api/validate"
)

const (
	// maxDraft is the largest body of a draft or of a choice of drafts, in bytes: the longest text as JSON has it.
	maxDraft = 1 << 20
	// maxFiles is the largest content folder that a build reports, in bytes of JSON.
	maxFiles = 32 << 20
	// pageSize is how many publications a page has.
	pageSize = 50
)

// publicationsPath is where publications are.
const publicationsPath = "/api/content/publications/"

// Handler answers the calls about texts.
type Handler struct {
	Service *Service
	// Names returns the names of users by their ids.
	Names func(ctx context.Context, ids []int64) (map[int64]string, error)
	// BuildToken is what builds show.
	BuildToken string
}

// RequireBuild is the guard of what is for builds: it returns r's context, and Unauthenticated without the build token.
func (h *Handler) RequireBuild(r *http.Request) (context.Context, error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	sent, known := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(h.BuildToken))
	if h.BuildToken == "" || subtle.ConstantTimeCompare(sent[:], known[:]) != 1 {
		return r.Context(), apperror.Unauthenticated(apperror.NotThisBuild)
	}
	return r.Context(), nil
}

// ListTexts answers GET /api/content/texts/: 200 with all texts by path.
func (h *Handler) ListTexts(w http.ResponseWriter, r *http.Request) error {
	texts, reportedAt, err := h.Service.listTexts(r.Context())
	if err != nil {
		return err
	}
	name, listed := h.naming(r.Context()), make([]listedText, len(texts))
	for i, text := range texts {
		if listed[i], err = listText(text, name); err != nil {
			return err
		}
	}
	return httpx.JSON(w, http.StatusOK, textList{ReportedAt: reportedAt, Texts: listed})
}

// SaveDraft answers PUT /api/content/drafts/ {path, text, base, revision, publication}: 200 with the draft, 400 for wrong fields, 409
// with what is there where another revision is stored, or another text was published.
func (h *Handler) SaveDraft(w http.ResponseWriter, r *http.Request) error {
	var in DraftForm
	if err := httpx.DecodeLargeJSON(r, maxDraft, &in); err != nil {
		return err
	}
	draft, err := h.Service.SaveDraft(r.Context(), in)
	if err != nil {
		return h.orConflict(w, r, err)
	}
	shown, err := showDraft(&draft, h.naming(r.Context()))
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, shown)
}

// DiscardDrafts answers POST /api/content/drafts/discard/ {drafts}: 204, 400 for wrong fields, 409 with what is there where another
// revision is stored.
func (h *Handler) DiscardDrafts(w http.ResponseWriter, r *http.Request) error {
	var in ChoiceForm
	if err := httpx.DecodeLargeJSON(r, maxDraft, &in); err != nil {
		return err
	}
	if err := h.Service.DiscardDrafts(r.Context(), in); err != nil {
		return h.orConflict(w, r, err)
	}
	return httpx.NoContent(w)
}

// Publish answers POST /api/content/publications/ {drafts, publish_at}: 201 with the publication, 400 for wrong fields, 409 with
// what is there where another revision is stored or the file is another.
func (h *Handler) Publish(w http.ResponseWriter, r *http.Request) error {
	var in PublicationForm
	if err := httpx.DecodeLargeJSON(r, maxDraft, &in); err != nil {
		return err
	}
	publication, err := h.Service.Publish(r.Context(), in)
	if err != nil {
		return h.orConflict(w, r, err)
	}
	return h.respondPublication(w, r, http.StatusCreated, publication)
}

// ListPublications answers GET /api/content/publications/?page=: 200 with a page of them, the newest first, an empty one beyond the
// last; 400 for what is no page.
func (h *Handler) ListPublications(w http.ResponseWriter, r *http.Request) error {
	v := validate.New()
	page := int64(1)
	if text := r.URL.Query().Get("page"); text != "" {
		var err error
		// A number that is out of range becomes the nearest one, which is no page either.
		page, err = strconv.ParseInt(text, 10, 32)
		if v.Check(err == nil || errors.Is(err, strconv.ErrRange), "page", apperror.NotAnInteger) {
			v.Check(page > 0, "page", fmt.Sprintf(apperror.TooSmall, 1))
		}
	}
	if err := v.Err(); err != nil {
		return err
	}
	publications, total, err := h.Service.listPublications(r.Context(), pageSize, (page-1)*pageSize)
	if err != nil {
		return err
	}
	name, list := h.naming(r.Context()), publicationList{Count: total, Results: make([]listedPublication, len(publications))}
	for i, publication := range publications {
		if list.Results[i], err = h.listPublication(*publication, name); err != nil {
			return err
		}
	}
	if page*pageSize < total {
		list.Next = pagePath(page + 1)
	}
	if page > 1 {
		list.Previous = pagePath(page - 1)
	}
	return httpx.JSON(w, http.StatusOK, list)
}

func pagePath(page int64) *string {
	path := publicationsPath + "?page=" + strconv.FormatInt(page, 10)
	return &path
}

// Withdraw answers POST /api/content/publications/:id/withdraw/: 200 with the publication, 404, 409 for one that is not scheduled.
func (h *Handler) Withdraw(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	publication, err := h.Service.Withdraw(r.Context(), id)
	if err != nil {
		return err
	}
	return h.respondPublication(w, r, http.StatusOK, publication)
}

// History answers GET /api/content/history/?path=: 200 with the states that the text had, the newest first; 400 for what is no path.
func (h *Handler) History(w http.ResponseWriter, r *http.Request) error {
	path := r.URL.Query().Get("path")
	v := validate.New()
	checkPath(v, path, "path")
	if err := v.Err(); err != nil {
		return err
	}
	states, err := h.Service.history(r.Context(), path)
	if err != nil {
		return err
	}
	name := h.naming(r.Context())
	listed := make([]listedState, len(states))
	for i, state := range states {
		author, err := name(state.By)
		if err != nil {
			return err
		}
		listed[i] = listedState{Kind: state.Kind, Text: state.Text, At: state.At, Author: author}
	}
	return httpx.JSON(w, http.StatusOK, listed)
}

// Restore answers POST /api/content/restorations/ {path, at}: 201 with the paths of the drafts that were made, 400 for wrong fields,
// 409 with the paths of drafts that are in the way.
func (h *Handler) Restore(w http.ResponseWriter, r *http.Request) error {
	var in RestorationForm
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	paths, err := h.Service.Restore(r.Context(), in)
	var inTheWay *InTheWay
	if errors.As(err, &inTheWay) {
		return httpx.JSON(w, http.StatusConflict, inTheWayAnswer{Detail: inTheWay.Error(), Paths: inTheWay.Paths})
	}
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusCreated, restored{Drafts: paths})
}

// ListEdits answers GET /api/content/edits/: 200 with the published texts that builds lay over the files, and the number of publications.
func (h *Handler) ListEdits(w http.ResponseWriter, r *http.Request) error {
	edits, publications, err := h.Service.PublishedEdits(r.Context())
	if err != nil {
		return err
	}
	list := editList{Publications: publications, Edits: make([]listedEdit, len(edits))}
	for i, edit := range edits {
		list.Edits[i] = listedEdit{Path: edit.Path, Base: edit.Base, Text: edit.Text}
	}
	return httpx.JSON(w, http.StatusOK, list)
}

// ReportFiles answers PUT /api/content/files/ {files, publications}: 204, 400 for wrong fields, 413.
func (h *Handler) ReportFiles(w http.ResponseWriter, r *http.Request) error {
	var in FilesForm
	if err := httpx.DecodeLargeJSON(r, maxFiles, &in); err != nil {
		return err
	}
	if err := h.Service.ReportFiles(r.Context(), in); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// orConflict answers a Conflict, and returns every other failure.
func (h *Handler) orConflict(w http.ResponseWriter, r *http.Request, err error) error {
	var conflict *Conflict
	if !errors.As(err, &conflict) {
		return err
	}
	answer := conflictAnswer{Detail: conflict.Detail, Path: conflict.Path, Published: showPublished(conflict.Published), File: conflict.File}
	if answer.Draft, err = showDraft(conflict.Draft, h.naming(r.Context())); err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusConflict, answer)
}

func (h *Handler) respondPublication(w http.ResponseWriter, r *http.Request, status int, publication Publication) error {
	shown, err := h.listPublication(publication, h.naming(r.Context()))
	if err != nil {
		return err
	}
	return httpx.JSON(w, status, shown)
}

// naming returns a function that returns the name of a user, nil for nobody. It asks for each name once.
func (h *Handler) naming(ctx context.Context) naming {
	known := map[int64]*string{}
	return func(id *int64) (*string, error) {
		if id == nil {
			return nil, nil
		}
		if known[*id] == nil {
			names, err := h.Names(ctx, []int64{*id})
			if err != nil {
				return nil, err
			}
			name := names[*id]
			known[*id] = &name
		}
		return known[*id], nil
	}
}
