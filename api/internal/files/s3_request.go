package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// attempts is how often a request is sent if the server or the connection fails.
	attempts = 3
	// firstPause is the longest pause before the second attempt. It doubles for the third.
	firstPause = 400 * time.Millisecond
	// maxAnswer is how many bytes of an answer in XML are read. A list of a thousand objects has less than 1 MiB.
	maxAnswer = 8 << 20
)

// s3Request is a request to a bucket, or to the object name in it.
type s3Request struct {
	method, name string
	query        url.Values
	header       http.Header
	body         s3Body
}

// s3Body is the content of a request. Its zero value is empty.
type s3Body struct {
	content io.ReadSeeker
	size    int64
	hash    string
}

// emptyHash is the SHA-256 of nothing.
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// bodyOf reads content from its start for its size and hash. The server compares the hash: the signature
// covers the content without TLS, too.
func bodyOf(content io.ReadSeeker) (s3Body, error) {
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return s3Body{}, err
	}
	hash := sha256.New()
	size, err := io.Copy(hash, content)
	return s3Body{content, size, hex.EncodeToString(hash.Sum(nil))}, err
}

// s3Error is an error answer. Without a Code it is not that of an S3 server.
type s3Error struct {
	Status        int    `xml:"-"`
	Code, Message string // of the server
	Region        string // of the bucket, if the request was for another region
}

// Error implements error.
func (e *s3Error) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("something that is not an S3 server answered %d", e.Status)
	}
	return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Message)
}

// statusOf returns the status of an error answer, and 0 for another error.
func statusOf(err error) int {
	if answer, ok := errors.AsType[*s3Error](err); ok {
		return answer.Status
	}
	return 0
}

// codeOf returns the code of an S3 server's error, and "" for another error.
func codeOf(err error) string {
	if answer, ok := errors.AsType[*s3Error](err); ok {
		return answer.Code
	}
	return ""
}

// send sends a request and returns the answer, which the caller closes, or an error. It sends the request
// again after failures of the server or the connection, and to the region that the server names.
func (s *S3) send(ctx context.Context, r s3Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		region := s.region.Load().(string)
		response, err := s.attempt(ctx, r, region)
		if err == nil || ctx.Err() != nil || attempt == attempts {
			return response, err
		}
		if answer, ok := errors.AsType[*s3Error](err); ok && s.anyRegion && answer.Region != "" && answer.Region != region {
			s.region.Store(answer.Region)
			continue
		}
		if !transient(err) {
			return nil, err
		}
		select {
		case <-time.After(rand.N(firstPause << (attempt - 1))):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// transient reports whether a second attempt may succeed.
func transient(err error) bool {
	status := statusOf(err)
	return status == 0 || slices.Contains([]int{
		http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, status)
}

func (s *S3) attempt(ctx context.Context, r s3Request, region string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, r.method, s.address(region, r.name, r.query).String(), nil)
	if err != nil {
		return nil, err
	}
	if r.header != nil {
		request.Header = r.header.Clone()
	}
	hash := emptyHash
	if r.body.content != nil {
		if _, err := r.body.content.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		hash = r.body.hash
		request.Body, request.ContentLength = http.NoBody, r.body.size
		if r.body.size > 0 {
			body := &attemptBody{content: r.body.content}
			defer body.end()
			request.Body = body
		}
	}
	SignAWS(request, s.credentials, region, hash, time.Now())
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode < http.StatusMultipleChoices {
		return response, nil
	}
	return nil, errorOf(response)
}

// address returns the URL of an object, or with an empty name that of the bucket.
func (s *S3) address(region, name string, query url.Values) *url.URL {
	at := *s.endpoint
	if at.Host == "" {
		at.Host = "s3." + awsDomain(region)
	}
	if s.inHost {
		at.Host = s.bucket + "." + at.Host
		at.Path += "/" + name
	} else {
		at.Path += "/" + s.bucket + "/" + name
	}
	at.RawQuery = query.Encode()
	return &at
}

// awsDomain returns the domain of Amazon's services in a region, such as eu-west-1.amazonaws.com.
func awsDomain(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return region + ".amazonaws.com.cn"
	}
	return region + ".amazonaws.com"
}

// errorOf reads an error answer and closes it.
func errorOf(response *http.Response) error {
	answer := &s3Error{Region: response.Header.Get("X-Amz-Bucket-Region")}
	if err := decodeXML(response, answer); err != nil {
		answer.Code = ""
	}
	answer.Status = response.StatusCode
	return answer
}

// decodeXML reads an answer in XML and closes it. An error that an S3 server sends after it has begun to
// answer is returned as one.
func decodeXML(response *http.Response, answer any) error {
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return err
	}
	var root struct{ XMLName xml.Name }
	if err := xml.Unmarshal(text, &root); err != nil {
		return fmt.Errorf("read the answer of the store: %w", err)
	}
	_, wantsError := answer.(*s3Error)
	if isError := root.XMLName.Local == "Error"; isError && !wantsError {
		failed := &s3Error{Status: http.StatusInternalServerError}
		return errors.Join(failed, xml.Unmarshal(text, failed))
	} else if wantsError && !isError {
		return errors.New("the answer is not an error of an S3 server")
	}
	return xml.Unmarshal(text, answer)
}

// done reads the rest of an answer, so that its connection can be used again, and closes it.
func done(response *http.Response) {
	_, _ = io.CopyN(io.Discard, response.Body, maxAnswer)
	_ = response.Body.Close()
}

// attemptBody is the body of one attempt. After end the transport, which may read a body after it has
// returned an answer, no longer reads the content.
type attemptBody struct {
	mutex   sync.Mutex
	content io.Reader
	ended   bool
}

// Read implements io.Reader.
func (b *attemptBody) Read(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.ended {
		return 0, errors.New("the request has ended")
	}
	return b.content.Read(p)
}

// Close implements io.Closer. It leaves the content open.
func (b *attemptBody) Close() error { return nil }

func (b *attemptBody) end() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.ended = true
}
