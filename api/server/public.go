package server

import (
	"net/http"
	"time"

	"portfolio/api/httpx"
	"portfolio/api/photos"
)

const (
	imagesPattern    = "/api/photos/images"
	currentCVPattern = "/api/documents/documents/current_cv"
)

// mountPublic makes the calls whose answers are for everybody, whoever asks, and are there already most of the time: they have
// no guard, and of the middleware only what has something to do there. Their routes answer the same.
func (s *Server) mountPublic() {
	s.public = map[string]http.Handler{}
	for pattern, handler := range map[string]httpx.Handler{
		imagesPattern: s.options.Photos.ListImages, currentCVPattern: s.options.Documents.CurrentCV,
	} {
		s.public[pattern] = limitTime(s.answerPublic(pattern, withDefaultHeaders(recoverPanics(s.handle(handler)))))
	}
}

// publicCall returns the public call that r makes, or nil. One for a page of another origin has to pass the middleware.
func (s *Server) publicCall(r *http.Request) http.Handler {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header["Origin"] != nil {
		return nil
	}
	pattern := trimSlash(r.URL.Path)
	if pattern == imagesPattern && photos.WholeGallery(r) == "" {
		return nil
	}
	return s.public[pattern]
}

func (s *Server) answerPublic(pattern string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, id := time.Now(), s.beginAnswer(w)
		if len(s.options.Origins) > 0 {
			w.Header()["Vary"] = []string{"Origin"}
		}
		next.ServeHTTP(w, r.WithContext(httpx.WithRequest(r.Context(), s.options.Log, id)))
		answer := w.(*timedWriter)
		if answer.status == 0 {
			// The client gave up, and httpx.Error answered nothing.
			answer.status = statusClientClosed
			defer func() { panic(http.ErrAbortHandler) }()
		}
		s.answered(start, id, r.Method, pattern, answer.status, answer.bytes, true)
	})
}
