package photos_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"portfolio/api/database/databasetest"
	"portfolio/api/httpx"
	"portfolio/api/media"
	"portfolio/api/photos"
)

func (f fixture) handler() *photos.Handler {
	return &photos.Handler{Service: f.Service, Public: &httpx.PublicAnswers{Writes: f.db.Writes}, UserID: func(context.Context) int64 { return 0 }}
}

// part is one field of a form; a file when it has a name.
type part struct{ field, fileName, content string }

func form(t *testing.T, parts ...part) *http.Request {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for _, part := range parts {
		to, err := writer.CreateFormField(part.field)
		if part.fileName != "" {
			to, err = writer.CreateFormFile(part.field, part.fileName)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, part.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest("POST", "/api/photos/images/", &body)
	request.Header.Set("Content-Type", writer.FormDataContentType())
	return request
}

func answer(handler httpx.Handler, request *http.Request) (int, string) {
	recorder := httptest.NewRecorder()
	if err := handler(recorder, request); err != nil {
		httpx.Error(recorder, request, err)
	}
	return recorder.Code, strings.TrimSpace(recorder.Body.String())
}

func TestUploadImage(t *testing.T) {
	f := newFixture(t, databasetest.New(t))
	handler := f.handler()
	picture := string(drawing(t, "x"))
	large := strings.Repeat("x", media.MaxBytes+1)
	title := part{"title", "", "A title"}
	cut := form(t, title, part{"image", "a.png", picture})
	cut.Body = io.NopCloser(io.LimitReader(cut.Body, 500))
	noBoundary := form(t, title)
	noBoundary.Header.Set("Content-Type", "multipart/form-data")
	asJSON := form(t, title)
	asJSON.Header.Set("Content-Type", "application/json")
	const anyText, valid = "", "Upload a valid image: a JPEG, PNG, GIF or WebP file. "

	for name, scenario := range map[string]struct {
		request *http.Request
		status  int
		want    string
	}{
		"the file last":        {form(t, title, part{"image", "a.png", picture}), 201, anyText},
		"the file first":       {form(t, part{"image", "a.png", picture}, title), 201, anyText},
		"fields nobody knows":  {form(t, title, part{"image", "a.png", picture}, part{"is_staff", "", "1"}, part{"other", "b.png", picture}), 201, anyText},
		"a name with a path":   {form(t, title, part{"image", "../../etc/a.png", picture}), 201, anyText},
		"no UTF-8":             {form(t, part{"title", "", "\xff\xfe"}, part{"image", "a.png", picture}), 400, `{"detail":"Multipart form parse error - a text is not valid UTF-8"}`},
		"long, and no UTF-8":   {form(t, part{"title", "", strings.Repeat("\xff", 1<<17)}, part{"image", "a.png", picture}), 400, `{"detail":"Multipart form parse error - a text is not valid UTF-8"}`},
		"a name of no UTF-8":   {form(t, title, part{"image", "\xff.png", picture}), 400, `{"detail":"Multipart form parse error - a text is not valid UTF-8"}`},
		"a character cut":      {form(t, part{"title", "", "a" + strings.Repeat("é", 50_000)}, part{"image", "a.png", picture}), 400, `{"title":["Ensure this field has no more than 500 characters."]}`},
		"an empty gallery":     {form(t, title, part{"gallery", "", ""}, part{"image", "a.png", picture}), 201, anyText},
		"nothing":              {form(t), 400, `{"image":["No file was submitted."],"title":["This field is required."]}`},
		"a text for the image": {form(t, title, part{"image", "", "hello"}), 400, `{"image":["The submitted data was not a file. Check the encoding type on the form."]}`},
		"an empty file":        {form(t, title, part{"image", "a.png", ""}), 400, `{"image":["The submitted file is empty."]}`},
		"no picture":           {form(t, title, part{"image", "a.jpg", "MZ is no picture at all"}), 400, `{"image":["` + valid + `This file is none of them."]}`},
		"all wrong":            {form(t, part{"gallery", "", "9"}, part{"image", "a.jpg", "x"}), 400, `{"gallery":["Invalid pk \"9\" - object does not exist."],"image":["` + valid + `This file is none of them."],"title":["This field is required."]}`},
		"a null character":     {form(t, part{"title", "", "a\x00"}, part{"image", "a.png", picture}), 400, `{"title":["Null characters are not allowed."]}`},
		"a title of 100 kB":    {form(t, part{"title", "", large[:100_000]}, part{"image", "a.png", picture}), 400, `{"title":["Ensure this field has no more than 500 characters."]}`},
		"25 MiB and one byte":  {form(t, title, part{"image", "a.png", large}), 413, `{"detail":"The picture is larger than the 25 MiB that are accepted."}`},
		"a huge other field":   {form(t, title, part{"other", "", large + large[:2<<20]}), 413, `{"detail":"The request body is larger than the 26 MiB that this call takes."}`},
		"JSON":                 {asJSON, 415, `{"detail":"Unsupported media type \"application/json\" in request. Send multipart/form-data."}`},
		"no boundary":          {noBoundary, 400, `{"detail":"Multipart form parse error - no multipart boundary param in Content-Type"}`},
		"cut off":              {cut, 400, `{"detail":"Multipart form parse error - unexpected EOF"}`},
	} {
		t.Run(name, func(t *testing.T) {
			status, body := answer(handler.UploadImage, scenario.request)
			if status != scenario.status || scenario.want != anyText && body != scenario.want {
				t.Errorf("got %d %s\nwant %d %s", status, body, scenario.status, scenario.want)
			}
		})
	}
}

func TestTheAnswersShapes(t *testing.T) {
	f := newFixture(t, databasetest.New(t))
	handler := f.handler()
	request := httptest.NewRequest("POST", "/api/photos/galleries/", strings.NewReader(`{"name":"page logos"}`))
	request.Header.Set("Content-Type", "application/json")
	status, body := answer(handler.CreateGallery, request)
	if want := `{"id":1,"name":"page logos","slug":"page-logos","description":"","image_count":0}`; status != 201 || body != want {
		t.Errorf("got %d %s\nwant 201 %s", status, body, want)
	}

	status, body = answer(handler.UploadImage, form(t, part{"title", "", "Crane"}, part{"description", "", "At dawn"}, part{"gallery", "", "1"},
		part{"image", "crane.png", string(drawing(t, "x"))}))
	var image struct {
		ImageURL     string `json:"image_url"`
		ThumbnailURL string `json:"thumbnail_url"`
	}
	if err := json.Unmarshal([]byte(body), &image); err != nil || status != 201 {
		t.Fatalf("got %d %s, %v", status, body, err)
	}
	want := fmt.Sprintf(`{"id":1,"title":"Crane","description":"At dawn","alt_text":"","decorative":false,"gallery":1,"gallery_name":"page logos",`+
		`"image":%[1]q,"image_url":%[1]q,"thumbnail_url":%[2]q,"width":400,"height":300,"srcset":[{"url":%[2]q,"width":320,"height":240},`+
		`{"url":%[1]q,"width":400,"height":300}],"focal_point":null,"uploaded_at":"2026-11-20T09:30:02.000Z"}`, image.ImageURL, image.ThumbnailURL)
	if body != want {
		t.Errorf("got %s\nwant %s", body, want)
	}
	if !strings.HasPrefix(image.ImageURL, "/media/") {
		t.Errorf("the URL is %s", image.ImageURL)
	}
	for _, path := range []string{"/api/photos/images/", "/api/photos/images/?gallery_slug=page-logos"} {
		if status, body := answer(handler.ListImages, httptest.NewRequest("GET", path, nil)); status != 200 || body != "["+want+"]" {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	status, body = answer(handler.ListGalleries, httptest.NewRequest("GET", "/api/photos/galleries/", nil))
	if want := `[{"id":1,"name":"page logos","slug":"page-logos","description":"","image_count":1}]`; status != 200 || body != want {
		t.Errorf("galleries: %d %s", status, body)
	}
}

// Whether a list is for everybody is decided by the guard of its route, which asks IsGalleryRequest.
func TestTheImagesOfOneGalleryAreForEverybody(t *testing.T) {
	f := newFixture(t, databasetest.New(t))
	for path, want := range map[string]bool{
		"/api/photos/images/":                         false,
		"/api/photos/images/?gallery_slug=":           false,
		"/api/photos/images/?gallery=page-logos":      false,
		"/api/photos/images/?gallery_slug=page-logos": true,
		"/api/photos/images/?gallery_slug=none":       true,
	} {
		request := httptest.NewRequest("GET", path, nil)
		if photos.IsGalleryRequest(request) != want {
			t.Errorf("%s: for everybody is %v", path, !want)
		}
		if !want {
			continue
		}
		if status, body := answer(f.handler().ListImages, request); status != 200 || body != "[]" {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

func TestTheFilesNameIsKept(t *testing.T) {
	f := newFixture(t, databasetest.New(t))
	handler := f.handler()
	for sent, want := range map[string]string{
		"crane.png": "crane.png", "../../etc/passwd": "passwd", strings.Repeat("é", 300): strings.Repeat("é", 255),
	} {
		if status, body := answer(handler.UploadImage, form(t, part{"title", "", "x"}, part{"image", sent, string(drawing(t, "x"))})); status != 201 {
			t.Fatalf("%s: %d %s", sent, status, body)
		}
		var stored string
		if err := f.db.Get(t.Context(), &stored, `SELECT original_name FROM images ORDER BY id DESC LIMIT 1`); err != nil || stored != want {
			t.Errorf("%s: stored as %q, %v", sent, stored, err)
		}
	}
}
