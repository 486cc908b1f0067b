package apitest_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
)

// mutatedRequests is how many are sent where MUTATED_REQUESTS, which scripts/drill requests sets,
// is unset.
const mutatedRequests = 10_000

// TestMutatedRequests sends requests over raw sockets that were damaged in some way. None is a
// fault of the server's, and none leaves anything running.
func TestMutatedRequests(t *testing.T) {
	count := mutatedRequests
	if testing.Short() {
		count = 1000
	}
	if text := os.Getenv("MUTATED_REQUESTS"); text != "" {
		var err error
		count, err = strconv.Atoi(text)
		noError(t, err)
	}
	site := apitest.Start(t)
	seeds := rawRequests(t, site)
	address := strings.TrimPrefix(site.URL, "http://")
	before := runtime.NumGoroutine()
	statuses := map[string]int{}
	var lock sync.Mutex
	var senders sync.WaitGroup
	const atOnce = 32
	for sender := range uint64(atOnce) {
		senders.Go(func() {
			random := rand.New(rand.NewPCG(1, sender))
			for range count / atOnce {
				request := mutate(random, seeds)
				answer, err := sendRaw(address, request)
				check(t, err == nil, "%q: %v", request, err)
				lock.Lock()
				for _, status := range statusLine.FindAllStringSubmatch(answer, -1) {
					statuses[status[1]]++
					// net/http answers 501 and 505 itself.
					if status[1] >= "500" && status[1] != "501" && status[1] != "505" {
						t.Errorf("%q: %s", request, answer)
					}
				}
				lock.Unlock()
			}
		})
	}
	senders.Wait()
	expect(t, site, 200, get("/api/health/", apitest.Anonymous))
	site.Await(t, "the end of the requests' work", func() bool { return runtime.NumGoroutine() <= before+10 })
	t.Logf("%d requests, answers by status: %v", count, statuses)
	check(t, statuses["200"] != 0 && statuses["400"] != 0 && statuses["401"] != 0, "the requests did not reach the handlers: %v", statuses)
	for line := range strings.Lines(site.Log.String()) {
		check(t, !strings.Contains(line, `"level":"ERROR"`), "%v", line)
	}
}

var statusLine = regexp.MustCompile(`(?m)^HTTP/1\.1 (\d{3}) `)

// rawRequests returns the bytes of a request of each kind.
func rawRequests(t *testing.T, site *apitest.Site) (seeds [][]byte) {
	t.Helper()
	addGallery(t, site, "page-logos")
	addImage(t, site, map[string]string{"title": "Crane", "gallery": "1"}, color.White)
	addDocument(t, site, nil, "a.pdf", aPDF)
	bearer := "Authorization: Bearer " + site.SignIn(t, apitest.Staff).Access
	user := site.SignIn(t, apitest.User)
	add := func(call, body string, headers ...string) {
		if body != "" {
			headers = append(headers, "Content-Length: "+strconv.Itoa(len(body)))
		}
		lines := append([]string{call + " HTTP/1.1", "Host: site.example", "Accept: */*"}, headers...)
		seeds = append(seeds, []byte(strings.Join(lines, "\r\n")+"\r\n\r\n"+body))
	}
	const isJSON, isForm = "Content-Type: application/json", "Content-Type: application/x-www-form-urlencoded"
	add("POST /api/users/login/", fmt.Sprintf(`{"email":%q,"password":"wrong"}`, apitest.Email(apitest.User)), isJSON)
	add("POST /api/users/register/", `{"email":"new@example.test","password":"x","password2":"y","first_name":"A","last_name":"B","interest_notes":"c"}`, isJSON)
	add("PATCH /api/users/profile/", `{"first_name":"Ada","last_name":"L"}`, isJSON, "Authorization: Bearer "+user.Access)
	add("POST /api/token/refresh/", fmt.Sprintf(`{"refresh":%q}`, user.Refresh), isJSON)
	add("POST /login-with-token/", `{"token":"abcdefghijklmnop"}`, isJSON, "X-CSRFToken: a", "Cookie: csrftoken=a")
	add("POST /backend/password-reset-confirm/MQ/abc-def/", `{"new_password":"a","new_password2":"a"}`, isJSON)
	add("POST /backend/forgotpasswordreset/", `{"email":"nobody@example.test"}`, isJSON)
	add("GET /api/photos/images/?gallery_slug=page-logos&limit=5&offset=0", "")
	add("GET /api/photos/images/?search=crane&ordering=-title&gallery=1", "", bearer)
	add("PATCH /api/photos/images/1/", `{"title":"Tug","gallery":"1"}`, isJSON, bearer)
	add("GET /api/documents/documents/1/download/", "", "Range: bytes=0-1,3-", "If-Range: x")
	add("GET /cv-download", "", "Range: bytes=-1", "If-None-Match: x")
	add("GET /api/documents/documents/current_cv/", "", "If-None-Match: \"x\"", "X-Forwarded-For: 10.1.2.3, ::1")
	add("PATCH /api/documents/documents/1/", `{"is_current":true,"category":1}`, isJSON, bearer)
	add("GET /api/docs/", "", "Accept-Encoding: br, gzip;q=0.5")
	add("OPTIONS /api/users/login/", "", "Origin: https://app.example.com", "Access-Control-Request-Method: POST")
	add("GET /api/admin/users/?q=a&which=staff&sort=-seen&limit=5&offset=1", "", bearer)
	add("GET /api/admin/audit/?user=1&from=2026-05-01&to=2026-05-31&after=1-1", "", bearer)
	multipart := "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\r\n--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.jpg\"\r\n\r\n" +
		string(jpegOf(t, 24, 24, color.Black)) + "\r\n--x--\r\n"
	add("POST /api/photos/images/", multipart, "Content-Type: multipart/form-data; boundary=x", bearer)
	add("POST /api/users/login/", "", isJSON, "Transfer-Encoding: chunked")
	seeds[len(seeds)-1] = append(seeds[len(seeds)-1], "5\r\n{\"ema\r\n6;x=y\r\nil\":1}\r\n0\r\nTrailer: x\r\n\r\n"...)
	return seeds
}

// awkward are bytes that parsers stumble over.
var awkward = []string{"\x00", "\xff", "%00", "%ff", "%", "\r\n", "\n", "\r", " ", "\t", ":", ";", ",", "\"", "\\", "/", "..", "?", "#", "{", "[", "null", "-1", "0",
	"18446744073709551616", "1e999", "\\u0000", "\\ud800", "\u202e", "HTTP/1.0", "HTTP/9.9", "Content-Length: 5\r\n", "Content-Length: -5\r\n", "Transfer-Encoding: chunked\r\n",
	"Connection: keep-alive, close\r\n", "Expect: 100-continue\r\n", "Upgrade: h2c\r\n", "Host: b\r\n", "bytes=-1", "bytes=5-2,0-,", strings.Repeat("a", 9_000), strings.Repeat("[", 500)}

// mutate returns one of the seeds with one to six changes, and a request after it that is whole.
func mutate(random *rand.Rand, seeds [][]byte) []byte {
	request := slices.Clone(seeds[random.IntN(len(seeds))])
	for range 1 + random.IntN(6) {
		at := random.IntN(len(request) + 1)
		to := min(len(request), at+random.IntN(12))
		switch random.IntN(7) {
		case 0:
			request = slices.Insert(request, at, []byte(awkward[random.IntN(len(awkward))])...)
		case 1:
			request = slices.Delete(request, at, to)
		case 2:
			if at < len(request) {
				request[at] = byte(random.IntN(256))
			}
		case 3:
			if at < len(request) {
				request[at] ^= 1 << random.IntN(8)
			}
		case 4:
			request = slices.Insert(request, at, request[at:to]...)
		case 5:
			other := seeds[random.IntN(len(seeds))]
			request = append(request[:at:at], other[random.IntN(len(other)):]...)
		case 6:
			request = slices.Replace(request, at, to, []byte(awkward[random.IntN(len(awkward))])...)
		}
	}
	return append(request, "GET /api/health/live/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"...)
}

// sendRaw returns the bytes that the server answers. If the server waits for more, the sending
// direction is closed.
func sendRaw(address string, request []byte) (string, error) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	// The server may close the connection before it has read everything.
	_, _ = connection.Write(request)
	var answer bytes.Buffer
	for _, wait := range []time.Duration{50 * time.Millisecond, time.Minute} {
		_ = connection.SetReadDeadline(time.Now().Add(wait))
		_, err = io.Copy(&answer, connection)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return answer.String(), nil // a reset is an end, too
		}
		_ = connection.(*net.TCPConn).CloseWrite()
	}
	return answer.String(), err
}
