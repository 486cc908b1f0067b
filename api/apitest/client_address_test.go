package apitest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/apperror"
)

// signInFrom signs in with the given lines of X-Forwarded-For, and returns the client address of
// the session.
func signInFrom(t *testing.T, site *apitest.Site, forwarded ...string) string {
	t.Helper()
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, apitest.Email(apitest.User), apitest.Password)
	request, err := http.NewRequestWithContext(t.Context(), "POST", site.URL+"/api/users/login/", strings.NewReader(body))
	noError(t, err)
	request.Header = http.Header{"Content-Type": {"application/json"}, "X-Forwarded-For": forwarded}
	answer, err := http.DefaultClient.Do(request)
	noError(t, err)
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != 200 {
		t.Fatalf("%q: %s", forwarded, answer.Status)
	}
	sessions, _, err := site.App.Accounts.Sessions(t.Context(), site.Find(t, apitest.User), "", apperror.Page{})
	noError(t, err)
	site.Clock.Advance(time.Second)
	return sessions[0].IP
}

func TestClientAddressesInTheFormsThatProxiesWrite(t *testing.T) {
	site := apitest.Start(t)
	for _, test := range []struct {
		want      string
		forwarded []string
	}{
		{"203.0.113.1", []string{"203.0.113.1"}},
		{"203.0.113.2", []string{"203.0.113.2:56789"}},
		{"203.0.113.3", []string{`"203.0.113.3"`}},
		{"203.0.113.4", []string{`"203.0.113.4:80"`}},
		{"203.0.113.5", []string{"::ffff:203.0.113.5"}},
		{"203.0.113.6", []string{"[::ffff:203.0.113.6]:443"}},
		{"2001:db8:1::1", []string{"2001:db8:1::1"}},
		{"2001:db8:2::1", []string{"[2001:db8:2::1]"}},
		{"2001:db8:3::1", []string{"[2001:DB8:3:0::1]:443"}},
		{"2001:db8:4::1", []string{`"[2001:db8:4::1]"`}},
		{"2001:db8:5::1", []string{`"[2001:db8:5::1]:443"`}},
		{"fe80::6", []string{"fe80::6%eth0"}},
		{"fe80::7", []string{"[fe80::7%eth0]:443"}},
		{"203.0.113.8", []string{"198.51.100.1", "203.0.113.8:80, 127.0.0.1:4711"}},
		{"203.0.113.9", []string{"203.0.113.9:80", "[::ffff:127.0.0.1]:4711", "127.0.0.2"}},
		{"203.0.113.10", []string{"203.0.113.10:80, , ", "", "127.0.0.1,"}},
		{"127.0.0.1", []string{"", " , "}},
		{"127.0.0.9", []string{"203.0.113.11, unknown, 127.0.0.9"}},
	} {
		if got := signInFrom(t, site, test.forwarded...); got != test.want {
			t.Errorf("X-Forwarded-For %q is %s, not %s", test.forwarded, got, test.want)
		}
	}
}

func TestOneClientBehindAProxyThatAddsPortsDoesNotLockOutTheOthers(t *testing.T) {
	site := apitest.StartWith(t, limited)
	port := 50_000
	entry := func(address string) string {
		port++
		return fmt.Sprintf("%s:%d", address, port)
	}
	user := apitest.Email(apitest.User)
	expect(t, site, 401, several(5, func(int) apitest.Request { return from(entry("203.0.113.1"), login(user, "wrong")) })...)
	expect(t, site, 429, from(entry("203.0.113.1"), login(user, apitest.Password)), from("::ffff:203.0.113.1", login(user, apitest.Password)))
	expect(t, site, 200, from(entry("203.0.113.2"), login(user, apitest.Password)))
}

func TestAProxyThatSendsNoAddressesIsLoggedOnce(t *testing.T) {
	site := apitest.Start(t)
	for range 3 {
		signInFrom(t, site, "unknown")
		signInFrom(t, site, strings.Repeat("x", 5000))
	}
	log := site.Log.String()
	if strings.Count(log, "X-Forwarded-For") != 1 || !strings.Contains(log, `"level":"WARN"`) || !strings.Contains(log, `"proxy":"127.0.0.1"`) {
		t.Error(log)
	}
	// A stranger's claim is ignored once a proxy has added the stranger's address.
	site = apitest.Start(t)
	signInFrom(t, site, "unknown, 203.0.113.1")
	if log := site.Log.String(); strings.Contains(log, "X-Forwarded-For") {
		t.Error(log)
	}
}

func TestAnIPv4MappedNetworkOfProxiesCounts(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"TRUSTED_PROXIES": "::ffff:127.0.0.0/104"})
	if got := signInFrom(t, site, "203.0.113.1"); got != "203.0.113.1" {
		t.Errorf("the client is %s", got)
	}
}
