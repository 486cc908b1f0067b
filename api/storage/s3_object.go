package storage

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/minio/minio-go/v7"
)

// maxResumes is how often an object goes on with another request when an answer was cut off.
const maxResumes = 2

// s3Object reads an object of a bucket. One request serves those who read it from its start to its end.
type s3Object struct {
	ctx   context.Context
	store *S3
	name  string
	size  int64
	// position is where the next Read begins; body, unless nil, is at bodyPosition.
	position, bodyPosition int64
	body                   io.ReadCloser
	cancel                 context.CancelFunc
	resumes                int
}

// request makes body what there is from position on.
func (o *s3Object) request() (info minio.ObjectInfo, err error) {
	ctx, cancel := context.WithCancel(o.ctx)
	// What follows the headers may take longer, as long as it goes on.
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
		err = errors.Join(errors.New("the store sent another part than it was asked for"), o.body.Close())
	}
	if err != nil {
		cancel()
		o.body = nil
		return info, err
	}
	o.cancel, o.bodyPosition = cancel, o.position
	return info, nil
}

// Read implements io.Reader. An object that ends before its size is io.ErrUnexpectedEOF.
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
		switch {
		case err == nil, o.position == o.size:
			return n, nil
		case errors.Is(err, io.EOF):
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

// Seek implements io.Seeker. It asks the store nothing.
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
