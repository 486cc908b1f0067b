package backendadmin

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/httpx"
	"portfolio/site/src/styles"
)

var (
	//go:embed style.css
	ownStyle string
	//go:embed icon.svg
	ownIcon string
)

// asset is a file that never changes under its name, which holds the hash of its bytes.
type asset struct {
	contentType string
	content     []byte
}

// assets are the files that pages load, by name, and the names of those that the layout speaks of.
type assets struct {
	files       map[string]asset
	style, icon string
}

func newAssets() assets {
	a := assets{files: map[string]asset{}}
	a.style = a.add("style", ".css", "text/css; charset=utf-8", styles.CSS()+ownStyle)
	a.icon = a.add("icon", ".svg", "image/svg+xml", ownIcon)
	return a
}

// add keeps a file and returns where it is found.
func (a assets) add(stem, ending, contentType, content string) string {
	sum := sha256.Sum256([]byte(content))
	name := stem + "." + hex.EncodeToString(sum[:6]) + ending
	a.files[name] = asset{contentType: contentType, content: []byte(content)}
	return Path + "assets/" + name
}

// serve answers GET assets/{name}: 200, or 404 for another name, such as that of a former version.
func (a assets) serve(w http.ResponseWriter, r *http.Request) {
	found, ok := a.files[chi.URLParam(r, "name")]
	if !ok {
		httpx.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", found.contentType)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	// A client that went away is no failure.
	_, _ = w.Write(found.content)
}
