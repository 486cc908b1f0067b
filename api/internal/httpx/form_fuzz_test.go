package httpx_test

import (
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
)

// Any form is read, or refused with a message, and no file name contains control characters.
func FuzzReadForm(f *testing.F) {
	part := func(headers, content string) string { return "--x\r\n" + headers + "\r\n\r\n" + content + "\r\n" }
	const title, file = `Content-Disposition: form-data; name="title"`, `Content-Disposition: form-data; name="file"; filename="a/../b.pdf"`
	for _, seed := range []string{
		part(title, "T") + part(file, "%PDF-1.7") + "--x--\r\n", part(title, "\x00\xff") + "--x--", part(title, "T"), "--x--", "", "--x\r\n\r\n",
		part(file, "a") + part(file, "b") + "--x--\r\n", part("Content-Disposition: form-data; name*=UTF-8''title; filename=\"\x1b\"", "T") + "--x--",
		part(title+"\r\nContent-Transfer-Encoding: quoted-printable", "=C3=28") + "--x--", strings.Repeat("--x\r\n", 500), part(strings.Repeat("A: b\r\n", 300)+title, "T"),
	} {
		f.Add(seed, "multipart/form-data; boundary=x")
	}
	f.Add("--x--", "multipart/form-data")
	f.Add("a=b", "application/x-www-form-urlencoded")
	f.Fuzz(func(t *testing.T, body, contentType string) {
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(body))
		request.Header.Set("Content-Type", contentType)
		received := ""
		form, err := httpx.ReadForm(httptest.NewRecorder(), request, httpx.FormSpec{
			Limit: 4096, Texts: []string{"title"}, File: "file",
			Receive: func(name string, content io.Reader) error {
				received = name
				_, err := io.Copy(io.Discard, content)
				return err
			},
		})
		if !utf8.ValidString(received) || strings.ContainsFunc(received, unicode.IsControl) || strings.Contains(received, "/") && received != "/" {
			t.Errorf("%q: a file called %q", body, received)
		}
		if text := form.Texts["title"]; text != nil && !utf8.ValidString(*text) {
			t.Errorf("%q: the title is %q", body, *text)
		}
		var public *apperror.Error
		if err != nil && !errors.As(err, &public) {
			t.Errorf("%q: %v", body, err)
		}
	})
}
