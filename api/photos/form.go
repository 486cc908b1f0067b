package photos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
	"portfolio/api/media"
)

const (
	// maxForm is the largest form that is read, in bytes: the picture and room for the other fields.
	maxForm = media.MaxBytes + 1<<20
	// maxField is how much of a text field is read, in bytes; far more than any field may be long.
	maxField = 64 << 10
	// maxDrained is how much of a too large form is read and thrown away.
	maxDrained = 100 << 20
	// maxFileName is how much of a file's name is kept, in characters.
	maxFileName = 255
)

// imageForm is the form of an upload. It holds a temporary file until close.
type imageForm struct {
	NewImage
}

func (f *imageForm) close() {
	if f.File != nil {
		_ = f.File.Close()
	}
}

// readForm reads a multipart form (RFC 7578) as it comes in, the picture into a temporary file. What is wrong with the
// picture is noted in the form, so that it can be answered together with the other fields.
func (s *Service) readForm(w http.ResponseWriter, r *http.Request) (_ *imageForm, err error) {
	contentType := r.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "multipart/form-data" {
		return nil, apperror.UnsupportedMedia(fmt.Sprintf(apperror.MediaTypeForm, contentType))
	}
	body := r.Body
	r.Body = http.MaxBytesReader(w, body, maxForm)
	reader, err := r.MultipartReader()
	if err != nil {
		return nil, apperror.Malformed(fmt.Sprintf(apperror.MultipartParse, err))
	}
	form := &imageForm{NewImage{FileFault: apperror.NoFile}}
	defer func() {
		if err != nil {
			form.close()
			err = formError(err, body)
		}
	}()
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return nil, broken{err}
		}
		if err := s.readPart(r.Context(), part, form); err != nil {
			return nil, err
		}
	}
}

// readPart reads one field. Fields that nobody asked for are skipped; of several files the first counts.
func (s *Service) readPart(ctx context.Context, part *multipart.Part, form *imageForm) error {
	texts := map[string]**string{"title": &form.Title, "description": &form.Description, "gallery": &form.Gallery}
	if field, ok := texts[part.FormName()]; ok {
		content, err := io.ReadAll(io.LimitReader(part, maxField))
		if err != nil {
			return broken{err}
		}
		text := strings.ToValidUTF8(string(content), "\ufffd")
		*field = &text
		return nil
	}
	if part.FormName() != "image" || form.File != nil {
		return nil
	}
	if part.FileName() == "" {
		form.FileFault = apperror.NotAFile
		return nil
	}
	form.FileName = fileName(part)
	watched := &watchedReader{Reader: part}
	file, err := s.library.Receive(ctx, watched)
	var refusal *media.Refusal
	switch {
	case watched.err != nil:
		return broken{watched.err}
	case errors.As(err, &refusal) && !refusal.TooLarge:
		form.FileFault = refusal.Text
		return nil
	}
	form.File = file
	return err
}

// fileName returns the name of the part's file for the record: no folders, nothing that a database refuses.
func fileName(part *multipart.Part) string {
	name := strings.ToValidUTF8(path.Base(part.FileName()), "\ufffd")
	runes := []rune(strings.ReplaceAll(name, "\x00", ""))
	return string(runes[:min(len(runes), maxFileName)])
}

// broken is an error of the request's body, not of this server.
type broken struct{ error }

func (b broken) Unwrap() error { return b.error }

// watchedReader keeps the error that ended it.
type watchedReader struct {
	io.Reader
	err error
}

func (r *watchedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// formError says what a form that could not be read is answered.
func formError(err error, body io.Reader) error {
	var tooLarge *http.MaxBytesError
	var refusal *media.Refusal
	var unreadable broken
	switch {
	case errors.As(err, &refusal):
		drain(body)
		return apperror.TooLarge(refusal.Text)
	case errors.As(err, &tooLarge):
		drain(body)
		return apperror.TooLarge(fmt.Sprintf(apperror.BodyTooLarge, httpx.Size(tooLarge.Limit)))
	case errors.As(err, &unreadable):
		return apperror.Malformed(fmt.Sprintf(apperror.MultipartParse, unreadable))
	}
	return err
}

// drain reads on for a while: a browser that is still sending when the connection closes shows a broken connection
// instead of the answer.
func drain(body io.Reader) { _, _ = io.CopyN(io.Discard, body, maxDrained) }
