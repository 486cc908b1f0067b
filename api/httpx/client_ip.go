package httpx

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

type clientIPKey struct{}

// ClientIP returns the address that the request came from, as WithClientIP found it.
func ClientIP(ctx context.Context) string {
	ip, _ := ctx.Value(clientIPKey{}).(string)
	return ip
}

// WithClientIP puts the client's address into each request's context. X-Forwarded-For counts only as far as its hops,
// read from the right, are proxies of ours: the first stranger is the client.
func WithClientIP(proxies []netip.Prefix) func(http.Handler) http.Handler {
	trusted := func(ip netip.Addr) bool {
		for _, proxy := range proxies {
			if proxy.Contains(ip) {
				return true
			}
		}
		return false
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ip := peer(r)
			hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
			for i := len(hops) - 1; i >= 0 && trusted(ip); i-- {
				hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
				if err != nil {
					break
				}
				ip = hop.Unmap().WithZone("")
			}
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), clientIPKey{}, ip.String())))
		})
	}
}

func peer(r *http.Request) netip.Addr {
	address, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.IPv4Unspecified()
	}
	return address.Addr().Unmap().WithZone("")
}

// ClientNetwork returns what limits count as one client: an IPv4 address, or the /64 network that IPv6 gives to each
// household, in which addresses are free.
func ClientNetwork(ip string) string {
	address, err := netip.ParseAddr(ip)
	if err != nil || address.Is4() {
		return ip
	}
	network, err := address.WithZone("").Prefix(64)
	if err != nil {
		return ip
	}
	return network.String()
}
