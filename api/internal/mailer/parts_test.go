package mailer_test

import (
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"testing"
)

// decoded returns a mail's header fields as people read them.
func decoded(t *testing.T, header mail.Header) map[string]string {
	t.Helper()
	words, fields := new(mime.WordDecoder), map[string]string{}
	for name, values := range header {
		if len(values) != 1 {
			t.Errorf("%s stands %d times", name, len(values))
		}
		text, err := words.DecodeHeader(values[0])
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		fields[name] = text
	}
	return fields
}

// parts returns the two parts of a mail: plain text first, as readers that know no HTML expect it.
func parts(t *testing.T, message *mail.Message) (text, html string) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("a mail of type %q: %v", kind, err)
	}
	reader := multipart.NewReader(message.Body, parameters["boundary"])
	read := func(want string) string {
		part, err := reader.NextPart()
		noError(t, err)
		if kind, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Type")); err != nil || kind != want || parameters["charset"] != "UTF-8" {
			t.Errorf("a part of type %q, %v: %v", kind, parameters, err)
		}
		content, err := io.ReadAll(part)
		noError(t, err)
		return string(content)
	}
	text, html = read("text/plain"), read("text/html")
	if _, err := reader.NextPart(); err != io.EOF {
		t.Errorf("after two parts: %v", err)
	}
	return text, html
}
