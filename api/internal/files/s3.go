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
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 is a Store in a bucket of Amazon S3 or of a server that speaks its protocol.
type S3 struct {
	client  *minio.Client
	bucket  string
	timeout func() time.Duration
}

// openS3 opens the bucket of u with the AWS variables, the shared credentials file or the role of the
// machine. If the bucket does not answer now, it returns both the store and an error.
func openS3(ctx context.Context, u *url.URL, timeout func() time.Duration) (*S3, error) {
	endpoint, secure, err := endpointOf(u)
	if err != nil {
		return nil, err
	}
	transport, err := newTransport(secure, timeout)
	if err != nil {
		return nil, err
	}
	client, err := minio.New(endpoint, &minio.Options{
		Secure: secure, Transport: transport, Region: u.Query().Get("region"), TrailingHeaders: true, MaxRetries: 3,
		Creds: credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{}}),
	})
	if err != nil {
		return nil, err
	}
	store := &S3{client, u.Host, timeout}
	ctx, cancel := context.WithTimeout(ctx, timeout())
	defer cancel()
	found, err := client.BucketExists(ctx, store.bucket)
	if err != nil {
		status := minio.ToErrorResponse(err).StatusCode
		err = fmt.Errorf("the bucket %q at %s does not answer: %w", store.bucket, endpoint, err)
		if status == 0 || status >= http.StatusInternalServerError {
			return store, err
		}
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("there is no bucket %q at %s; make it first", store.bucket, endpoint)
	}
	return store, nil
}

// endpointOf returns the host of s3://bucket?region=…&endpoint=…, Amazon's by default, and whether to
// use TLS.
func endpointOf(u *url.URL) (host string, secure bool, err error) {
	query := u.Query()
	for key := range query {
		if key != "region" && key != "endpoint" {
			return "", false, fmt.Errorf("%q is no parameter; there are region and endpoint", key)
		}
	}
	if u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return "", false, errors.New("want s3://bucket with nothing but parameters after it")
	}
	endpoint := query.Get("endpoint")
	if endpoint == "" {
		return "s3.amazonaws.com", true, nil
	}
	if !strings.Contains(endpoint, "://") {
		endpoint = "https://" + endpoint
	}
	at, err := url.Parse(endpoint)
	if err != nil || at.Host == "" || strings.Trim(at.Path, "/") != "" || (at.Scheme != "https" && at.Scheme != "http") {
		return "", false, errors.New("endpoint is not like https://host or http://host:port")
	}
	return at.Host, at.Scheme == "https", nil
}

// streamPart is the size of the parts of a content that is not an io.Seeker. One is in memory. S3 takes
// ten thousand of them, 312 GiB.
const streamPart = 32 << 20

// Put implements Store. An io.Seeker is stored in one request, because parts of an interrupted upload
// would have to be removed.
func (s *S3) Put(ctx context.Context, name string, content io.Reader, contentType string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	limited, size := ctx, int64(-1)
	options := minio.PutObjectOptions{ContentType: contentType, PartSize: streamPart}
	if seeker, ok := content.(io.Seeker); ok {
		var err error
		if size, err = seeker.Seek(0, io.SeekEnd); err == nil {
			_, err = seeker.Seek(0, io.SeekStart)
		}
		if err != nil {
			return fmt.Errorf("put %s: %w", name, err)
		}
		options = minio.PutObjectOptions{ContentType: contentType, DisableMultipart: true}
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, s.timeout()+time.Duration(size)*time.Second/slowestRate)
		defer cancel()
	}
	if _, err := s.client.PutObject(limited, s.bucket, name, content, size, options); err != nil {
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
	info, err := object.request()
	if missing(err) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, failure(ctx, "open "+name, err)
	}
	object.size = info.Size
	return &Object{Info{name, info.Size, info.LastModified}, object}, nil
}

// Delete implements Store.
func (s *S3) Delete(ctx context.Context, name string) error {
	if err := checkName("delete", name); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout())
	defer cancel()
	err := s.client.RemoveObject(limited, s.bucket, name, minio.RemoveObjectOptions{})
	if err == nil || missing(err) {
		return nil
	}
	if minio.ToErrorResponse(err).StatusCode == http.StatusForbidden {
		err = ErrDenied
	}
	return failure(ctx, "delete "+name, err)
}

// List implements Store.
func (s *S3) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		limited, cancel := context.WithCancel(ctx)
		defer cancel()
		// The time that the caller takes for each object does not count.
		timer := time.AfterFunc(s.timeout(), cancel)
		defer timer.Stop()
		for object := range s.client.ListObjectsIter(limited, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			timer.Stop()
			if object.Err != nil {
				yield(Info{}, failure(ctx, "list the bucket", object.Err))
				return
			}
			if checkName("list", object.Key) == nil && !yield(Info{object.Key, object.Size, object.LastModified}, nil) {
				return
			}
			timer.Reset(s.timeout())
		}
	}
}

// Close implements Store.
func (s *S3) Close() error { return nil }

func missing(err error) bool {
	answer := minio.ToErrorResponse(err)
	return answer.Code == "NoSuchKey" || answer.StatusCode == http.StatusNotFound && answer.Code != "NoSuchBucket"
}
