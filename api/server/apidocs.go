package server

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

	"portfolio/api/internal/httpx"
)

// docsPolicy lets the API viewer run its script, show its images, and ask this server only.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed apidocs
var docsFiles embed.FS

var docsSources = map[string]struct{ path, contentType string }{
	"viewer.js":  {"apidocs/viewer/swagger-ui-bundle.js.gz", "text/javascript; charset=utf-8"},
	"viewer.css": {"apidocs/viewer/swagger-ui.css.gz", "text/css; charset=utf-8"},
	"start.js":   {"apidocs/start.js", "text/javascript; charset=utf-8"},
	"style.css":  {"apidocs/style.css", "text/css; charset=utf-8"},
}

// apiDocs serves Swagger UI at /api/docs/, and the files of that page, from this server alone.
type apiDocs struct {
	page  *httpx.Content
	files map[string]*httpx.Content
}

// newAPIDocs returns the viewer in the binary. Without one, the page says so.
func newAPIDocs() (*apiDocs, error) {
	h := &apiDocs{files: map[string]*httpx.Content{}}
	for name, source := range docsSources {
		content, err := readDocs(source.path, http.Header{"Content-Type": {source.contentType}})
		if errors.Is(err, fs.ErrNotExist) {
			continue // built without the viewer
		}
		if err != nil {
			return nil, err
		}
		h.files[name] = content
	}
	page, err := template.ParseFS(docsFiles, "apidocs/page.html")
	if err != nil {
		return nil, err
	}
	_, complete := h.files["viewer.js"]
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{"Complete": complete, "Address": h.address})
	h.page = httpx.NewContent(http.Header{
		"Content-Type": {"text/html; charset=utf-8"}, "Content-Security-Policy": {docsPolicy},
	}, out.Bytes())
	return h, err
}

// readDocs returns the content of a file, which may be compressed already.
func readDocs(path string, header http.Header) (*httpx.Content, error) {
	body, err := docsFiles.ReadFile(path)
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
func (h *apiDocs) address(name string) string {
	return "/api/docs/" + name + "?v=" + h.version(name)
}

// version returns a text that changes with the content of a file.
func (h *apiDocs) version(name string) string {
	content, ok := h.files[name]
	if !ok {
		return ""
	}
	return strings.Trim(content.Encodings[len(content.Encodings)-1].ETag, `"`)
}

// Page answers GET /api/docs/: 200 with the page.
func (h *apiDocs) servePage(w http.ResponseWriter, r *http.Request) error {
	h.page.Serve(w, r, http.StatusOK)
	return nil
}

// serveFile answers GET /api/docs/{file}: 200 with a file of the viewer, or 404. Browsers may keep the
// file forever under the address that the page names.
func (h *apiDocs) serveFile(w http.ResponseWriter, r *http.Request) error {
	name := chi.URLParam(r, "file")
	found, ok := h.files[name]
	if !ok {
		return httpx.NotFound()
	}
	if r.URL.Query().Get("v") == h.version(name) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	found.Serve(w, r, http.StatusOK)
	return nil
}
