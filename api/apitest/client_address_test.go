package apitest_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/httpx"
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
	sessions, _, err := site.App.Accounts.Sessions(t.Context(), site.Find(t, apitest.User), "", httpx.Page{})
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
		equal(t, signInFrom(t, site, test.forwarded...), test.want, "X-Forwarded-For %q", test.forwarded)
	}
}

func TestAProxyThatSendsNoAddressesIsLoggedOnce(t *testing.T) {
	site := apitest.Start(t)
	for range 3 {
		signInFrom(t, site, "unknown")
		signInFrom(t, site, strings.Repeat("x", 5000))
	}
	log := site.Log.String()
	check(t, strings.Count(log, "X-Forwarded-For") == 1 && strings.Contains(log, `"level":"WARN"`) && strings.Contains(log, `"proxy":"127.0.0.1"`), "%v", log)
	// A stranger's claim is ignored once a proxy has added the stranger's address.
	site = apitest.Start(t)
	signInFrom(t, site, "unknown, 203.0.113.1")
	if log := site.Log.String(); strings.Contains(log, "X-Forwarded-For") {
		t.Error(log)
	}
}

func TestAnIPv4MappedNetworkOfProxiesCounts(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"TRUSTED_PROXIES": "::ffff:127.0.0.0/104"})
	equal(t, signInFrom(t, site, "203.0.113.1"), "203.0.113.1", "the client")
}

func TestCSRFCookie(t *testing.T) {
	const profile, login = "/api/users/profile/", "/api/users/login/"
	mismatch := `{"detail":"CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect."}`
	with := func(method, path, cookie, header string) apitest.Request {
		request := apitest.Request{Method: method, Path: path, Header: map[string]string{}}
		if method == "POST" {
			request.JSON = nothing
		}
		if cookie != "" {
			request.Header["Cookie"] = "theme=dark; csrftoken=" + cookie
		}
		if header != "" {
			request.Header["X-CSRFToken"] = header
		}
		return request
	}
	const given = "csrftoken=…; Path=/; Max-Age=31536000; Secure; SameSite=Lax"
	apitest.Start(t).Run(t, []apitest.Scenario{
		{Name: "set on a read", Request: with("GET", profile, "", ""), Status: 401, Want: noToken, Header: map[string]string{"Set-Cookie": given}},
		{Name: "set on a write", Request: with("POST", login, "", ""), Status: 400, Want: `{…}`, Header: map[string]string{"Set-Cookie": given}},
		{Name: "given by recovery", Request: with("POST", "/backend/forgotpasswordreset/", "", ""), Status: 400, Want: `{…}`, Header: map[string]string{"Set-Cookie": given}},
		{Name: "not given twice", Request: with("POST", login, "abc", ""), Status: 400, Want: `{…}`, Header: map[string]string{"Set-Cookie": ""}},
		{Name: "not given to everybody", Request: with("GET", "/api/health/", "", ""), Status: 200, Want: `{…}`, Header: map[string]string{"Set-Cookie": ""}},
		{Name: "the same in the header", Request: with("POST", login, "abc", "abc"), Status: 400, Want: `{…}`},
		{Name: "another in the header", Request: with("POST", login, "abc", "abd"), Status: 403, Want: mismatch},
		{Name: "a beginning in the header", Request: with("POST", login, "abc", "ab"), Status: 403, Want: mismatch},
		{Name: "another, elsewhere", Request: with("POST", "/login-with-token/", "abc", "abd"), Status: 403, Want: mismatch},
		{Name: "another, to a read", Request: with("GET", profile, "abc", "abd"), Status: 401, Want: noToken},
		{Name: "a header without a cookie", Request: with("POST", login, "", "abc"), Status: 400, Want: `{…}`},
	})
	crossHost := func(request apitest.Request) apitest.Request {
		request.Header["Origin"], request.Header["Sec-Fetch-Site"] = "https://site.example", "same-site"
		return request
	}
	apitest.StartWith(t, apitest.Settings{"CORS_ORIGINS": "https://site.example"}).Run(t, []apitest.Scenario{
		{Name: "a page of another host, which makes its own", Request: crossHost(with("POST", login, "", "abc")), Status: 400,
			Want: `{…}`, Header: map[string]string{"Set-Cookie": ""}},
		{Name: "a page of another host, and a cookie that it cannot read", Request: crossHost(with("POST", login, "abd", "abc")),
			Status: 400, Want: `{…}`},
		{Name: "a read from a page of another host", Request: crossHost(with("GET", profile, "", "abc")), Status: 401, Want: noToken,
			Header: map[string]string{"Set-Cookie": ""}},
	})
	apitest.StartWith(t, apitest.Settings{"PUBLIC_URL": "http://127.0.0.1:8080"}).Run(t, []apitest.Scenario{
		{Name: "without https", Request: with("GET", profile, "", ""), Status: 401, Want: noToken,
			Header: map[string]string{"Set-Cookie": "csrftoken=…; Path=/; Max-Age=31536000; SameSite=Lax", "Strict-Transport-Security": ""}},
	})
}

// aboutToSend is the start of a request whose body is announced with length bytes.
func aboutToSend(call string, length int, headers ...string) string {
	lines := append([]string{call + " HTTP/1.1", "Host: site.example", fmt.Sprintf("Content-Length: %d", length)}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// A body that no handler reads is not waited for: the client gets its answer, and the connection
// ends.
func TestABodyThatIsNotReadIsNotWaitedFor(t *testing.T) {
	site := apitest.Start(t)
	bearer := "Authorization: Bearer " + site.SignIn(t, apitest.User).Access
	tests := map[string]struct {
		start  string
		status int
	}{
		"a method that is not allowed": {aboutToSend("PUT /api/users/login/", 1000), 405},
		"a page":                       {aboutToSend("POST /", 1000), 404},
		"a page, read":                 {aboutToSend("GET /", 1000), 404},
		"another site's form":          {aboutToSend("POST /api/users/login/", 1000, "Sec-Fetch-Site: cross-site"), 403},
		"another CSRF token":           {aboutToSend("POST /api/users/login/", 1000, "Cookie: csrftoken=a", "X-CSRFToken: b"), 403},
		"an upload without a token":    {aboutToSend("POST /api/photos/images/", 20<<20, "Content-Type: multipart/form-data; boundary=x"), 401},
		"an upload without a form":     {aboutToSend("POST /api/photos/images/", 1000, bearer), 403},
		"a call without a body":        {aboutToSend("POST /api/users/app-token/", 1000, bearer), 201},
		"a body of another type":       {aboutToSend("POST /api/users/login/", 1000, "Content-Type: text/plain"), 415},
		"a promise to send it":         {aboutToSend("POST /", 1000, "Expect: 100-continue"), 404},
		"chunks":                       {"POST / HTTP/1.1\r\nHost: site.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n", 404},
	}
	connections := map[string]net.Conn{}
	for name, test := range tests {
		connections[name] = dial(t, site)
		_, err := io.WriteString(connections[name], test.start+"hello")
		noError(t, err)
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { expectEnd(t, connections[name], test.status) })
	}
}

// A client that sends its whole body before it reads gets its answer, as browsers do.
func TestAnAnswerArrivesAtAClientThatSendsFirst(t *testing.T) {
	site := apitest.Start(t)
	connection := dial(t, site)
	const length = 8 << 20
	go func() {
		_, _ = io.WriteString(connection, aboutToSend("POST /api/photos/images/", length, "Content-Type: multipart/form-data; boundary=x"))
		_, _ = io.WriteString(connection, strings.Repeat("x", length))
	}()
	expectEnd(t, connection, 401)
}

func dial(t *testing.T, site *apitest.Site) *net.TCPConn {
	t.Helper()
	connection, err := new(net.Dialer).DialContext(context.Background(), "tcp", strings.TrimPrefix(site.URL, "http://"))
	noError(t, err)
	t.Cleanup(func() { _ = connection.Close() })
	// Far longer than it takes on a busy machine, and less than the server may wait for a body that
	// it reads.
	noError(t, connection.SetDeadline(time.Now().Add(12*time.Second)))
	return connection.(*net.TCPConn)
}

// expectEnd reads an answer of that status which says that it is the last, and then the end of the
// connection.
func expectEnd(t *testing.T, connection net.Conn, status int) {
	t.Helper()
	reader := bufio.NewReader(connection)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	check(t, err == nil && answer.StatusCode == status && answer.Close, "%d, the last one: %v, %s, %v", answer.StatusCode, answer.Close, body, err)
	if rest, err := io.ReadAll(reader); err != nil || len(rest) > 0 {
		t.Errorf("after the answer: %q, %v", rest, err)
	}
}
