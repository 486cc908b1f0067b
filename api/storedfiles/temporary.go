package storedfiles

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
)

// Temporary is a file on this machine that is to be stored. Whoever wrote it sets its Name, of the Hash of its bytes, and its
// ContentType; Store sets the ID.
type Temporary struct {
	File
	ContentType string
	// Size is how many bytes were written.
	Size int64
	// Err is the disk's, if a Write failed.
	Err error

	file *os.File
	hash hash.Hash
}

// NewTemporary returns an empty temporary file that keeps its bytes in file, and closes that with itself.
func NewTemporary(file *os.File) *Temporary { return &Temporary{file: file, hash: sha256.New()} }

// Write appends p.
func (t *Temporary) Write(p []byte) (int, error) {
	n, err := t.file.Write(p)
	t.hash.Write(p[:n])
	t.Size += int64(n)
	if err != nil {
		t.Err = err
	}
	return n, err
}

// Hash returns the SHA-256 of what was written, in hexadecimal.
func (t *Temporary) Hash() string { return hex.EncodeToString(t.hash.Sum(nil)) }

// ReadAt implements io.ReaderAt.
func (t *Temporary) ReadAt(p []byte, offset int64) (int, error) { return t.file.ReadAt(p, offset) }

// Content returns a reader of what was written, from its start.
func (t *Temporary) Content() io.ReadSeeker { return io.NewSectionReader(t.file, 0, t.Size) }

// Close gives back the disk space. The Temporary is of no use afterwards.
func (t *Temporary) Close() error { return t.file.Close() }
