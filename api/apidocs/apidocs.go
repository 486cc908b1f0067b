// Package apidocs shows the description of the API to people: Swagger UI, served by ourselves, without a word to others.
package apidocs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
)

// policy lets the viewer run its script and show its pictures, and ask this server only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed viewer start.js style.css page.html
var files embed.FS

// file is what one path answers, compressed where that is worth it.
type file struct {
	contentType string
	content     []byte
	gzipped     bool
	hash        string
}

// Handler answers /api/docs/ and the files that the page needs.
type Handler struct {
	page  []byte
	files map[string]file
}

// NewHandler returns the viewer that the build put in. Without one the page says so.
func NewHandler() (*Handler, error) {
	h := &Handler{files: map[string]file{}}
	for name, from := range map[string]struct{ path, contentType string }{
		"viewer.js":  {"viewer/swagger-ui-bundle.js.gz", "text/javascript; charset=utf-8"},
		"viewer.css": {"viewer/swagger-ui.css.gz", "text/css; charset=utf-8"},
		"start.js":   {"start.js", "text/javascript; charset=utf-8"},
		"style.css":  {"style.css", "text/css; charset=utf-8"},
	} {
		content, err := files.ReadFile(from.path)
		if err != nil {
			continue // built without the viewer
		}
		sum := sha256.Sum256(content)
		h.files[name] = file{from.contentType, content, strings.HasSuffix(from.path, ".gz"), hex.EncodeToString(sum[:6])}
	}
	page, err := template.ParseFS(files, "page.html")
	if err != nil {
		return nil, err
	}
	_, complete := h.files["viewer.js"]
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{"Complete": complete, "Address": h.address})
	h.page = out.Bytes()
	return h, err
}

// address is the path of a file, which changes with its content.
func (h *Handler) address(name string) string {
	return "/api/docs/" + name + "?v=" + h.files[name].hash
}

// Page answers GET /api/docs/: 200 with the page.
func (h *Handler) Page(w http.ResponseWriter, _ *http.Request) error {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	// A client that went away is no failure.
	_, _ = w.Write(h.page)
	return nil
}

// File answers GET /api/docs/{file}: 200 with a file of the viewer, or 404. Under the address that the page names it may
// be kept for ever.
func (h *Handler) File(w http.ResponseWriter, r *http.Request) error {
	found, ok := h.files[chi.URLParam(r, "file")]
	if !ok {
		return apperror.NotFound()
	}
	content := found.content
	header := w.Header()
	header.Set("Content-Type", found.contentType)
	header.Set("Vary", "Accept-Encoding")
	if r.URL.Query().Get("v") == found.hash {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if found.gzipped {
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			header.Set("Content-Encoding", "gzip")
		} else {
			reader, err := gzip.NewReader(bytes.NewReader(content))
			if err != nil {
				return err
			}
			if content, err = io.ReadAll(reader); err != nil {
				return err
			}
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
	return nil
}
