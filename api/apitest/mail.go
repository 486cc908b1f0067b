package apitest

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/servertest"
)

// Mail is a mail that a Site sent.
type Mail struct {
	To, From, Subject string
	Language          string
	Text, HTML        string
}

// waitTimeout is how long a test waits for a condition, which a busy machine may bring about late.
const waitTimeout = 30 * time.Second

// Mails waits until n mails have been sent and returns them, in no order. More than n fail the
// test. Notices about changes of an account do not count: Notices returns them.
func (s *Site) Mails(t *testing.T, n int) []Mail {
	t.Helper()
	return s.mails(t, n, false)
}

// Notices is Mails for notices.
func (s *Site) Notices(t *testing.T, n int) []Mail {
	t.Helper()
	return s.mails(t, n, true)
}

var notice = regexp.MustCompile(`^(Your password at|New sign-in|You can now manage|A sign-in method)`)

func (s *Site) mails(t *testing.T, n int, notices bool) (mails []Mail) {
	t.Helper()
	s.Await(t, "mails in the outbox", func() bool {
		names, err := filepath.Glob(filepath.Join(s.Data, "outbox", "*.eml"))
		noError(t, err)
		slices.Sort(names)
		mails = nil
		for _, name := range names {
			if mail := readMail(t, name); notice.MatchString(mail.Subject) == notices {
				mails = append(mails, mail)
			}
		}
		return len(mails) >= n
	})
	if len(mails) > n {
		t.Fatalf("%d mails, not %d", len(mails), n)
	}
	return mails
}

// Await returns when condition holds, which is looked at again and again.
func (s *Site) Await(t *testing.T, what string, condition func() bool) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for start := time.Now(); !condition(); <-ticker.C {
		if time.Since(start) > waitTimeout {
			t.Fatalf("waited in vain for %s; the log:\n%s", what, s.Log)
		}
	}
}

func readMail(t *testing.T, name string) Mail {
	t.Helper()
	raw, err := os.ReadFile(name)
	noError(t, err)
	return ParseMail(t, raw)
}

// ParseMail reads a mail of the server.
func ParseMail(t *testing.T, raw []byte) Mail {
	t.Helper()
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	noError(t, err)
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("a mail of type %q: %v", kind, err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	noError(t, err)
	read := Mail{
		To: address(t, message, "To"), From: address(t, message, "From"), Subject: subject, Language: message.Header.Get("Content-Language"),
	}
	for parts := multipart.NewReader(message.Body, parameters["boundary"]); ; {
		// NextPart decodes quoted-printable.
		part, err := parts.NextPart()
		if err == io.EOF {
			return read
		}
		noError(t, err)
		content, err := io.ReadAll(part)
		noError(t, err)
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			read.HTML = string(content)
		} else {
			read.Text = string(content)
		}
	}
}

func address(t *testing.T, message *mail.Message, header string) string {
	t.Helper()
	parsed, err := mail.ParseAddress(message.Header.Get(header))
	noError(t, err)
	return parsed.Address
}

var noError = servertest.NoError
