package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

// The colour spaces of ICC profiles that suit the files we write, ICC.1:2010 table 19.
const (
	spaceRGB  = "RGB "
	spaceGray = "GRAY"
)

// maxProfile is the largest profile that is copied, in bytes. Those of cameras and screens have 500 to 60,000; the tables
// of a scanner or a press would outweigh the pictures themselves.
const maxProfile = 128 << 10

// checkProfile returns the profile without anything behind its end, or nil when it is not a profile for pixels of the
// given space: a press's CMYK profile says nothing about the RGB that a decoder made.
func checkProfile(profile []byte, space string) []byte {
	const header = 128
	if len(profile) < header {
		return nil
	}
	size := binary.BigEndian.Uint32(profile)
	if size < header || size > maxProfile || uint64(size) > uint64(len(profile)) {
		return nil
	}
	if string(profile[16:20]) != space || string(profile[36:40]) != "acsp" {
		return nil
	}
	return profile[:size]
}

// insertWriter writes what it gets to Writer, with insert after the first after bytes.
type insertWriter struct {
	io.Writer
	after  int
	insert []byte
}

func (w *insertWriter) Write(p []byte) (int, error) {
	if w.insert == nil || len(p) < w.after {
		n, err := w.Writer.Write(p)
		w.after -= n
		return n, err
	}
	n, err := w.Writer.Write(p[:w.after])
	if err != nil {
		return n, err
	}
	if _, err := w.Writer.Write(w.insert); err != nil {
		return n, err
	}
	w.insert = nil
	more, err := w.Writer.Write(p[n:])
	return n + more, err
}

// withProfileJPEG returns a writer that adds the profile to the JPEG written through it, right behind the start marker.
func withProfileJPEG(w io.Writer, profile []byte) io.Writer {
	const partSize = 65535 - 2 - len(iccHeader) - 2
	if len(profile) == 0 || len(profile) > 255*partSize {
		return w
	}
	parts := slices.Collect(slices.Chunk(profile, partSize))
	var segments bytes.Buffer
	for i, part := range parts {
		segments.Write([]byte{0xff, markerAPP2})
		_ = binary.Write(&segments, binary.BigEndian, uint16(2+len(iccHeader)+2+len(part)))
		segments.WriteString(iccHeader)
		segments.Write([]byte{byte(i + 1), byte(len(parts))})
		segments.Write(part)
	}
	return &insertWriter{w, 2, segments.Bytes()}
}

// withProfilePNG returns a writer that adds the profile to the PNG written through it, right behind the header chunk.
func withProfilePNG(w io.Writer, profile []byte) io.Writer {
	const headerChunk = 8 + 13 + 4
	if len(profile) == 0 {
		return w
	}
	var content bytes.Buffer
	content.WriteString("iCCP" + "ICC profile\x00\x00")
	deflater := zlib.NewWriter(&content)
	_, _ = deflater.Write(profile) // into memory, which does not fail
	_ = deflater.Close()
	var chunk bytes.Buffer
	_ = binary.Write(&chunk, binary.BigEndian, uint32(content.Len()-4))
	chunk.Write(content.Bytes())
	_ = binary.Write(&chunk, binary.BigEndian, crc32.ChecksumIEEE(content.Bytes()))
	return &insertWriter{w, len(pngSignature) + headerChunk, chunk.Bytes()}
}
