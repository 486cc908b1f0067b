package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"slices"
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

// storeCredentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else from the shared credentials file, else from the
// role of the machine.
func storeCredentials() *credentials.Credentials {
	return credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{},
		&credentials.FileAWSCredentials{},
		&credentials.IAM{},
	})
}

// openS3 opens the bucket that u names; timeout is as Timeout. Where the bucket may be there and does not answer now, it returns
// the store with the error.
func openS3(ctx context.Context, u *url.URL, signing *credentials.Credentials, timeout func() time.Duration) (*S3, error) {
	endpoint, secure, err := endpointOf(u)
	if err != nil {
		return nil, err
	}
	transport, err := newTransport(secure, timeout)
	if err != nil {
		return nil, err
	}
	client, err := minio.New(endpoint, &minio.Options{
		Secure:          secure,
		Transport:       transport,
		Region:          u.Query().Get("region"),
		Creds:           signing,
		TrailingHeaders: true,
		MaxRetries:      3,
	})
	if err != nil {
		return nil, err
	}
	store := &S3{client, u.Host, timeout}
	ctx, cancel := context.WithTimeout(ctx, timeout())
	defer cancel()
	found, err := client.BucketExists(ctx, store.bucket)
	if err != nil {
		err = fmt.Errorf("the bucket %q at %s does not answer: %w", store.bucket, endpoint, err)
		if status := minio.ToErrorResponse(errors.Unwrap(err)).StatusCode; status == 0 || status >= http.StatusInternalServerError {
			return store, err
		}
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("there is no bucket %q at %s; make it first", store.bucket, endpoint)
	}
	return store, nil
}

// endpointOf reads host, and whether to speak TLS, from s3://bucket?region=…&endpoint=…; without an endpoint it is Amazon's.
func endpointOf(u *url.URL) (host string, secure bool, err error) {
	query := u.Query()
	for key := range query {
		if !slices.Contains([]string{"region", "endpoint"}, key) {
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

// Put implements Store.
func (s *S3) Put(ctx context.Context, name string, content io.ReadSeeker, contentType string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	limited, cancel := context.WithTimeout(ctx, timeLimit(s.timeout(), size))
	defer cancel()
	_, err = s.client.PutObject(limited, s.bucket, name, content, size, minio.PutObjectOptions{
		ContentType: contentType,
		// One request puts all or nothing; parts of an interrupted upload would be paid for until somebody cleans them up.
		DisableMultipart: true,
	})
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
	if err := s.client.RemoveObject(limited, s.bucket, name, minio.RemoveObjectOptions{}); err != nil && !missing(err) {
		return failure(ctx, "delete "+name, denied(err))
	}
	return nil
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

// Close implements Store. Connections end by themselves.
func (s *S3) Close() error { return nil }

func missing(err error) bool {
	answer := minio.ToErrorResponse(err)
	return answer.Code == "NoSuchKey" || answer.StatusCode == http.StatusNotFound && answer.Code != "NoSuchBucket"
}
