package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/httpx"
)

// Site serves the built site from memory. It is safe for use by many requests at once.
type Site struct {
	dir     string
	opened  time.Time // when the build was made that was read first
	current atomic.Pointer[snapshot]
}

// OpenSite reads the build in dir. The error is shown to the owner.
func OpenSite(dir string) (*Site, error) {
	site := &Site{dir: dir}
	site.opened = site.builtAt() // before it is read: a build that ends meanwhile is a newer one
	first, err := readSnapshot(dir)
	if err != nil {
		return nil, err
	}
	site.current.Store(first)
	return site, nil
}

// OpenScreens reads the build of the screens, and the pages of the build in the folder last unless that is "". They are served
// until there is a build in dir.
func OpenScreens(dir string, screens fs.FS, last string) (*Site, error) {
	site := &Site{dir: dir}
	site.opened = site.builtAt()
	first, err := readBuild(screens, "of this program")
	if err == nil && last != "" {
		var pages *snapshot
		if pages, err = readSnapshot(last); err == nil {
			first.addPages(pages)
		}
	}
	if err != nil {
		return nil, err
	}
	site.current.Store(first)
	return site, nil
}

// Watch looks for a newer build at each tick and serves it from then on; a broken one is logged, once, and ignored. It returns when
// ctx ends.
func (s *Site) Watch(ctx context.Context, tick <-chan time.Time, log *slog.Logger) {
	served, failed := s.opened, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		built := s.builtAt()
		if built.IsZero() || built.Equal(served) {
			continue
		}
		// It is read again at the next tick: the fault may pass.
		next, err := readSnapshot(s.dir)
		if err != nil {
			if !built.Equal(failed) {
				log.Warn("the new build is not served", "error", err)
			}
			failed = built
			continue
		}
		served = built
		s.current.Store(next)
		log.Info("serving the new build")
	}
}

// builtAt returns when the manifest, which the build writes last, was written; zero while there is none.
func (s *Site) builtAt() time.Time {
	info, err := os.Stat(filepath.Join(s.dir, manifestName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// File returns the file of the current build whose name has the prefix beginning and the suffix ending, of several the one with
// the shortest name; nil for none.
func (s *Site) File(beginning, ending string) []byte {
	var found string
	files := s.current.Load().files
	for name := range files {
		if strings.HasPrefix(name, beginning) && strings.HasSuffix(name, ending) && (found == "" || len(name) < len(found)) {
			found = name
		}
	}
	return files[found].content
}

// page is the answer at a route.
type page struct {
	// route is its name in the log and the metrics, which never have the path: it may hold a token.
	route   string
	status  int
	movedTo string
	content *httpx.Content
}

// serve answers a GET or HEAD.
func (p *page) serve(w http.ResponseWriter, r *http.Request) {
	if p.movedTo == "" {
		p.content.Serve(w, r, p.status)
		return
	}
	for name, values := range p.content.Header {
		w.Header()[name] = values
	}
	location := p.movedTo
	if r.URL.RawQuery != "" {
		location += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, location, p.status)
}

// servePages answers each GET and HEAD outside the API from the site.
func (s *Server) servePages(next http.Handler) http.Handler {
	if s.options.Site == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAPI(r.URL.Path) || r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		found := s.options.Site.current.Load().find(r.URL.Path)
		chi.RouteContext(r.Context()).RoutePatterns = []string{found.route}
		found.serve(w, r)
	})
}
