package httpx_test

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
)

// Any JSON is read, or refused with a message. It is never a server error.
func FuzzDecodeJSON(f *testing.F) {
	const kind = "application/json"
	for _, seed := range []string{
		`{"email":"ada@example.test","password":"x"}`, `{"email":null}`, `{"email":7}`, `{"email":{"a":[1]}}`, `{"EMAIL":"x","email":"y"}`,
		`{}`, `[]`, `null`, `"x"`, `1e999`, ``, `{`, `{"email":"\ud800"}`, "{\"email\":\"\x00\xff\"}", `{} {}`, `{}x`, "\ufeff{}",
		strings.Repeat("[", 20_000), `{"email":` + strings.Repeat(`{"a":`, 5_000), `{"email":"` + strings.Repeat("x", 70_000) + `"}`,
	} {
		f.Add(seed, kind)
	}
	f.Add(`{}`, "")
	f.Add(`{}`, "application/json; charset=latin1")
	f.Add(`a=b`, "application/x-www-form-urlencoded")
	f.Add(`{}`, ";;;")
	f.Fuzz(func(t *testing.T, body, contentType string) {
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(body))
		request.Header.Set("Content-Type", contentType)
		var in struct {
			Email    *string `json:"email"`
			Password *string `json:"password"`
			Notes    string  `json:"notes"`
		}
		err := httpx.DecodeJSON(request, &in)
		if err == nil {
			if !json.Valid([]byte(body)) || !utf8.ValidString(body) {
				t.Errorf("taken for JSON: %q", body)
			}
			return
		}
		var public *apperror.Error
		if !errors.As(err, &public) {
			t.Fatalf("%q: %v", body, err)
		}
		switch public.Kind {
		case apperror.KindInvalid, apperror.KindMalformed, apperror.KindTooLarge, apperror.KindUnsupportedMedia:
		default:
			t.Errorf("%q: kind %d", body, public.Kind)
		}
		answer := httptest.NewRecorder()
		httpx.Error(answer, request, err)
		if answer.Code < 400 || answer.Code > 499 || !json.Valid(answer.Body.Bytes()) {
			t.Errorf("%q: %d %s", body, answer.Code, answer.Body)
		}
	})
}
