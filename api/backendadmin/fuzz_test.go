package backendadmin

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"portfolio/api/accounts"
	"portfolio/api/audit"
)

// Whatever a link says that a form or a sign-in is to lead to, it leads to a page of the backend admin on this host.
func FuzzLocalPath(f *testing.F) {
	for _, seed := range []string{
		"/backend/admin/users/?q=a&page=2", "", "//evil.example/backend/admin/", `/\evil.example/backend/admin/`, "https://evil.example/backend/admin/", "/backend/admin/../../x",
		"/backend/admin/%2e%2e/%2e%2e/x", "/backend/admin//evil.example", "/backend/admin/sign-in/?next=x", "javascript:alert(1)", "/backend/admin/?a=%0d%0aX: y", "\t//evil.example",
		"/backend/admin/%5c..", "/backend/admin;x", "?theme=dark", "/backend/admin/#x", "/backend/admin/\u2028",
	} {
		f.Add(seed)
	}
	here := &url.URL{Scheme: "https", Host: "site.example", Path: Path}
	f.Fuzz(func(t *testing.T, text string) {
		got := localPath(text)
		to, err := here.Parse(got)
		if err != nil || to.Scheme != "https" || to.Host != "site.example" || !strings.HasPrefix(to.Path, Path) || slices.Contains(strings.Split(to.Path, "/"), "..") ||
			!strings.HasPrefix(got, Path) || strings.ContainsAny(got, "\r\n\t\\ ") {
			t.Errorf("%q leads to %q", text, got)
		}
		if again := localPath(got); again != got {
			t.Errorf("%q leads to %q, and that to %q", text, got, again)
		}
	})
}

// Whatever a query says, a part of a list comes of it that there is, the links on the page lead to this list, and a device has a
// name of ours.
func FuzzQueries(f *testing.F) {
	for _, seed := range []string{
		"", "q=Ada&which=staff&sort=-joined&page=2", "sort=id;DROP&page=-1", "page=9223372036854775807", "q=%ff%00", "action=sign-in&user=1&after=1-2&from=2026-05-01&to=9999-12-31",
		"from=2026-13-01&target=x&kind=%00", "after=%2e", "to=0000-00-00", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "q=" + strings.Repeat("%C3%A9", 80),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		query, _ := url.ParseQuery(text)
		list := readUserList(query)
		if len(list.Search) > maxSearch || !utf8.ValidString(list.Search) || strings.Contains(list.Search, "\x00") || list.Page < 1 || list.offset() < 0 ||
			!slices.Contains(accounts.UserSorts, strings.TrimPrefix(list.Sort, "-")) {
			t.Errorf("%q is read as %+v", text, list)
		}
		filter := readAuditFilter(query)
		for _, moment := range []int{filter.From.Year(), filter.To.Year()} {
			if moment < 1 || moment > 9999 {
				t.Errorf("%q is read as %+v", text, filter)
			}
		}
		for _, link := range []string{list.href(list.Sort, list.Page), auditHref(query), entryOf(audit.Entry{Actor: "a" + text}).ActorHref} {
			if to, err := url.Parse(link); err != nil || to.Host != "" || to.Path != usersPath && to.Path != auditPath {
				t.Errorf("%q: a link to %q", text, link)
			}
		}
		if name := deviceName(text); name == "" || len(name) > 60 || !utf8.ValidString(name) {
			t.Errorf("%q is called %q", text, name)
		}
	})
}
