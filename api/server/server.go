// Package server puts the site together for HTTP: every route with its guard, the middleware, the static pages.
package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"portfolio/api/accounts"
	"portfolio/api/admin"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
	"portfolio/api/messages"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/shares"
	"portfolio/api/site"
	"portfolio/api/visits"
)

// Guard decides whether a request may pass, before its body is read. It returns the request's
// context with its sender, as far as known, even with an error.
type Guard func(*http.Request) (context.Context, error)

// Guards are the guards of routes. The accounts provide them, so that no feature knows another.
type Guards struct {
	// Confirmed is for users whose address is confirmed.
	User, Confirmed, Staff Guard
	// Recent is a guard that wants an authentication within the last ten minutes too.
	Recent func(*http.Request, Guard) (context.Context, error)
}

// Options are the parts of a Server.
type Options struct {
	Log *slog.Logger
	// Description is the description of the API, in YAML.
	Description []byte
	Audit       *audit.Log
	Counters    *visits.Counters
	Accounts    *accounts.Handler
	Photos      *photos.Handler
	Documents   *documents.Handler
	Content     *content.Handler
	Shares      *shares.Handler
	Setup       *site.SetupHandler
	Admin       *admin.Handler
	Publishing  *publishing.Handler
	Messages    *messages.Handler
	Visits      *visits.Handler
	// Observe is called for each answered request; route is its pattern.
	Observe func(method, route string, status int, took time.Duration)
	// Media serves the images' files below /media/.
	Media  http.Handler
	Guards Guards
	// Ping returns an error while the database does not answer. Then the server is not ready.
	Ping     func(context.Context) error
	Settings *site.SettingsHandler
	// IsPrivate reports whether visitors may not see the pages, and MayPreview whether the sender of a request may, as staff.
	// A nil IsPrivate is a public site.
	IsPrivate func(context.Context) bool
	// BeingSetUp reports whether a site without pages, or a private one, has no owner yet; nil for
	// never.
	BeingSetUp func(context.Context) (bool, error)
	MayPreview func(*http.Request) (bool, error)
	// Site is the built site, nil if a CDN serves it.
	Site *Site
	// Programs has the scripts, styles and fonts of private pages, and the screen that opens them, if another program makes the
	// public ones; nil for none.
	Programs fs.FS
	// PublicURL is the site's address, scheme://host. If it is HTTPS, so are all requests of browsers.
	PublicURL string
	// Proxies are the networks whose X-Forwarded-For counts.
	Proxies []netip.Prefix
	// Origins may call the API from a browser beside the site itself.
	Origins []string
}

// Server answers every request.
type Server struct {
	options Options
	docs    *apiDocs
	router  chi.Router
	// programs are the answers for Options.Programs, by path, and programsSignIn is their screen that opens a share.
	programs       map[string]*page
	programsSignIn *httpx.Content
	// description is compressed at its first request.
	description func() *httpx.Content
	// uploads are the calls that accept a file, as in "POST /api/photos/images".
	uploads map[string]bool
	// fixed are the methods of each path without parameters.
	fixed map[string][]string
	// stopping is set from when the server shall stop.
	stopping atomic.Bool
}

// New returns a Server of the given parts.
func New(o Options) (*Server, error) {
	s := &Server{options: o, uploads: map[string]bool{}, fixed: map[string][]string{}, description: sync.OnceValue(func() *httpx.Content {
		return httpx.NewContent(http.Header{"Content-Type": {"application/yaml"}}, o.Description)
	})}
	var err error
	if s.docs, err = newAPIDocs(); err != nil {
		return nil, err
	}
	if s.programs, s.programsSignIn, err = readPrograms(o.Programs); err != nil {
		return nil, err
	}
	if o.Shares != nil {
		o.Shares.SignIn = s.signIn
	}
	protection, err := s.sameOrigin(o.Origins)
	if err != nil {
		return nil, err
	}
	router := chi.NewRouter()
	router.Use(
		limitTime,
		s.withRequest,
		httpx.WithClientIP(o.Proxies),
		recoverPanics,
		s.withDefaultHeaders,
		s.lookAtVisibility,
		s.servePages,
		allowOrigins(o.Origins),
		protection,
		s.guardCSRF(),
		s.guardFixedPaths,
		middleware.StripSlashes,
		middleware.GetHead,
	)
	s.mount(router)
	router.NotFound(s.notFound)
	router.MethodNotAllowed(s.methodNotAllowed)
	s.router = router
	return s, nil
}

// secure reports whether browsers reach the site over HTTPS.
func (s *Server) secure() bool { return strings.HasPrefix(s.options.PublicURL, "https://") }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		w.Header().Set("Connection", "close")
	}
	s.router.ServeHTTP(w, r)
}

// signIn returns the document of the screen that opens a share, as its visitors may see it; nil without the app.
func (s *Server) signIn(r *http.Request) *httpx.Content {
	if s.options.Site != nil {
		found := s.options.Site.current.Load().exact[screenPath]
		if found != nil && s.isPrivate(r.Context()) {
			found = found.neutral
		}
		if found != nil {
			return found.content
		}
	}
	return s.programsSignIn
}

// notFound answers requests without a route: those below a share like a share that has ended, writes to the site, or 404 as JSON.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if isRead && s.options.Shares != nil && (r.URL.Path == "/s" || strings.HasPrefix(r.URL.Path, "/s/")) {
		s.options.Shares.Miss(w, r)
		return
	}
	if s.options.Site == nil || isAPI(r.URL.Path) {
		httpx.RespondNotFound(w, r)
		return
	}
	w.Header().Set("Allow", "GET, HEAD")
	httpx.RespondMethodNotAllowed(w, r)
}

// adminPath is the path of the app's screens for staff, below a path of the API.
const adminPath = "/backend/admin"

func isAPI(path string) bool {
	if strings.HasPrefix(path+"/", adminPath+"/") {
		return false
	}
	for _, prefix := range [...]string{"/api", "/backend", "/login-with-token", "/cv-download", "/media", "/s"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}
