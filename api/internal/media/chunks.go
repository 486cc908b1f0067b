package media

import (
	"fmt"
	"io"
)

// maxChunks is how many chunks a file may have: those of a PNG have 8 KB by custom, and a file of empty ones would take seconds.
const maxChunks = 50_000

// maxMetadata bounds each piece of metadata that is read into memory, in bytes. Profiles are bounded by maxProfile.
const maxMetadata = 1 << 20

// chunks are the parts of a PNG or a RIFF file: a name and a length in eight bytes, the content,
// and a trailer.
type chunks struct {
	// head reads the eight bytes; length is that of the content.
	head func([8]byte) (name string, length int64)
	// after is how many bytes follow a content of that length.
	after func(length int64) int64
	// visit has a function for the content of each chunk that is wanted. An error ends the walk. Of several chunks of one
	// name the first is visited: formats allow no other, and reading thousands would take a minute.
	// An error of the disk is the caller's to see.
	visit map[string]func(content io.Reader) error
}

// walk reads the chunks from r on. The decoder judges cut off and damaged ones.
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

// read calls visit for the content, and leaves r behind it.
func (c chunks) read(r io.ReadSeeker, visit func(io.Reader) error, length int64) error {
	start, err := r.Seek(0, io.SeekCurrent)
	if err == nil && visit != nil {
		err = visit(io.LimitReader(r, length))
	}
	if err != nil {
		return err
	}
	_, err = r.Seek(start+length, io.SeekStart)
	return err
}

// readMetadata returns the first maxMetadata bytes at most.
func readMetadata(content io.Reader) []byte {
	metadata, _ := io.ReadAll(io.LimitReader(content, maxMetadata))
	return metadata
}

func skip(r io.Seeker, length int64) error {
	_, err := r.Seek(length, io.SeekCurrent)
	return err
}
