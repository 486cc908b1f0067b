package apitest

import (
	"bytes"
	"errors"
	"maps"
	"mime/multipart"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Form is a body of type multipart/form-data (RFC 7578): fields, and files by field.
type Form struct {
	Fields map[string]string
	Files  map[string]File
}

// File is one file of a Form.
type File struct {
	Name    string
	Content []byte
}

func (f *Form) body() (content []byte, contentType string, err error) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for _, name := range slices.Sorted(maps.Keys(f.Fields)) {
		err = errors.Join(err, writer.WriteField(name, f.Fields[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Files)) {
		part, partErr := writer.CreateFormFile(name, f.Files[name].Name)
		if partErr == nil {
			_, partErr = part.Write(f.Files[name].Content)
		}
		err = errors.Join(err, partErr)
	}
	err = errors.Join(err, writer.Close())
	return body.Bytes(), writer.FormDataContentType(), err
}

// Scenario is a row of a table: a request and the expected answer. In Want, "…" matches any text.
type Scenario struct {
	Name    string
	Request Request
	Status  int
	Want    string
	Header  map[string]string
}

// Run sends each scenario's request, one after another, and compares.
func (s *Site) Run(t *testing.T, scenarios []Scenario) {
	t.Helper()
	for _, scenario := range scenarios {
		t.Run(scenario.Name, func(t *testing.T) {
			answer := s.Do(t, scenario.Request)
			if answer.Status != scenario.Status || !like(scenario.Want, answer.Body) {
				t.Errorf("%s %s: %d %s\nwant: %d %s", scenario.Request.Method, scenario.Request.Path,
					answer.Status, answer.Body, scenario.Status, scenario.Want)
			}
			for name, value := range scenario.Header {
				if got := strings.Join(answer.Header.Values(name), ", "); !like(value, got) {
					t.Errorf("%s is %q, not %q", name, got, value)
				}
			}
		})
	}
}

func like(want, got string) bool {
	parts := strings.Split(want, "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile(`^(?s:` + strings.Join(parts, ".*") + `)$`).MatchString(got)
}

// Image is an image as clients read it.
type Image struct {
	ID           int64    `json:"id"`
	Title        string   `json:"title"`
	Caption      string   `json:"caption"`
	Description  string   `json:"description"`
	AltText      string   `json:"alt_text"`
	Gallery      *int64   `json:"gallery"`
	GalleryName  *string  `json:"gallery_name"`
	Image        string   `json:"image"`
	ImageURL     string   `json:"image_url"`
	ThumbnailURL string   `json:"thumbnail_url"`
	Width        int      `json:"width"`
	Height       int      `json:"height"`
	Srcset       []Source `json:"srcset"`
	UploadedAt   string   `json:"uploaded_at"`
}

// Source is one file of an image among which a browser chooses by width.
type Source struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}
