package httpx_test

import (
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
)

// Fields that package json ignores have no name.
func TestAnIgnoredFieldHasNoName(t *testing.T) {
	in := struct {
		Title *string `json:"title"`
		File  int     `json:"-"`
	}{}
	request := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(`{"title": "Crane", "-": 1}`))
	request.Header.Set("Content-Type", "application/json")
	if err := httpx.DecodeJSON(request, &in); err != nil || in.Title == nil || *in.Title != "Crane" || in.File != 0 {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestReadBody(t *testing.T) {
	for name, test := range map[string]struct {
		body io.Reader
		want apperror.Kind
	}{
		"too large": {strings.NewReader("12345"), apperror.KindTooLarge},
		"stalled":   {iotest.ErrReader(fmt.Errorf("read: %w", os.ErrDeadlineExceeded)), apperror.KindTimeout},
		"cut off":   {iotest.ErrReader(io.ErrUnexpectedEOF), apperror.KindMalformed},
	} {
		_, err := httpx.ReadBody(httptest.NewRequestWithContext(t.Context(), "POST", "/", test.body), 4)
		var failure *apperror.Error
		if !errors.As(err, &failure) || failure.Kind != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	body, err := httpx.ReadBody(httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader("1234")), 4)
	if err != nil || string(body) != "1234" {
		t.Errorf("%q, %v", body, err)
	}
}
