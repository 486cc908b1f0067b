// Package backendadmin is the owner's back office at /backend/admin/: pages that the server renders, for staff who have
// signed in there. They need no JavaScript, and load nothing but their own style and, where a passkey may be used, a script.
package backendadmin

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/counters"
	"portfolio/api/dashboard"
	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/mailer"
	"portfolio/api/personaldata"
	"portfolio/api/throttle"
)

// Path is where the pages are.
const Path = "/backend/admin/"

// Options is what an Admin is made of.
type Options struct {
	DB       *database.DB
	Accounts *accounts.Service
	// Content counts what staff manage on the site.
	Content func(context.Context) (dashboard.Figures, error)
	// PersonalData exports what is known of one person.
	PersonalData *personaldata.Exporter
	Audit        *audit.Log
	Counters     *counters.Counters
	Mails        *mailer.Queue
	Limiter      *throttle.Limiter
	System       System
	// Site is the built site, whose fonts the pages take; nil where a CDN serves it.
	Site Files
	// PublicURL is where people reach the site: scheme://host.
	PublicURL string
	// Secure says that browsers reach the site by https.
	Secure bool
	Clock  func() time.Time
}

// Admin answers everything below Path.
type Admin struct {
	db           *database.DB
	accounts     *accounts.Service
	content      func(context.Context) (dashboard.Figures, error)
	personalData *personaldata.Exporter
	audit        *audit.Log
	counters     *counters.Counters
	mails        *mailer.Queue
	limiter      *throttle.Limiter
	system       System
	secure       bool
	now          func() time.Time
	pages        pages
	assets       assets
	protection   *http.CrossOriginProtection
	router       chi.Routes
	refused      func(*http.Request, error)
}

// New returns the back office of the given parts.
func New(o Options) (*Admin, error) {
	// No other origin is trusted, whoever may call the API.
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(o.PublicURL); err != nil {
		return nil, fmt.Errorf("PUBLIC_URL: %w", err)
	}
	pages, err := newPages()
	if err != nil {
		return nil, err
	}
	return &Admin{
		db: o.DB, accounts: o.Accounts, content: o.Content, personalData: o.PersonalData, audit: o.Audit, counters: o.Counters, mails: o.Mails,
		limiter: o.Limiter, system: o.System, secure: o.Secure, now: o.Clock, pages: pages, assets: newAssets(o.Site), protection: protection,
	}, nil
}

// handler answers a request, or returns the failure for its page. It returns before anything was written, or nil.
type handler func(req *request) error

type route struct {
	method  string
	pattern string
	handler handler
}

// routes is every page and form for staff. Patterns stand below Path, without the trailing slash that callers may add.
func (a *Admin) routes() []route {
	return []route{
		{"GET", "", a.overview},

		{"GET", "users", a.users},
		{"GET", "users/{id}", a.user},
		{"POST", "users/{id}/names", a.rename},
		{"POST", "users/{id}/email", a.changeEmail},
		{"POST", "users/{id}/confirm-email", a.proved(a.confirmEmail)},
		{"POST", "users/{id}/notes", a.writeNotes},
		{"POST", "users/{id}/staff", a.proved(a.setStaff)},
		{"POST", "users/{id}/active", a.proved(a.setActive)},
		{"POST", "users/{id}/reset", a.sendReset},
		{"POST", "users/{id}/sessions", a.proved(a.endSessions)},
		{"POST", "users/{id}/sessions/{session}", a.proved(a.endSession)},
		{"POST", "users/{id}/data", a.exportUser},
		{"GET", "users/{id}/delete", a.confirmDelete},
		{"POST", "users/{id}/delete", a.proved(a.deleteUser)},

		{"GET", "audit", a.audits},

		{"GET", "system", a.showSystem},
		{"POST", "system/mails/{id}/retry", a.retryMail},
		{"POST", "system/mails/{id}/forget", a.discardMail},
		{"POST", "system/throttled/{key}/lift", a.unblock},
	}
}

// Mount adds the pages to router. Everything but the sign-in is for staff, paths that do not exist too. Refused is
// called for each failure before its page is shown.
func (a *Admin) Mount(router chi.Router, refused func(*http.Request, error)) {
	a.router, a.refused = router, refused
	router.Group(func(router chi.Router) {
		router.Use(headers)
		router.Get(Path+"assets/{name}", a.assets.serve)
		router.Get(Path+"sign-in", a.public(a.showSignIn))
		router.Post(Path+"sign-in", a.public(a.signIn))
		router.Post(Path+"sign-in/second-factor", a.public(a.signInBySecondFactor))
		router.Post(Path+"sign-in/passkey", a.public(a.signInByPasskey))
		router.Post(Path+"sign-out", a.public(a.signOut))
		router.Post(Path+"theme", a.public(a.chooseTheme))
		for _, route := range a.routes() {
			router.Method(route.method, trimSlash(Path+route.pattern), a.staffOnly(route.handler))
		}
		router.Handle(Path+"*", a.noPage())
	})
}

// allowedMethods returns the methods of the page or the form at path, none where there is nothing.
func (a *Admin) allowedMethods(path string) []string {
	return httpx.AllowedMethods(a.router, trimSlash(path))
}

// noPage answers what is no page and no form: 405 with Allow for another method than the path has, else 404 to staff.
func (a *Admin) noPage() http.HandlerFunc {
	missing := a.staffOnly(notFound)
	return func(w http.ResponseWriter, r *http.Request) {
		allowed := a.allowedMethods(r.URL.Path)
		if len(allowed) == 0 {
			missing(w, r)
			return
		}
		for _, method := range allowed {
			w.Header().Add("Allow", method)
		}
		a.answer(func(req *request) error {
			return req.render(http.StatusMethodNotAllowed, page{
				Template: "failure.html", Title: failureTitles[http.StatusMethodNotAllowed], Data: failure{Message: apperror.MethodNotOfPage},
			})
		})(w, r)
	}
}

const (
	securityPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	passkeyPolicy  = securityPolicy + "; script-src 'self'; connect-src 'self'"
)

// headers sets what every answer carries. Style comes from here, pictures from the site; nothing else is loaded, but for the script
// of pages that use a passkey.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", securityPolicy)
		header.Set("Cache-Control", "no-store")
		header.Set("X-Robots-Tag", "noindex, nofollow")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		// Without a referrer browsers send no origin either, by which forms of other sites are recognised.
		header.Set("Referrer-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}
