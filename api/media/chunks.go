package media

import (
	"fmt"
	"io"
)

// maxChunks is how many chunks a file may have: those of a PNG have 8 KB by custom, and a file of empty ones would take seconds.
const maxChunks = 50_000

// maxMetadata bounds every piece of metadata that is read into memory, in bytes.
const maxMetadata = 1 << 20

// chunks are the parts of a PNG or a RIFF file: a name and a length in eight bytes, the content, and what is put after it.
type chunks struct {
	// head reads the eight bytes; length is that of the content.
	head func([8]byte) (name string, length int64)
	// after is how many bytes follow a content of that length.
	after func(length int64) int64
	// visit has a function for the content of each chunk that is wanted; nil for a content that is longer than maxMetadata. An
	// error ends the walk. Of several chunks of one name the first is visited: formats allow no other, and reading thousands would
	// take a minute.
	visit map[string]func(content []byte) error
}

// walk reads the chunks from r on. What is cut off or damaged is left to the decoder.
func (c chunks) walk(r io.ReadSeeker) error {
	for range maxChunks {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return ignoreEOF(err)
		}
		name, length := c.head(head)
		if err := c.read(r, c.visit[name], length); err != nil {
			return ignoreEOF(err)
		}
		delete(c.visit, name)
		if err := skip(r, c.after(length)); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: more than %d chunks", errVariant, maxChunks)
}

func (c chunks) read(r io.ReadSeeker, visit func([]byte) error, length int64) error {
	if visit == nil {
		return skip(r, length)
	}
	if length > maxMetadata {
		if err := visit(nil); err != nil {
			return err
		}
		return skip(r, length)
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(r, content); err != nil {
		return err
	}
	return visit(content)
}

func skip(r io.Seeker, length int64) error {
	_, err := r.Seek(length, io.SeekCurrent)
	return err
}
