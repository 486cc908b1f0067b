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

// ready answers GET /api/health/: 200 when all that the server rests on answers within two seconds, else 503;
// in both cases each part with "ok" or "failed". A server that is about to stop answers 503 with the status "stopping".
func (s *Server) ready(w http.ResponseWriter, r *http.Request) error {
	if s.stopping.Load() {
		return httpx.Respond(w, http.StatusServiceUnavailable, map[string]string{"status": "stopping"}, nil)
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	status, report := http.StatusOK, map[string]string{"status": "ok"}
	for name, check := range s.options.Checks {
		report[name] = "ok"
		err := check(ctx)
		if err != nil && r.Context().Err() != nil {
			return r.Context().Err()
		}
		if err != nil {
			httpx.Logger(r.Context()).Error("health check failed", "part", name, "error", err)
			status, report[name], report["status"] = http.StatusServiceUnavailable, "failed", "failed"
		}
	}
	return httpx.Respond(w, status, report, nil)
}
