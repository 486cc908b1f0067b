package apitest

import (
	"bytes"
	"mime/multipart"
	"slices"
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

func (f *Form) body(t *testing.T) (content []byte, contentType string) {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for _, name := range sorted(f.Fields) {
		if err := writer.WriteField(name, f.Fields[name]); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range sorted(f.Files) {
		part, err := writer.CreateFormFile(name, f.Files[name].Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(f.Files[name].Content); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return body.Bytes(), writer.FormDataContentType()
}

func sorted[V any](values map[string]V) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
