package server

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

// AllowUpload applies the limits of a route for staff that accepts a file.
func AllowUpload(r *http.Request) {
	setLimit(r, uploadCall)
	allowPauses(r)
}

// Router is where tests add routes.
func (s *Server) Router() chi.Router { return s.router }
