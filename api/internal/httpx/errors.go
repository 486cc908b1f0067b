package httpx

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"syscall"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
)

var statuses = map[apperror.Kind]int{
	apperror.KindInvalid:          http.StatusBadRequest,
	apperror.KindMalformed:        http.StatusBadRequest,
	apperror.KindUnauthenticated:  http.StatusUnauthorized,
	apperror.KindForbidden:        http.StatusForbidden,
	apperror.KindNotFound:         http.StatusNotFound,
	apperror.KindGone:             http.StatusGone,
	apperror.KindConflict:         http.StatusConflict,
	apperror.KindUnprocessable:    http.StatusUnprocessableEntity,
	apperror.KindTooLarge:         http.StatusRequestEntityTooLarge,
	apperror.KindUnsupportedMedia: http.StatusUnsupportedMediaType,
	apperror.KindTimeout:          http.StatusRequestTimeout,
	apperror.KindBusy:             http.StatusServiceUnavailable,
	apperror.KindThrottled:        http.StatusTooManyRequests,
	apperror.KindStorageFull:      http.StatusInsufficientStorage,
}

// Status returns the status that answers a failure of that kind.
func Status(kind apperror.Kind) int {
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

// Error answers err in the shapes of Django REST framework: {"field": ["text"]} or {"detail": "text"}, as Classify says.
func Error(w http.ResponseWriter, r *http.Request, err error) {
	public := Classify(r, err)
	if public == nil {
		return
	}
	switch public.Kind {
	case apperror.KindUnauthenticated:
		w.Header().Set("WWW-Authenticate", `Bearer realm="api"`)
	case apperror.KindBusy, apperror.KindThrottled:
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(public.RetryAfter.Seconds()))))
	case apperror.KindTooLarge:
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
func Classify(r *http.Request, err error) *apperror.Error {
	var public *apperror.Error
	isPublic := errors.As(err, &public) && public.Kind != apperror.KindInternal
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
		return apperror.StorageFull("the database", err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return apperror.StorageFull("the server", err)
	case database.IsUnavailable(err):
		return apperror.Unavailable(err)
	}
	return &apperror.Error{Detail: apperror.InternalText}
}

// NotFound answers 404 in JSON; it is the API's answer for paths that it does not have.
func NotFound(w http.ResponseWriter, r *http.Request) { Error(w, r, apperror.NotFound()) }

// MethodNotAllowed answers 405 in JSON. The router has set Allow.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	respond(w, r, http.StatusMethodNotAllowed, detail{Detail: fmt.Sprintf(apperror.MethodNotAllowed, r.Method)})
}

func respond(w http.ResponseWriter, r *http.Request, status int, v any) {
	if err := writeJSON(w, status, v); err != nil {
		Logger(r.Context()).Error("answer not encoded", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
	}
}
