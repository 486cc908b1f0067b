// Package storage stores the bytes that people upload, under names that never change their meaning:
// in a folder of this machine, or in a bucket that several replicas share.
package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Store keeps objects by name. A name is one to eight segments of a-z, 0-9, ".", "_" and "-" joined by "/", at most
// 200 bytes, and no segment begins with "."; another name is refused with fs.ErrInvalid by every method.
// All methods may be called at once from many goroutines.
type Store interface {
	// Put stores all of content, from its start, under name, and replaces an object of that name. When it returns nil the object
	// survives a crash of the process and, in a folder, of the machine; when it fails the previous object is unchanged.
	Put(ctx context.Context, name string, content io.ReadSeeker, contentType string) error

	// Open returns the object of that name, to be closed by the caller, or an error that is fs.ErrNotExist.
	// Reading stops with ctx.
	Open(ctx context.Context, name string) (*Object, error)

	// Delete removes the object of that name. It returns nil, too, when there is none.
	Delete(ctx context.Context, name string) error

	// List yields every object whose name begins with prefix, in no promised order. An error ends it.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]

	// Close releases what the store holds open.
	Close() error
}

// Info describes an object: its size in bytes and when it was last put.
type Info struct {
	Name     string
	Size     int64
	Modified time.Time
}

// Object is an open object.
type Object struct {
	Info
	io.ReadSeekCloser
}

// Open opens the store that rawURL names: a bucket for "s3://bucket?region=…&endpoint=…", and for "" the folder media in dataDir.
// A bucket must exist and answer. The error is a sentence for the owner that names STORAGE_URL; where the bucket may be there and
// does not answer now, the store comes with it.
func Open(ctx context.Context, rawURL, dataDir string) (Store, error) {
	if rawURL == "" {
		files, err := OpenFiles(filepath.Join(dataDir, "media"))
		if err != nil {
			// Not files: a nil *Files in an interface is not nil.
			return nil, err
		}
		return files, nil
	}
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "s3" {
		// The URL itself is not repeated: people put passwords into URLs.
		return nil, errors.New("STORAGE_URL: want s3://bucket?region=…&endpoint=…, or nothing for files in DATA_DIR/media")
	}
	store, err := openS3(ctx, u, storeCredentials(), Timeout)
	if err != nil {
		err = fmt.Errorf("STORAGE_URL: %w", err)
	}
	if store == nil {
		return nil, err
	}
	return store, err
}

const (
	maxName     = 200
	maxSegments = 8
)

// checkName returns fs.ErrInvalid, wrapped, unless name is one that a Store takes.
func checkName(op, name string) error {
	if len(name) > maxName || strings.Count(name, "/") >= maxSegments {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment[0] == '.' || strings.ContainsFunc(segment, outsideName) {
			return &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
		}
	}
	return nil
}

func outsideName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '_' && r != '-'
}

// ContextReader reads until Context ends.
type ContextReader struct {
	Context context.Context
	io.Reader
}

// Read implements io.Reader. The error is that of the context or of the reader.
func (r ContextReader) Read(p []byte) (int, error) {
	if err := r.Context.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
