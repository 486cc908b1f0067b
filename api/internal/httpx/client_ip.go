package httpx

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

type (
	clientIPKey  struct{}
	userAgentKey struct{}
)

// ClientIP returns the address that the request came from, as WithClientIP found it.
func ClientIP(ctx context.Context) string {
	ip, _ := ctx.Value(clientIPKey{}).(string)
	return ip
}

// UserAgent returns the User-Agent header of the request.
func UserAgent(ctx context.Context) string {
	userAgent, _ := ctx.Value(userAgentKey{}).(string)
	return userAgent
}

// WithClientIP puts the client's address and user agent into each request's context. X-Forwarded-For counts only
// as far as its hops, read from the right, are proxies of ours: the first stranger is the client.
// The first hop that is not an address is logged, once: the proxy before it then counts as the
// client.
func WithClientIP(proxies []netip.Prefix) func(http.Handler) http.Handler {
	trusted := func(ip netip.Addr) bool {
		for _, proxy := range proxies {
			if proxy.Contains(ip) {
				return true
			}
		}
		return false
	}
	var logged sync.Once
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ip, err := parseClientIP(r.RemoteAddr)
			if err != nil {
				ip = netip.IPv4Unspecified()
			}
			hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
			for i := len(hops) - 1; i >= 0 && trusted(ip); i-- {
				text := strings.TrimSpace(hops[i])
				if text == "" {
					continue
				}
				hop, err := parseClientIP(text)
				if err != nil {
					logged.Do(func() {
						Logger(r.Context()).Warn("a trusted proxy sends an X-Forwarded-For that is not an IP address, so all of its clients share "+
							"one address and its limits: have it send addresses", "proxy", ip)
					})
					break
				}
				ip = hop
			}
			ctx := context.WithValue(r.Context(), clientIPKey{}, ip.String())
			next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, userAgentKey{}, r.UserAgent())))
		})
	}
}

// parseClientIP reads an address in the forms that connections and proxies write: with or without a
// port, brackets and the quotation marks of RFC 7239. An IPv4-mapped address is the IPv4 address.
func parseClientIP(text string) (netip.Addr, error) {
	if unquoted, found := strings.CutPrefix(text, `"`); found {
		text = strings.TrimSuffix(unquoted, `"`)
	}
	if withPort, err := netip.ParseAddrPort(text); err == nil {
		return withPort.Addr().Unmap().WithZone(""), nil
	}
	if bare, found := strings.CutPrefix(text, "["); found {
		text = strings.TrimSuffix(bare, "]")
	}
	ip, err := netip.ParseAddr(text)
	return ip.Unmap().WithZone(""), err
}

// ClientNetwork returns what limits count as one client: an IPv4 address, or the /64 network that IPv6
// gives to each household, in which addresses are free.
func ClientNetwork(ip string) string { return networkOf(ip, 64) }

// SiteNetwork returns the network of one subscriber: an IPv4 address, or the /48 network that IPv6
// gives to a site, in which /64 networks are free.
func SiteNetwork(ip string) string { return networkOf(ip, 48) }

// networkOf returns an IPv4 address, or the network of an IPv6 address with that many bits.
func networkOf(ip string, bits int) string {
	address, err := parseClientIP(ip)
	if err != nil {
		return ip
	}
	if address.Is4() {
		return address.String()
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return ip
	}
	return network.String()
}
