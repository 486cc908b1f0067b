package server

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/httpx"
)

// withAuditSource gives each request a context that knows where it comes from.
func withAuditSource(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		source := audit.Source{IP: httpx.ClientIP(ctx), RequestID: httpx.RequestID(ctx)}
		next.ServeHTTP(w, r.WithContext(audit.WithSource(ctx, source)))
	})
}

// handle makes an http.HandlerFunc of h, whose refusals are written down before they are answered.
func (s *Server) handle(h httpx.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// guarded makes an http.HandlerFunc of h for the requests that pass guard.
func (s *Server) guarded(guard Guard, h httpx.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, err := guard(r)
		r = r.WithContext(ctx)
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	}
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.refused(r, err)
	httpx.Error(w, r, err)
}

// refused writes down who may not do something, and which uploads were not taken. Mistakes in other forms, paths that do
// not exist, tokens that ran out and faults of ours are no refusals.
func (s *Server) refused(r *http.Request, err error) {
	var refusal *apperror.Error
	if !errors.As(err, &refusal) {
		return
	}
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
	s.options.Audit.RecordLimited(r.Context(), event)
}
