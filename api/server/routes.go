package server

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/httpx"
)

// guard says who may call a route. It is checked before the body is read.
type guard int

const (
	everyone guard = iota
	users
	staff
)

// The times that reading a request's body and writing its answer may take together.
const (
	shortCall  = 30 * time.Second
	uploadCall = 15 * time.Minute
)

type route struct {
	method  string
	pattern string
	guard   guard
	handler httpx.Handler
	limit   time.Duration
}

// routes is every call that the server answers, with who may make it. Patterns stand without the trailing slash
// that callers may add.
func (s *Server) routes() []route {
	return []route{
		{"POST", "/api/users/login", everyone, s.accounts.Login, shortCall},
		{"POST", "/api/users/logout", everyone, s.accounts.Logout, shortCall},
		{"GET", "/api/users/profile", users, s.accounts.Profile, shortCall},
		{"POST", "/api/token/refresh", everyone, s.accounts.Refresh, shortCall},
		{"POST", "/backend/api/token/refresh", everyone, s.accounts.Refresh, shortCall},

		{"GET", "/api/health", everyone, s.ready, shortCall},
		{"GET", "/api/health/live", everyone, s.alive, shortCall},
	}
}

func (s *Server) mount(router chi.Router) {
	guards := map[guard]func(http.Handler) http.Handler{
		everyone: func(next http.Handler) http.Handler { return next },
		users:    s.guards.RequireUser,
		staff:    s.guards.RequireStaff,
	}
	for _, route := range s.routes() {
		router.With(limitTime(route.limit), guards[route.guard]).Method(route.method, route.pattern, httpx.Handle(route.handler))
	}
}
