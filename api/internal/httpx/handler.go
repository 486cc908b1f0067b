// Package httpx reads requests and writes answers for all handlers. It has the errors that clients see:
// their kinds and statuses, their messages, and the checks of fields. It signs and seals texts that
// clients bring back.
package httpx

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
)

// Handler answers a request, or returns the failure to answer. It returns before anything was written, or nil.
type Handler func(w http.ResponseWriter, r *http.Request) error

// ID returns the URL parameter of that name as a positive integer. It returns NotFound for anything
// else, including other spellings such as "+1" or "01".
func ID(r *http.Request, name string) (int64, error) {
	text := chi.URLParam(r, name)
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != text {
		return 0, NotFound()
	}
	return id, nil
}

// request is the data about a request in its context.
type request struct {
	log *slog.Logger
	id  string
}

type requestKey struct{}

// WithRequest returns the context of a request of that id, whose lines go to log.
func WithRequest(ctx context.Context, log *slog.Logger, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, request{log, id})
}

// Logger returns a logger that names the request, or the default one outside a request.
func Logger(ctx context.Context) *slog.Logger {
	if of, ok := ctx.Value(requestKey{}).(request); ok {
		return of.log.With("id", of.id)
	}
	return slog.Default()
}

// RequestID returns the id that the request has in the log, "" outside a request.
func RequestID(ctx context.Context) string {
	of, _ := ctx.Value(requestKey{}).(request)
	return of.id
}
