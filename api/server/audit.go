package server

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/httpx"
)

// handle makes an http.HandlerFunc of h. Refusals are recorded in the audit log before they are answered.
func (s *Server) handle(h httpx.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.answerError(w, r, err)
		}
	}
}

// withGuard makes an http.HandlerFunc of h for the requests that pass the route's guard.
func (s *Server) withGuard(route route, h httpx.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, err := route.guard(r)
		r = r.WithContext(ctx)
		if err == nil && route.limit == uploadCall {
			allowUpload(r)
		}
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			s.answerError(w, r, err)
		}
	}
}

func (s *Server) answerError(w http.ResponseWriter, r *http.Request, err error) {
	s.recordRefusal(r, err)
	httpx.Error(w, r, err)
}

// recordRefusal writes 403s and refused uploads to the audit log. Invalid values in other forms, unknown paths, expired tokens
// and errors of the server are not recorded.
func (s *Server) recordRefusal(r *http.Request, err error) {
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
		if refusal.Code == apperror.CodeFreshProof {
			return // the caller is asked who they are, and comes again
		}
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
