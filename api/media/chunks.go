package media

import "io"

// maxMetadata bounds every piece of metadata that is read into memory, in bytes.
const maxMetadata = 1 << 20

// chunks are the parts of a PNG or a RIFF file: a name and a length in eight bytes, the content, and what is put after it.
type chunks struct {
	// head reads the eight bytes; length is that of the content.
	head func([8]byte) (name string, length int64)
	// after is how many bytes follow a content of that length.
	after func(length int64) int64
	// visit has a function for the content of each chunk that is wanted; nil for a content that is longer than maxMetadata. An
	// error ends the walk.
	visit map[string]func(content []byte) error
}

// walk reads the chunks from r on. What is cut off or damaged is left to the decoder.
func (c chunks) walk(r io.ReadSeeker) error {
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return ignoreEOF(err)
		}
		name, length := c.head(head)
		if err := c.read(r, c.visit[name], length); err != nil {
			return ignoreEOF(err)
		}
		if err := skip(r, c.after(length)); err != nil {
			return err
		}
	}
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
