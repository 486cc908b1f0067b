package files

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// streamPart is the size of the parts of a content that is not an io.Seeker. One is in memory. S3 takes
// ten thousand of them, 312 GiB.
const streamPart = 32 << 20

// putWhole stores a content in one request.
func (s *S3) putWhole(ctx context.Context, name string, content io.ReadSeeker, contentType string) error {
	body, err := bodyOf(content)
	if err != nil {
		return err
	}
	_, err = s.sendBody(ctx, s3Request{method: http.MethodPut, name: name, header: typeHeader(contentType), body: body})
	return err
}

// sendBody sends a request with the time that its body may take, and returns the header of the answer.
func (s *S3) sendBody(ctx context.Context, r s3Request) (http.Header, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout()+time.Duration(r.body.size)*time.Second/slowestRate)
	defer cancel()
	response, err := s.send(limited, r)
	if err != nil {
		return nil, err
	}
	done(response)
	return response.Header, nil
}

func typeHeader(contentType string) http.Header {
	if contentType == "" {
		return nil
	}
	return http.Header{"Content-Type": {contentType}}
}

// s3Upload is an object that is stored in parts.
type s3Upload struct {
	store    *S3
	name, id string
	parts    []s3Part
}

type s3Part struct {
	PartNumber int
	ETag       string
}

// putStream stores a content of unknown size, in parts if it has more than one.
func (s *S3) putStream(ctx context.Context, name string, content io.Reader, contentType string) error {
	buffer := make([]byte, streamPart)
	n, err := io.ReadFull(content, buffer)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.putWhole(ctx, name, bytes.NewReader(buffer[:n]), contentType)
	}
	if err != nil {
		return err
	}
	upload, err := s.beginUpload(ctx, name, contentType)
	if err != nil {
		return err
	}
	err = upload.run(ctx, content, buffer)
	if err != nil {
		upload.abort(ctx)
	}
	return err
}

func (s *S3) beginUpload(ctx context.Context, name, contentType string) (*s3Upload, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout())
	defer cancel()
	response, err := s.send(limited, s3Request{
		method: http.MethodPost, name: name, query: url.Values{"uploads": {""}}, header: typeHeader(contentType),
	})
	if err != nil {
		return nil, err
	}
	var answer struct {
		UploadID string `xml:"UploadId"`
	}
	if err := decodeXML(response, &answer); err != nil {
		return nil, err
	}
	return &s3Upload{store: s, name: name, id: answer.UploadID}, nil
}

// run sends the part in buffer, which is full, then those that content still has, and completes the object.
func (u *s3Upload) run(ctx context.Context, content io.Reader, buffer []byte) error {
	part, last := buffer, false
	for len(part) > 0 {
		if err := u.send(ctx, part); err != nil {
			return err
		}
		if last {
			break
		}
		n, err := io.ReadFull(content, buffer)
		last = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return err
		}
		part = buffer[:n]
	}
	return u.complete(ctx)
}

func (u *s3Upload) send(ctx context.Context, part []byte) error {
	body, err := bodyOf(bytes.NewReader(part))
	if err != nil {
		return err
	}
	number := len(u.parts) + 1
	header, err := u.store.sendBody(ctx, s3Request{
		method: http.MethodPut, name: u.name, body: body,
		query: url.Values{"partNumber": {strconv.Itoa(number)}, "uploadId": {u.id}},
	})
	if err != nil {
		return err
	}
	u.parts = append(u.parts, s3Part{number, header.Get("ETag")})
	return nil
}

// complete sets no time limit: while a server joins the parts, it sends spaces.
func (u *s3Upload) complete(ctx context.Context) error {
	text, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"CompleteMultipartUpload"`
		Parts   []s3Part `xml:"Part"`
	}{Parts: u.parts})
	if err != nil {
		return err
	}
	body, err := bodyOf(bytes.NewReader(text))
	if err != nil {
		return err
	}
	response, err := u.store.send(ctx, s3Request{
		method: http.MethodPost, name: u.name, query: url.Values{"uploadId": {u.id}}, header: typeHeader("application/xml"), body: body,
	})
	if err != nil {
		return err
	}
	return decodeXML(response, &struct{}{})
}

// abort removes the parts, even if ctx has ended. The bucket's rules remove the others.
func (u *s3Upload) abort(ctx context.Context) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), u.store.timeout())
	defer cancel()
	response, err := u.store.send(limited, s3Request{method: http.MethodDelete, name: u.name, query: url.Values{"uploadId": {u.id}}})
	if err == nil {
		done(response)
	}
}
