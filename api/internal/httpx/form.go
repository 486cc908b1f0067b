package httpx

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

const (
	// maxField is how much of a text field is read, in bytes; far more than any field may be long.
	maxField = 64 << 10
	// maxDiscarded is how much of a too large form is read and discarded.
	maxDiscarded = 100 << 20
	// maxFileName is how much of a file's name is stored, in characters.
	maxFileName = 255
)

// FormSpec is what ReadForm reads.
type FormSpec struct {
	// Limit is the largest body that is read, in bytes.
	Limit int64
	// Texts are the names of the text fields.
	Texts []string
	// File is the name of the file's field.
	File string
	// Receive reads the file as it arrives. An *Error of KindInvalid becomes the
	// FileFault, so that it is answered with the faults of the other fields; another error aborts
	// ReadForm.
	Receive func(name string, content io.Reader) error
}

// Form is the content of a form.
type Form struct {
	// Texts are the received text fields, by name.
	Texts map[string]*string
	// FileFault says why the file is missing or invalid, "" for a valid one.
	FileFault string
}

// IsForm reports whether the request's body is a multipart form.
func IsForm(r *http.Request) bool {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && mediaType == "multipart/form-data"
}

// ReadForm reads a multipart form (RFC 7578) as it arrives. It skips fields that spec does not
// name, and all files but the first. It returns UnsupportedMedia for another content type,
// Malformed for an invalid form, TooLarge, and Receive's error.
func ReadForm(w http.ResponseWriter, r *http.Request, spec FormSpec) (_ Form, err error) {
	if !IsForm(r) {
		return Form{}, UnsupportedMedia(fmt.Sprintf(MediaTypeForm, r.Header.Get("Content-Type")))
	}
	body := r.Body
	r.Body = http.MaxBytesReader(w, body, spec.Limit)
	reader, err := r.MultipartReader()
	if err != nil {
		return Form{}, Malformed(fmt.Sprintf(MultipartParse, err))
	}
	form := Form{Texts: map[string]*string{}, FileFault: NoFile}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return Form{}, formError(bodyError{err}, body)
		}
		if err := form.readPart(part, spec); err != nil {
			return Form{}, formError(err, body)
		}
	}
}

func (f *Form) readPart(part *multipart.Part, spec FormSpec) error {
	name := part.FormName()
	if slices.Contains(spec.Texts, name) {
		content, err := io.ReadAll(io.LimitReader(part, maxField))
		if err != nil {
			return bodyError{err}
		}
		if len(content) == maxField {
			content = withoutCutRune(content)
		}
		if !utf8.Valid(content) {
			return bodyError{errNotUTF8}
		}
		text := string(content)
		f.Texts[name] = &text
		return nil
	}
	if name != spec.File || f.FileFault == "" {
		return nil
	}
	if part.FileName() == "" {
		f.FileFault = NotAFile
		return nil
	}
	if !utf8.ValidString(part.FileName()) {
		return bodyError{errNotUTF8}
	}
	f.FileFault = ""
	watched := &errorReader{Reader: part}
	err := spec.Receive(FileName(browserEscapes.Replace(part.FileName())), watched)
	if watched.err != nil {
		return bodyError{watched.err}
	}
	var fault *Error
	if errors.As(err, &fault) && fault.Kind == KindInvalid {
		f.FileFault = fault.Detail
		return nil
	}
	return err
}

// withoutCutRune returns content without the beginning of a character at its end, whose other bytes are not in it.
func withoutCutRune(content []byte) []byte {
	for at := len(content) - 1; at >= 0 && at >= len(content)-utf8.UTFMax; at-- {
		if utf8.RuneStart(content[at]) {
			if !utf8.FullRune(content[at:]) {
				return content[:at]
			}
			break
		}
	}
	return content
}

// browserEscapes undoes the escapes of browsers in the name of a file in a form, and no others:
// HTML, section "Multipart form data". A name may contain a percent sign.
var browserEscapes = strings.NewReplacer("%22", `"`, "%0A", "\n", "%0D", "\r")

// FileName returns the stored form of a client's file name: without folders and control characters,
// in NFC, at most maxFileName long.
func FileName(sent string) string {
	runes := slices.DeleteFunc([]rune(CleanText(path.Base(sent))), IsControl)
	return string(runes[:min(len(runes), maxFileName)])
}

var errNotUTF8 = errors.New(NotUTF8)

// bodyError is an error of reading the request's body.
type bodyError struct{ error }

func (b bodyError) Unwrap() error { return b.error }

// errorReader stores the error that ended it.
type errorReader struct {
	io.Reader
	err error
}

func (r *errorReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// formError returns the error that answers a form that could not be read.
func formError(err error, body io.Reader) error {
	var tooLarge *http.MaxBytesError
	var public *Error
	var unreadable bodyError
	switch {
	case errors.As(err, &tooLarge):
		discard(body)
		return TooLarge(fmt.Sprintf(BodyTooLarge, humanize.IBytes(uint64(tooLarge.Limit))))
	case errors.As(err, &public) && public.Kind == KindTooLarge:
		discard(body)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Timeout()
	case errors.As(err, &unreadable):
		return Malformed(fmt.Sprintf(MultipartParse, unreadable))
	}
	return err
}

// discard reads the rest of the body, up to a limit: a browser that is still sending when the server closes the connection
// shows a connection error instead of the answer.
func discard(body io.Reader) { _, _ = io.CopyN(io.Discard, body, maxDiscarded) }
