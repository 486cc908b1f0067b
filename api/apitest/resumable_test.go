package apitest_test

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image/color"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
)

const uploadsPath = "/api/photos/uploads/"

// metadata returns an Upload-Metadata.
func metadata(fields map[string]string) string {
	var pairs []string
	for name, value := range fields {
		pairs = append(pairs, name+" "+base64.StdEncoding.EncodeToString([]byte(value)))
	}
	return strings.Join(pairs, ",")
}

// tus returns a request of the tus protocol with the given headers.
func tus(method, path string, body []byte, headers map[string]string) apitest.Request {
	all := map[string]string{"Tus-Resumable": "1.0.0"}
	if body != nil {
		all["Content-Type"] = "application/offset+octet-stream"
	}
	maps.Copy(all, headers)
	return apitest.Request{Method: method, Path: path, As: apitest.Staff, Text: string(body), Header: all}
}

func beginUpload(length int, fields map[string]string) apitest.Request {
	return tus("POST", uploadsPath, nil, map[string]string{"Upload-Length": strconv.Itoa(length), "Upload-Metadata": metadata(fields)})
}

// begin begins an upload and returns its path.
func begin(t *testing.T, site *apitest.Site, length int, fields map[string]string) string {
	t.Helper()
	answer := site.Do(t, beginUpload(length, fields))
	if answer.Status != 201 || !strings.HasPrefix(answer.Header.Get("Location"), uploadsPath) {
		t.Fatalf("%d %s %v", answer.Status, answer.Body, answer.Header)
	}
	return answer.Header.Get("Location")
}

func continueAt(path string, offset int, body []byte) apitest.Request {
	return tus("PATCH", path, body, map[string]string{"Upload-Offset": strconv.Itoa(offset)})
}

func TestAPictureArrivesInParts(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		file := jpegOf(t, 400, 300, color.White)
		sum := sha256.Sum256(file)
		gallery := addGallery(t, site, "Harbour")
		path := begin(t, site, len(file), map[string]string{
			"title": "Crane", "description": "At dawn", "alt_text": "A crane", "gallery": fmt.Sprint(gallery.ID), "filename": "../crane.jpg",
			"sha256": hex.EncodeToString(sum[:]),
		})
		site.Run(t, []apitest.Scenario{
			{Name: "nothing yet", Request: tus("HEAD", path, nil, nil), Status: 200, Header: map[string]string{
				"Upload-Offset": "0", "Upload-Length": strconv.Itoa(len(file)), "Upload-Image": "", "Cache-Control": "no-store", "Tus-Resumable": "1.0.0",
			}},
			{Name: "the first part", Request: continueAt(path, 0, file[:100]), Status: 204, Header: map[string]string{"Upload-Offset": "100", "Upload-Image": ""}},
			{Name: "the same again", Request: continueAt(path, 0, file[:100]), Status: 409, Want: `{"detail":"The upload goes on at byte 100, …"}`},
			{Name: "from too far on", Request: continueAt(path, 200, file[200:]), Status: 409, Want: `…`},
			{Name: "of another type", Request: tus("PATCH", path, file, map[string]string{"Upload-Offset": "100", "Content-Type": "image/jpeg"}), Status: 415, Want: `…`},
			{Name: "what is stored", Request: tus("HEAD", path, nil, nil), Status: 200, Header: map[string]string{"Upload-Offset": "100"}},
			{Name: "the rest", Request: continueAt(path, 100, file[100:]), Status: 204, Header: map[string]string{"Upload-Offset": strconv.Itoa(len(file)), "Upload-Image": "1"}},
			{Name: "after a lost answer", Request: tus("HEAD", path, nil, nil), Status: 200, Header: map[string]string{"Upload-Offset": strconv.Itoa(len(file)), "Upload-Image": "1"}},
			{Name: "the end once more", Request: continueAt(path, len(file), nil), Status: 415, Want: `…`},
			{Name: "one picture", Request: get(imagesPath, apitest.Staff), Status: 200, Want: `[{"id":1,"title":"Crane","description":"At dawn","alt_text":"A crane","decorative":false,"gallery":1,"gallery_name":"Harbour",…}]`},
			{Name: "discarded", Request: tus("DELETE", path, nil, nil), Status: 204},
			{Name: "is gone", Request: tus("HEAD", path, nil, nil), Status: 404},
			{Name: "and its picture is not", Request: get(imagesPath, apitest.Staff), Status: 200, Want: `[{"id":1,…`},
		})
		var made []apitest.Image
		site.Do(t, get(imagesPath, apitest.Staff)).Decode(t, &made)
		plain := site.Do(t, upload(map[string]string{"title": "Plain"}, "crane.jpg", file))
		var same apitest.Image
		plain.Decode(t, &same)
		if site.Do(t, get(made[0].ImageURL, apitest.Anonymous)).Body != site.Do(t, get(same.ImageURL, apitest.Anonymous)).Body {
			t.Errorf("%s and %s have other bytes", made[0].ImageURL, same.ImageURL)
		}
	})
}

func TestWhatTusAnswers(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		file := jpegOf(t, 24, 24, color.Black)
		sha1Sum, sha256Sum := sha1.Sum(file), sha256.Sum256(file)
		length := strconv.Itoa(len(file))
		fields := map[string]string{"title": "Crane"}
		at := func(headers map[string]string) apitest.Request {
			all := map[string]string{"Upload-Length": length, "Upload-Metadata": metadata(fields)}
			maps.Copy(all, headers)
			return tus("POST", uploadsPath, file, all)
		}
		base64Of := base64.StdEncoding.EncodeToString
		site.Join(t, apitest.Owner)
		path := begin(t, site, len(file), fields)
		ofAnother := tus("HEAD", path, nil, nil)
		ofAnother.As = apitest.Owner
		site.Run(t, []apitest.Scenario{
			{Name: "its abilities", Request: apitest.Request{Method: "OPTIONS", Path: uploadsPath}, Status: 204, Header: map[string]string{
				"Tus-Version": "1.0.0", "Tus-Extension": "creation,creation-with-upload,expiration,checksum,termination",
				"Tus-Checksum-Algorithm": "sha1,sha256", "Tus-Max-Size": "26214400",
			}},
			{Name: "no version", Request: tus("HEAD", path, nil, map[string]string{"Tus-Resumable": ""}), Status: 412, Header: map[string]string{"Tus-Version": "1.0.0"}},
			{Name: "of another user", Request: ofAnother, Status: 404},
			{Name: "all at once, checked by SHA-1", Request: at(map[string]string{"Upload-Checksum": "sha1 " + base64Of(sha1Sum[:])}), Status: 201, Header: map[string]string{"Upload-Image": "1", "Upload-Offset": length}},
			{Name: "checked by SHA-256", Request: at(map[string]string{"Upload-Checksum": "sha256 " + base64Of(sha256Sum[:])}), Status: 201, Header: map[string]string{"Upload-Image": "2"}},
			{Name: "a wrong checksum", Request: at(map[string]string{"Upload-Checksum": "sha1 " + base64Of(make([]byte, 20))}), Status: 460, Want: `{"detail":"The bytes that arrived do not have the checksum that was sent. Send them again."}`},
			{Name: "an unknown algorithm", Request: at(map[string]string{"Upload-Checksum": "md5 x"}), Status: 400, Want: `{"detail":"The header Upload-Checksum must name one of these algorithms: sha1,sha256."}`},
			{Name: "no checksum at all", Request: at(map[string]string{"Upload-Checksum": "sha1 AAAA"}), Status: 400, Want: `…`},
			{Name: "another whole", Request: at(map[string]string{"Upload-Metadata": metadata(map[string]string{"title": "x", "sha256": strings.Repeat("0", 64)})}), Status: 400, Want: `{"image":["The file changed on its way, or while it was sent. Upload it again."]}`},
			{Name: "no hash", Request: beginUpload(10, map[string]string{"title": "x", "sha256": "x"}), Status: 400, Want: `{"sha256":["Not a SHA-256 in hexadecimal."]}`},
			{Name: "no title", Request: beginUpload(10, nil), Status: 400, Want: `{"title":["This field is required."]}`},
			{Name: "no gallery", Request: beginUpload(10, map[string]string{"title": "x", "gallery": "7"}), Status: 400, Want: `{"gallery":["Invalid pk \"7\" - object does not exist."]}`},
			{Name: "no metadata", Request: tus("POST", uploadsPath, nil, map[string]string{"Upload-Length": "10", "Upload-Metadata": "title !"}), Status: 400, Want: `{"detail":"The header Upload-Metadata …"}`},
			{Name: "no UTF-8", Request: beginUpload(10, map[string]string{"title": "a\xff"}), Status: 400, Want: `{"detail":"The values in the header Upload-Metadata must be texts in UTF-8."}`},
			{Name: "no length", Request: tus("POST", uploadsPath, nil, nil), Status: 400, Want: `{"detail":"The header Upload-Length must be a number of bytes."}`},
			{Name: "a length that comes later", Request: tus("POST", uploadsPath, nil, map[string]string{"Upload-Defer-Length": "1"}), Status: 400, Want: `{"detail":"The header Upload-Defer-Length is of an extension that this server does not have."}`},
			{Name: "a part of another upload", Request: at(map[string]string{"Upload-Concat": "partial"}), Status: 400, Want: `{"detail":"The header Upload-Concat is of an extension that this server does not have."}`},
			{Name: "nothing", Request: beginUpload(0, fields), Status: 400, Want: `{"image":["The submitted file is empty."]}`},
			{Name: "too much", Request: beginUpload(25<<20+1, fields), Status: 413, Want: `{"detail":"The picture is larger than the 25 MiB that are accepted."}`},
			{Name: "no picture", Request: tus("POST", uploadsPath, []byte("GIF"), map[string]string{"Upload-Length": "3", "Upload-Metadata": metadata(fields)}), Status: 400, Want: `{"image":["…"]}`},
		})
		if left := site.Do(t, get(imagesPath, apitest.Staff)); strings.Count(left.Body, `"title":"Crane"`) != 2 || strings.Contains(left.Body, `"title":"x"`) {
			t.Error(left.Body)
		}
	})
}

// A body that exceeds the announced length is refused as a whole if its length is known, and
// otherwise from the part with the surplus: no image is made of it.
func TestMoreBytesThanWereAnnouncedAreRefused(t *testing.T) {
	const surplus = `{"detail":"The body has more bytes than are left of Upload-Length."}`
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		file := jpegOf(t, 400, 300, color.White)
		fields, length := map[string]string{"title": "Crane"}, strconv.Itoa(len(file))
		longer := append(slices.Clone(file), 'x')
		path := begin(t, site, len(file), fields)
		none := map[string]string{"Upload-Offset": "0", "Upload-Image": ""}
		sum := sha1.Sum(longer)
		checked := map[string]string{"Upload-Offset": "0", "Upload-Checksum": "sha1 " + base64.StdEncoding.EncodeToString(sum[:])}
		site.Run(t, []apitest.Scenario{
			{Name: "a body that says it", Request: continueAt(path, 0, longer), Status: 400, Want: surplus},
			{Name: "with a checksum", Request: tus("PATCH", path, longer, checked), Status: 400, Want: surplus},
			{Name: "with the creation", Request: tus("POST", uploadsPath, longer, map[string]string{"Upload-Length": length, "Upload-Metadata": metadata(fields)}), Status: 400, Want: surplus, Header: map[string]string{"Location": ""}},
			{Name: "nothing is stored", Request: tus("HEAD", path, nil, nil), Status: 200, Header: none},
		})
		inChunks := func(offset int, body []byte) int {
			t.Helper()
			request, err := http.NewRequestWithContext(t.Context(), "PATCH", site.URL+path, io.MultiReader(bytes.NewReader(body)))
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range continueAt(path, offset, body).Header {
				request.Header.Set(name, value)
			}
			request.Header.Set("Authorization", "Bearer "+site.SignIn(t, apitest.Staff).Access)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			return response.StatusCode
		}
		if status := inChunks(0, longer); status != 400 {
			t.Errorf("a body that does not say how long it is: %d", status)
		}
		expect(t, site, 204, continueAt(path, 0, file[:100]))
		if status := inChunks(100, file[100:]); status != 204 {
			t.Errorf("the rest: %d", status)
		}
		if status := inChunks(len(file), []byte("x")); status != 400 {
			t.Errorf("more after the last byte: %d", status)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "more after the last byte", Request: continueAt(path, len(file), []byte("x")), Status: 400, Want: surplus},
			{Name: "the picture is made", Request: tus("HEAD", path, nil, nil), Status: 200, Header: map[string]string{"Upload-Offset": length, "Upload-Image": "1"}},
		})
	})
}

// Several requests send the same bytes at once, and ask for what became of them: there is one
// picture.
func TestAnUploadIsFinishedOnce(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		file := jpegOf(t, 640, 480, color.White)
		path := begin(t, site, len(file), map[string]string{"title": "Crane"})
		expect(t, site, 204, continueAt(path, 0, file[:100]))
		const tries = 6
		statuses := make(chan int, tries)
		var group sync.WaitGroup
		for range tries {
			group.Go(func() {
				statuses <- site.Do(t, continueAt(path, 100, file[100:])).Status
				site.Do(t, tus("HEAD", path, nil, nil))
			})
		}
		group.Wait()
		close(statuses)
		count := map[int]int{}
		for status := range statuses {
			count[status]++
		}
		if count[204] != 1 || count[409] != tries-1 {
			t.Errorf("the statuses are %v", count)
		}
		if answer := site.Do(t, get(imagesPath, apitest.Staff)); answer.Header.Get("X-Total-Count") != "1" {
			t.Error(answer.Body)
		}
	})
}

func TestUnfinishedUploadsAreBoundedAndExpire(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		large := beginUpload(25<<20, map[string]string{"title": "Crane"})
		first := begin(t, site, 25<<20, map[string]string{"title": "Crane"})
		expect(t, site, 204, continueAt(first, 0, bytes.Repeat([]byte("x"), 3000)))
		for range 39 {
			expect(t, site, 201, large)
		}
		answer := site.Do(t, large)
		if want := "You have 40 unfinished uploads of 1000 MiB together, and no more than 100 of 1.0 GiB are possible."; answer.Status != 429 || !strings.Contains(answer.Body, want) {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
		if files := filesOf(t, site); files != 1 {
			t.Errorf("there are %d stored files", files)
		}
		later := func(time time.Duration, status int, request apitest.Request) {
			site.Clock.Advance(time)
			request.Bearer = site.SignIn(t, apitest.Staff).Access
			expect(t, site, status, request)
		}
		later(24*time.Hour-time.Minute, 204, continueAt(first, 3000, []byte("x")))
		later(2*time.Minute, 201, large)
		later(24*time.Hour, 404, tus("HEAD", first, nil, nil))
		if err := site.App.Photos.ExpireUploads(t.Context()); err != nil {
			t.Fatal(err)
		}
		site.Await(t, "no part of an expired upload", func() bool { return filesOf(t, site) == 0 })
	})
}

// filesOf returns how many files are in the store when deleted ones are removed.
func filesOf(t *testing.T, site *apitest.Site) int {
	t.Helper()
	_, err := site.App.Files.RemoveDeleted(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.App.Files.Check(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
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
