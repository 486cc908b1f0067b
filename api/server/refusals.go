package server

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/httpx"
)

// audited tells the audit log where each request comes from, and has refusals written into it; the guards add who it was.
func (s *Server) audited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := audit.WithSource(r.Context(), audit.Source{IP: httpx.ClientIP(r.Context()), RequestID: httpx.RequestID(r.Context())})
		next.ServeHTTP(w, r.WithContext(httpx.WithRefusalObserver(ctx, s.refused)))
	})
}

// refused writes down who may not do something, and which uploads were not taken. Mistakes in other forms, paths that do
// not exist and tokens that ran out are everyday matters.
func (s *Server) refused(r *http.Request, refusal *apperror.Error) {
	var pattern string
	if route := chi.RouteContext(r.Context()); route != nil {
		pattern = route.RoutePattern()
	}
	call := knownMethod(r.Method) + " " + pattern
	event := audit.Event{Action: audit.AccessRefused, Detail: call + ": " + refusal.Message()}
	switch refusal.Kind {
	case apperror.KindForbidden:
	case apperror.KindInvalid, apperror.KindMalformed, apperror.KindTooLarge, apperror.KindUnsupportedMedia:
		if !s.uploads[call] || !httpx.IsForm(r) {
			return
		}
		event.Action = audit.UploadRefused
	default:
		return
	}
	s.audit.RecordLimited(r.Context(), event)
}
