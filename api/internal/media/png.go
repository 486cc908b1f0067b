package media

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"image"
	"image/png"
	"io"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// inspectPNG walks the chunks of a PNG, ISO/IEC 15948 section 5, for its ICC profile and its EXIF data.
func inspectPNG(r io.ReadSeeker, d *details) error {
	if err := skip(r, int64(len(pngSignature))); err != nil {
		return err
	}
	return chunks{
		head:  func(head [8]byte) (string, int64) { return string(head[4:]), int64(binary.BigEndian.Uint32(head[:4])) },
		after: func(int64) int64 { return 4 }, // the checksum; the decoder looks at those that matter
		visit: map[string]func(io.Reader) error{
			"iCCP": func(content io.Reader) (err error) { d.profile, err = inflateProfile(content); return err },
			"eXIf": func(content io.Reader) error { d.orientation = readOrientation(readMetadata(content)); return nil },
			"IEND": func(io.Reader) error { return io.EOF },
		},
	}.walk(r)
}

// inflateProfile returns the profile in an iCCP chunk as readProfile does: a name, a zero, a method, which is
// 0, and zlib's data.
func inflateProfile(content io.Reader) ([]byte, error) {
	reader := bufio.NewReader(content)
	if _, err := reader.ReadSlice(0); err != nil { // of 80 bytes at most
		return nil, nil
	}
	if method, err := reader.ReadByte(); err != nil || method != 0 {
		return nil, nil
	}
	inflater, err := zlib.NewReader(reader)
	if err != nil {
		return nil, nil
	}
	return readProfile(inflater)
}

// decodePNG is png.Decode, and configPNG is png.DecodeConfig, for a file whose ancillary chunks may have
// wrong checksums, as some programs write them and browsers accept them.
func decodePNG(r io.Reader) (image.Image, error)  { return png.Decode(newPixelChunks(r)) }
func configPNG(r io.Reader) (image.Config, error) { return png.DecodeConfig(newPixelChunks(r)) }

// pixelChunks reads a PNG without its ancillary chunks, but for tRNS, which changes pixels.
type pixelChunks struct {
	file  *bufio.Reader
	chunk io.Reader // the rest of the signature or of a chunk
}

func newPixelChunks(r io.Reader) *pixelChunks {
	file := bufio.NewReader(r)
	return &pixelChunks{file: file, chunk: io.LimitReader(file, int64(len(pngSignature)))}
}

// Read implements io.Reader.
func (c *pixelChunks) Read(p []byte) (int, error) {
	const checksum, ancillary = 4, 0x20
	for {
		if n, err := c.chunk.Read(p); n > 0 || !errors.Is(err, io.EOF) {
			return n, err
		}
		var head [8]byte
		if _, err := io.ReadFull(c.file, head[:]); err != nil {
			return 0, err
		}
		content := io.LimitReader(c.file, int64(binary.BigEndian.Uint32(head[:]))+checksum)
		c.chunk = io.MultiReader(bytes.NewReader(head[:]), content)
		if head[4]&ancillary != 0 && string(head[4:]) != "tRNS" {
			if _, err := io.Copy(io.Discard, content); err != nil {
				return 0, err
			}
			c.chunk = content
		}
	}
}
