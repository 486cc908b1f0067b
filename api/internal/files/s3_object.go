package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
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

// begin opens body at the start and returns when the object was stored.
func (o *s3Object) begin() (time.Time, error) {
	response, err := o.request()
	if err != nil {
		return time.Time{}, err
	}
	o.size = response.ContentLength
	modified, err := http.ParseTime(response.Header.Get("Last-Modified"))
	if err == nil && o.size < 0 {
		err = errors.New("the store did not send the object's size")
	}
	if err != nil {
		return time.Time{}, errors.Join(err, o.Close())
	}
	return modified, nil
}

// request opens body at position.
func (o *s3Object) request() (*http.Response, error) {
	ctx, cancel := context.WithCancel(o.ctx)
	// The body may take longer than the headers, as long as bytes move.
	timer := time.AfterFunc(o.store.timeout(), cancel)
	defer timer.Stop()
	get := s3Request{method: http.MethodGet, name: o.name}
	if o.position > 0 {
		get.header = http.Header{"Range": {fmt.Sprintf("bytes=%d-", o.position)}}
	}
	response, err := o.store.send(ctx, get)
	if err == nil && o.position > 0 && response.ContentLength != o.size-o.position {
		err = errors.Join(errors.New("the store sent another part than was requested"), response.Body.Close())
	}
	if err != nil {
		cancel()
		return nil, err
	}
	o.body, o.bodyPosition, o.cancel = response.Body, o.position, cancel
	return response, nil
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
