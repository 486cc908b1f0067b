// Package apidocs serves the viewer of the API's description: Swagger UI, from this server alone.
package apidocs

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
)

// policy lets the viewer run its script, show its images, and ask this server only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed viewer start.js style.css page.html
var files embed.FS

var sources = map[string]struct{ path, contentType string }{
	"viewer.js":  {"viewer/swagger-ui-bundle.js.gz", "text/javascript; charset=utf-8"},
	"viewer.css": {"viewer/swagger-ui.css.gz", "text/css; charset=utf-8"},
	"start.js":   {"start.js", "text/javascript; charset=utf-8"},
	"style.css":  {"style.css", "text/css; charset=utf-8"},
}

// Handler answers /api/docs/ and the files that the page needs.
type Handler struct {
	page  *httpx.Content
	files map[string]*httpx.Content
}

// NewHandler returns the viewer that was built into the binary. Without one, the page says so.
func NewHandler() (*Handler, error) {
	h := &Handler{files: map[string]*httpx.Content{}}
	for name, source := range sources {
		content, err := read(source.path, http.Header{"Content-Type": {source.contentType}})
		if errors.Is(err, fs.ErrNotExist) {
			continue // built without the viewer
		}
		if err != nil {
			return nil, err
		}
		h.files[name] = content
	}
	page, err := template.ParseFS(files, "page.html")
	if err != nil {
		return nil, err
	}
	_, complete := h.files["viewer.js"]
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{"Complete": complete, "Address": h.address})
	h.page = httpx.NewContent(http.Header{
		"Content-Type": {"text/html; charset=utf-8"}, "Content-Security-Policy": {policy},
	}, out.Bytes())
	return h, err
}

// read returns the content of a file, which may be compressed already.
func read(path string, header http.Header) (*httpx.Content, error) {
	body, err := files.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(path, ".gz") {
		return httpx.NewContent(header, body), nil
	}
	reader, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(reader)
	return &httpx.Content{Header: header, Encodings: []httpx.Encoded{
		httpx.NewEncoded("gzip", body), httpx.NewEncoded("", plain),
	}}, err
}

// address returns the path of a file, which changes with its content.
func (h *Handler) address(name string) string {
	return "/api/docs/" + name + "?v=" + h.version(name)
}

// version returns a text that changes with the content of a file.
func (h *Handler) version(name string) string {
	content, ok := h.files[name]
	if !ok {
		return ""
	}
	return strings.Trim(content.Encodings[len(content.Encodings)-1].ETag, `"`)
}

// Page answers GET /api/docs/: 200 with the page.
func (h *Handler) Page(w http.ResponseWriter, r *http.Request) error {
	h.page.Serve(w, r, http.StatusOK)
	return nil
}

// File answers GET /api/docs/{file}: 200 with a file of the viewer, or 404. Browsers may keep the
// file forever under the address that the page names.
func (h *Handler) File(w http.ResponseWriter, r *http.Request) error {
	name := chi.URLParam(r, "file")
	found, ok := h.files[name]
	if !ok {
		return apperror.NotFound()
	}
	if r.URL.Query().Get("v") == h.version(name) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	found.Serve(w, r, http.StatusOK)
	return nil
}
