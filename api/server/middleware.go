package server

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/cors"

	"portfolio/api/internal/httpx"
)

// statusClientClosed is the status in the log and the metrics of a request whose client
// disconnected before the answer. It is never sent. nginx uses the same number.
const statusClientClosed = 499

// withRequest gives a request an ID and a logger that names it, and logs one line when it is
// answered, at debug level if the site answers it: method, route pattern, status, milliseconds,
// bytes. Never a path, a query, a header or a body. If the handler wrote nothing, the answer is 500;
// if the client has disconnected, the connection is closed.
func (s *Server) withRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, id := time.Now(), rand.Text()[:16]
		w.Header().Set("X-Request-Id", id)
		r = r.WithContext(httpx.WithRequest(r.Context(), s.options.Log, id))
		recorder := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(recorder, r)

		status, closed := recorder.Status(), false
		if status == 0 && r.Context().Err() != nil {
			status, closed = statusClientClosed, true
		} else if status == 0 {
			httpx.RespondError(recorder, r, errors.New("the handler wrote no answer"))
			status = http.StatusInternalServerError
		}
		level := slog.LevelInfo
		if s.options.Site != nil && !isAPI(r.URL.Path) {
			level = slog.LevelDebug
		}
		took, method, route := time.Since(start), knownMethod(r.Method), routeOf(r)
		s.options.Log.Log(r.Context(), level, "request", "id", id, "method", method, "route", route,
			"status", status, "ms", took.Milliseconds(), "bytes", recorder.BytesWritten())
		if s.options.Observe != nil {
			s.options.Observe(method, route, status, took)
		}
		if closed {
			panic(http.ErrAbortHandler)
		}
	})
}

// routeOf returns the pattern of the route that answered a request, or "".
func routeOf(r *http.Request) string {
	if route := chi.RouteContext(r.Context()); route != nil {
		return route.RoutePattern()
	}
	return ""
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
			httpx.RespondError(w, r, errors.New("panic"))
		}()
		next.ServeHTTP(w, r)
	})
}

// describePanic returns the text of a runtime error, which has only types and lengths, and the type
// of any other panic, because its text may quote a request.
func describePanic(cause any) string {
	if fault, ok := cause.(runtime.Error); ok {
		return fault.Error()
	}
	return fmt.Sprintf("%T", cause)
}

// strictTransport has browsers use HTTPS alone for two years (RFC 6797). The build's headers have it
// for a CDN.
const strictTransport = "max-age=63072000"

// withDefaultHeaders sets the headers of every answer. The static site and the media replace them
// with their own.
func (s *Server) withDefaultHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-store")
		if s.secure() {
			header.Set("Strict-Transport-Security", strictTransport)
		}
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses writes that a browser sends for another site than ours and the given origins.
// Ours is the request's Host and the public URL: a proxy may change the Host.
func (s *Server) sameOrigin(origins []string) (func(http.Handler) http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	for _, origin := range append([]string{s.options.PublicURL}, origins...) {
		if err := protection.AddTrustedOrigin(origin); err != nil && origin != "" {
			return nil, fmt.Errorf("trust origin: %w", err)
		}
	}
	// A form of a page that sends no referrer has no origin. The token of a backup is proof enough, and everyone may send a message.
	protection.AddInsecureBypassPattern("POST /api/admin/backup/download/")
	protection.AddInsecureBypassPattern("POST /api/messages/form/")
	protection.SetDenyHandler(s.handle(func(http.ResponseWriter, *http.Request) error {
		return &httpx.Error{Kind: httpx.KindForbidden, Detail: httpx.CrossOrigin}
	}))
	return protection.Handler, nil
}

// allowOrigins answers the preflights of the given origins and lets them read answers. Without any it does nothing.
func allowOrigins(origins []string) func(http.Handler) http.Handler {
	if len(origins) == 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	return cors.New(cors.Options{
		AllowedOrigins:   origins,
		AllowedMethods:   []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"},
		AllowedHeaders:   []string{"Accept", "Authorization", "Content-Type", "Idempotency-Key", "X-CSRFToken"},
		ExposedHeaders:   []string{"Location", "Retry-After", "X-Request-Id", "X-Total-Count"},
		AllowCredentials: true,
		MaxAge:           600,
	}).Handler
}

const (
	csrfCookie = "csrftoken"
	csrfHeader = "X-CSRFToken"
	csrfAge    = 365 * 24 * time.Hour
)

// guardCSRF sets the csrftoken cookie, and refuses a write with an X-CSRFToken that differs from
// the cookie. Rights never come from a cookie, so this is a second defence after the bearer token
// and sameOrigin. A page on another host that sameOrigin allows cannot read a cookie of this one
// and has another value: it gets no cookie, and its value is not compared.
func (s *Server) guardCSRF() func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return s.handle(func(w http.ResponseWriter, r *http.Request) error {
			if fromOtherHost(r) {
				next.ServeHTTP(w, r)
				return nil
			}
			cookie, err := r.Cookie(csrfCookie)
			if err != nil {
				if strings.HasPrefix(r.URL.Path, "/api/users/") || strings.HasPrefix(r.URL.Path, "/backend/") {
					http.SetCookie(w, &http.Cookie{
						Name: csrfCookie, Value: rand.Text(), Path: "/", MaxAge: int(csrfAge.Seconds()),
						SameSite: http.SameSiteLaxMode, Secure: s.secure(),
					})
				}
				next.ServeHTTP(w, r)
				return nil
			}
			sent := r.Header.Get(csrfHeader)
			if isWrite(r.Method) && sent != "" && subtle.ConstantTimeCompare([]byte(sent), []byte(cookie.Value)) == 0 {
				return &httpx.Error{Kind: httpx.KindForbidden, Detail: httpx.CSRFMismatch}
			}
			next.ServeHTTP(w, r)
			return nil
		})
	}
}

// fromOtherHost reports whether the browser sent the request for a page of another host.
func fromOtherHost(r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && !strings.EqualFold(origin.Host, r.Host)
}

func isWrite(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
