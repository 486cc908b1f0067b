package tokens_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"testing"

	"portfolio/api/internal/tokens"
)

func TestBox(t *testing.T) {
	box := tokens.NewBox(secret)
	content := []byte("what nobody else reads")
	sealed := box.Seal(content, "a purpose")
	if got, err := tokens.NewBox(secret).Open(sealed, "a purpose"); err != nil || !bytes.Equal(got, content) {
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
		if _, err := box.Open(text, "a purpose"); !errors.Is(err, tokens.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := box.Open(sealed, "another purpose"); !errors.Is(err, tokens.ErrInvalid) {
		t.Errorf("another purpose: %v", err)
	}
	other := tokens.NewBox([]byte("fedcba9876543210fedcba9876543210"))
	if _, err := other.Open(sealed, "a purpose"); !errors.Is(err, tokens.ErrInvalid) {
		t.Errorf("another key: %v", err)
	}
}
