package files_test

import (
	"bytes"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

func TestABucketOverTLS(t *testing.T) {
	direct, err := url.Parse(servertest.S3URL(t))
	noError(t, err)
	target, err := url.Parse(direct.Query().Get("endpoint"))
	noError(t, err)
	// The host is kept: the signature includes it.
	proxy := httptest.NewTLSServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}})
	t.Cleanup(proxy.Close)
	store, err := files.OpenStore(t.Context(), bucketAt(proxy.URL, "us-east-1"), "")
	if store == nil || err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Fatalf("an unknown certificate: %v, %v", store, err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(proxy.Certificate())
	files.Trust(store, pool)
	putAndOpen(t, store)
	list(t, store)
	stream(t, store)
}

func bucketAt(endpoint, region string) string {
	query := url.Values{"endpoint": {endpoint}}
	if region != "" {
		query.Set("region", region)
	}
	return "s3://" + servertest.Bucket + "?" + query.Encode()
}

// scripted is a server that answers with answers, one after another, and keeps the requests.
type scripted struct {
	answers  []string // STATUS BODY
	requests []*http.Request
	bodies   []string
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
	status, answer := http.StatusOK, "<ListBucketResult></ListBucketResult>"
	if n := len(s.requests); n <= len(s.answers) {
		_, _ = fmt.Sscan(s.answers[n-1], &status)
		_, answer, _ = strings.Cut(s.answers[n-1], " ")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer)
}

// openScripted opens a bucket of a server at path with those answers.
func openScripted(t *testing.T, path, region string, answers ...string) (*scripted, files.Store, error) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	script := &scripted{answers: answers}
	server := httptest.NewServer(script)
	t.Cleanup(server.Close)
	store, err := files.OpenStore(t.Context(), bucketAt(server.URL+path, region), "")
	return script, store, err
}

func TestAnEndpointWithAPath(t *testing.T) {
	script, store, err := openScripted(t, "/storage/v1/s3/", "us-east-1")
	noError(t, err)
	put(t, store, "a/b.jpg", []byte("x"))
	if got := script.requests[1].URL.Path; got != "/storage/v1/s3/"+servertest.Bucket+"/a/b.jpg" {
		t.Errorf("put at %s", got)
	}
}

// Stores without checksum trailers, such as older MinIO and Ceph, store a chunked body as it is.
func TestAPutIsOnePlainRequestWithItsHash(t *testing.T) {
	script, store, err := openScripted(t, "", "us-east-1")
	noError(t, err)
	put(t, store, "a.jpg", []byte("content"))
	request := script.requests[1]
	const hash = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73"
	if request.ContentLength != 7 || script.bodies[1] != "content" || request.Header.Get("X-Amz-Content-Sha256") != hash ||
		request.Header.Get("Content-Encoding")+request.Header.Get("X-Amz-Trailer") != "" || request.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%d bytes %q, %v", request.ContentLength, script.bodies[1], request.Header)
	}
}

func TestAFailedRequestIsSentAgain(t *testing.T) {
	const down = "503 <Error><Code>SlowDown</Code></Error>"
	script, store, err := openScripted(t, "", "us-east-1", "200 <ListBucketResult/>", down, "502 <h1>Bad Gateway</h1>", "200 ", down, down, down, "200 ")
	noError(t, err)
	put(t, store, "a.jpg", []byte("content"))
	if got := script.bodies[1:]; !slices.Equal(got, []string{"content", "content", "content"}) {
		t.Errorf("sent %q", got)
	}
	if err := store.Put(t.Context(), "a.jpg", bytes.NewReader(nil), ""); err == nil || !strings.Contains(err.Error(), "SlowDown") || len(script.requests) != 7 {
		t.Errorf("%d requests, %v", len(script.requests)-4, err)
	}
}

func TestOpenAsksOnlyForObjectsIfItMayNotList(t *testing.T) {
	for answer, want := range map[string]string{
		"403 <Error><Code>AccessDenied</Code></Error>":                             "",
		"403 <Error><Code>SignatureDoesNotMatch</Code></Error>":                    "SignatureDoesNotMatch",
		"404 <Error><Code>NoSuchBucket</Code></Error>":                             "there is no bucket",
		"400 <Error><Code>InvalidArgument</Code><Message>no key</Message></Error>": "no key",
	} {
		_, store, err := openScripted(t, "", "us-east-1", answer)
		if (want == "") != (err == nil) || (want == "") != (store != nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", answer, store, err)
		}
		if store != nil {
			put(t, store, "a.jpg", []byte("content"))
		}
	}
}

func TestFollowsTheBucketToItsRegion(t *testing.T) {
	const elsewhere = "400 <Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-central-1</Region></Error>"
	script, _, err := openScripted(t, "", "", elsewhere)
	if err != nil || len(script.requests) != 2 || !strings.Contains(script.requests[1].Header.Get("Authorization"), "/eu-central-1/s3/") {
		t.Errorf("%d requests, %v", len(script.requests), err)
	}
	if _, _, err := openScripted(t, "", "us-east-1", elsewhere); err == nil {
		t.Error("another region than the setting's: no error")
	}
}

func TestListsPageAfterPage(t *testing.T) {
	const page = "200 <ListBucketResult><EncodingType>url</EncodingType><IsTruncated>%t</IsTruncated><NextContinuationToken>%s</NextContinuationToken>" +
		"<Contents><Key>%s</Key><Size>1</Size><LastModified>2026-11-27T05:00:00.000Z</LastModified></Contents></ListBucketResult>"
	script, store, err := openScripted(t, "", "us-east-1", "200 <ListBucketResult/>",
		fmt.Sprintf(page, true, "n+/=", "a/1.jpg"), fmt.Sprintf(page, true, "last", "strange%0A+name"), fmt.Sprintf(page, false, "", "a%2F2.jpg"))
	noError(t, err)
	if got := listed(t, store, "a/"); !slices.Equal(got, []string{"a/1.jpg", "a/2.jpg"}) {
		t.Errorf("listed %q", got)
	}
	if got := script.requests[2].URL.Query().Get("continuation-token"); got != "n+/=" {
		t.Errorf("continued with %q", got)
	}
}

// A server that fails after it has begun to answer sends its error with status 200.
func TestAFailedCompletionIsAnError(t *testing.T) {
	script, store, err := openScripted(t, "", "us-east-1", "200 <ListBucketResult/>",
		"200 <InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>", "200 ", "200 ",
		"200   <Error><Code>InternalError</Code></Error>")
	noError(t, err)
	content := struct{ io.Reader }{bytes.NewReader(make([]byte, 33<<20))}
	if err := store.Put(t.Context(), "a.age", content, ""); err == nil || !strings.Contains(err.Error(), "InternalError") {
		t.Errorf("%v", err)
	}
	if last := script.requests[len(script.requests)-1]; last.Method != http.MethodDelete || last.URL.Query().Get("uploadId") != "u" {
		t.Errorf("the last request is %s %s", last.Method, last.URL)
	}
}
