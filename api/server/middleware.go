package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/cors"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

// statusClientClosed is the status in the log and the metrics of a request that its client gave up before it was answered.
// Nobody receives it. The number is the one that nginx uses.
const statusClientClosed = 499

// withRequest gives a request an id and a logger that names it, and logs one line when it is answered:
// method, route pattern, status, milliseconds, bytes. Never a path, a query, a header or a body. A request whose handler wrote
// nothing, which net/http would answer 200, is answered 500; where the client has disconnected, the connection is closed.
func (s *Server) withRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, id := time.Now(), s.beginAnswer(w)
		ctx := httpx.WithRequest(r.Context(), s.options.Log, id)
		recorder := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		r = r.WithContext(ctx)
		next.ServeHTTP(recorder, r)

		status, closed := recorder.Status(), false
		if status == 0 && ctx.Err() != nil {
			status, closed = statusClientClosed, true
		} else if status == 0 {
			httpx.Error(recorder, r, errors.New("the handler wrote no answer"))
			status = http.StatusInternalServerError
		}
		var pattern string
		if route := chi.RouteContext(r.Context()); route != nil {
			pattern = route.RoutePattern()
		}
		s.answered(start, id, r.Method, pattern, status, int64(recorder.BytesWritten()), true)
		if closed {
			panic(http.ErrAbortHandler)
		}
	})
}

// beginAnswer sets the headers that every answer has, and returns the request's id.
func (s *Server) beginAnswer(w http.ResponseWriter) (id string) {
	id = rand.Text()[:16]
	header := w.Header()
	header["X-Request-Id"] = []string{id}
	if s.strictTransport != nil {
		header["Strict-Transport-Security"] = s.strictTransport
	}
	return id
}

// answered counts an answered request, and logs it unless that is not wanted.
func (s *Server) answered(start time.Time, id, method, route string, status int, bytes int64, logs bool) {
	now, method := time.Now(), knownMethod(method)
	took, ctx, log := now.Sub(start), context.Background(), s.options.Log.Handler()
	if logs && log.Enabled(ctx, slog.LevelInfo) {
		// A record of its own is spared the search for its line in the source.
		record := slog.NewRecord(now, slog.LevelInfo, "request", 0)
		record.AddAttrs(slog.String("id", id), slog.String("method", method), slog.String("route", route), slog.Int("status", status),
			slog.Int64("ms", took.Milliseconds()), slog.Int64("bytes", bytes))
		_ = log.Handle(ctx, record)
	}
	if s.options.Observe != nil {
		s.options.Observe(method, route, status, took)
	}
}

// answerFromSite answers what is no path of the API from the site, without the middleware, which has nothing to do there: a
// file is for everybody, whoever asks from wherever.
func (s *Server) answerFromSite(w http.ResponseWriter, r *http.Request) {
	start, id := time.Now(), s.beginAnswer(w)
	found := s.options.Site.find(r.URL.Path)
	found.serve(w, r)
	answer := w.(*timedWriter)
	s.answered(start, id, r.Method, found.route, answer.status, answer.bytes, s.options.LogSite)
}

// knownMethod returns the method, or "other" for one that the site does not use, so that no text of a client reaches the log.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// recoverPanics answers a panic with 500 and logs the stack. http.ErrAbortHandler is passed on: with it a handler closes the
// connection on purpose.
func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			httpx.Logger(r.Context()).Error("panic", "cause", describePanic(cause), "stack", string(debug.Stack()))
			httpx.Error(w, r, errors.New("panic"))
		}()
		next.ServeHTTP(w, r)
	})
}

// describePanic returns the text of a runtime error, which has types and lengths only, and of any other panic its type alone,
// because its text may quote what a client sent.
func describePanic(cause any) string {
	if fault, ok := cause.(runtime.Error); ok {
		return fault.Error()
	}
	return fmt.Sprintf("%T", cause)
}

// defaultHeaders are those of every answer of the API. The static site and the media replace them with their own.
var defaultHeaders = map[string]string{
	"X-Content-Type-Options":  "nosniff",
	"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	"Referrer-Policy":         "no-referrer",
	"Cache-Control":           "no-store",
}

func withDefaultHeaders(next http.Handler) http.Handler {
	fields := headerValues{}.fields(defaultHeaders)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeader(w, fields)
		next.ServeHTTP(w, r)
	})
}

// strictTransport returns the header (RFC 6797) by which browsers use https alone for two years, nil for a site without it.
// ssg/document/headers.ts has it for a CDN.
func strictTransport(o Options) []string {
	switch {
	case !o.Secure:
		return nil
	case o.HSTSSubdomains:
		return []string{"max-age=63072000; includeSubDomains"}
	}
	return []string{"max-age=63072000"}
}

// sameOrigin refuses writes that a browser sends for another site than ours and the given origins.
func (s *Server) sameOrigin(origins []string) (func(http.Handler) http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	for _, origin := range origins {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("CORS_ORIGINS: %w", err)
		}
	}
	protection.SetDenyHandler(s.handle(func(http.ResponseWriter, *http.Request) error {
		return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.CrossOrigin}
	}))
	return protection.Handler, nil
}

// allowOrigins answers the preflights of the given origins and lets them read answers. Without any it does nothing.
func allowOrigins(origins []string) func(http.Handler) http.Handler {
	if len(origins) == 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	return cors.New(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"},
		AllowedHeaders: []string{
			"Accept", "Authorization", "Content-Type", "Tus-Resumable", "Upload-Checksum", "Upload-Length", "Upload-Metadata", "Upload-Offset", "X-CSRFToken",
		},
		ExposedHeaders: []string{
			"Location", "Retry-After", "Tus-Checksum-Algorithm", "Tus-Extension", "Tus-Max-Size", "Tus-Resumable", "Tus-Version",
			"Upload-Expires", "Upload-Image", "Upload-Length", "Upload-Metadata", "Upload-Offset", "X-Request-Id", "X-Total-Count",
		},
		AllowCredentials: true,
		MaxAge:           600,
	}).Handler
}
