package apitest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image/color"
	"strings"
	"sync"
	"testing"

	"portfolio/api/apitest"
)

// A client repeats an upload whose answer was lost, and the first try may still run: there is one image.
func TestRepeatedUploadsMakeOneImage(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		tryWith := func(key string, fields map[string]string) apitest.Request {
			request := upload(fields, "crane.jpg", jpegOf(t, 640, 480, color.White))
			request.Header = map[string]string{"Idempotency-Key": key}
			return request
		}
		otherFile := func(key string) apitest.Request {
			request := upload(map[string]string{"title": "Other"}, "other.jpg", jpegOf(t, 640, 480, color.Black))
			request.Header = map[string]string{"Idempotency-Key": key}
			return request
		}
		withKey := func(key, title string) apitest.Request { return tryWith(key, map[string]string{"title": title}) }
		const tries = 4
		answers := make([]apitest.Answer, tries)
		var group sync.WaitGroup
		for i := range tries {
			group.Go(func() { answers[i] = site.Do(t, withKey("one", "Crane")) })
		}
		group.Wait()
		for _, answer := range answers {
			if answer.Status != 201 || answer.Body != answers[0].Body {
				t.Errorf("%d %s, and another try: %s", answer.Status, answer.Body, answers[0].Body)
			}
		}
		stored := filesOf(t, site)
		malformed := `{"detail":"The header Idempotency-Key must have at most 100 visible characters."}`
		site.Run(t, []apitest.Scenario{
			{Name: "later", Request: withKey("one", "Crane"), Status: 201, Want: answers[0].Body},
			{Name: "after the end of its gallery", Request: tryWith("one", map[string]string{"title": "Crane", "gallery": "9"}), Status: 201, Want: answers[0].Body},
			{Name: "another file", Request: otherFile("one"), Status: 422, Want: `{"detail":"This Idempotency-Key was used for another file. Send this one with a new key."}`},
			{Name: "a long key", Request: withKey(strings.Repeat("x", 101), "Long"), Status: 400, Want: malformed},
			{Name: "a key of other characters", Request: withKey("é", "Other"), Status: 400, Want: malformed},
		})
		equal(t, filesOf(t, site), stored, "files after a repetition")
		site.Run(t, []apitest.Scenario{
			{Name: "of another upload", Request: withKey("two", "Crane"), Status: 201, Want: `{"id":…}`},
			{Name: "without a key", Request: withKey("", "Crane"), Status: 201, Want: `{"id":…}`},
			{Name: "two without a key", Request: withKey("", "Crane"), Status: 201, Want: `{"id":…}`},
		})
		equal(t, listOf(t, site, ""), "Crane,Crane,Crane,Crane", "the list")
		expect(t, site, 204, remove(imagePath(1)))
		var again apitest.Image
		site.Do(t, withKey("one", "Again")).Decode(t, &again)
		equal(t, again.Title, "Again", "after a deletion")
	})
}

// filesOf returns how many files are in the store when deleted ones are removed.
func filesOf(t *testing.T, site *apitest.Site) int {
	t.Helper()
	_, err := site.App.Files.RemoveDeleted(t.Context(), 0)
	noError(t, err)
	report, err := site.App.Files.Check(t.Context(), 0)
	noError(t, err)
	return report.Stored
}

func TestDoublesAreFoundByTheBytesOfTheFile(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		gallery := addGallery(t, site, "Harbour")
		file, other := jpegOf(t, 400, 300, color.White), jpegOf(t, 400, 300, color.Black)
		expect(t, site, 201, upload(map[string]string{"title": "Crane", "gallery": fmt.Sprint(gallery.ID)}, "a.jpg", file))
		expect(t, site, 201, upload(map[string]string{"title": "Other"}, "b.jpg", other))
		expect(t, site, 201, upload(map[string]string{"title": "Again"}, "c.jpg", file))
		of := func(file []byte) string {
			sum := sha256.Sum256(file)
			return imagesPath + "?sha256=" + hex.EncodeToString(sum[:])
		}
		site.Run(t, []apitest.Scenario{
			{Name: "two", Request: get(of(file), apitest.Staff), Status: 200, Header: map[string]string{"X-Total-Count": "2"}, Want: `[{"id":1,"title":"Crane",…"gallery_name":"Harbour",…},{"id":3,"title":"Again",…}]`},
			{Name: "one", Request: get(of(other), apitest.Staff), Status: 200, Want: `[{"id":2,…}]`},
			{Name: "none", Request: get(of([]byte("x")), apitest.Staff), Status: 200, Want: `[]`},
			{Name: "no hash", Request: get(imagesPath+"?sha256=x", apitest.Staff), Status: 400, Want: `{"sha256":["Not a SHA-256 in hexadecimal."]}`},
			{Name: "not for everybody", Request: get(of(file), apitest.User), Status: 403, Want: `…`},
		})
	})
}
