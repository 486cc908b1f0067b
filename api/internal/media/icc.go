package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// The colour spaces of ICC profiles that suit the files we write, ICC.1:2010 table 19.
const (
	spaceRGB  = "RGB "
	spaceGray = "GRAY"
)

// profilePart is how many bytes of a profile fit into one segment of a JPEG, and maxProfile is the largest
// profile that fits into all of them, ICC.1:2010 B.4.
const (
	profilePart = 65535 - 2 - len(iccHeader) - 2
	maxProfile  = 255 * profilePart
)

// readProfile returns the profile that r begins with, without anything behind its end; nil if it is damaged
// or not a profile, as browsers ignore it. It returns errVariant for one that no JPEG could hold.
func readProfile(r io.Reader) ([]byte, error) {
	var header [128]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, nil
	}
	size := int64(binary.BigEndian.Uint32(header[:]))
	if size < int64(len(header)) || string(header[36:40]) != "acsp" {
		return nil, nil
	}
	if size > int64(maxProfile) {
		return nil, fmt.Errorf("%w: a colour profile of %d bytes", errVariant, size)
	}
	profile := make([]byte, size)
	copy(profile, header[:])
	if _, err := io.ReadFull(r, profile[len(header):]); err != nil {
		return nil, nil
	}
	return profile, nil
}

// checkProfile returns the profile, or nil when it is not one for pixels of the given space: a press's CMYK
// profile says nothing about the RGB that a decoder made.
func checkProfile(profile []byte, space string) []byte {
	if profile == nil || string(profile[16:20]) != space {
		return nil
	}
	return profile
}

// insertWriter writes to Writer, with insert after the first after bytes.
type insertWriter struct {
	io.Writer
	after  int
	insert []byte
}

func (w *insertWriter) Write(p []byte) (int, error) {
	if len(w.insert) == 0 || len(p) < w.after {
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

// profileSegments returns the profile as segments of a JPEG; nothing for none.
func profileSegments(profile []byte) []byte {
	parts := slices.Collect(slices.Chunk(profile, profilePart))
	segments := make([]byte, 0, len(profile)+64*len(parts))
	for i, part := range parts {
		segments = append(segments, 0xff, markerAPP2)
		segments = binary.BigEndian.AppendUint16(segments, uint16(2+len(iccHeader)+2+len(part)))
		segments = append(append(segments, iccHeader...), byte(i+1), byte(len(parts)))
		segments = append(segments, part...)
	}
	return segments
}

// withProfileJPEG returns a writer that adds profileSegments to the JPEG written through it, right behind
// the start marker.
func withProfileJPEG(w io.Writer, segments []byte) io.Writer {
	return &insertWriter{w, 2, segments}
}

// profileChunk returns the profile as a chunk of a PNG; nil for none.
func profileChunk(profile []byte) []byte {
	if profile == nil {
		return nil
	}
	var chunk bytes.Buffer
	chunk.WriteString("\x00\x00\x00\x00iCCPICC profile\x00\x00")
	deflater := zlib.NewWriter(&chunk)
	_, _ = deflater.Write(profile) // into memory, which does not fail
	_ = deflater.Close()
	binary.BigEndian.PutUint32(chunk.Bytes(), uint32(chunk.Len()-8))
	return binary.BigEndian.AppendUint32(chunk.Bytes(), crc32.ChecksumIEEE(chunk.Bytes()[4:]))
}

// withProfilePNG returns a writer that adds profileChunk to the PNG written through it, right behind the
// header chunk.
func withProfilePNG(w io.Writer, chunk []byte) io.Writer {
	const headerChunk = 8 + 13 + 4
	return &insertWriter{w, len(pngSignature) + headerChunk, chunk}
}
