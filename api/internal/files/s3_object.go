package files

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/minio/minio-go/v7"
)

// maxResumes is how often an object continues with another request after an answer was cut off.
const maxResumes = 2

// s3Object reads an object of a bucket, from start to end in one request.
type s3Object struct {
	ctx   context.Context
	store *S3
	name  string
	size  int64
	// position is the offset of the next Read. body, unless nil, is at bodyPosition.
	position, bodyPosition int64
	body                   io.ReadCloser
	cancel                 context.CancelFunc
	resumes                int
}

// request opens body at position.
func (o *s3Object) request() (info minio.ObjectInfo, err error) {
	ctx, cancel := context.WithCancel(o.ctx)
	// The body may take longer than the headers, as long as bytes move.
	timer := time.AfterFunc(o.store.timeout(), cancel)
	defer timer.Stop()
	var options minio.GetObjectOptions
	if o.position > 0 {
		err = options.SetRange(o.position, 0)
	}
	if err == nil {
		o.body, info, _, err = minio.Core{Client: o.store.client}.GetObject(ctx, o.store.bucket, o.name, options)
	}
	if err == nil && o.position > 0 && info.Size != o.size-o.position {
		err = errors.Join(errors.New("the store sent another part than was requested"), o.body.Close())
	}
	if err != nil {
		cancel()
		o.body = nil
		return info, err
	}
	o.cancel, o.bodyPosition = cancel, o.position
	return info, nil
}

// Read implements io.Reader. It returns io.ErrUnexpectedEOF for an object that ends before its size.
func (o *s3Object) Read(p []byte) (n int, err error) {
	for o.position < o.size {
		if o.body == nil || o.bodyPosition != o.position {
			_ = o.Close()
			if _, err := o.request(); err != nil {
				return 0, failure(o.ctx, "read "+o.name, err)
			}
		}
		n, err = o.body.Read(p)
		o.position += int64(n)
		o.bodyPosition += int64(n)
		if err == nil || o.position == o.size {
			return n, nil
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		_ = o.Close()
		o.resumes++
		if o.resumes > maxResumes || o.ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded) {
			return n, failure(o.ctx, "read "+o.name, err)
		}
		if n > 0 {
			return n, nil
		}
	}
	return 0, io.EOF
}

// Seek implements io.Seeker. It sends no request.
func (o *s3Object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.position
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the start of an object")
	}
	o.position = offset
	return offset, nil
}

// Close implements io.Closer.
func (o *s3Object) Close() error {
	if o.body == nil {
		return nil
	}
	o.cancel()
	err := o.body.Close()
	o.body = nil
	return err
}
