package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// StreamStore is a Store that also takes content whose size is not known before its end.
type StreamStore interface {
	Store

	// PutStream stores what content has to its end under name. When reading fails or ctx ends, nothing is stored. It needs
	// no room for content but a few megabytes of memory.
	PutStream(ctx context.Context, name string, content io.Reader, contentType string) error
}

// ErrDenied says that the credentials do not suffice for a call.
var ErrDenied = errors.New("the credentials do not allow it")

// OpenBackups opens the place that BACKUP_URL names: a bucket for "s3://bucket?region=…&endpoint=…", or a
// folder that exists for "file:///path" and "/path".
func OpenBackups(ctx context.Context, rawURL string) (StreamStore, error) {
	if dir := strings.TrimPrefix(rawURL, "file://"); strings.HasPrefix(dir, "/") {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("BACKUP_URL: there is no folder %s: make or mount it", dir)
		}
		files, err := OpenFiles(dir)
		if err != nil {
			return nil, fmt.Errorf("BACKUP_URL: %w", err)
		}
		return files, nil
	}
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "s3" {
		return nil, errors.New("BACKUP_URL: want s3://bucket?region=…&endpoint=…, or the absolute path of a folder")
	}
	store, err := openS3(ctx, u, storeCredentials(), func() time.Duration { return backupTimeout })
	if err != nil {
		return nil, fmt.Errorf("BACKUP_URL: %w", err)
	}
	return store, nil
}

// PutStream implements StreamStore.
func (s *Files) PutStream(ctx context.Context, name string, content io.Reader, _ string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	if err := s.put(ctx, name, content); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	return nil
}

// backupTimeout is what Timeout is for a store of backups, for which nobody waits: it puts the parts of a stream together before it
// answers.
const backupTimeout = 2 * time.Minute

// streamPart is the size of the parts in which a stream is put. S3 takes ten thousand of them, 312 GiB.
const streamPart = 32 << 20

// PutStream implements StreamStore, in parts of which one is in memory.
func (s *S3) PutStream(ctx context.Context, name string, content io.Reader, contentType string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	_, err := s.client.PutObject(ctx, s.bucket, name, content, -1, minio.PutObjectOptions{ContentType: contentType, PartSize: streamPart})
	if err != nil {
		return failure(ctx, "put "+name, err)
	}
	return nil
}

// denied returns ErrDenied for an answer that says so, else err.
func denied(err error) error {
	if minio.ToErrorResponse(err).StatusCode == http.StatusForbidden {
		return ErrDenied
	}
	return err
}
