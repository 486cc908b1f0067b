package httpx_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/httpx"
)

var (
	secret = []byte("0123456789abcdef0123456789abcdef")
	start  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

func TestBox(t *testing.T) {
	box := httpx.NewBox(secret)
	content := []byte("what nobody else reads")
	sealed := box.Seal(content, "a purpose")
	if got, err := httpx.NewBox(secret).Open(sealed, "a purpose"); err != nil || !bytes.Equal(got, content) {
		t.Errorf("got %q, %v", got, err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || bytes.Contains(raw, content) {
		t.Errorf("%q holds its content: %v", raw, err)
	}
	if again := box.Seal(content, "a purpose"); again == sealed {
		t.Error("the same content was sealed alike twice")
	}
	refused := map[string]string{"nothing": "", "no base64": "!" + sealed, "a longer one": sealed + "AAAA"}
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		refused[base64.RawURLEncoding.EncodeToString(changed)] = base64.RawURLEncoding.EncodeToString(changed)
	}
	for name, text := range refused {
		if _, err := box.Open(text, "a purpose"); !errors.Is(err, httpx.ErrInvalidToken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := box.Open(sealed, "another purpose"); !errors.Is(err, httpx.ErrInvalidToken) {
		t.Errorf("another purpose: %v", err)
	}
	other := httpx.NewBox([]byte("fedcba9876543210fedcba9876543210"))
	if _, err := other.Open(sealed, "a purpose"); !errors.Is(err, httpx.ErrInvalidToken) {
		t.Errorf("another key: %v", err)
	}
}

// Only texts that were signed here are accepted, and of links to a file only one for that file that
// has not expired.
func FuzzSignedText(f *testing.F) {
	key, download := httpx.NewKey(secret, "a purpose"), httpx.NewDownloadLinks(secret)
	genuine := key.Sign("AAAAAAAAAAAAAAAAAAAAAA")
	link, _ := url.ParseQuery(strings.TrimPrefix(download.Link("", "a.pdf", start), "?"))
	expires, signature := link.Get("expires"), link.Get("signature")
	check := func(until, signature string) error {
		return download.Check(url.Values{"expires": {until}, "signature": {signature}}, "a.pdf", start)
	}
	for _, seed := range []string{genuine, genuine + ".", genuine[1:], "." + key.MAC(""), "", ".", "a.b.c", signature} {
		f.Add(seed, expires)
	}
	f.Add(signature, "+"+expires)
	f.Add(signature, "99999999999999999999")
	f.Fuzz(func(t *testing.T, text, until string) {
		if id, err := key.Parse(text); err == nil && text != key.Sign(id) {
			t.Errorf("%q was read as %q", text, id)
		}
		if err := check(until, text); err == nil && (text != signature || until != expires) {
			t.Errorf("taken: %q until %q", text, until)
		}
		if check(until, httpx.NewKey(secret, "download link").MAC(until+"\na.pdf")) == nil {
			if last, err := strconv.ParseInt(until, 10, 64); err != nil || last < start.Unix() {
				t.Errorf("taken until %q", until)
			}
		}
	})
}
