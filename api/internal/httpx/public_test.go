package httpx_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/internal/httpx"
)

func askPublic(t *testing.T, p *httpx.PublicAnswers, header http.Header, load func(context.Context) (any, error)) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
	request.Header = header
	recorder := httptest.NewRecorder()
	if err := p.Serve(recorder, request, "list", load); err != nil {
		t.Fatal(err)
	}
	return recorder
}

func TestPublicAnswersAreKeptForASecondOrUntilAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var writes uint64
		made := 0
		public := &httpx.PublicAnswers{Writes: func() uint64 { return writes }}
		load := func(context.Context) (any, error) {
			made++
			return httpx.List{Entries: []int{made}, Total: 7}, nil
		}
		for _, step := range []struct {
			wait   time.Duration
			writes uint64
			want   string
		}{{0, 0, "[1]\n"}, {time.Second, 0, "[1]\n"}, {time.Millisecond, 0, "[2]\n"}, {0, 1, "[3]\n"}, {0, 1, "[3]\n"}} {
			time.Sleep(step.wait)
			writes = step.writes
			got := askPublic(t, public, nil, load)
			header := got.Header()
			if got.Code != 200 || got.Body.String() != step.want || header.Get("X-Total-Count") != "7" || header.Get("Content-Type") != "application/json" ||
				header.Get("Cache-Control") != "public, max-age=0, s-maxage=5, stale-while-revalidate=30" {
				t.Errorf("%+v: %d %q %v", step, got.Code, got.Body, header)
			}
		}
	})
}

// An answer that was read before a write is not kept after it.
func TestAnAnswerFromBeforeAWriteIsNotKept(t *testing.T) {
	var writes uint64
	public := &httpx.PublicAnswers{Writes: func() uint64 { return writes }}
	askPublic(t, public, nil, func(context.Context) (any, error) { writes++; return "old", nil })
	if got := askPublic(t, public, nil, func(context.Context) (any, error) { return "new", nil }); got.Body.String() != "\"new\"\n" {
		t.Errorf("got %s", got.Body)
	}
}

func TestPublicAnswersAreConditionalAndCompressed(t *testing.T) {
	public := &httpx.PublicAnswers{Writes: func() uint64 { return 0 }}
	load := func(context.Context) (any, error) { return strings.Repeat("[1,2,3]", 1000), nil }
	plain := askPublic(t, public, nil, load)
	packed := askPublic(t, public, http.Header{"Accept-Encoding": {"br;q=1, gzip"}}, load)
	if packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() > 200 || packed.Header().Get("Vary") != "Accept-Encoding" ||
		packed.Header().Get("Content-Length") != fmt.Sprint(packed.Body.Len()) {
		t.Errorf("%d bytes, %v", packed.Body.Len(), packed.Header())
	}
	reader, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(reader); err != nil || string(unpacked) != plain.Body.String() {
		t.Errorf("%d bytes unpacked, %v", len(unpacked), err)
	}
	if refused := askPublic(t, public, http.Header{"Accept-Encoding": {"gzip;q=0"}}, load); refused.Header().Get("Content-Encoding") != "" {
		t.Error("compressed against the client's will")
	}
	plainTag, packedTag := plain.Header().Get("ETag"), packed.Header().Get("ETag")
	for _, test := range []struct {
		sent, encoding string
		status         int
	}{
		{plainTag, "", 304}, {"W/" + plainTag, "", 304}, {`"x", ` + plainTag, "", 304}, {"*", "", 304}, {packedTag, "gzip", 304},
		{packedTag, "", 200}, {plainTag, "gzip", 200}, {`"x"`, "", 200}, {"", "", 200},
	} {
		got := askPublic(t, public, http.Header{"If-None-Match": {test.sent}, "Accept-Encoding": {test.encoding}}, load)
		if got.Code != test.status || got.Header().Get("ETag") == "" || got.Header().Get("Cache-Control") == "" ||
			test.status == 304 && (got.Body.Len() > 0 || got.Header().Get("Content-Encoding") != "") {
			t.Errorf("%q, %q: %d %v, want %d", test.sent, test.encoding, got.Code, got.Header(), test.status)
		}
	}
}

func TestConcurrentRequestsShareOnePublicAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		public := &httpx.PublicAnswers{Writes: func() uint64 { return 0 }}
		var made atomic.Int32
		var asked sync.WaitGroup
		release := make(chan struct{})
		load := func(context.Context) (any, error) {
			made.Add(1)
			<-release
			return nil, nil
		}
		for range 20 {
			asked.Go(func() { askPublic(t, public, nil, load) })
		}
		synctest.Wait()
		close(release)
		asked.Wait()
		if made.Load() != 1 {
			t.Errorf("made %d times", made.Load())
		}
	})
}

func TestAFailedPublicAnswerIsNotKept(t *testing.T) {
	lost := errors.New("connection lost")
	public := &httpx.PublicAnswers{Writes: func() uint64 { return 0 }}
	request := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
	err := public.Serve(httptest.NewRecorder(), request, "list", func(context.Context) (any, error) { return nil, lost })
	if !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
	if got := askPublic(t, public, nil, func(context.Context) (any, error) { return 1, nil }); got.Body.String() != "1\n" {
		t.Errorf("afterwards: %s", got.Body)
	}
}
