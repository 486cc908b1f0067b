package httpx_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"

	"portfolio/api/internal/httpx"
)

// sqlError returns PostgreSQL's error with this code.
func sqlError(code pqerror.Code) error { return &pq.Error{Code: code, Message: "of the server"} }

// The database and the disk can fail in many ways. Clients get one of two answers: try again, or
// there is no space.
func TestFailuresOfTheDatabaseAndTheDisk(t *testing.T) {
	const (
		unavailable  = `{"detail":"Service temporarily unavailable, try again later."}`
		databaseFull = `{"detail":"The disk of the database is full. This wasn't saved; everything saved earlier is safe."}`
		serverFull   = `{"detail":"The disk of the server is full. This wasn't saved; everything saved earlier is safe."}`
		unknown      = `{"detail":"A server error occurred."}`
	)
	for name, test := range map[string]struct {
		err    error
		status int
		body   string
	}{
		"connection refused":        {&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, 503, unavailable},
		"connection reset":          {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, 503, unavailable},
		"connection closed":         {io.ErrUnexpectedEOF, 503, unavailable},
		"our deadline":              {context.DeadlineExceeded, 503, unavailable},
		"shutting down":             {sqlError("57P01"), 503, unavailable},
		"crashed":                   {sqlError("57P02"), 503, unavailable},
		"starting up":               {sqlError("57P03"), 503, unavailable},
		"a standby":                 {sqlError("25006"), 503, unavailable},
		"too many connections":      {sqlError("53300"), 503, unavailable},
		"the deadline of a lock":    {sqlError("55P03"), 503, unavailable},
		"the store does not answer": {httpx.Unavailable(errors.New("the store is gone")), 503, unavailable},
		"the database's disk":       {sqlError("53100"), 507, databaseFull},
		"the server's disk":         {&os.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC}, 507, serverFull},
		"the server's quota":        {&os.PathError{Op: "write", Path: "a", Err: syscall.EDQUOT}, 507, serverFull},
		"an error of ours":          {sqlError("42601"), 500, unknown},
		"a file that is not there":  {&os.PathError{Op: "open", Path: "a", Err: syscall.ENOENT}, 500, unknown},
	} {
		t.Run(name, func(t *testing.T) {
			var logged bytes.Buffer
			ctx := httpx.WithRequest(t.Context(), slog.New(slog.NewTextHandler(&logged, nil)), "id")
			answer := httptest.NewRecorder()
			httpx.RespondError(answer, httptest.NewRequestWithContext(ctx, "GET", "/", nil), fmt.Errorf("read a row: %w", test.err))
			if body := strings.TrimSpace(answer.Body.String()); answer.Code != test.status || body != test.body {
				t.Errorf("%d %s", answer.Code, body)
			}
			if wait := answer.Header().Get("Retry-After"); (wait == "5") != (test.status == 503) {
				t.Errorf("Retry-After %q", wait)
			}
			if !strings.Contains(logged.String(), `msg="request failed" id=id error="read a row: `) {
				t.Errorf("the log:\n%s", &logged)
			}
		})
	}
	t.Run("the client has gone", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		answer := httptest.NewRecorder()
		httpx.RespondError(answer, httptest.NewRequestWithContext(ctx, "GET", "/", nil), context.DeadlineExceeded)
		if answer.Body.Len() > 0 {
			t.Errorf("answered %s", answer.Body)
		}
	})
}

func TestBusyIsNoFailure(t *testing.T) {
	var logged bytes.Buffer
	ctx := httpx.WithRequest(t.Context(), slog.New(slog.NewTextHandler(&logged, nil)), "id")
	answer := httptest.NewRecorder()
	httpx.RespondError(answer, httptest.NewRequestWithContext(ctx, "GET", "/", nil), httpx.Busy(1500*time.Millisecond))
	if answer.Code != 503 || answer.Header().Get("Retry-After") != "2" || logged.Len() > 0 {
		t.Errorf("%d, Retry-After %q, logged %q", answer.Code, answer.Header().Get("Retry-After"), &logged)
	}
}

// Fields that package json ignores, and embedded structs, have no name.
func TestAnIgnoredFieldHasNoName(t *testing.T) {
	type titled struct {
		Title *string `json:"title"`
	}
	for _, body := range []string{`{"title": "Crane", "-": 1}`, `{"title": "Crane", "": 1}`, `{"title": "Crane", "": {"title": "x"}}`} {
		in := struct {
			titled
			File int `json:"-"`
		}{}
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		if err := httpx.DecodeJSON(request, &in); err != nil || in.Title == nil || *in.Title != "Crane" || in.File != 0 {
			t.Errorf("%s: %+v, %v", body, in, err)
		}
	}
}

func TestReadBody(t *testing.T) {
	for name, test := range map[string]struct {
		body io.Reader
		want httpx.Kind
	}{
		"too large": {strings.NewReader("12345"), httpx.KindTooLarge},
		"stalled":   {iotest.ErrReader(fmt.Errorf("read: %w", os.ErrDeadlineExceeded)), httpx.KindTimeout},
		"cut off":   {iotest.ErrReader(io.ErrUnexpectedEOF), httpx.KindMalformed},
	} {
		_, err := httpx.ReadBody(httptest.NewRequestWithContext(t.Context(), "POST", "/", test.body), 4)
		var failure *httpx.Error
		if !errors.As(err, &failure) || failure.Kind != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	body, err := httpx.ReadBody(httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader("1234")), 4)
	if err != nil || string(body) != "1234" {
		t.Errorf("%q, %v", body, err)
	}
}
