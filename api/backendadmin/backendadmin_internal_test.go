package backendadmin

import (
	"net/url"
	"testing"
)

func TestLinksOfAList(t *testing.T) {
	for query, want := range map[string]struct{ previous, next, byName, byJoined string }{
		"":                      {"", "/backend/admin/users/?page=2", "/backend/admin/users/?sort=-name", "/backend/admin/users/?sort=joined"},
		"page=2":                {"/backend/admin/users/", "/backend/admin/users/?page=3", "/backend/admin/users/?sort=-name", "/backend/admin/users/?sort=joined"},
		"page=3&sort=-name":     {"/backend/admin/users/?page=2&sort=-name", "", "/backend/admin/users/", "/backend/admin/users/?sort=joined"},
		"sort=joined&which=x":   {"", "/backend/admin/users/?page=2&sort=joined&which=x", "/backend/admin/users/?which=x", "/backend/admin/users/?sort=-joined&which=x"},
		"q=+a%26b+&page=2":      {"/backend/admin/users/?q=a%26b", "/backend/admin/users/?page=3&q=a%26b", "/backend/admin/users/?q=a%26b&sort=-name", "/backend/admin/users/?q=a%26b&sort=joined"},
		"sort=password&page=-3": {"", "/backend/admin/users/?page=2", "/backend/admin/users/?sort=-name", "/backend/admin/users/?sort=joined"},
		"page=x&q=%FF%00":       {"", "/backend/admin/users/?page=2", "/backend/admin/users/?sort=-name", "/backend/admin/users/?sort=joined"},
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		l := readUserList(values)
		l.Total = 2*perPage + 1
		for name, pair := range map[string][2]string{
			"previous": {l.Previous(), want.previous}, "next": {l.Next(), want.next},
			"by name": {l.Heading("name", "").Href, want.byName}, "by day": {l.Heading("joined", "").Href, want.byJoined},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%q: %s is %q, not %q", query, name, pair[0], pair[1])
			}
		}
	}
}

// Pages are parsed when they are first shown: a fault of syntax must not wait for that.
func TestPagesCanBeParsed(t *testing.T) {
	all, err := newPages()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d pages, %v", len(all), err)
	}
	for name, parse := range all {
		parsed, err := parse()
		if err != nil {
			t.Error(err)
		} else if parsed.Lookup("layout") == nil || parsed.Lookup("main") == nil {
			t.Errorf("%s defines no main, or is without the layout", name)
		}
	}
}

func TestDeviceName(t *testing.T) {
	for userAgent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                 "Firefox on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0":            "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36":                                 "Chrome on ChromeOS",
		"PortfolioApp/2.1 (Android 15)": "App on Android", "curl/8.5.0": "curl", "": "Unknown device",
	} {
		if got := deviceName(userAgent); got != want {
			t.Errorf("%q: %s, not %s", userAgent, got, want)
		}
	}
}
