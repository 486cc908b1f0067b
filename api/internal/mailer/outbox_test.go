package mailer_test

import (
	"bytes"
	"context"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
)

func TestOutbox(t *testing.T) {
	dir := t.TempDir()
	sender, err := mailer.Open("", dir, "https://site.example:8443")
	noError(t, err)
	noError(t, sender.Send(context.Background(), message))
	names := files(t, dir)
	if len(names) != 1 || !strings.HasSuffix(names[0], ".eml") {
		t.Fatalf("the outbox holds %q", names)
	}
	content, err := os.ReadFile(names[0])
	noError(t, err)
	checkMail(t, content, "no-reply@site.example")
	for _, name := range []string{names[0], filepath.Dir(names[0])} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others: %v, %v", name, info.Mode(), err)
		}
	}
	bad := message
	bad.To = "no address"
	if err := sender.Send(context.Background(), bad); err == nil {
		t.Error("a mail to nowhere was written")
	}
	after := files(t, dir)
	check(t, len(after) == 1, "a failed mail left %q", after)
}

// A link can be copied from the file: it is on one line, and not encoded.
func TestALinkInTheOutboxStandsOnOneLine(t *testing.T) {
	const link = "https://a-rather-long-host-name.example/reset-password/MQ/tovtxm-1dMIlIQ3rgilGlFoi3rgWBQ0dxXqkQb-tReKaOL2MlE?next=/cv&from=mail"
	for name, test := range map[string]struct {
		text, encoding string
	}{
		"a link":      {"Grüße,\n\nopen this:\n\n" + link + "\n", "8bit"},
		"a long line": {"Hello " + strings.Repeat("ü", 500) + ",\n" + link + "\n", "quoted-printable"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			sender, err := mailer.Open("", dir, "https://site.example")
			noError(t, err)
			sent := message
			sent.Text, sent.HTML = test.text, `<p><a href="`+link+`">Open</a></p>`+"\n"
			noError(t, sender.Send(t.Context(), sent))
			content, err := os.ReadFile(files(t, dir)[0])
			noError(t, err)
			whole := strings.Count(string(content), "\r\n"+link+"\r\n") == 1
			check(t, whole == (test.encoding == "8bit"), "the file has the link on a line of its own: %v\n%s", whole, content)
			check(t, strings.Contains(string(content), "Content-Transfer-Encoding: "+test.encoding) && !strings.Contains(strings.ReplaceAll(string(content), "\r\n", ""), "\n"), "the encoding or the line ends are others:\n%s", content)
			parsed, err := mail.ReadMessage(bytes.NewReader(content))
			noError(t, err)
			text, html := parts(t, parsed)
			got := strings.ReplaceAll(text, "\r\n", "\n")
			check(t, strings.TrimSpace(got) == strings.TrimSpace(test.text) && strings.Contains(html, `href="`+link+`"`), "the mail says %q, %q", text, html)
		})
	}
}

// The folder contains only complete mails at any time.
func TestOutboxFilesAppearWhole(t *testing.T) {
	dir := t.TempDir()
	sender, err := mailer.Open("", dir, "https://site.example")
	noError(t, err)
	long := message
	long.Text = strings.Repeat("a line of a long mail\n", 20_000)
	done := make(chan struct{})
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 10 {
				if err := sender.Send(context.Background(), long); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() { writers.Wait(); close(done) }()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		mails, err := filepath.Glob(filepath.Join(dir, "outbox", "*.eml"))
		noError(t, err)
		for _, name := range mails[max(0, len(mails)-3):] {
			content, err := os.ReadFile(name)
			noError(t, err)
			parsed, err := mail.ReadMessage(bytes.NewReader(content))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if text, html := parts(t, parsed); len(text) < len(long.Text) || html != long.HTML {
				t.Fatalf("%s holds a part of a mail", name)
			}
		}
	}
	names := files(t, dir)
	check(t, len(names) == 40, "%d files of 40 mails", len(names))
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "outbox", "*"))
	noError(t, err)
	return names
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

var noError = servertest.NoError

// decoded returns a mail's header fields as people read them.
func decoded(t *testing.T, header mail.Header) map[string]string {
	t.Helper()
	words, fields := new(mime.WordDecoder), map[string]string{}
	for name, values := range header {
		check(t, len(values) == 1, "%s stands %d times", name, len(values))
		text, err := words.DecodeHeader(values[0])
		check(t, err == nil, "%s: %v", name, err)
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

// The HTML form has the direction of its language, and a button's label no mark at its end.
func TestComposeIsOfALanguage(t *testing.T) {
	site := mailer.Site{Name: "Ann Vega", URL: &url.URL{Scheme: "https", Host: "site.example"}}
	for language, html := range map[string]string{
		"": `<html lang="en" dir="ltr">`, "fr": `<html lang="fr" dir="ltr">`, "ar-EG": `<html lang="ar-EG" dir="rtl">`,
	} {
		site.Language = language
		composed, err := mailer.Compose(site, "ada@example.test", "A link\n\nOuvrir\u202f:\nhttps://site.example/a")
		noError(t, err)
		check(t, strings.Contains(composed.HTML, html) && strings.Contains(composed.HTML, ">Ouvrir</a>"), "%s: %s", language, composed.HTML)
	}
}
