package photos

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"portfolio/api/internal/httpx"
)

// Any query is refused with a message, or gives a filter with a known order and few words.
func FuzzReadFilter(f *testing.F) {
	for _, seed := range []string{
		"", "search=Crane at dawn&ordering=-title&gallery=1&limit=5&offset=10", "gallery=none", "gallery=%00", "search=%ff", "ordering=%27--", "search=a+b+c+d+e+f",
		"limit=0", "gallery=99999999999999999999", "search=%25_%5c", "limit=1;offset=2", "gallery=-1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		query, _ := url.ParseQuery(text)
		filter, err := readFilter(query)
		var public *httpx.Error
		if err != nil {
			if !errors.As(err, &public) || public.Kind != httpx.KindInvalid {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if orders[filter.Order] == "" || len(filter.Words) > maxWords || filter.Unassigned && filter.Gallery != 0 {
			t.Errorf("%q: %+v", text, filter)
		}
		for _, word := range filter.Words {
			if word == "" || strings.ContainsAny(word, " \x00") || len(word) > 4*maxSearch {
				t.Errorf("%q: the word %q", text, word)
			}
		}
	})
}
