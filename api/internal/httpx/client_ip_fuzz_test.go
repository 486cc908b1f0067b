package httpx_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"portfolio/api/internal/httpx"
)

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
