package photos_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
)

func (f fixture) handler() *photos.Handler {
	return &photos.Handler{Service: f.Service, Public: &httpx.PublicAnswers{Writes: f.db.Writes}}
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
		noError(t, err)
		_, err = io.WriteString(to, part.content)
		noError(t, err)
	}
	noError(t, writer.Close())
	request := httptest.NewRequest("POST", "/api/photos/images/", &body)
	request.Header.Set("Content-Type", writer.FormDataContentType())
	return request
}

func answer(handler httpx.Handler, request *http.Request) (int, string) {
	recorder := httptest.NewRecorder()
	if err := handler(recorder, request); err != nil {
		httpx.RespondError(recorder, request, err)
	}
	return recorder.Code, strings.TrimSpace(recorder.Body.String())
}

func TestUploadImage(t *testing.T) {
	f := newFixture(t, servertest.NewDatabase(t))
	handler := f.handler()
	img := string(drawing(t, "x"))
	large := strings.Repeat("x", media.MaxBytes+1)
	title := part{"title", "", "A title"}
	cut := form(t, title, part{"image", "a.png", img})
	cut.Body = io.NopCloser(io.LimitReader(cut.Body, 500))
	noBoundary := form(t, title)
	noBoundary.Header.Set("Content-Type", "multipart/form-data")
	const anyText = ""
	for name, scenario := range map[string]struct {
		request *http.Request
		status  int
		want    string
	}{
		"the file last":       {form(t, title, part{"image", "a.png", img}), 201, anyText},
		"the file first":      {form(t, part{"image", "a.png", img}, title), 201, anyText},
		"fields nobody knows": {form(t, title, part{"image", "a.png", img}, part{"is_staff", "", "1"}, part{"other", "b.png", img}), 201, anyText},
		"a name with a path":  {form(t, title, part{"image", "../../etc/a.png", img}), 201, anyText},
		"no UTF-8":            {form(t, part{"title", "", "\xff\xfe"}, part{"image", "a.png", img}), 400, `{"detail":"Multipart form parse error - a text is not valid UTF-8"}`},
		"long, and no UTF-8":  {form(t, part{"title", "", strings.Repeat("\xff", 1<<17)}, part{"image", "a.png", img}), 400, `{"detail":"Multipart form parse error - a text is not valid UTF-8"}`},
		"a name of no UTF-8":  {form(t, title, part{"image", "\xff.png", img}), 400, `{"detail":"Multipart form parse error - a text is not valid UTF-8"}`},
		"a character cut":     {form(t, part{"title", "", "a" + strings.Repeat("é", 50_000)}, part{"image", "a.png", img}), 400, `{"title":["Ensure this field has no more than 500 characters."]}`},
		"an empty gallery":    {form(t, title, part{"gallery", "", ""}, part{"image", "a.png", img}), 201, anyText},
		"an empty file":       {form(t, title, part{"image", "a.png", ""}), 400, `{"image":["The submitted file is empty."]}`},
		"a null character":    {form(t, part{"title", "", "a\x00"}, part{"image", "a.png", img}), 400, `{"title":["Null characters are not allowed."]}`},
		"a title of 100 kB":   {form(t, part{"title", "", large[:100_000]}, part{"image", "a.png", img}), 400, `{"title":["Ensure this field has no more than 500 characters."]}`},
		"a huge other field":  {form(t, title, part{"other", "", large + large[:2<<20]}), 413, `{"detail":"The request is larger than the limit of 26 MiB."}`},
		"no boundary":         {noBoundary, 400, `{"detail":"Multipart form parse error - no multipart boundary param in Content-Type"}`},
		"cut off":             {cut, 400, `{"detail":"Multipart form parse error - unexpected EOF"}`},
	} {
		t.Run(name, func(t *testing.T) {
			status, body := answer(handler.UploadImage, scenario.request)
			if status != scenario.status || scenario.want != anyText && body != scenario.want {
				t.Errorf("got %d %s\nwant %d %s", status, body, scenario.status, scenario.want)
			}
		})
	}
}

func TestTheFilesNameIsKept(t *testing.T) {
	f := newFixture(t, servertest.NewDatabase(t))
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
