package server

import (
	"net/http"
	"slices"
	"strings"

	"portfolio/api/httpx"
)

// methodNotAllowed answers 405 with the methods that the path does have.
func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	path := trimSlash(r.URL.Path)
	allowed, literal := s.literal[path]
	if !literal {
		allowed = httpx.AllowedMethods(s.router, path)
	}
	for _, method := range allowed {
		w.Header().Add("Allow", method)
	}
	httpx.MethodNotAllowed(w, r)
}

// guardLiteralPaths refuses the methods that a path without parameters does not have. The router would take such a request
// for one to a path with a parameter: DELETE on documents/current_cv for the deletion of a document of that id.
func (s *Server) guardLiteralPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allowed, literal := s.literal[trimSlash(r.URL.Path)]
		if literal && !slices.Contains(allowed, r.Method) {
			s.methodNotAllowed(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// addLiteral notes the route of a path without parameters.
func (s *Server) addLiteral(route route) {
	if strings.Contains(route.pattern, "{") {
		return
	}
	s.literal[route.pattern] = append(s.literal[route.pattern], route.method)
	if route.method == http.MethodGet {
		s.literal[route.pattern] = append(s.literal[route.pattern], http.MethodHead)
	}
}

func trimSlash(path string) string { return strings.TrimSuffix(path, "/") }
