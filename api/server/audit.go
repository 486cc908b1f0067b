package server

import (
	"errors"
	"net/http"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
)

// handle makes an http.HandlerFunc of h. Refusals are written to the audit log before they are
// answered.
func (s *Server) handle(h httpx.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.answerError(w, r, err)
		}
	}
}

func (s *Server) answerError(w http.ResponseWriter, r *http.Request, err error) {
	s.recordRefusal(r, err)
	httpx.RespondError(w, r, err)
}

// recordRefusal writes 403s and refused uploads to the audit log. Invalid values in other forms, unknown paths, expired tokens
// and errors of the server are not recorded.
func (s *Server) recordRefusal(r *http.Request, err error) {
	var refusal *httpx.Error
	if !errors.As(err, &refusal) {
		return
	}
	call := knownMethod(r.Method) + " " + routeOf(r)
	event := audit.Event{Action: audit.AccessRefused, Detail: call + ": " + refusal.Message()}
	switch refusal.Kind {
	case httpx.KindForbidden:
		if refusal.Code == httpx.CodeRecentAuth {
			return // the caller has to sign in, and repeats the request
		}
	case httpx.KindInvalid, httpx.KindMalformed, httpx.KindTooLarge, httpx.KindUnsupportedMedia:
		if !s.uploads[call] || !httpx.IsForm(r) {
			return
		}
		event.Action = audit.UploadRefused
	default:
		return
	}
	s.options.Audit.RecordLimited(r.Context(), event)
}
