package server

import "github.com/go-chi/chi/v5"

// AllowUpload is what a route does that takes a file.
var AllowUpload = allowUpload

// Router is where tests add routes.
func (s *Server) Router() chi.Router { return s.router }
