package server

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/httpx"
	"portfolio/api/visits"
)

// Site serves a build from memory. It is safe for use by many requests at once.
type Site struct {
	source  Source
	mu      sync.Mutex // guards name, and is held while a build is read
	name    string     // of the current build
	current atomic.Pointer[snapshot]
}

// NewSite returns the site of a source. It has no files before Open.
func NewSite(source Source) *Site {
	s := &Site{source: source}
	s.current.Store(&snapshot{})
	return s
}

// Open serves the newest build. If it cannot be read, a source that has screens without one serves those.
func (s *Site) Open(ctx context.Context) error {
	name, err := s.source.Newest(ctx)
	if err == nil {
		err = s.load(ctx, name)
	}
	if err != nil && s.load(ctx, "") == nil {
		return nil
	}
	return err
}

// load serves a build from now on.
func (s *Site) load(ctx context.Context, name string) error {
	return s.source.Read(ctx, name, func(files, screens fs.FS) error {
		next, err := readBuild(files)
		if err == nil && screens != nil {
			next, err = readScreens(screens, next)
		}
		if err != nil {
			return err
		}
		s.name = name
		s.current.Store(next)
		return nil
	})
}

// Watch looks for a newer build at each tick and serves it from then on; a broken one is logged, once, and ignored. With writes,
// it looks only if their number has grown. It returns when ctx ends.
func (s *Site) Watch(ctx context.Context, tick <-chan time.Time, writes func() uint64, log *slog.Logger) {
	failure := ""
	var looked *uint64 // the number of writes before the last look that found no fault
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		if writes != nil {
			now := writes()
			if looked != nil && *looked == now {
				continue
			}
			looked = &now
		}
		// A broken one is read again at the next tick: the fault may pass.
		switch before, err := s.current.Load(), s.Refresh(ctx); {
		case err == nil && s.current.Load() != before:
			failure = ""
			log.Info("serving the new build")
		case err != nil:
			looked = nil
			if err.Error() != failure && ctx.Err() == nil {
				failure = err.Error()
				log.Warn("the new build is not served", "error", err)
			}
		}
	}
}

// Refresh serves the newest build, if there is a newer one than the current.
func (s *Site) Refresh(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, err := s.source.Newest(ctx)
	if err != nil || name == "" || name == s.name {
		return err
	}
	return s.load(ctx, name)
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

// HasPage reports whether the current build has a public page at a path.
func (s *Site) HasPage(path string) bool {
	found := s.current.Load().exact[path]
	return found != nil && found.isPage
}

// Names reports whether a document of the current build contains a path.
func (s *Site) Names(path string) bool {
	for _, found := range s.current.Load().exact {
		for _, encoded := range found.content.Encodings {
			if encoded.Encoding == "" && bytes.Contains(encoded.Bytes, []byte(path)) {
				return true
			}
		}
	}
	return false
}

// page is the answer at a route.
type page struct {
	// route is its name in the log and the metrics, which never have the path: it may hold a token.
	route   string
	status  int
	movedTo string
	content *httpx.Content
	// neutral is what visitors of a private site get instead, which they need to sign in; nil for none.
	neutral *page
	// isPage is for public pages, which are all documents but the app's.
	isPage bool
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
	if s.options.Site == nil && s.programs == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		program := s.programs[r.URL.Path]
		isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
		if !isRead || program == nil && (isAPI(r.URL.Path) || s.options.Site == nil) {
			next.ServeHTTP(w, r)
			return
		}
		if program != nil {
			chi.RouteContext(r.Context()).RoutePatterns = []string{program.route}
			program.serve(w, r)
			return
		}
		current := s.options.Site.current.Load()
		found := current.find(r.URL.Path)
		chi.RouteContext(r.Context()).RoutePatterns = []string{found.route}
		if found.status == http.StatusServiceUnavailable {
			s.serveMissing(w, r, current)
			return
		}
		if found.neutral == found || !s.isPrivate(r.Context()) {
			if path.Base(found.route) == "cv.pdf" && found.movedTo == "" {
				s.options.Visits.Service.CountDownload(r, func() { s.options.Counters.Add(visits.CountCVDownloads) })
			}
			found.serve(w, r)
			return
		}
		may, err := s.options.MayPreview(r)
		if err != nil {
			httpx.RespondError(w, r, err)
			return
		}
		if !may && found.neutral != nil {
			found.neutral.serve(w, r)
			return
		}
		if !may {
			s.serveWaiting(w, r, current, current.waiting)
			return
		}
		found.serve(&privateWriter{ResponseWriter: w}, r)
	})
}
