package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"portfolio/api/storage"
)

// File is received bytes of any kind. They have no name until Keep gives them one.
type File struct {
	// Hash is the SHA-256 of the bytes, in hexadecimal.
	Hash string
	// Size is how many bytes there are.
	Size int64

	file *os.File
}

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(p []byte, offset int64) (int, error) { return f.file.ReadAt(p, offset) }

// Close gives back the disk space. The File is of no use afterwards.
func (f *File) Close() error { return f.file.Close() }

// ReceiveFile reads r to its end into a temporary file. It returns a *Refusal when there are no bytes or more than limit,
// in which what names the file; r's own error, wrapped, when r fails. The caller closes the File.
func (l *Library) ReceiveFile(r io.Reader, limit int64, what string) (_ *File, err error) {
	file, err := l.openTemp()
	if err != nil {
		return nil, fmt.Errorf("receive a %s: %w", what, err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	hash := sha256.New()
	// One byte more than allowed tells a file of just the limit from a larger one.
	size, err := io.Copy(io.MultiWriter(file, hash), io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("receive a %s: %w", what, err)
	case size > limit:
		return nil, refuseBytes(what, limit)
	case size == 0:
		return nil, refuseEmpty()
	}
	return &File{Hash: hex.EncodeToString(hash.Sum(nil)), Size: size, file: file}, nil
}

// Keep stores the file under name, which stands for these bytes for ever. When it returns nil the file is durable.
func (l *Library) Keep(ctx context.Context, f *File, name, contentType string) error {
	return l.store.Put(ctx, name, f.file, contentType)
}

// Open returns the stored file of that name, to be closed by the caller, or an error that is fs.ErrNotExist.
func (l *Library) Open(ctx context.Context, name string) (*storage.Object, error) {
	return l.store.Open(ctx, name)
}

// ErrSwept says that a file which was just stored is gone: the janitor had found it without a row before, and removed it.
var ErrSwept = errors.New("a stored file was swept away before its row stood")

// Check returns ErrSwept unless every name is stored. Under database.LockFiles, which the janitor takes too, what was
// found stays.
func (l *Library) Check(ctx context.Context, names ...string) error {
	for _, name := range names {
		object, err := l.store.Open(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			return ErrSwept
		}
		if err != nil {
			return err
		}
		if err := object.Close(); err != nil {
			return err
		}
	}
	return nil
}

// Kept is a stored file that a row names.
type Kept struct {
	Name  string
	Bytes int64
	// Owner says which row, in words for the owner of the site.
	Owner string
}

// Names returns the names of all files.
func (p Picture) Names() []string {
	names := make([]string, len(p))
	for i, rendition := range p {
		names[i] = rendition.Name
	}
	return names
}
