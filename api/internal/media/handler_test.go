package media

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"portfolio/api/internal/files"
	"portfolio/api/internal/files/filestest"
)

func TestHandler(t *testing.T) {
	filestest.Each(t, func(t *testing.T, store files.Store) {
		f := newFixture(t)
		full := f.mustUpload(t, asJPEG(t, photograph(400, 300))).Full()
		content := string(f.bytesOf(t, full))
		if err := store.Put(t.Context(), full.Name, full.Temporary.Content(), full.Temporary.ContentType); err != nil {
			t.Fatal(err)
		}
		serve := func(method, path string, headers ...string) *httptest.ResponseRecorder {
			request := httptest.NewRequest(method, path, nil)
			for i := 0; i < len(headers); i += 2 {
				request.Header.Set(headers[i], headers[i+1])
			}
			answer := httptest.NewRecorder()
			Handler(store.Open).ServeHTTP(answer, request)
			return answer
		}

		get := serve("GET", full.URL())
		if get.Code != http.StatusOK || get.Body.String() != content {
			t.Fatalf("GET: %d, %d bytes", get.Code, get.Body.Len())
		}
		for name, want := range map[string]string{
			"Content-Type":                 "image/jpeg",
			"Content-Length":               strconv.Itoa(len(content)),
			"X-Content-Type-Options":       "nosniff",
			"Content-Security-Policy":      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Cache-Control":                "public, max-age=31536000, immutable",
			"Accept-Ranges":                "bytes",
		} {
			if got := get.Header().Get(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		if head := serve("HEAD", full.URL()); head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != strconv.Itoa(len(content)) {
			t.Errorf("HEAD: %d, %d bytes, %v", head.Code, head.Body.Len(), head.Header())
		}
		if again := serve("GET", full.URL(), "If-None-Match", get.Header().Get("ETag")); again.Code != 304 || again.Body.Len() != 0 {
			t.Errorf("If-None-Match: %d, %d bytes", again.Code, again.Body.Len())
		}
		if part := serve("GET", full.URL(), "Range", "bytes=100-199"); part.Code != 206 || part.Body.String() != content[100:200] {
			t.Errorf("Range: %d, %d bytes", part.Code, part.Body.Len())
		}
		if over := serve("GET", full.URL(), "Range", "bytes=99999999-"); over.Code != 416 {
			t.Errorf("a range behind the end: %d", over.Code)
		}
	})
}

func TestHandlerKnowsNothingElse(t *testing.T) {
	store := filestest.Folder(t)
	hash := strings.Repeat("ab", 32)
	for _, name := range []string{
		"ab/" + hash + ".html", "ab/" + hash + ".svg", "ab/" + hash, "ab/" + hash + ".jpg.html", "documents/cv.pdf", "cv.jpg",
		"cd/" + hash + ".jpg",
	} {
		if err := store.Put(t.Context(), name, strings.NewReader("private"), "text/html"); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"/media/", "/media", "/media/ab/" + hash + ".html", "/media/ab/" + hash + ".svg", "/media/ab/" + hash,
		"/media/ab/" + hash + ".jpg.html", "/media/documents/cv.pdf", "/media/cv.jpg", "/media/cd/" + hash + ".jpg",
		"/media/ab/" + hash + ".jpg", "/media/ab/" + strings.ToUpper(hash) + ".jpg", "/media/ab/../ab/" + hash + ".html",
		"/media/.tmp/x", "/media/ab/" + hash + ".jpg/", "/media//ab/" + hash + ".jpg", "/media/" + strings.Repeat("a", 71),
	} {
		answer := httptest.NewRecorder()
		Handler(store.Open).ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		if answer.Code != http.StatusNotFound || strings.Contains(answer.Body.String(), "private") {
			t.Errorf("%s: %d %q", path, answer.Code, answer.Body)
		}
	}
}
