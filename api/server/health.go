package server

import (
	"context"
	"net/http"
	"time"

	"portfolio/api/internal/httpx"
)

// alive answers GET /api/health/live/: 200 while the process can answer at all.
func (s *Server) alive(w http.ResponseWriter, _ *http.Request) error {
	return httpx.Respond(w, http.StatusOK, map[string]string{"status": "ok"}, nil)
}

// ready answers GET /api/health/: 200 when the database answers within two seconds, else 503. A
// server that is about to stop answers 503 with the status "stopping".
func (s *Server) ready(w http.ResponseWriter, r *http.Request) error {
	if s.stopping.Load() {
		return httpx.Respond(w, http.StatusServiceUnavailable, map[string]string{"status": "stopping"}, nil)
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	status, result := http.StatusOK, "ok"
	if err := s.options.Ping(ctx); err != nil {
		if r.Context().Err() != nil {
			return r.Context().Err()
		}
		httpx.Logger(r.Context()).Error("health check failed", "part", "database", "error", err)
		status, result = http.StatusServiceUnavailable, "failed"
	}
	return httpx.Respond(w, status, map[string]string{"status": result, "database": result}, nil)
}
