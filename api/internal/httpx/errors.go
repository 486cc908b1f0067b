package httpx

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind says what went wrong, in the terms of the application; Status returns its HTTP status.
type Kind int

// The kinds of failure. The zero value is Internal: an unclassified error is not shown to the caller.
const (
	KindInternal Kind = iota
	KindInvalid
	KindMalformed
	KindUnauthenticated
	KindForbidden
	KindNotFound
	KindGone
	KindConflict
	KindUnprocessable
	KindTooLarge
	KindUnsupportedMedia
	KindTimeout
	KindBusy
	KindThrottled
	KindStorageFull
)

// Error is a failure with words for the caller. Fields, when set, is the answer; else Detail is.
// Code is a machine's word beside Detail. RetryAfter is the time after which the caller may try again.
// Err is the cause, for the log only.
type Error struct {
	Kind       Kind
	Detail     string
	Code       string
	Fields     map[string][]string
	RetryAfter time.Duration
	// SecondFactorToken continues a sign-in that needs a second factor.
	SecondFactorToken string
	// SecondFactors are those that the account has beside recovery codes: "passkey", "authenticator".
	SecondFactors []string
	Err           error
}

// Error returns the cause if there is one, else the public words.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return e.Message()
}

// Message returns the text for the caller, on one line.
func (e *Error) Message() string {
	if e.Fields == nil {
		return e.Detail
	}
	var lines []string
	for field, texts := range e.Fields {
		lines = append(lines, field+": "+strings.Join(texts, " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Invalid says which fields of a request are wrong and why.
func Invalid(fields map[string][]string) *Error {
	return &Error{Kind: KindInvalid, Fields: fields}
}

// InvalidField is Invalid for one field with one text.
func InvalidField(field, text string) *Error {
	return Invalid(map[string][]string{field: {text}})
}

// Malformed says that a request could not be read at all.
func Malformed(detail string) *Error { return &Error{Kind: KindMalformed, Detail: detail} }

// Unauthenticated asks the caller to sign in.
func Unauthenticated(detail string) *Error { return &Error{Kind: KindUnauthenticated, Detail: detail} }

// BadToken refuses a token that is wrong, spent, expired or revoked; code is token_not_valid, as clients of SimpleJWT expect.
func BadToken() *Error {
	return &Error{Kind: KindUnauthenticated, Detail: TokenNotValid, Code: "token_not_valid"}
}

// Forbidden refuses a signed-in caller who may not do this.
func Forbidden() *Error { return &Error{Kind: KindForbidden, Detail: PermissionDenied} }

// CodeSecondFactor is the code of SecondFactorRequired.
const CodeSecondFactor = "second_factor_required"

// SecondFactorRequired asks a caller whose password was right for one of the account's second factors, or for a recovery code,
// which comes with token.
func SecondFactorRequired(token string, passkey, authenticator bool) *Error {
	e := &Error{Kind: KindUnauthenticated, Detail: SecondFactorText, Code: CodeSecondFactor, SecondFactorToken: token}
	if !authenticator {
		e.Detail = AuthenticatorLost
	}
	if passkey {
		e.Detail, e.SecondFactors = SecondFactorPasskey, []string{"passkey"}
	}
	if passkey && authenticator {
		e.Detail = SecondFactorAny
	}
	if authenticator {
		e.SecondFactors = append(e.SecondFactors, "authenticator")
	}
	return e
}

// CodeRecentAuth is the code of RecentAuthRequired.
const CodeRecentAuth = "reauthentication_required"

// CodeSecondFactorSetup refuses staff without a second factor, if the owner demands one.
const CodeSecondFactorSetup = "second_factor_setup_required"

// RecentAuthRequired asks a signed-in caller to show again who they are before this is done.
func RecentAuthRequired() *Error {
	return &Error{Kind: KindForbidden, Detail: RecentAuthText, Code: CodeRecentAuth}
}

// NotFound says that the item does not exist, or that the caller may not know of it.
func NotFound() *Error { return &Error{Kind: KindNotFound, Detail: NotFoundText} }

// OrNotFound returns NotFound if err is sql.ErrNoRows, and otherwise err.
func OrNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return NotFound()
	}
	return err
}

// IsNotFound reports whether err is or wraps NotFound, or another Error of its kind.
func IsNotFound(err error) bool {
	var public *Error
	return errors.As(err, &public) && public.Kind == KindNotFound
}

// Gone says that a link was used or replaced.
func Gone(detail string) *Error { return &Error{Kind: KindGone, Detail: detail} }

// Conflict refuses a request that the present state does not allow; detail says why.
func Conflict(detail string) *Error { return &Error{Kind: KindConflict, Detail: detail} }

// Unprocessable refuses a request that contradicts an earlier one; detail says why.
func Unprocessable(detail string) *Error { return &Error{Kind: KindUnprocessable, Detail: detail} }

// TooLarge refuses a body over the limit that detail names.
func TooLarge(detail string) *Error { return &Error{Kind: KindTooLarge, Detail: detail} }

// UnsupportedMedia refuses a content type; detail names the ones that are read.
func UnsupportedMedia(detail string) *Error {
	return &Error{Kind: KindUnsupportedMedia, Detail: detail}
}

// Timeout refuses a request that did not arrive in time.
func Timeout() *Error { return &Error{Kind: KindTimeout, Detail: TimeoutText} }

// Busy asks the caller to come back after the given time.
func Busy(retryAfter time.Duration) *Error {
	return &Error{Kind: KindBusy, Detail: BusyText, RetryAfter: retryAfter}
}

// BeingSetUp refuses a visitor of a private site.
func BeingSetUp() *Error {
	return &Error{Kind: KindBusy, Detail: BeingSetUpText, RetryAfter: time.Hour}
}

// Unavailable says that something which the server rests on, as its database, does not answer, and asks the caller to come back.
// cause is for the log.
func Unavailable(cause error) *Error {
	return &Error{Kind: KindBusy, Detail: UnavailableText, RetryAfter: unavailableRetry, Err: cause}
}

// unavailableRetry is about how long a restart of the database, or the change to its standby, takes.
const unavailableRetry = 5 * time.Second

// StorageFull says that nothing was stored because what, as "the database", is full. cause is for the log.
func StorageFull(what string, cause error) *Error {
	return &Error{Kind: KindStorageFull, Detail: fmt.Sprintf(StorageFullText, what), Err: cause}
}

// Throttled refuses a caller who tries too often, for the given time.
func Throttled(retryAfter time.Duration) *Error {
	return &Error{
		Kind:       KindThrottled,
		Detail:     fmt.Sprintf(ThrottledText, int(retryAfter.Seconds())),
		RetryAfter: retryAfter,
	}
}
