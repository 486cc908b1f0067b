package httpx_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"portfolio/api/internal/httpx"
)

// An accepted text is stored unchanged: it is short enough, without spaces around it, and without
// control characters.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{
		"Ada", " Ada ", "", "\u00a0", "A\x00", "A\tB", "A\nB", "A\u202eB", "A\u2028B", "A\u200fB", "\u0085", "A\x1b[2J", "é", "e\u0301", "👩‍👩‍👧", strings.Repeat("é", 21), "\xff",
	} {
		f.Add(seed)
	}
	const limit = 20
	f.Fuzz(func(t *testing.T, sent string) {
		for name, read := range map[string]func(*httpx.Validator, *string, int, string) string{
			"required": (*httpx.Validator).RequiredText, "optional": (*httpx.Validator).OptionalText,
		} {
			v := httpx.NewValidator()
			text := read(v, &sent, limit, "field")
			if v.Err() != nil {
				continue
			}
			lines := ""
			if name == "optional" {
				lines = "\t\r\n"
			}
			steers := func(r rune) bool { return httpx.IsControl(r) && !strings.ContainsRune(lines, r) }
			if utf8.RuneCountInString(text) > limit || strings.TrimSpace(text) != text || strings.ContainsFunc(text, steers) ||
				!norm.NFC.IsNormalString(text) || name == "required" && text == "" {
				t.Errorf("%s: %q is taken as %q", name, sent, text)
			}
		}
	})
}

// An ID or a flag from any JSON is exactly its value, and a page is never negative.
func FuzzReferenceAndPage(f *testing.F) {
	for _, seed := range []string{`7`, `"7"`, `null`, `""`, `1.5`, `1e3`, `-0`, `"+7"`, `"07"`, `"７"`, `99999999999999999999`, `[7]`, `{"id":7}`, `"\ud800"`} {
		f.Add(seed, "limit=5&offset=0")
	}
	f.Add(`true`, "limit=-1&offset=9223372036854775808")
	f.Add(`"off"`, "limit=%00;&offset=1e9")
	f.Fuzz(func(t *testing.T, sent, query string) {
		var value any
		decoder := json.NewDecoder(strings.NewReader(sent))
		decoder.UseNumber()
		var sentValue httpx.Value
		if decoder.Decode(&value) == nil && json.Unmarshal([]byte(sent), &sentValue) == nil {
			v := httpx.NewValidator()
			id := v.ID(sentValue, "id")
			want, err := strconv.ParseInt(fmt.Sprint(value), 10, 64)
			if v.Valid("id") && !sentValue.IsNone() && (err != nil || id != want) {
				t.Errorf("%s is read as %d", sent, id)
			}
			yes := v.Flag(sentValue, false, "flag")
			words := map[bool]string{true: "|true|True|TRUE|t|1|on|yes|", false: "|false|False|FALSE|f|0|off|no||"}[yes]
			if v.Valid("flag") && !strings.Contains(words, fmt.Sprintf("|%v|", value)) {
				t.Errorf("%s is read as %v", sent, yes)
			}
		}
		values, _ := url.ParseQuery(query)
		v := httpx.NewValidator()
		page := httpx.ReadPage(v, values)
		if v.Err() == nil && (page.Limit < 0 || page.Offset < 0 || page.Size() < 1) {
			t.Errorf("%q is read as %+v", query, page)
		}
	})
}
