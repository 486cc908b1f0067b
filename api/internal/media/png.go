package media

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"slices"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// inspectPNG walks the chunks of a PNG, ISO/IEC 15948 section 5, for its ICC profile and its EXIF data.
func inspectPNG(r io.ReadSeeker, d *details) error {
	if err := skip(r, int64(len(pngSignature))); err != nil {
		return err
	}
	return chunks{
		head:  func(head [8]byte) (string, int64) { return string(head[4:]), int64(binary.BigEndian.Uint32(head[:4])) },
		after: func(int64) int64 { return 4 }, // the checksum; pixelChunks and the decoder look at those that matter
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

// decodePNG is png.Decode, and configPNG is png.DecodeConfig, for a file of which only the chunks with the
// pixels need be whole.
func decodePNG(r io.Reader) (image.Image, error)  { return png.Decode(newPixelChunks(r)) }
func configPNG(r io.Reader) (image.Config, error) { return png.DecodeConfig(newPixelChunks(r)) }

// pixelChunks reads a PNG without its ancillary chunks, of which the decoder would refuse any with a wrong
// checksum. Only tRNS changes pixels: it is kept if its checksum is right, else ignored as browsers do.
type pixelChunks struct {
	file *bufio.Reader
	// kept is the part of a chunk that was read but not passed on, and left is how many bytes follow it.
	kept []byte
	left int64
}

func newPixelChunks(r io.Reader) *pixelChunks {
	return &pixelChunks{file: bufio.NewReader(r), left: int64(len(pngSignature))}
}

// Read implements io.Reader.
func (c *pixelChunks) Read(p []byte) (n int, err error) {
	for len(c.kept) == 0 && c.left == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	if len(c.kept) > 0 {
		n = copy(p, c.kept)
		c.kept = c.kept[n:]
		return n, nil
	}
	n, err = c.file.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}

// next reads the head of a chunk, and skips it if it is ancillary.
func (c *pixelChunks) next() error {
	const checksum, maxTransparency, ancillary = 4, 256, 0x20
	head := make([]byte, 8)
	if _, err := io.ReadFull(c.file, head); err != nil {
		return err
	}
	length, name := int64(binary.BigEndian.Uint32(head)), head[4:]
	switch {
	case name[0]&ancillary == 0:
		c.kept, c.left = head, length+checksum
	case string(name) == "tRNS" && length <= maxTransparency:
		chunk := slices.Grow(head, int(length)+checksum)[:8+length+checksum]
		if _, err := io.ReadFull(c.file, chunk[8:]); err != nil {
			return err
		}
		if crc32.ChecksumIEEE(chunk[4:8+length]) == binary.BigEndian.Uint32(chunk[8+length:]) {
			c.kept = chunk
		}
	default:
		_, err := io.CopyN(io.Discard, c.file, length+checksum)
		return err
	}
	return nil
}
