// Package httpx reads requests, writes answers and maps errors to statuses, for all handlers.
package httpx

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
)

// Handler answers a request, or returns the failure to answer. It returns before anything was written, or nil.
type Handler func(w http.ResponseWriter, r *http.Request) error

// ID returns the URL parameter of that name as a positive integer. Anything else is no id, hence NotFound.
func ID(r *http.Request, name string) (int64, error) {
	id, err := strconv.ParseInt(chi.URLParam(r, name), 10, 64)
	if err != nil || id < 1 {
		return 0, apperror.NotFound()
	}
	return id, nil
}

type loggerKey struct{}

// WithLogger returns a context whose Logger is log; the server puts one there that names the request.
func WithLogger(ctx context.Context, log *slog.Logger) context.Context {
	return context.WithValue(ctx, loggerKey{}, log)
}

// Logger returns the request's logger, or the default one outside a request.
func Logger(ctx context.Context) *slog.Logger {
	if log, ok := ctx.Value(loggerKey{}).(*slog.Logger); ok {
		return log
	}
	return slog.Default()
}

type requestIDKey struct{}

// WithRequestID returns a context whose RequestID is id.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID returns the id that the request has in the log, "" outside a request.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
