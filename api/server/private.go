package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/httpx"
)

type privateKey struct{}

// isPrivate reports whether visitors may not see the pages, which only a server of pages can keep from them. A request that
// lookAtVisibility has seen has one answer.
func (s *Server) isPrivate(ctx context.Context) bool {
	if known, ok := ctx.Value(privateKey{}).(bool); ok {
		return known
	}
	return s.options.Site != nil && s.options.IsPrivate != nil && s.options.IsPrivate(ctx)
}

// serveMissing answers while a site has no pages: it leads staff to the dashboard, which says why.
func (s *Server) serveMissing(w http.ResponseWriter, r *http.Request, current *snapshot) {
	if s.options.MayPreview != nil && strings.Contains(r.Header.Get("Accept"), "text/html") {
		if may, err := s.options.MayPreview(r); err == nil && may {
			w.Header().Set("Cache-Control", "private, no-store")
			http.Redirect(w, r, "/dashboard", http.StatusFound)
			return
		}
	}
	s.serveWaiting(w, r, current, current.notReady)
}

// lookAtVisibility notes whether the site is private while it answers a request, and keeps the API's answers of a private site
// out of caches.
func (s *Server) lookAtVisibility(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		private := s.isPrivate(r.Context())
		if private && isAPI(r.URL.Path) {
			w = &privateWriter{ResponseWriter: w}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), privateKey{}, private)))
	})
}

// privateWriter writes what only staff may see: no cache keeps it, and no search engine lists it.
type privateWriter struct {
	http.ResponseWriter
	begun bool
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *privateWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader begins the answer.
func (w *privateWriter) WriteHeader(status int) {
	w.begun = true
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.ResponseWriter.WriteHeader(status)
}

// Write writes p.
func (w *privateWriter) Write(p []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// serveWaiting answers visitors of a site that shows them no pages, with page once it has an owner.
func (s *Server) serveWaiting(w http.ResponseWriter, r *http.Request, current *snapshot, page *httpx.Content) {
	if s.options.BeingSetUp != nil {
		if setUp, err := s.options.BeingSetUp(r.Context()); err == nil && setUp {
			page = current.beingSetUp
		}
	}
	page.Serve(w, r, http.StatusServiceUnavailable)
}

// visitors guards the pages and their data: on a private site it lets staff pass.
func (s *Server) visitors(r *http.Request) (context.Context, error) {
	if !s.isPrivate(r.Context()) {
		return everyone(r)
	}
	if r.Header.Get("Authorization") != "" {
		return s.options.Guards.Staff(r)
	}
	may, err := s.options.MayPreview(r)
	if err == nil && !may {
		err = httpx.BeingSetUp()
	}
	return r.Context(), err
}

//go:embed waiting.html
var waitingFile string

//go:embed waiting.css
var waitingStyle string

var waiting = template.Must(template.New("waiting").Parse(waitingFile))

const (
	howToSetUp  = "Open the set-up link, which portfolio setup-link prints on the server."
	howToSignIn = "Sign in at /login."
	whySignIn   = "Sign in at /login to see why."
)

const (
	beingSetUp = "This site is being set up."
	notReady   = "This site isn’t ready yet."
)

// waitingPage returns the page for visitors of a site that shows them no pages, with its heading and a sentence that says what
// the owner does. It has the font of the build, and nothing of the content. Robots come back after retry.
func waitingPage(files map[string]staticFile, heading, owner string, retry time.Duration) (*httpx.Content, error) {
	style := waitingStyle
	if font := waitingFont(files); font != "" {
		style = "@font-face { font-family: Figtree; font-weight: 400 700; src: url('/" + font + "') format('woff2'); }\n" + style
	}
	var page bytes.Buffer
	if err := waiting.Execute(&page, struct {
		Style          template.CSS
		Heading, Owner string
	}{template.CSS(style), heading, owner}); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(style))
	return httpx.NewContent(http.Header{
		"Content-Type": {"text/html; charset=utf-8"}, "Retry-After": {strconv.Itoa(int(retry.Seconds()))}, "X-Robots-Tag": {"noindex"},
		"Content-Security-Policy": {"default-src 'none'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
			"style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"},
	}, page.Bytes()), nil
}

// uiFont is the file of the site's font for Latin letters.
var uiFont = regexp.MustCompile(`^assets/figtree-[\w-]{8}\.woff2$`)

// waitingFont returns the name of that file, "" if the build has none.
func waitingFont(files map[string]staticFile) string {
	for name := range files {
		if uiFont.MatchString(name) {
			return name
		}
	}
	return ""
}
