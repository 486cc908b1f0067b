// Package server puts the site together for HTTP: every route with its guard, the middleware, the static pages.
package server

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"portfolio/api/accounts"
	"portfolio/api/apidocs"
	"portfolio/api/audit"
	"portfolio/api/counters"
	"portfolio/api/dashboard"
	"portfolio/api/documents"
	"portfolio/api/httpx"
	"portfolio/api/personaldata"
	"portfolio/api/photos"
	"portfolio/api/publishing"
)

// Guard says whether a request may pass, before its body is read. It returns the request's context, which knows who sent
// it as far as that was found out, also beside the error that refuses it.
type Guard func(*http.Request) (context.Context, error)

// Guards are the guards of routes. The accounts provide them, so that no feature knows another. Confirmed is for users whose
// address is proved.
type Guards struct {
	// Proved lets users pass who have shown within ten minutes who they are.
	User, Confirmed, Staff, Proved Guard
}

// Options is what a Server is made of.
type Options struct {
	Log        *slog.Logger
	Audit      *audit.Log
	Counters   *counters.Counters
	Accounts   *accounts.Handler
	Photos     *photos.Handler
	Documents  *documents.Handler
	Dashboard  *dashboard.Handler
	Publishing *publishing.Handler
	// PersonalData answers with what is known of the person who asks.
	PersonalData *personaldata.Handler
	// Admin adds the pages below AdminPath, which guard themselves and call refused for each failure that they show; nil
	// for none.
	Admin func(router chi.Router, refused func(*http.Request, error))
	// Observe is called for each answered request; route is its pattern.
	Observe func(method, route string, status int, took time.Duration)
	// Media serves the pictures' files below /media/.
	Media  http.Handler
	Guards Guards
	// Checks are what must answer for the server to be ready, by name.
	Checks map[string]func(context.Context) error
	// Site is the built site; nil where a CDN serves it.
	Site *Site
	// Secure says that browsers reach the site by https.
	Secure bool
	// HSTSSubdomains says that every subdomain is reached by https only, too.
	HSTSSubdomains bool
	// Proxies are the networks whose X-Forwarded-For counts.
	Proxies []netip.Prefix
	// Origins may call the API from a browser beside the site itself.
	Origins []string
}

// Server answers every request.
type Server struct {
	options Options
	docs    *apidocs.Handler
	router  chi.Router
	// uploads are the calls that take a file, as in "POST /api/photos/images".
	uploads map[string]bool
	// literal are the methods of each path of the API that has no parameters.
	literal map[string][]string
}

// New returns a Server of the given parts.
func New(o Options) (*Server, error) {
	s := &Server{options: o, uploads: map[string]bool{}, literal: map[string][]string{}}
	var err error
	if s.docs, err = apidocs.NewHandler(); err != nil {
		return nil, err
	}
	protection, err := s.sameOrigin(o.Origins)
	if err != nil {
		return nil, err
	}
	router := chi.NewRouter()
	router.Use(
		limitTime,
		s.withRequest(o.Observe),
		httpx.WithClientIP(o.Proxies),
		withAuditSource,
		recoverPanics,
		apiHeaders(strictTransport(o)),
		forAPI(allowOrigins(o.Origins)),
		forAPI(protection),
		forAPI(s.guardCSRF(o.Secure)),
		s.guardLiteralPaths,
		middleware.StripSlashes,
		middleware.GetHead,
	)
	s.mount(router)
	router.NotFound(s.serveSite)
	router.MethodNotAllowed(s.methodNotAllowed)
	s.router = router
	return s, nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.ServeHTTP(w, r) }

// serveSite answers what is no route of the API: pages of the site, or JSON's 404 below the API's own prefixes.
func (s *Server) serveSite(w http.ResponseWriter, r *http.Request) {
	if s.options.Site == nil || isAPI(r.URL.Path) {
		httpx.NotFound(w, r)
		return
	}
	if r.Method == http.MethodGet && s.options.Site.hasPage(r.URL.Path) {
		s.options.Counters.Add(counters.PageRequests)
	}
	s.options.Site.ServeHTTP(w, r)
}

// pageName returns the page of the site that r asks for, as the log names it, or "" where it asks for none. Its path is not
// logged: a path can hold a token.
func (s *Server) pageName(r *http.Request) string {
	if s.options.Site == nil || isAPI(r.URL.Path) || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ""
	}
	return s.options.Site.pageName(r.URL.Path)
}

func isAPI(path string) bool {
	for _, prefix := range []string{"/api/", "/backend/", "/login-with-token/", "/media/"} {
		if strings.HasPrefix(path+"/", prefix) {
			return true
		}
	}
	return false
}

// HTTP returns a server of s for net/http, with its limits.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      shortCall,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
}

// Serve answers on listener until ctx ends, then lets running requests finish for as long as grace.
func (s *Server) Serve(ctx context.Context, listener net.Listener, grace time.Duration) error {
	httpServer := s.HTTP()
	failed := make(chan error, 1)
	go func() { failed <- httpServer.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	return httpServer.Shutdown(stopping)
}
