package files

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// listPage is how many objects a list request asks for, the most that S3 sends.
const listPage = 1000

// s3Page is a page of a bucket's list.
type s3Page struct {
	Contents []struct {
		Key          string
		Size         int64
		LastModified time.Time
	}
	EncodingType          string
	IsTruncated           bool
	NextContinuationToken string
}

// list returns at most size objects after those of the page with the token next, if given.
func (s *S3) list(ctx context.Context, prefix, next string, size int) (*s3Page, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout())
	defer cancel()
	// Encoded, because XML cannot contain every name that a bucket can.
	query := url.Values{"list-type": {"2"}, "encoding-type": {"url"}, "max-keys": {strconv.Itoa(size)}}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if next != "" {
		query.Set("continuation-token", next)
	}
	response, err := s.send(limited, s3Request{method: http.MethodGet, query: query})
	if err != nil {
		return nil, err
	}
	page := &s3Page{}
	if err := decodeXML(response, page); err != nil {
		return nil, err
	}
	if page.IsTruncated && page.NextContinuationToken == "" {
		return nil, errors.New("the store's list has no token for its next page")
	}
	if page.EncodingType == "url" {
		for i := range page.Contents {
			key, err := url.QueryUnescape(page.Contents[i].Key)
			if err != nil {
				return nil, err
			}
			page.Contents[i].Key = key
		}
	}
	return page, nil
}
