package responsecache

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// ask returns the answer to a request with those header fields, whose content is made of the given one.
func ask(t *testing.T, c *Cache, name string, header http.Header, load func() (Content, error)) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest("GET", "/", nil)
	request.Header = header
	recorder := httptest.NewRecorder()
	if err := c.Serve(recorder, request, name, load); err != nil {
		t.Fatal(err)
	}
	return recorder
}

func TestAnAnswerIsMadeOncePerVersion(t *testing.T) {
	version, made := "1", 0
	cache := &Cache{Version: func() (string, time.Duration, error) { return version, 0, nil }}
	load := func() (Content, error) {
		made++
		return Content{Body: fmt.Appendf(nil, "[%d]\n", made), TotalCount: "7", Keep: true}, nil
	}
	for _, step := range []struct{ version, want string }{{"1", "[1]\n"}, {"1", "[1]\n"}, {"2", "[2]\n"}, {"2", "[2]\n"}} {
		version = step.version
		got := ask(t, cache, "list", nil, load)
		if got.Code != 200 || got.Body.String() != step.want {
			t.Errorf("version %s: %d %q, want %q", version, got.Code, got.Body, step.want)
		}
		for name, want := range map[string]string{
			"Content-Type": "application/json", "Content-Length": "4", "X-Total-Count": "7", "Vary": "Accept-Encoding", "Content-Encoding": "",
			"Cache-Control": "public, max-age=0, s-maxage=5, stale-while-revalidate=30",
		} {
			if got.Header().Get(name) != want {
				t.Errorf("%s: %q, want %q", name, got.Header().Get(name), want)
			}
		}
	}
}

func TestConditionalAndCompressedAnswers(t *testing.T) {
	long := strings.Repeat("[1,2,3]", 1000)
	cache := &Cache{Version: func() (string, time.Duration, error) { return "1", 0, nil }}
	load := func() (Content, error) { return Content{Body: []byte(long), Keep: true}, nil }
	plain := ask(t, cache, "list", nil, load)
	packed := ask(t, cache, "list", http.Header{"Accept-Encoding": {"br;q=1, gzip"}}, load)
	if plain.Body.String() != long || packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() > 200 ||
		packed.Header().Get("Content-Length") != fmt.Sprint(packed.Body.Len()) {
		t.Errorf("%d and %d bytes, %v", plain.Body.Len(), packed.Body.Len(), packed.Header())
	}
	reader, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(reader); err != nil || string(unpacked) != long {
		t.Errorf("%d bytes unpacked, %v", len(unpacked), err)
	}
	if refused := ask(t, cache, "list", http.Header{"Accept-Encoding": {"gzip;q=0"}}, load); refused.Body.String() != long {
		t.Error("compressed against the client's will")
	}
	plainTag, packedTag := plain.Header().Get("ETag"), packed.Header().Get("ETag")
	if plainTag == packedTag || !strings.HasPrefix(plainTag, `"`) {
		t.Errorf("ETags %s and %s", plainTag, packedTag)
	}
	for _, test := range []struct {
		sent, encoding string
		status         int
	}{
		{plainTag, "", 304}, {"W/" + plainTag, "", 304}, {`"x", ` + plainTag, "", 304}, {"*", "", 304}, {packedTag, "gzip", 304},
		{packedTag, "", 200}, {plainTag, "gzip", 200}, {`"x"`, "", 200}, {"", "", 200},
	} {
		got := ask(t, cache, "list", http.Header{"If-None-Match": {test.sent}, "Accept-Encoding": {test.encoding}}, load)
		if got.Code != test.status || got.Header().Get("ETag") == "" || got.Header().Get("Cache-Control") == "" ||
			test.status == 304 && (got.Body.Len() > 0 || got.Header().Get("Content-Type") != "" || got.Header().Get("Content-Encoding") != "") {
			t.Errorf("%q, %q: %d %v, want %d", test.sent, test.encoding, got.Code, got.Header(), test.status)
		}
	}
}

func TestStrangersDoNotFillTheCache(t *testing.T) {
	cache := &Cache{Version: func() (string, time.Duration, error) { return "1", 0, nil }}
	for i := range 1000 {
		ask(t, cache, fmt.Sprint("unknown ", i), nil, func() (Content, error) { return Content{Body: []byte("[]\n")}, nil })
	}
	if len(cache.answers) != 0 || cache.bytes != 0 {
		t.Errorf("%d answers are kept, %d bytes", len(cache.answers), cache.bytes)
	}
	made := map[string]int{}
	const size = maxBytes / 4
	for _, name := range []string{"a", "b", "c", "a", "d", "a", "b"} {
		ask(t, cache, name, nil, func() (Content, error) {
			made[name]++
			return Content{Body: make([]byte, size), Keep: true}, nil
		})
	}
	if made["a"] != 1 || made["b"] != 2 || cache.bytes > maxBytes || cache.recent.Len() != len(cache.answers) {
		t.Errorf("made %v, %d bytes, %d and %d answers", made, cache.bytes, cache.recent.Len(), len(cache.answers))
	}
	ask(t, cache, "too large", nil, func() (Content, error) { return Content{Body: make([]byte, maxBytes+1), Keep: true}, nil })
	if cache.answers[key{name: "too large"}] != nil || len(cache.answers) == 0 {
		t.Error("an answer that does not fit took the others' place")
	}
}

func TestNothingIsAnsweredWithoutAVersion(t *testing.T) {
	lost := errors.New("connection lost")
	var err error
	cache := &Cache{Version: func() (string, time.Duration, error) { return "1", 0, err }}
	load := func() (Content, error) { return Content{Body: []byte("[]\n"), Keep: true}, nil }
	ask(t, cache, "list", nil, load)
	err = lost
	if got := cache.Serve(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil), "list", load); !errors.Is(got, lost) {
		t.Errorf("got %v", got)
	}
	err = nil
	failed := func() (Content, error) { return Content{}, lost }
	if got := cache.Serve(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil), "other", failed); !errors.Is(got, lost) {
		t.Errorf("got %v", got)
	}
}

// While the database does not answer, clients and CDNs are told how old an answer is.
func TestAnAnswerOfAnOldVersionHasAnAge(t *testing.T) {
	var age time.Duration
	cache := &Cache{Version: func() (string, time.Duration, error) { return "1", age, nil }}
	load := func() (Content, error) { return Content{Body: []byte("[]\n"), Keep: true}, nil }
	for _, want := range []string{"", "8"} {
		answer := ask(t, cache, "list", nil, load)
		if got := answer.Header().Get("Age"); got != want {
			t.Errorf("Age is %q, not %q", got, want)
		}
		age = 7200 * time.Millisecond
	}
}

func TestRequestsThatComeTogetherShareOneAnswer(t *testing.T) {
	cache := &Cache{Version: func() (string, time.Duration, error) { return "1", 0, nil }}
	var made atomic.Int32
	var asked sync.WaitGroup
	begun, release := make(chan struct{}), make(chan struct{})
	load := func() (Content, error) {
		made.Add(1)
		close(begun)
		<-release
		return Content{Body: []byte("[]\n"), Keep: true}, nil
	}
	request := func() { ask(t, cache, "list", nil, load) }
	asked.Go(request)
	<-begun
	for range 20 {
		asked.Go(request)
	}
	close(release)
	asked.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
}
