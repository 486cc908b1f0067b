package httpx_test

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"portfolio/api/internal/httpx"
)

// Any JSON is read, or refused with a message. It is never a server error.
func FuzzDecodeJSON(f *testing.F) {
	const kind = "application/json"
	for _, seed := range []string{
		`{"email":"ada@example.test","password":"x"}`, `{"email":null}`, `{"email":7}`, `{"email":{"a":[1]}}`, `{"EMAIL":"x","email":"y"}`, `{"":{}}`,
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
		type credentials struct {
			Email    *string `json:"email"`
			Password *string `json:"password"`
		}
		var in struct {
			credentials
			Notes string `json:"notes"`
		}
		err := httpx.DecodeJSON(request, &in)
		if err == nil {
			if !json.Valid([]byte(body)) || !utf8.ValidString(body) {
				t.Errorf("taken for JSON: %q", body)
			}
			return
		}
		var public *httpx.Error
		if !errors.As(err, &public) {
			t.Fatalf("%q: %v", body, err)
		}
		switch public.Kind {
		case httpx.KindInvalid, httpx.KindMalformed, httpx.KindTooLarge, httpx.KindUnsupportedMedia:
		default:
			t.Errorf("%q: kind %d", body, public.Kind)
		}
		answer := httptest.NewRecorder()
		httpx.RespondError(answer, request, err)
		if answer.Code < 400 || answer.Code > 499 || !json.Valid(answer.Body.Bytes()) {
			t.Errorf("%q: %d %s", body, answer.Code, answer.Body)
		}
	})
}

// Any form is read, or refused with a message, and no file name contains control characters.
func FuzzReadForm(f *testing.F) {
	part := func(headers, content string) string { return "--x\r\n" + headers + "\r\n\r\n" + content + "\r\n" }
	const title, file = `Content-Disposition: form-data; name="title"`, `Content-Disposition: form-data; name="file"; filename="a/../b.pdf"`
	for _, seed := range []string{
		part(title, "T") + part(file, "%PDF-1.7") + "--x--\r\n", part(title, "\x00\xff") + "--x--", part(title, "T"), "--x--", "", "--x\r\n\r\n",
		part(file, "a") + part(file, "b") + "--x--\r\n", part("Content-Disposition: form-data; name*=UTF-8''title; filename=\"\x1b\"", "T") + "--x--",
		part(title+"\r\nContent-Transfer-Encoding: quoted-printable", "=C3=28") + "--x--", strings.Repeat("--x\r\n", 500), part(strings.Repeat("A: b\r\n", 300)+title, "T"),
	} {
		f.Add(seed, "multipart/form-data; boundary=x")
	}
	f.Add("--x--", "multipart/form-data")
	f.Add("a=b", "application/x-www-form-urlencoded")
	f.Fuzz(func(t *testing.T, body, contentType string) {
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(body))
		request.Header.Set("Content-Type", contentType)
		received := ""
		form, err := httpx.ReadForm(httptest.NewRecorder(), request, httpx.FormSpec{
			Limit: 4096, Texts: []string{"title"}, File: "file",
			Receive: func(name string, content io.Reader) error {
				received = name
				_, err := io.Copy(io.Discard, content)
				return err
			},
		})
		if !utf8.ValidString(received) || strings.ContainsFunc(received, unicode.IsControl) || strings.Contains(received, "/") && received != "/" {
			t.Errorf("%q: a file called %q", body, received)
		}
		if text := form.Texts["title"]; text != nil && !utf8.ValidString(*text) {
			t.Errorf("%q: the title is %q", body, *text)
		}
		var public *httpx.Error
		if err != nil && !errors.As(err, &public) {
			t.Errorf("%q: %v", body, err)
		}
	})
}

// With any X-Forwarded-For the client has an address: the peer's, unless one of our proxies names
// another. Its network is always the same.
func FuzzClientIP(f *testing.F) {
	for _, forwarded := range []string{
		"", "203.0.113.1", "203.0.113.1, 10.0.0.2", "::ffff:10.0.0.1", "fe80::1%eth0", "2001:db8::1, fd00::1", "[2001:db8::1]:80", "10.0.0.1,,", "unknown",
		"203.0.113.1:56789", `"[2001:db8::1]"`, `"203.0.113.1:80"`, "[fe80::1%eth0]:443, 10.0.0.1:80", "[::ffff:10.0.0.1]:80", `"`, "[", "[]", `"[`, ":80",
		"203.0.113.1\t,\t10.1.1.1", "010.0.0.1", "::ffff:10.0.0.1%a, 10.0.0.1", strings.Repeat("10.0.0.1,", 300),
	} {
		f.Add(forwarded, "10.0.0.9:4711")
		f.Add(forwarded, "203.0.113.9:1")
		f.Add(forwarded, "[fd00::1]:80")
	}
	f.Add("203.0.113.1", "[::ffff:10.0.0.1]:80")
	f.Add("203.0.113.1", "@")
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	f.Fuzz(func(t *testing.T, forwarded, peer string) {
		request := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		request = request.WithContext(httpx.WithRequest(request.Context(), slog.New(slog.DiscardHandler), ""))
		request.RemoteAddr = peer
		request.Header.Set("X-Forwarded-For", forwarded)
		found := ""
		httpx.WithClientIP(proxies)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			found = httpx.ClientIP(r.Context())
		})).ServeHTTP(httptest.NewRecorder(), request)

		ip, err := netip.ParseAddr(found)
		if err != nil || ip.Zone() != "" || ip.Is4In6() {
			t.Fatalf("%q from %q: %q", forwarded, peer, found)
		}
		if sender, err := netip.ParseAddrPort(peer); err == nil && ip != sender.Addr().Unmap().WithZone("") {
			trusted := false
			for _, proxy := range proxies {
				trusted = trusted || proxy.Contains(sender.Addr().Unmap())
			}
			if !trusted {
				t.Errorf("%q from %q, whom nobody trusts: %q", forwarded, peer, found)
			}
		}
		if err == nil && found != ip.String() {
			t.Errorf("%q from %q: %s is not the shortest form", forwarded, peer, found)
		}
		network := httpx.ClientNetwork(found)
		prefix, err := netip.ParsePrefix(network)
		if ip.Is4() && network != found || ip.Is6() && (err != nil || prefix.Bits() != 64 || !prefix.Contains(ip)) {
			t.Errorf("%q is of the network %q", found, network)
		}
	})
}

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
