package httpx_test

import (
	"testing"

	"portfolio/api/internal/httpx"
)

func TestOrigin(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.com":               "https://example.com",
		"HTTPS://Example.COM:443/":          "https://example.com",
		"http://example.com:80":             "http://example.com",
		"http://example.com:443":            "http://example.com:443",
		"https://example.com:80":            "https://example.com:80",
		"https://example.com:":              "https://example.com",
		"https://b%C3%BCcher.example":       "https://xn--bcher-kva.example",
		"https://faß.example":               "https://xn--fa-hia.example",
		"https://例え.テスト":                    "https://xn--r8jz45g.xn--zckzah",
		"https://my_host":                   "https://my_host",
		"http://[2001:DB8:0::1]:8080":       "http://[2001:db8::1]:8080",
		"http://１９２.0.2.1":                  "http://192.0.2.1",
		"example.com":                       "",
		"":                                  "",
		"https://":                          "",
		"https://:443":                      "",
		"ftp://example.com":                 "",
		"https://example.com/site":          "",
		"https://example.com//":             "",
		"https://example.com?":              "",
		"https://example.com?a=1":           "",
		"https://example.com#top":           "",
		"https://user@example.com":          "",
		"https://example.com:65536":         "",
		"https://example.com:http":          "",
		"https://exa mple.com":              "",
		"https://a.example;script-src":      "",
		"https://*.example.com":             "",
		"https://xn--0.example":             "",
		"https://a\u202eb.example":          "",
		"http://[fe80::1%25eth0]":           "",
		"https://a.example, https://b.test": "",
	} {
		got, err := httpx.Origin(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, not %q: %v", text, got, want, err)
		}
		if again, err := httpx.Origin(got); want != "" && (again != got || err != nil) {
			t.Errorf("%q is %q: %v", got, again, err)
		}
	}
}

// Host returns one form for each host: converting that form again changes nothing.
func FuzzHost(f *testing.F) {
	for _, seed := range []string{"Example.COM", "bücher.example", "xn--bcher-kva.example", "bu\u0308cher。example", "faß.de", "127.0.0.1", "::1", "[::1]", "", ".", "a..b", "xn--", "\xff", "a\u200db", "１.2.3.4"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		host, err := httpx.Host(text)
		if err != nil {
			return
		}
		if again, err := httpx.Host(host); err != nil || again != host {
			t.Errorf("%q is %q, and that one %q: %v", text, host, again, err)
		}
		if back, err := httpx.Host(httpx.DisplayHost(host)); err != nil || back != host {
			t.Errorf("%q is %q, shown as %q, and that one %q: %v", text, host, httpx.DisplayHost(host), back, err)
		}
	})
}
