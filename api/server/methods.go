package server

import (
	"net/http"
	"strings"

	"portfolio/api/httpx"
)

// methodNotAllowed answers 405 with the methods that the path does have.
func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	for _, method := range httpx.AllowedMethods(s.router, strings.TrimSuffix(r.URL.Path, "/")) {
		w.Header().Add("Allow", method)
	}
	httpx.MethodNotAllowed(w, r)
}
