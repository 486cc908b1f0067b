package server

import (
	"net/http"
	"slices"
	"strings"

	"portfolio/api/internal/httpx"
)

// methodNotAllowed answers 405 with the methods that the path does have.
func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimSuffix(r.URL.Path, "/")
	allowed, fixed := s.fixed[path]
	if !fixed {
		allowed = httpx.AllowedMethods(s.router, path)
	}
	for _, method := range allowed {
		w.Header().Add("Allow", method)
	}
	httpx.RespondMethodNotAllowed(w, r)
}

// guardFixedPaths answers 405 for the methods that a path without parameters lacks. chi would pass
// DELETE /api/documents/documents/current_cv to the route that deletes a document.
func (s *Server) guardFixedPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allowed, fixed := s.fixed[strings.TrimSuffix(r.URL.Path, "/")]
		if fixed && !slices.Contains(allowed, r.Method) {
			s.methodNotAllowed(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// addFixed notes the method of a path without parameters.
func (s *Server) addFixed(route route) {
	if strings.Contains(route.pattern, "{") {
		return
	}
	s.fixed[route.pattern] = append(s.fixed[route.pattern], route.method)
	if route.method == http.MethodGet {
		s.fixed[route.pattern] = append(s.fixed[route.pattern], http.MethodHead)
	}
}
