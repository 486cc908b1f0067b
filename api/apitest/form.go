package apitest

import (
	"bytes"
	"errors"
	"mime/multipart"
	"slices"
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
	for _, name := range sorted(f.Fields) {
		err = errors.Join(err, writer.WriteField(name, f.Fields[name]))
	}
	for _, name := range sorted(f.Files) {
		part, partErr := writer.CreateFormFile(name, f.Files[name].Name)
		if partErr == nil {
			_, partErr = part.Write(f.Files[name].Content)
		}
		err = errors.Join(err, partErr)
	}
	err = errors.Join(err, writer.Close())
	return body.Bytes(), writer.FormDataContentType(), err
}

func sorted[V any](values map[string]V) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
