package files

import (
	"crypto/rand"
	"encoding/hex"
	"io"
	"os"
	"path"
	"strings"
)

// Temporary is a file on this machine that is to be stored. Callers set its Name, from NewName, and its ContentType.
type Temporary struct {
	Name        string
	ContentType string
	// Size is how many bytes were written.
	Size int64
	// Err is the error of a failed Write.
	Err error
	// Hash is the SHA-256 of a received file, in hexadecimal.
	Hash string

	file *os.File
}

// NewTemporary returns an empty temporary file that keeps its bytes in file. Close closes file.
func NewTemporary(file *os.File) *Temporary { return &Temporary{file: file} }

const idBytes = 32

// NewName returns a random name for a file: a folder, which is "" or ends with a slash, 64 hexadecimal
// digits below their first two, and an extension.
func NewName(folder, extension string) string {
	random := make([]byte, idBytes)
	_, _ = rand.Read(random) // never fails
	id := hex.EncodeToString(random)
	return folder + id[:2] + "/" + id + extension
}

// hasID reports whether a file's name is one that this program gives: its last segment is an ID, with an extension or without.
func hasID(name string) bool {
	id, _, _ := strings.Cut(path.Base(name), ".")
	bytes, err := hex.DecodeString(id)
	return err == nil && len(bytes) == idBytes
}

// Write appends p.
func (t *Temporary) Write(p []byte) (int, error) {
	n, err := t.file.Write(p)
	t.Size += int64(n)
	if err != nil {
		t.Err = err
	}
	return n, err
}

// ReadAt implements io.ReaderAt.
func (t *Temporary) ReadAt(p []byte, offset int64) (int, error) { return t.file.ReadAt(p, offset) }

// Content returns a reader of the written bytes, from their start.
func (t *Temporary) Content() io.ReadSeeker { return io.NewSectionReader(t.file, 0, t.Size) }

// Close frees the disk space. The Temporary cannot be used afterwards.
func (t *Temporary) Close() error { return t.file.Close() }
