package backendadmin

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/httpx"
	"portfolio/site"
)

var (
	//go:embed style.css
	ownStyle string
	//go:embed icon.svg
	ownIcon []byte
	//go:embed passkey.js
	ownScript []byte
)

// asset is a file that never changes under its name, which holds the hash of its bytes.
type asset struct {
	contentType string
	content     []byte
}

// assets are the files that pages load, by name, and the names of those that the layout speaks of.
type assets struct {
	files               map[string]asset
	style, icon, script string
}

// Files are those of the built site.
type Files interface {
	// File returns the one whose name begins and ends so, the shortest of several; nil for none.
	File(beginning, ending string) []byte
}

func newAssets(built Files) assets {
	a := assets{files: map[string]asset{}}
	a.style = a.add("style", ".css", "text/css; charset=utf-8", []byte(site.CSS()+a.addFonts(built)+ownStyle))
	a.icon = a.add("icon", ".svg", "image/svg+xml", ownIcon)
	a.script = a.add("passkey", ".js", "text/javascript; charset=utf-8", ownScript)
	return a
}

// fonts are the site's own, as its build names them, with the letters that each has.
var fonts = []struct{ name, letters string }{
	{"figtree-ext", "U+100-2FF,U+1E00-1EFF,U+20A0-20C0"},
	{"figtree", "U+20-7E,U+A0-FF,U+152-153,U+2013-2026,U+20AC"},
}

// addFonts stores the site's fonts and returns the style that declares them. Without the site there are none, and the
// pages are written in the system's.
func (a assets) addFonts(built Files) (style string) {
	if built == nil {
		return ""
	}
	for _, font := range fonts {
		content := built.File("assets/"+font.name+"-", ".woff2")
		if content == nil {
			continue
		}
		style += "@font-face { font-family: Figtree; font-weight: 400 700; font-display: swap; unicode-range: " + font.letters +
			"; src: url(" + a.add(font.name, ".woff2", "font/woff2", content) + ") format('woff2'); }\n"
	}
	return style
}

// add stores a file and returns the path that serves it.
func (a assets) add(stem, ending, contentType string, content []byte) string {
	sum := sha256.Sum256(content)
	name := stem + "." + hex.EncodeToString(sum[:6]) + ending
	a.files[name] = asset{contentType: contentType, content: content}
	return Path + "assets/" + name
}

// serve answers GET assets/{name}: 200, or 404 for another name, such as that of a previous version.
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
