package shares

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/accounts"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// maxPages is how many pages each rendering of the site has.
const maxPages = 500

// otherAddress refuses a user whose address is not that of a share.
const otherAddress = "This was shared with another address."

// errSignIn asks for the screen to sign in.
var errSignIn = errors.New("a visitor has to sign in")

// idOf returns the ID of a share that a reference is. ok is false for a token.
func idOf(ref string) (id int64, ok bool) {
	id, err := strconv.ParseInt(ref, 10, 64)
	return id, err == nil && len(ref) < tokenLength && strconv.FormatInt(id, 10) == ref
}

// findRef returns the share that a token or an ID names. A missing share has the ID 0.
func (s *Service) findRef(ctx context.Context, ref string) (found row, err error) {
	if id, byID := idOf(ref); byID {
		found, err = s.find(ctx, s.DB, `id = ?`, id)
	} else {
		found, err = s.find(ctx, s.DB, `token_hash = ?`, hashOf(ref))
	}
	if httpx.IsNotFound(err) {
		err = nil
	}
	// One that has ended costs as much as a missing one.
	if err == nil && found.Kind == KindCV && (found.State == StateActive || found.State == StateUsedUp) {
		var has bool
		if has, err = s.HasAudience(ctx, found.Audience); !has {
			found.State = StateDeleted
		}
	}
	return found, err
}

// isFor reports whether a share is for a user. One for everybody with the link has no visitors but by the link.
func (r row) isFor(user accounts.User) bool {
	return r.Access == AccessRegistered || r.Access == AccessAddress && r.EmailKey == accounts.EmailKey(user.Email)
}

// Open answers POST /api/shares/open/ {ref}: 204 with the cookie of the user; 403 for a share of another address; 404.
func (h *Handler) Open(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Ref string `json:"ref" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	who := accounts.IdentityOf(r.Context())
	found, err := h.Service.findRef(r.Context(), in.Ref)
	_, byID := idOf(in.Ref)
	switch {
	case err != nil:
		return err
	case found.State == StateActive && found.isFor(who.User):
		h.SetCookie(w, who.Session)
	case found.State == StateActive && !byID && found.Access == AccessAddress:
		return &httpx.Error{Kind: httpx.KindForbidden, Detail: otherAddress}
	case found.State != StateActive || byID:
		return httpx.NotFound()
	}
	return httpx.RespondEmpty(w, nil)
}

// open returns the share that the request may see in one of the states. It returns NotFound, or errSignIn if a visitor has to
// sign in: for an ID without a look-up, whose time would tell whether the share exists.
func (h *Handler) open(r *http.Request, states ...string) (row, error) {
	ref := chi.URLParam(r, "ref")
	_, byID := idOf(ref)
	user, known, err := h.Visitor(r)
	if err == nil && byID && !known {
		err = errSignIn
	}
	if err != nil {
		return row{}, err
	}
	found, err := h.Service.findRef(r.Context(), ref)
	switch {
	case err != nil:
		return row{}, err
	case !slices.Contains(states, found.State):
		return row{}, httpx.NotFound()
	case !byID && found.Access == AccessLink, known && found.isFor(user):
		return found, nil
	case byID:
		return row{}, httpx.NotFound()
	}
	return row{}, errSignIn
}

// refuse answers a request that may not see a share. Those for its files lead to the page, which has the screen to sign in.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) error {
	switch {
	case httpx.IsNotFound(err):
		h.Miss(w, r)
	case !errors.Is(err, errSignIn):
		return err
	default:
		w.Header().Set("X-Robots-Tag", "noindex")
		w.Header().Set("Location", "/s/"+chi.URLParam(r, "ref"))
		w.WriteHeader(http.StatusSeeOther)
	}
	return nil
}

// Miss answers with 404 and the page of ended shares.
func (h *Handler) Miss(w http.ResponseWriter, r *http.Request) {
	h.Service.content(r.Context(), Page{Kind: "ended"}, "").Serve(w, r, http.StatusNotFound)
}

func (h *Handler) signIn(r *http.Request) *httpx.Content {
	var screen *httpx.Content
	if h.SignIn != nil {
		screen = h.SignIn(r)
	}
	if screen == nil {
		return plain(plainPage{Name: "Sign in", SignIn: h.Service.PublicURL + "/login"})
	}
	header := screen.Header.Clone()
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Referrer-Policy", "no-referrer")
	return &httpx.Content{Header: header, Encodings: screen.Encodings}
}

// Show answers GET /s/:ref: 200 with the page, or with the screen to sign in; 404 with a page that tells nothing.
func (h *Handler) Show(w http.ResponseWriter, r *http.Request) error {
	found, err := h.open(r, StateActive)
	if errors.Is(err, errSignIn) {
		h.signIn(r).Serve(w, r, http.StatusOK)
		return nil
	}
	if err != nil {
		return h.refuse(w, r, err)
	}
	page, err := h.Service.page(r.Context(), found)
	if err != nil {
		return h.refuse(w, r, err)
	}
	h.Visits.CountDownload(r, func() { h.Service.count(r.Context(), found.ID, "views") })
	h.Service.content(r.Context(), page, "/s/"+chi.URLParam(r, "ref")+"/").Serve(w, r, http.StatusOK)
	return nil
}

// Download answers GET /s/:ref/download: 303 to the file for fifteen minutes. With a limit each request uses one download up. HEAD gets
// the headers of the file.
func (h *Handler) Download(w http.ResponseWriter, r *http.Request) error {
	found, err := h.open(r, StateActive)
	if err == nil && found.FileID == nil {
		err = httpx.NotFound()
	}
	if err == nil && r.Method == http.MethodHead {
		return h.serveFile(w, r, found)
	}
	if err == nil && found.MaxDownloads != nil {
		err = h.Service.useDownload(r.Context(), found.ID)
	}
	if err != nil {
		return h.refuse(w, r, err)
	}
	h.Visits.CountDownload(r, func() { h.Service.count(r.Context(), found.ID, "downloads") })
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Location", h.Service.Links.Link("/s/"+chi.URLParam(r, "ref")+"/file", linkName(found), h.Service.Clock()))
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

func linkName(share row) string { return fmt.Sprintf("share %d", share.ID) }

// File answers GET /s/:ref/file with the signature of a download: 200 with the current file, or a range of it; 404.
func (h *Handler) File(w http.ResponseWriter, r *http.Request) error {
	// The last download goes on.
	found, err := h.open(r, StateActive, StateUsedUp)
	if err == nil && (found.FileID == nil || h.Service.Links.Check(r.URL.Query(), linkName(found), h.Service.Clock()) != nil) {
		err = httpx.NotFound()
	}
	if err != nil {
		return h.refuse(w, r, err)
	}
	return h.serveFile(w, r, found)
}

func (h *Handler) serveFile(w http.ResponseWriter, r *http.Request, found row) error {
	w.Header().Set("X-Robots-Tag", "noindex")
	err := h.Service.Documents.ServeFile(w, r, *found.FileID)
	if httpx.IsNotFound(err) {
		return h.refuse(w, r, err)
	}
	return err
}

// Photo answers GET /s/:ref/photos/:id/:width: 200 with that file of a photo that is in the gallery now; 404.
func (h *Handler) Photo(w http.ResponseWriter, r *http.Request) error {
	found, err := h.open(r, StateActive)
	var name string
	if err == nil {
		name, err = h.Service.findPhoto(r, found)
	}
	if err != nil {
		return h.refuse(w, r, err)
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Cache-Control", "private, no-store")
	return media.ServeRendition(w, r, h.Service.Photos.Files.Storage, name)
}

// findPhoto returns the name of the rendition that a request names, or NotFound.
func (s *Service) findPhoto(r *http.Request, share row) (string, error) {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return "", err
	}
	if share.Gallery == nil {
		return "", httpx.NotFound()
	}
	var renditions media.Renditions
	err = s.DB.Get(r.Context(), &renditions, `SELECT renditions FROM live_images WHERE id = ? AND gallery_id = ?`, id, *share.Gallery)
	if err != nil {
		return "", httpx.OrNotFound(err)
	}
	for _, rendition := range renditions {
		if strconv.Itoa(rendition.Width) == chi.URLParam(r, "width") {
			return rendition.Name, nil
		}
	}
	return "", httpx.NotFound()
}

// count counts a view or a download today. If it cannot be stored, such as on a full disk, visitors still get the share.
func (s *Service) count(ctx context.Context, id int64, column string) {
	zone, err := s.Zone(ctx)
	if err == nil {
		err = s.DB.InTx(ctx, func(tx *database.Tx) error { return s.countIn(ctx, tx, id, column, zone) })
	}
	if err != nil {
		httpx.Logger(ctx).Warn("a share was not counted", "error", err)
	}
}

func (s *Service) countIn(ctx context.Context, tx *database.Tx, id int64, column string, zone *time.Location) error {
	if column == "views" {
		if _, err := tx.Exec(ctx, `UPDATE shares SET opened_at = ? WHERE id = ?`, s.now(), id); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO share_days (share_id, day, `+column+`) VALUES (?, ?, 1)
		ON CONFLICT (share_id, day) DO UPDATE SET `+column+` = share_days.`+column+` + 1`,
		id, s.Clock().In(zone).Format(time.DateOnly))
	return err
}

// useDownload uses up one of the downloads of a share, or returns NotFound without any.
func (s *Service) useDownload(ctx context.Context, id int64) error {
	n, err := s.DB.Exec(ctx, `
		UPDATE shares SET used_downloads = used_downloads + 1 WHERE id = ? AND revoked_at IS NULL AND used_downloads < max_downloads`, id)
	if err == nil && n == 0 {
		err = httpx.NotFound()
	}
	return err
}

// page returns the data of a share's page, or NotFound.
func (s *Service) page(ctx context.Context, share row) (Page, error) {
	zone, err := s.Zone(ctx)
	if err != nil {
		return Page{}, err
	}
	page := Page{
		Kind: share.Kind, Name: publicName(share.Kind, share.Name), Audience: share.Audience, SharedOn: share.CreatedAt.In(zone).Format(time.DateOnly),
	}
	if until := lastDay(share.EndsAt, zone); until != nil {
		page.Until = *until
	}
	if share.Gallery != nil {
		return page, s.addGallery(ctx, &page, *share.Gallery)
	}
	var file struct {
		Description string        `db:"description"`
		Name        string        `db:"original_name"`
		ContentType string        `db:"content_type"`
		Bytes       int64         `db:"bytes"`
		Pages       int64         `db:"pages"`
		UploadedAt  database.Time `db:"uploaded_at"`
	}
	err = s.DB.Get(ctx, &file, `
		SELECT description, original_name, content_type, bytes, pages, uploaded_at FROM live_documents WHERE id = ?`, share.FileID)
	if err != nil {
		return Page{}, httpx.OrNotFound(err)
	}
	if share.Kind == KindDocument {
		page.Description = file.Description
	}
	page.File = &PageFile{
		Name: media.SavedName(file.Name), ContentType: file.ContentType, Bytes: file.Bytes, Pages: file.Pages,
		UpdatedOn: file.UploadedAt.In(zone).Format(time.DateOnly),
	}
	return page, nil
}

func (s *Service) addGallery(ctx context.Context, page *Page, id int64) error {
	var gallery struct {
		Slug        string `db:"slug"`
		Description string `db:"description"`
	}
	if err := s.DB.Get(ctx, &gallery, `SELECT slug, description FROM live_galleries WHERE id = ?`, id); err != nil {
		return httpx.OrNotFound(err)
	}
	page.Description = gallery.Description
	images, _, err := s.Photos.ListGalleryImages(ctx, gallery.Slug, httpx.Page{})
	for _, image := range images {
		photo := PagePhoto{
			ID: image.ID, Title: image.Title, Description: image.Description, AltText: image.AltText, AltTexts: image.AltTexts,
			Decorative: image.Decorative,
		}
		for _, rendition := range image.Renditions {
			photo.Width, photo.Height = rendition.Width, rendition.Height
			photo.Widths = append(photo.Widths, rendition.Width)
		}
		page.Photos = append(page.Photos, photo)
	}
	return err
}

// ActivePages returns the pages of the newest active shares, and the page of ended ones.
func (s *Service) ActivePages(ctx context.Context) ([]any, error) {
	var rows []row
	err := s.DB.Select(ctx, &rows, selectRows+` WHERE state = 'active' ORDER BY id DESC LIMIT ?`, s.now(), maxPages-1)
	if err != nil {
		return nil, fmt.Errorf("list the pages of shares: %w", err)
	}
	pages := []any{Page{Kind: "ended"}}
	for _, row := range rows {
		page, err := s.page(ctx, row)
		if httpx.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// prepare renders the page of a new share, so that its first visitor does not wait.
func (s *Service) prepare(ctx context.Context, share row) {
	if page, err := s.page(ctx, share); err == nil && s.Render != nil {
		_, _ = s.Render(ctx, page) // the first visitor sees the error
	}
}

// content returns the document of a page whose addresses begin with base. While none can be rendered it is a plain one.
func (s *Service) content(ctx context.Context, page Page, base string) *httpx.Content {
	var rendered *httpx.Content
	if s.Render != nil {
		rendered, _ = s.Render(ctx, page) // the renderer logs why it cannot
	}
	if rendered == nil {
		rendered = plain(plainPage{Page: page, Name: page.Name})
	}
	body := rendered.Encodings[len(rendered.Encodings)-1].Bytes
	return &httpx.Content{
		Header:    rendered.Header,
		Encodings: []httpx.Encoded{httpx.NewEncoded("", bytes.ReplaceAll(body, []byte(Placeholder), []byte(base)))},
	}
}

// plainPage is the data of a page without the site's style.
type plainPage struct {
	Page
	Name, SignIn string
}

var plainDocument = template.Must(template.New("plain").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>{{or .Name "This link has ended."}}</title>
<h1>{{or .Name "This link has ended."}}</h1>
{{with .SignIn}}<p><a href="{{.}}">Sign in</a></p>{{end}}
{{with .Description}}<p>{{.}}</p>{{end}}
{{with .Until}}<p>Until {{.}}</p>{{end}}
{{with .File}}<p><a href="/s/-/download">Download {{.Name}}</a></p>{{end}}
{{range .Photos}}<p><img src="/s/-/photos/{{.ID}}/{{.Width}}" alt="{{.AltText}}"></p>{{end}}
</html>
`))

func plain(page plainPage) *httpx.Content {
	var document bytes.Buffer
	_ = plainDocument.Execute(&document, page) // to memory, from fields that exist
	return &httpx.Content{
		Header: http.Header{
			"Content-Type": {"text/html; charset=utf-8"}, "Cache-Control": {"private, no-store"}, "X-Robots-Tag": {"noindex"},
			"Referrer-Policy":         {"no-referrer"},
			"Content-Security-Policy": {"default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
		},
		Encodings: []httpx.Encoded{httpx.NewEncoded("", document.Bytes())},
	}
}
