package httpx

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/net/idna"
)

// hostNames converts names as browsers do (URL Standard, "domain to ASCII").
var hostNames = idna.New(
	idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(false), idna.CheckHyphens(false),
)

var errNotOrigin = errors.New("is not scheme://host, such as https://example.com")

// Host returns a host in the form that browsers send: a name in ASCII and lower case (RFC 5890), or
// an IP address in its shortest form, without brackets.
func Host(text string) (string, error) {
	name, err := hostNames.ToASCII(text)
	if ip, ipErr := netip.ParseAddr(name); err == nil && ipErr == nil && ip.Zone() == "" {
		return ip.String(), nil
	}
	if again, againErr := hostNames.ToASCII(name); err != nil || againErr != nil || again != name {
		return "", fmt.Errorf("%q is not a host name", text)
	}
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-._") != "" {
		return "", fmt.Errorf("%q is not a host name", text)
	}
	return name, nil
}

// DisplayHost returns a host in Unicode, as its owner writes it.
func DisplayHost(host string) string {
	if name, err := hostNames.ToUnicode(host); err == nil {
		return name
	}
	return host
}

// Origin returns an origin in the form that browsers send: the scheme, the host as Host returns it,
// and the port unless it is the scheme's default. A slash at the end is removed.
func Origin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return "", errNotOrigin
	}
	defaultPort, web := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	host, err := Host(u.Hostname())
	if err != nil || !web {
		return "", errNotOrigin
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if u.Port() == "" {
		return u.Scheme + "://" + host, nil
	}
	number, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil {
		return "", errNotOrigin
	}
	if port := strconv.FormatUint(number, 10); port != defaultPort {
		host += ":" + port
	}
	return u.Scheme + "://" + host, nil
}

// IsLinkLocal reports whether host is an address that only its own network knows, such as that of a cloud's metadata.
func IsLinkLocal(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLinkLocalUnicast()
}

// RefuseLinkLocal is the Control of a net.Dialer that connects to no such address, whatever name has led to it.
func RefuseLinkLocal(_, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err == nil && IsLinkLocal(host) {
		err = fmt.Errorf("%s is a link-local address, which is not allowed", host)
	}
	return err
}

// IsLoopback reports whether host is this machine.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
