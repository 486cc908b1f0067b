package documents

import (
	"errors"
	"mime"
	"strings"
	"testing"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// Any file is recognised or refused. The content type and the name under which it is served are
// safe.
func FuzzRecognise(f *testing.F) {
	f.Add("a.pdf", "%PDF-1.7\n")
	f.Add("a.odt", "PK\x05\x06"+strings.Repeat("\x00", 18))
	f.Add("a.docx", compound)
	f.Add("a.pdf", "\r\n%PDF-1.7\n")
	f.Add("a.txt", "a\x00b\x00\x1a\x00")
	f.Add("a.doc", compound)
	f.Add("a.txt", "\xff\xfea\x00")
	f.Add("a.csv", "Gr\xfc\xdfe")
	f.Add("a.webp", "RIFF\x00\x00\x00\x00WEBPVP8 ")
	f.Add("A.PNG", "\x89PNG\r\n\x1a\n")
	f.Fuzz(func(t *testing.T, name, content string) {
		got, err := recognise(strings.NewReader(content), int64(len(content)), name)
		var refused *httpx.Error
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("%q %q: %v", name, content, err)
		}
		served, _, _ := strings.Cut(got, ";")
		known := err != nil
		for _, kind := range kinds {
			known = known || kind.contentType == served
		}
		if !known {
			t.Errorf("%q %q is served as %q", name, content, got)
		}
		if saved := media.SavedName(name); strings.ContainsAny(saved, "/\\\x00\r\n\"") || saved == "" {
			t.Errorf("%q is saved as %q", name, saved)
		}
		header := media.Attachment(name)
		disposition, parameters, err := mime.ParseMediaType(header)
		if err != nil || disposition != "attachment" || parameters["filename"] != media.SavedName(name) {
			t.Errorf("%q is sent as %q, which browsers read as %q, %v", name, header, parameters["filename"], err)
		}
	})
}
