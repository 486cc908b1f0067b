package server

import "github.com/go-chi/chi/v5"

// AllowUpload applies the limits of a route that accepts a file.
var AllowUpload = allowUpload

// Router is where tests add routes.
func (s *Server) Router() chi.Router { return s.router }
