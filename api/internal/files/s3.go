package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// S3 is a Store in a bucket of Amazon S3 or of a server that speaks its protocol.
type S3 struct {
	client      *http.Client
	credentials AWSCredentials
	bucket      string
	endpoint    *url.URL // without a host: Amazon's of the region
	inHost      bool     // whether the bucket is part of the host name, not of the path
	region      atomic.Value
	anyRegion   bool // whether the server may name another region
	timeout     func() time.Duration
}

// defaultRegion is that of servers without regions, and the one in which Amazon names a bucket's region.
const defaultRegion = "us-east-1"

// openS3 opens the bucket of u with the credentials in the environment. If the bucket does not answer now,
// it returns both the store and an error.
func openS3(ctx context.Context, u *url.URL, timeout func() time.Duration) (*S3, error) {
	endpoint, err := endpointOf(u)
	if err != nil {
		return nil, err
	}
	credentials, err := credentialsFromEnv()
	if err != nil {
		return nil, err
	}
	region := u.Query().Get("region")
	store := &S3{
		client: newClient(timeout), credentials: credentials, bucket: u.Host, endpoint: endpoint, timeout: timeout,
		inHost: wantsHost(endpoint, u.Host), anyRegion: region == "",
	}
	store.region.Store(region)
	if region == "" {
		store.region.Store(defaultRegion)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout())
	defer cancel()
	return store.check(ctx)
}

// check asks for the bucket. Credentials that may not list it may still be those for its objects.
func (s *S3) check(ctx context.Context) (*S3, error) {
	host := s.address(s.region.Load().(string), "", nil).Host
	_, err := s.list(ctx, "", "", 1)
	switch code := codeOf(err); {
	case err == nil, code == "AccessDenied":
		return s, nil
	case code == "NoSuchBucket":
		return nil, fmt.Errorf("there is no bucket %q at %s; make it first", s.bucket, host)
	case code == "" || statusOf(err) >= http.StatusInternalServerError:
		return s, fmt.Errorf("the bucket %q at %s does not answer: %w", s.bucket, host, err)
	}
	return nil, fmt.Errorf("the bucket %q at %s does not answer: %w", s.bucket, host, err)
}

// endpointOf returns the endpoint of s3://bucket?region=…&endpoint=…, without a host for Amazon's.
func endpointOf(u *url.URL) (*url.URL, error) {
	query := u.Query()
	for key := range query {
		if key != "region" && key != "endpoint" {
			return nil, fmt.Errorf("%q is no parameter; there are region and endpoint", key)
		}
	}
	if u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("want s3://bucket with nothing but parameters after it")
	}
	endpoint := query.Get("endpoint")
	if endpoint == "" {
		return &url.URL{Scheme: "https"}, nil
	}
	if !strings.Contains(endpoint, "://") {
		endpoint = "https://" + endpoint
	}
	at, err := url.Parse(endpoint)
	if err != nil || at.Host == "" || at.User != nil || at.RawQuery != "" || (at.Scheme != "https" && at.Scheme != "http") {
		return nil, errors.New("endpoint is not like https://host, https://host/path or http://host:port")
	}
	return &url.URL{Scheme: at.Scheme, Host: at.Host, Path: strings.TrimRight(at.Path, "/")}, nil
}

// wantsHost reports whether requests name the bucket in the host. Amazon prefers that and Alibaba requires
// it; other servers may have no such names. Certificates do not cover names with more dots.
func wantsHost(endpoint *url.URL, bucket string) bool {
	host := endpoint.Hostname()
	return !strings.Contains(bucket, ".") && (host == "" || strings.HasSuffix(host, ".amazonaws.com") ||
		strings.HasSuffix(host, ".amazonaws.com.cn") || strings.HasSuffix(host, ".aliyuncs.com"))
}

// Put implements Store. An io.Seeker is stored in one request, because parts of an interrupted upload
// would have to be removed.
func (s *S3) Put(ctx context.Context, name string, content io.Reader, contentType string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	var err error
	if seeker, ok := content.(io.ReadSeeker); ok {
		err = s.putWhole(ctx, name, seeker, contentType)
	} else {
		err = s.putStream(ctx, name, content, contentType)
	}
	if err != nil {
		return failure(ctx, "put "+name, err)
	}
	return nil
}

// Open implements Store.
func (s *S3) Open(ctx context.Context, name string) (*Object, error) {
	if err := checkName("open", name); err != nil {
		return nil, err
	}
	object := &s3Object{ctx: ctx, store: s, name: name}
	modified, err := object.begin()
	if missing(err) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, failure(ctx, "open "+name, err)
	}
	return &Object{Info{name, object.size, modified}, object}, nil
}

// Delete implements Store.
func (s *S3) Delete(ctx context.Context, name string) error {
	if err := checkName("delete", name); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout())
	defer cancel()
	response, err := s.send(limited, s3Request{method: http.MethodDelete, name: name})
	if err == nil {
		done(response)
	}
	if err == nil || missing(err) {
		return nil
	}
	if statusOf(err) == http.StatusForbidden {
		err = ErrDenied
	}
	return failure(ctx, "delete "+name, err)
}

// List implements Store.
func (s *S3) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		for next := ""; ; {
			page, err := s.list(ctx, prefix, next, listPage)
			if err != nil {
				yield(Info{}, failure(ctx, "list the bucket", err))
				return
			}
			for _, object := range page.Contents {
				if checkName("list", object.Key) == nil && !yield(Info{object.Key, object.Size, object.LastModified}, nil) {
					return
				}
			}
			if !page.IsTruncated {
				return
			}
			next = page.NextContinuationToken
		}
	}
}

// Close implements Store.
func (s *S3) Close() error {
	s.client.CloseIdleConnections()
	return nil
}

// missing reports whether an S3 server says that an object does not exist. A proxy in front of it may not
// know the path.
func missing(err error) bool {
	code := codeOf(err)
	return code == "NoSuchKey" || statusOf(err) == http.StatusNotFound && code != "" && code != "NoSuchBucket"
}
