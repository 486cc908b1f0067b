package apitest_test

import (
	"errors"
	"image/color"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/files/filestest"
)

// inTime fails the test when work takes so long that it must have waited for the store.
func inTime(t *testing.T, what string, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s hangs", what)
	}
}

func checkUnavailable(t *testing.T, what string, answer apitest.Answer) {
	t.Helper()
	if answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" ||
		answer.Body != `{"detail":"Service temporarily unavailable, try again later."}` {
		t.Errorf("%s: %d, Retry-After %q, %s", what, answer.Status, answer.Header.Get("Retry-After"), answer.Body)
	}
}

// While the store fails, in whatever way, everything that needs it is answered 503, nothing waits
// for long and nothing is lost. Afterwards everything works again.
func TestAFailingStore(t *testing.T) {
	apitest.Long(t)
	for _, fault := range []filestest.Fault{
		filestest.Slow, filestest.SlowDown, filestest.Cut, filestest.Away, filestest.Frozen, filestest.NotThere,
	} {
		t.Run(string(fault), func(t *testing.T) {
			store := filestest.FaultyS3(t)
			site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
			image := addImage(t, site, map[string]string{"title": "Kept"}, color.Black)
			gone := addImage(t, site, map[string]string{"title": "Gone"}, color.Gray{70})
			cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
			checkServed(t, site, gone, http.StatusOK)

			store.Set(fault)
			// These two begin an answer before they fail: see TestACutOffPicture.
			if fault != filestest.Slow && fault != filestest.Cut {
				for what, request := range map[string]apitest.Request{
					"an image":           get(image.ImageURL, apitest.Anonymous),
					"a part of an image": {Method: http.MethodGet, Path: image.ThumbnailURL, Header: map[string]string{"Range": "bytes=10-"}},
					"a document":         get(cv.DownloadURL, apitest.Anonymous),
				} {
					inTime(t, what, func() { checkUnavailable(t, what, site.Do(t, request)) })
				}
			}
			uploads := map[string]apitest.Request{
				"an upload of a picture":  upload(map[string]string{"title": "New"}, "new.jpg", jpegOf(t, 40, 30, color.Gray{30})),
				"an upload of a document": sendDocument(map[string]string{"name": "New"}, "new.pdf", aPDF+"%"),
			}
			if fault != filestest.Slow { // which answers with the received bytes
				for what, request := range uploads {
					inTime(t, what, func() { checkUnavailable(t, what, site.Do(t, request)) })
				}
			}
			inTime(t, "the health check", func() {
				if answer := site.Do(t, get("/api/health/", apitest.Anonymous)); answer.Status != http.StatusOK {
					t.Errorf("health: %d %s", answer.Status, answer.Body)
				}
			})
			if answer := site.Do(t, remove(imagePath(gone.ID))); answer.Status != http.StatusNoContent {
				t.Errorf("delete: %d %s", answer.Status, answer.Body)
			}
			checkServed(t, site, gone, http.StatusNotFound)
			inTime(t, "the removal", func() {
				if _, err := site.App.Files.RemoveDeleted(t.Context(), 0); err != nil {
					t.Logf("remove: %v", err)
				}
				if report, err := site.App.Files.Check(t.Context(), 0); err == nil || errors.Is(err, fs.ErrNotExist) {
					t.Errorf("a failure was taken for an absence: %+v, %v", report, err)
				}
			})

			store.Set(filestest.None)
			checkServed(t, site, image, http.StatusOK)
			if answer := site.Do(t, get(cv.DownloadURL, apitest.Anonymous)); answer.Status != http.StatusOK || answer.Body+"\n" != aPDF {
				t.Errorf("the document: %d %s", answer.Status, answer.Body)
			}
			for what, request := range uploads {
				if answer := site.Do(t, request); answer.Status != http.StatusCreated {
					t.Errorf("%s, again: %d %s", what, answer.Status, answer.Body)
				}
			}
			if _, err := site.App.Files.RemoveDeleted(t.Context(), 0); err != nil {
				t.Error(err)
			}
			await(t, "the removal of the remaining files", func() bool {
				report, err := site.App.Files.Check(t.Context(), 0)
				return err == nil && report.Owned == report.Stored && len(report.Faults) == 0
			})
		})
	}
}

// A picture that is cut off, of which the beginning has been sent, does not look whole.
func TestACutOffPicture(t *testing.T) {
	apitest.Long(t)
	store := filestest.FaultyS3(t)
	site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
	image := addImage(t, site, map[string]string{"title": "Cut"}, color.White)
	store.Set(filestest.Cut)
	answer, err := http.Get(site.URL + image.ImageURL)
	noError(t, err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK || !errors.Is(err, io.ErrUnexpectedEOF) || len(content) == 0 {
		t.Errorf("%d, %d bytes, %v", answer.StatusCode, len(content), err)
	}
	store.Set(filestest.Away)
	checkUnavailable(t, "while the store is away", site.Do(t, get(image.ImageURL, apitest.Anonymous)))
}

// A store that is full is not one that is away.
func TestAFullStore(t *testing.T) {
	apitest.Long(t)
	store := filestest.FaultyS3(t)
	site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
	store.Set(filestest.Full)
	answer := site.Do(t, upload(map[string]string{"title": "New"}, "new.jpg", jpegOf(t, 40, 30, color.White)))
	if want := `{"detail":"The disk of the store is full. This wasn't saved; everything saved earlier is safe."}`; answer.Status != http.StatusInsufficientStorage || answer.Body != want {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

// A server that starts while the store is away works, and has its files when the store is back.
func TestAStartWithoutTheStore(t *testing.T) {
	apitest.Long(t)
	store := filestest.FaultyS3(t)
	store.Set(filestest.Frozen)
	site := apitest.StartWith(t, apitest.Settings{"STORAGE_URL": store.URL})
	if answer := site.Do(t, get(imagesPath, apitest.Staff)); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if !strings.Contains(site.Log.String(), "started without the store") {
		t.Errorf("the log does not say so: %s", site.Log)
	}
	store.Set(filestest.None)
	checkServed(t, site, addImage(t, site, map[string]string{"title": "New"}, color.White), http.StatusOK)
}
