package admin

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"portfolio/api/accounts"
)

// FuzzQueries reads queries, each of which is refused or becomes a filter that databases understand.
func FuzzQueries(f *testing.F) {
	for _, seed := range []string{
		"", "q=Ada&which=staff&sort=-joined&limit=2&offset=4", "sort=id;DROP&offset=-1", "limit=9223372036854775807", "q=%ff%00",
		"action=sign-in&user=1&after=1-2&from=2026-05-01&to=9999-12-31", "from=2026-13-01&target=x&kind=%00", "to=0000-00-00",
		"q=" + strings.Repeat("%C3%A9", 80),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		query, _ := url.ParseQuery(text)
		users, err := readUserFilter(query)
		if err == nil && (utf8.RuneCountInString(users.Search) > maxSearch || strings.Contains(users.Search, "\x00") || users.Limit < 1 || users.Offset < 0 ||
			users.Sort != "" && !slices.Contains(accounts.UserSorts, strings.TrimPrefix(users.Sort, "-"))) {
			t.Errorf("%q is read as %+v", text, users)
		}
		filter, err := readAuditFilter(query)
		if err == nil && (filter.From.Year() < 1 || filter.From.Year() > 9999 || filter.To.Year() < 1 || filter.To.Year() > 9999) {
			t.Errorf("%q is read as %+v", text, filter)
		}
	})
}
