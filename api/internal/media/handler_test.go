package media

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

func TestHandlerKnowsNothingElse(t *testing.T) {
	store := servertest.Folder(t)
	hash := strings.Repeat("ab", 32)
	for _, name := range []string{
		"ab/" + hash + ".html", "ab/" + hash + ".svg", "ab/" + hash, "ab/" + hash + ".jpg.html", "documents/cv.pdf", "cv.jpg",
		"cd/" + hash + ".jpg",
	} {
		noError(t, store.Put(t.Context(), name, strings.NewReader("private"), "text/html"))
	}
	for _, path := range []string{
		"/media/", "/media", "/media/ab/" + hash + ".html", "/media/ab/" + hash + ".svg", "/media/ab/" + hash,
		"/media/ab/" + hash + ".jpg.html", "/media/documents/cv.pdf", "/media/cv.jpg", "/media/cd/" + hash + ".jpg",
		"/media/ab/" + hash + ".jpg", "/media/ab/" + strings.ToUpper(hash) + ".jpg", "/media/ab/../ab/" + hash + ".html",
		"/media/.tmp/x", "/media/ab/" + hash + ".jpg/", "/media//ab/" + hash + ".jpg", "/media/" + strings.Repeat("a", 71),
	} {
		answer := httptest.NewRecorder()
		Handler(func(ctx context.Context, name string) (*files.Object, bool, error) {
			object, err := store.Open(ctx, name)
			return object, true, err
		}, nil).ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		check(t, answer.Code == http.StatusNotFound && !strings.Contains(answer.Body.String(), "private"), "%s: %d %q", path, answer.Code, answer.Body)
	}
}
