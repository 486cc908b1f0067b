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
)

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
		if _, err := io.WriteString(connections[name], test.start+"hello"); err != nil {
			t.Fatal(err)
		}
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
	if err != nil || answer.StatusCode != status || !answer.Close {
		t.Errorf("%d, the last one: %v, %s, %v", answer.StatusCode, answer.Close, body, err)
	}
	if rest, err := io.ReadAll(reader); err != nil || len(rest) > 0 {
		t.Errorf("after the answer: %q, %v", rest, err)
	}
}
