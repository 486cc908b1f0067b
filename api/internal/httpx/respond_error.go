package httpx

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"syscall"

	"portfolio/api/internal/database"
)

var statuses = map[Kind]int{
	KindInvalid:          http.StatusBadRequest,
	KindMalformed:        http.StatusBadRequest,
	KindUnauthenticated:  http.StatusUnauthorized,
	KindForbidden:        http.StatusForbidden,
	KindNotFound:         http.StatusNotFound,
	KindGone:             http.StatusGone,
	KindConflict:         http.StatusConflict,
	KindUnprocessable:    http.StatusUnprocessableEntity,
	KindTooLarge:         http.StatusRequestEntityTooLarge,
	KindUnsupportedMedia: http.StatusUnsupportedMediaType,
	KindTimeout:          http.StatusRequestTimeout,
	KindBusy:             http.StatusServiceUnavailable,
	KindThrottled:        http.StatusTooManyRequests,
	KindStorageFull:      http.StatusInsufficientStorage,
}

// Status returns the status that answers a failure of that kind.
func Status(kind Kind) int {
	if status, known := statuses[kind]; known {
		return status
	}
	return http.StatusInternalServerError
}

type detail struct {
	Detail            string   `json:"detail"`
	Code              string   `json:"code,omitempty"`
	SecondFactorToken string   `json:"second_factor_token,omitempty"`
	SecondFactors     []string `json:"second_factors,omitempty"`
}

// RespondError answers err in the shapes of Django REST framework: {"field": ["text"]} or {"detail": "text"}, as Classify says.
func RespondError(w http.ResponseWriter, r *http.Request, err error) {
	public := Classify(r, err)
	if public == nil {
		return
	}
	switch public.Kind {
	case KindUnauthenticated:
		w.Header().Set("WWW-Authenticate", `Bearer realm="api"`)
	case KindBusy, KindThrottled:
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(public.RetryAfter.Seconds()))))
	case KindTooLarge:
		// Closing saves reading the rest of the body.
		w.Header().Set("Connection", "close")
	}
	if public.Fields != nil {
		respond(w, r, Status(public.Kind), public.Fields)
		return
	}
	respond(w, r, Status(public.Kind), detail{public.Detail, public.Code, public.SecondFactorToken, public.SecondFactors})
}

// Classify returns the error to show to the caller. It logs failures of the server as one line: an
// unreachable database is Unavailable, a full disk StorageFull, and an unknown cause a bare
// KindInternal. If the request's context has ended, it returns nil and the request gets no answer:
// the end caused the failure, and the server closes the connection.
func Classify(r *http.Request, err error) *Error {
	var public *Error
	isPublic := errors.As(err, &public) && public.Kind != KindInternal
	if isPublic && (public.Err == nil || Status(public.Kind) < http.StatusInternalServerError) {
		return public
	}
	if r.Context().Err() != nil {
		// Drivers return other errors for a cancelled statement, so the context is checked and not
		// err.
		Logger(r.Context()).Debug("request cancelled", "error", err)
		return nil
	}
	Logger(r.Context()).Error("request failed", "error", err)
	switch {
	case isPublic:
		return public
	case database.IsFull(err):
		return StorageFull("the database", err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return StorageFull("the server", err)
	case database.IsUnavailable(err):
		return Unavailable(err)
	}
	return &Error{Detail: InternalText}
}

// RespondNotFound answers 404 in JSON; it is the API's answer for paths that it does not have.
func RespondNotFound(w http.ResponseWriter, r *http.Request) { RespondError(w, r, NotFound()) }

// RespondMethodNotAllowed answers 405 in JSON. The router has set Allow.
func RespondMethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	respond(w, r, http.StatusMethodNotAllowed, detail{Detail: fmt.Sprintf(MethodNotAllowed, r.Method)})
}

func respond(w http.ResponseWriter, r *http.Request, status int, v any) {
	if err := writeJSON(w, status, v); err != nil {
		Logger(r.Context()).Error("answer not encoded", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
	}
}
